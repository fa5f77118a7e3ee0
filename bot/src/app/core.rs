//! The one task that owns all matches.

#[cfg(test)]
mod tests;

use std::{
    collections::BTreeMap,
    num::NonZeroUsize,
    panic::{AssertUnwindSafe, catch_unwind},
    pin::pin,
    sync::Arc,
    time::{Duration, Instant},
};

use async_trait::async_trait;
use lru::LruCache;
use tokio::sync::{Notify, mpsc, watch};
use tracing::{debug, error, trace, warn};

use super::{
    delivery::Deliveries,
    gate::{Gate, Place as Turn},
};
use crate::{
    command::{Command, Control, names_square},
    ports::{
        Answer, Batch, Chat, ChatError, Choice, Clock, Dice, Entry, Event, EventId, Finding, Form,
        Listener, Nonce, Place, Platform, Rows, Said, StoreError, UserId,
    },
    present,
    service::{
        DeliveryId, Effects, Flaw, Illustration, Intent, Look, Moment, Refusal, Reply, Request,
        Service, Shown, Told, examine_match, plays_with_secrets, read_outbox,
    },
    words::Language,
    writer::{Pending, Writer},
};

type Chats = Arc<BTreeMap<Platform, Arc<dyn Chat>>>;

/// How many events may wait to be taken up.
const QUEUE: usize = 1024;

/// How long a platform may take to tell what is asked of it before an event is taken up.
const QUESTION: Duration = Duration::from_secs(2);

/// How long an event may wait to be taken up.
const LONGEST_WAIT: Duration = Duration::from_secs(10);

/// How long a store that has failed is left alone when nobody asks for anything.
const PAUSE: Duration = Duration::from_secs(1);

/// The service looks things up where everything is kept, and knows nothing of how.
impl Rows for Writer {
    fn get(&self, key: &[u8]) -> Result<Option<Vec<u8>>, StoreError> {
        Writer::get(self, key)
    }

    fn scan(
        &self,
        prefix: &[u8],
        after: Option<&[u8]>,
        limit: usize,
    ) -> Result<Vec<Entry>, StoreError> {
        Writer::scan(self, prefix, after, limit)
    }
}

/// Hears events, has them answered by the service, and sees to it that nothing is said before it is durable.
pub struct Core {
    events: mpsc::Sender<(Question, InFlight)>,
    /// How many events were heard and are not answered yet.
    n_open: watch::Sender<usize>,
    chats: Chats,
    clock: Box<dyn Clock>,
    deliveries: Deliveries,
    gate: Gate,
}

/// Counts an event as not answered yet, for as long as it lives.
struct InFlight {
    n_open: watch::Sender<usize>,
    /// Its place among the events that are under way.
    turn: Option<Turn>,
}

impl InFlight {
    fn new(n_open: &watch::Sender<usize>) -> InFlight {
        n_open.send_modify(|n| *n += 1);
        InFlight {
            n_open: n_open.clone(),
            turn: None,
        }
    }
}

impl Drop for InFlight {
    fn drop(&mut self) {
        self.n_open.send_modify(|n| *n -= 1);
    }
}

/// An event, read.
struct Question {
    event: EventId,
    user: UserId,
    /// Whether others have read something in it that may be a move.
    is_telling: bool,
    asked: Result<Request, Refusal>,
}

impl Core {
    pub(super) fn new(
        service: Service,
        writer: Writer,
        chats: Chats,
        deliveries: Deliveries,
        clock: Box<dyn Clock>,
        dice: Box<dyn Dice>,
    ) -> Core {
        let (events, questions) = mpsc::channel(QUEUE);
        let generation = writer.generation();
        let answers = LruCache::new(Owner::ANSWERS);
        let failed = Arc::new(Notify::new());
        let (decided, decisions) = mpsc::unbounded_channel();
        let gate = Gate::new(chats.keys().copied(), LONGEST_WAIT);
        tokio::spawn(confirm_all(
            decisions,
            deliveries.clone(),
            Arc::clone(&failed),
        ));
        let owner = Owner {
            service,
            writer,
            chats: Arc::clone(&chats),
            decided,
            deliveries: deliveries.clone(),
            failed,
            dice,
            generation,
            answers,
        };
        tokio::spawn(owner.run(questions));
        Core {
            events,
            n_open: watch::Sender::new(0),
            chats,
            clock,
            deliveries,
            gate,
        }
    }

    /// Waits until everything that follows from answered events is said.
    pub async fn idle(&self) {
        self.deliveries.idle().await;
    }

    /// How many times a match was read and replayed to be told since the start.
    pub fn n_replays(&self) -> u64 {
        self.deliveries.n_replays()
    }

    /// Waits until every event is answered, and everything that follows from them is said.
    pub async fn finish(&self) {
        let mut n_open = self.n_open.subscribe();
        n_open
            .wait_for(|n| *n == 0)
            .await
            .expect("the sender is at hand");
        self.deliveries.idle().await;
    }

    /// What keeps the bot from posting what somebody wants it to post where they are.
    fn obstacle(&self, event: &Event, wish: &Intent) -> Option<String> {
        let is_post = matches!(
            wish,
            Intent::Command(Command::Challenge { .. } | Command::Board { .. })
        );
        self.chat(event)
            .filter(|_| is_post)
            .and_then(|chat| chat.obstacle(&event.id))
    }

    /// What somebody wrote that others read.
    fn overheard<'e>(&self, event: &'e Event) -> Option<&'e str> {
        let (Place::Channel(_), Said::Text(text) | Said::Fill { text, .. }) =
            (&event.place, &event.said)
        else {
            return None;
        };
        let chat = self.chat(event)?;
        (!chat.capabilities().ephemeral).then_some(text)
    }

    fn chat(&self, event: &Event) -> Option<&Arc<dyn Chat>> {
        self.chats.get(&event.id.platform)
    }

    /// A place for an event among those that are under way. Whoever waits for it hears so; who waits for too long hears that
    /// nothing came of it.
    async fn turn(&self, chat: &dyn Chat, event: &Event) -> Option<Turn> {
        let platform = event.id.platform;
        if let Some(turn) = self.gate.try_enter(platform) {
            return Some(turn);
        }
        let waiting = self.gate.enter(platform, &event.speaker.id);
        let note = tell(chat, &event.id, present::busy(Language::ENGLISH));
        let turn = with_note(waiting, self.deliveries.patience(), note).await;
        if turn.is_none() {
            warn!(%platform, "more comes than can be told, so an event was not taken up");
            if let Err(error) = chat
                .answer(&event.id, &present::too_busy(Language::ENGLISH))
                .await
            {
                warn!(%error, "an answer did not reach its reader");
            }
        }
        turn
    }

    async fn ask(&self, event: Event, wish: Result<Intent, Refusal>, in_flight: InFlight) {
        debug!(platform = %event.id.platform, event = ?event.id.id, kind = kind(&wish), "heard");
        let wish = wish.and_then(|wish| match self.obstacle(&event, &wish) {
            Some(obstacle) => Err(Refusal::CannotPost(obstacle)),
            None => Ok(wish),
        });
        let opponent = match (&wish, self.chat(&event)) {
            (
                Ok(Intent::Command(Command::Challenge {
                    opponent: Some(written),
                    ..
                })),
                Some(chat),
            ) => in_time(chat.person(&event.place, written))
                .await
                .unwrap_or_else(|error| {
                    warn!(%error, "a person could not be looked up");
                    None
                }),
            _ => None,
        };
        let findings = match (&wish, self.chat(&event)) {
            (Ok(Intent::Command(Command::Doctor)), Some(chat)) => in_time(chat.examine(&event))
                .await
                .unwrap_or_else(|error| vec![Finding::bad(format!("I could not look: {error}."))]),
            _ => Vec::new(),
        };
        if let Ok(Intent::Press(Control::End(id))) = &wish {
            self.deliveries.look_again(*id).await;
        }
        let overheard = self.overheard(&event);
        let is_overheard = overheard.is_some();
        let is_telling = overheard.is_some_and(names_square);
        let Event {
            id, speaker, place, ..
        } = event;
        let question = Question {
            event: id.clone(),
            user: speaker.id.clone(),
            is_telling,
            asked: wish.map(|wish| Request {
                event: id,
                speaker,
                place,
                is_overheard,
                wish,
                opponent,
                findings,
                now: self.clock.now(),
            }),
        };
        if self.events.send((question, in_flight)).await.is_err() {
            error!("an event came after the end of the task that answers events");
        }
    }
}

#[async_trait]
impl Listener for Core {
    async fn hear(&self, event: Event) {
        let mut in_flight = InFlight::new(&self.n_open);
        let wish = wish(&event.said);
        if let Some(chat) = self.chat(&event) {
            in_flight.turn = self.turn(&**chat, &event).await;
            if in_flight.turn.is_none() {
                return;
            }
        }
        self.ask(event, wish, in_flight).await;
    }

    async fn complete(&self, event: Event) {
        let Said::Text(text) = &event.said else {
            return;
        };
        let text = text.clone();
        let people = match self.chat(&event) {
            Some(chat) => chat.people(typed_name(&text)).await.unwrap_or_default(),
            None => Vec::new(),
        };
        let in_flight = InFlight::new(&self.n_open);
        self.ask(event, Ok(Intent::Complete { text, people }), in_flight)
            .await;
    }
}

/// What a platform tells, unless everybody else would wait for it too long.
async fn in_time<T>(asked: impl Future<Output = Result<T, ChatError>>) -> Result<T, ChatError> {
    let told = tokio::time::timeout(QUESTION, asked).await;
    told.unwrap_or_else(|_| {
        Err(ChatError::Unavailable(
            "the chat platform took longer than others can wait".to_owned(),
        ))
    })
}

/// The beginning of a person's name, if that is what is being typed last.
fn typed_name(text: &str) -> &str {
    let (_, word) = crate::command::last_word(text);
    let value = word.split_once(':').map_or(word, |(_, value)| value);
    value.trim_start_matches('"').trim_start_matches('@')
}

/// What somebody wants, told without what they wrote.
fn kind(wish: &Result<Intent, Refusal>) -> &'static str {
    match wish {
        Ok(Intent::Command(command)) => command.name(),
        Ok(Intent::Press(_)) => "button",
        Ok(Intent::Choose(..)) => "menu",
        Ok(Intent::Fill(..)) => "form",
        Ok(Intent::Complete { .. }) => "completion",
        Err(_) => "not understood",
    }
}

fn wish(said: &Said) -> Result<Intent, Refusal> {
    let control = |id: &str| id.parse().map_err(|_| Refusal::UnknownControl);
    match said {
        Said::Text(text) => Command::parse(text)
            .map(Intent::Command)
            .map_err(Refusal::Misread),
        Said::Press(id) => control(id).map(Intent::Press),
        Said::Choose { menu, value } => {
            control(menu).map(|control| Intent::Choose(control, value.clone()))
        }
        Said::Fill { form, text } => {
            control(form).map(|control| Intent::Fill(control, text.clone()))
        }
    }
}

/// What the one task owns.
struct Owner {
    service: Service,
    writer: Writer,
    chats: Chats,
    /// Where decisions go to be confirmed. The writer bounds what waits there.
    decided: mpsc::UnboundedSender<Decision>,
    deliveries: Deliveries,
    /// Told when a change was not confirmed.
    failed: Arc<Notify>,
    dice: Box<dyn Dice>,
    /// The writer's generation that all that is at hand belongs to.
    generation: u64,
    /// Answers to events that changed nothing, so that an event told twice is answered the same. Files and pictures would
    /// take too much room: answers with them are made anew.
    answers: LruCache<EventId, Speech>,
}

impl Owner {
    const ANSWERS: NonZeroUsize = NonZeroUsize::new(1024).expect("1024 is not 0");

    async fn run(mut self, mut questions: mpsc::Receiver<(Question, InFlight)>) {
        loop {
            let outdated = outdated(self.generation == self.writer.generation(), &self.failed);
            tokio::select! {
                question = questions.recv() => match question {
                    Some((question, in_flight)) => self.answer(question, in_flight),
                    None => return,
                },
                () = outdated => if let Err(error) = self.renew() {
                    tell_unstored(&error, "the store cannot be read");
                },
            }
        }
    }

    /// Drops what is at hand if the store has failed since, and delivers what it has kept of the changes that were not
    /// confirmed.
    fn renew(&mut self) -> Result<(), StoreError> {
        let generation = self.writer.generation();
        if generation != self.generation {
            self.service.forget();
            self.answers.clear();
            let rows = read_outbox(&self.writer)?;
            self.generation = generation;
            // Some of these rows may be on their way to the disk: the generation grows when a change is refused, too.
            self.confirm(Batch::default(), rows, None, None);
        }
        Ok(())
    }

    /// Hands what changes to the writer, and leaves the rest to [`confirm_all`].
    fn confirm(
        &self,
        changes: Batch,
        rows: Vec<DeliveryId>,
        moment: Option<Moment>,
        reply: Option<PendingReply>,
    ) {
        let decision = Decision {
            pending: self.writer.submit(self.generation, changes),
            rows,
            moment,
            turn: reply
                .as_ref()
                .and_then(|reply| reply.in_flight.turn.clone()),
            reply,
        };
        if self.decided.send(decision).is_err() {
            error!("a decision came after the end of the task that confirms decisions");
        }
    }

    /// Decides on an answer, and leaves the rest to other tasks.
    fn answer(&mut self, question: Question, in_flight: InFlight) {
        let (event, user) = (question.event.clone(), question.user.clone());
        let Some(chat) = self.chats.get(&event.platform).map(Arc::clone) else {
            return;
        };
        let begun = Instant::now();
        let response = self.renew().and_then(|()| self.respond(question));
        if let Ok(Response::Say { changes, rows, .. }) = &response {
            let (n_changes, n_rows) = (changes.changes.len(), rows.len());
            let id = rows.first().map(|row| tracing::field::display(row.id));
            let elapsed_us = begun.elapsed().as_micros();
            debug!(event = ?event.id, id, n_changes, n_rows, elapsed_us, "decided");
        }
        match response {
            Ok(Response::Say {
                speech,
                changes,
                rows,
                moment,
            }) => {
                if changes.is_empty() && is_small(&speech.answer) {
                    self.answers.put(event.clone(), (*speech).clone());
                }
                let is_done = !changes.is_empty();
                // An answer that changes nothing waits too, for it may tell of changes that are not yet durable.
                self.confirm(
                    changes,
                    rows,
                    moment,
                    Some(PendingReply {
                        chat,
                        event,
                        user,
                        speech,
                        is_done,
                        in_flight,
                    }),
                );
            }
            Ok(Response::Ask(form)) => {
                tokio::spawn(async move {
                    let _in_flight = in_flight;
                    if let Err(error) = chat.ask(&event, &form).await {
                        warn!(%error, "a form was not shown");
                        // If the answer is not shown either, there is no other way to say so.
                        let _ = chat
                            .answer(&event, &present::no_form(Language::ENGLISH))
                            .await;
                    }
                });
            }
            Ok(Response::Complete(choices)) => {
                tokio::spawn(async move {
                    let _in_flight = in_flight;
                    if let Err(error) = chat.complete(&event, &choices).await {
                        warn!(%error, "completions were not shown");
                    }
                });
            }
            Err(error) => {
                tell_unstored(&error, "the store cannot be read");
                let reply = PendingReply {
                    chat,
                    event,
                    user,
                    speech: Box::new(present::failure(Language::ENGLISH).into()),
                    is_done: false,
                    in_flight,
                };
                tokio::spawn(reply.send(self.deliveries.clone()));
            }
        }
    }

    fn respond(&mut self, question: Question) -> Result<Response, StoreError> {
        if let Some(speech) = self.answers.get(&question.event) {
            return Ok(Response::answer(speech.clone()));
        }
        let decide = AssertUnwindSafe(|| self.decide(&question));
        catch_unwind(decide).unwrap_or_else(|_| {
            // The panic was logged by its hook. Rows are the truth, so nothing is lost by starting from them.
            self.service.forget();
            Ok(Response::answer(present::bug(Language::ENGLISH)))
        })
    }

    fn decide(&mut self, question: &Question) -> Result<Response, StoreError> {
        let request = match &question.asked {
            Ok(request) => request,
            Err(refusal) => return self.refuse(question, refusal),
        };
        let answered = self
            .service
            .handle(&self.writer, &mut *self.dice, request)?;
        let Effects {
            changes,
            rows,
            moment,
            reply,
        } = match answered {
            Ok(effects) => effects,
            Err(refusal) => return self.refuse(question, &refusal),
        };
        let sight = reply.look().map(|look| Sight {
            look,
            user: request.speaker.id.clone(),
            is_all: matches!(reply, Reply::Told(Told::View(_) | Told::Replay(_))),
        });
        let illustration = reply.illustration();
        let answer = match reply {
            Reply::Done(done) => present::done(&done, Language::ENGLISH),
            Reply::Told(told) => present::told(&told, Language::ENGLISH),
            Reply::Completions(choices) => return Ok(Response::Complete(choices)),
            Reply::Write { id, ply, variant } => {
                return Ok(Response::Ask(present::write_form(
                    id,
                    ply,
                    variant,
                    Language::ENGLISH,
                )));
            }
        };
        Ok(Response::Say {
            speech: Box::new(Speech {
                answer,
                sight,
                illustration,
                redacts: false,
            }),
            changes,
            rows,
            moment,
        })
    }

    /// The answer to who is refused. What they wrote is taken back where others may learn from it what they plan in a match
    /// with secrets, even if nobody knows which match or what they meant.
    fn refuse(&mut self, question: &Question, refusal: &Refusal) -> Result<Response, StoreError> {
        if let Refusal::SetAside(id) = refusal
            && let Some(Flaw { key, detail }) = examine_match(&self.writer, *id)?
        {
            let key = String::from_utf8_lossy(&key);
            error!(%id, %key, detail, "a match is damaged and set aside");
        }
        let mut speech = Speech::from(present::refusal(refusal, Language::ENGLISH));
        speech.redacts = matches!(refusal, Refusal::SaidAloud(_))
            || question.is_telling && plays_with_secrets(&self.writer, &question.user)?;
        Ok(Response::answer(speech))
    }
}

/// Whether an answer is its text and its controls, whose size is bounded.
fn is_small(answer: &Answer) -> bool {
    answer.message.attachment.is_none() && answer.message.picture.is_none()
}

/// Returns when the writer may have outgrown what is at hand.
async fn outdated(is_current: bool, failed: &Notify) {
    if is_current {
        failed.notified().await;
    } else {
        tokio::time::sleep(PAUSE).await;
    }
}

/// What waits until all that it tells of is durable.
struct Decision {
    pending: Pending,
    rows: Vec<DeliveryId>,
    /// The match that it tells of.
    moment: Option<Moment>,
    /// The place of the event that the rows follow from.
    turn: Option<Turn>,
    /// The answer, if somebody asked.
    reply: Option<PendingReply>,
}

/// An answer, and what its reader is shown besides, which is drawn when it is sent.
#[derive(Clone)]
struct Speech {
    answer: Answer,
    sight: Option<Sight>,
    /// The picture of the handbook that goes with it.
    illustration: Option<Illustration>,
    /// Whether what it answers is to be taken back first.
    redacts: bool,
}

/// What somebody is shown with an answer.
#[derive(Clone)]
struct Sight {
    look: Look,
    user: UserId,
    /// Whether it is all that they asked for.
    is_all: bool,
}

impl From<Answer> for Speech {
    fn from(answer: Answer) -> Speech {
        Speech {
            answer,
            sight: None,
            illustration: None,
            redacts: false,
        }
    }
}

/// An answer on its way.
struct PendingReply {
    chat: Arc<dyn Chat>,
    event: EventId,
    user: UserId,
    speech: Box<Speech>,
    /// Whether something changed.
    is_done: bool,
    in_flight: InFlight,
}

/// Does something, and `note` besides if it takes longer than people are patient.
async fn with_note<T>(
    work: impl Future<Output = T>,
    patience: Duration,
    note: impl Future<Output = ()>,
) -> T {
    let mut work = pin!(work);
    tokio::select! {
        biased;
        () = tokio::time::sleep(patience) => tokio::join!(work, note).0,
        done = &mut work => done,
    }
}

/// Tells why the answer to an event takes so long.
async fn tell(chat: &dyn Chat, event: &EventId, note: Answer) {
    if let Err(error) = chat.note(event, &note).await {
        warn!(%error, "a note did not reach its reader");
    }
}

impl PendingReply {
    async fn send(self, deliveries: Deliveries) {
        let PendingReply {
            chat,
            event,
            user,
            speech,
            is_done,
            in_flight: _in_flight,
        } = self;
        let Speech {
            mut answer,
            sight,
            illustration,
            redacts,
        } = *speech;
        if redacts && let Err(error) = chat.redact(&event).await {
            warn!(%error, "what was to be secret stays where others read it");
        }
        if let Some(illustration) = illustration {
            answer.message.picture = deliveries.illustration(illustration, chat.platform()).await;
        }
        if let Some(Sight { look, user, is_all }) = sight {
            let drawing = deliveries.look(&look, &user);
            let view = match look.shown {
                Shown::Replay(_) => {
                    let note = tell(&*chat, &event, present::drawing(Language::ENGLISH));
                    with_note(drawing, deliveries.patience(), note).await
                }
                Shown::View | Shown::Choice(_) => drawing.await,
            };
            answer = match view {
                Some(view) => present::with_view(answer, view),
                None if is_all => present::no_view(&look.shown),
                None => present::without_view(answer),
            };
        }
        if let Err(error) = chat.answer(&event, &answer).await {
            tell_unsaid(&error, "an answer did not reach its reader");
            let note = present::late(is_done, Language::ENGLISH);
            if let Err(error) = chat.whisper(&late_nonce(&event), &user, &note).await {
                tell_unsaid(&error, "nor did the note that it is late");
            }
        } else {
            trace!(event = ?event.id, is_done, "answered");
        }
    }
}

/// Logs why the store has not done something, unless all of it does not work: that is logged where it begins.
fn tell_unstored(error: &StoreError, what: &str) {
    if error.is_outage() {
        debug!(%error, "{what}");
    } else {
        error!(%error, "{what}");
    }
}

/// The same of what was not said.
fn tell_unsaid(error: &ChatError, what: &str) {
    if let ChatError::Outage(_) = error {
        debug!(%error, "{what}");
    } else {
        warn!(%error, "{what}");
    }
}

/// Names the note that an answer is late; of long ids of events the end tells them apart.
fn late_nonce(event: &EventId) -> Nonce {
    let end = event
        .id
        .chars()
        .rev()
        .filter(char::is_ascii_alphanumeric)
        .take(20);
    let end: String = end.collect::<Vec<_>>().into_iter().rev().collect();
    Nonce(format!("late-{end}"))
}

/// Answers and delivers what has become durable. One decision after the other, as they become durable in their order
/// too: so the deliveries of a match stay in order.
async fn confirm_all(
    mut decisions: mpsc::UnboundedReceiver<Decision>,
    deliveries: Deliveries,
    failed: Arc<Notify>,
) {
    while let Some(decision) = decisions.recv().await {
        let Decision {
            pending,
            rows,
            moment,
            turn,
            mut reply,
        } = decision;
        match pending.await {
            Ok(()) => deliveries.add(rows, moment, turn),
            Err(error) => {
                tell_unstored(&error, "a change is not confirmed");
                failed.notify_one();
                if let Some(reply) = &mut reply {
                    *reply.speech = present::failure(Language::ENGLISH).into();
                    reply.is_done = false;
                }
            }
        }
        if let Some(reply) = reply {
            tokio::spawn(reply.send(deliveries.clone()));
        }
    }
}

/// What is to be done about a question.
enum Response {
    /// Commit the changes, then answer and deliver.
    Say {
        speech: Box<Speech>,
        changes: Batch,
        rows: Vec<DeliveryId>,
        moment: Option<Moment>,
    },
    /// Offer completions.
    Complete(Vec<Choice>),
    /// Let somebody write something.
    Ask(Form),
}

impl Response {
    fn answer(speech: impl Into<Speech>) -> Response {
        Response::Say {
            speech: Box::new(speech.into()),
            changes: Batch::default(),
            rows: Vec::new(),
            moment: None,
        }
    }
}
