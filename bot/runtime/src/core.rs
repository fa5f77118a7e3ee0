//! Entry point for all inputs: events of the platforms, and inputs of the bot itself.

use std::{sync::Arc, time::Duration};

use async_trait::async_trait;
use tokio::sync::{broadcast, mpsc, oneshot, watch};
use tracing::{debug, warn};

use crate::{
    chats::Chats,
    cluster::processes::Processes,
    computer::thinking::{Answered, Thinking},
    decider::{
        answering::Answering,
        owner::{Job, Notifiers, Owner},
        pending::{
            Asking, InFlight, PendingReply, Verdict, answer_after_panic, send_progress, with_note,
        },
    },
    egress::delivery::Deliveries,
    groups::pressed,
    ingress::{
        budgets::{Budgets, Overdrawn},
        gate::{EventRoom, Gate, Permit},
        intents::{intent, kind, obstacle, overheard, posts, typed_name},
        platform_lookups::{QUESTION, findings, in_time, people, person, unread},
        preferences::Preferences,
    },
    supervisor::Supervisor,
    ticks::Ticks,
};
use api::{
    BoardQuery, BoardReview, Chat, Checkup, Clock, Dice, DrawnBoard, Event, Listener, MatchId,
    NoBoard, Place, Said, ServerId, Speaker, StudyBoard, StudyQuery, Timestamp, UserId,
};
use command::{Control, names_square};
use kit::{
    meter::{self, Fate},
    panics::caught,
};
use service::{Identity, Input, InputKind, Intent, Refusal, Request, Service, Settings};
use store::writer::Writer;
use text::{Language, Text};

/// The kind of an event that was not read.
const UNREAD: &str = "unread";

/// The greatest number of inputs that wait for the decider.
const QUEUE: usize = 1024;

/// The longest time that an event may wait for a place.
const LONGEST_WAIT: Duration = Duration::from_secs(10);

/// Entry point for platform events. Queues each for the decider, and replies once the outcome is durable.
pub struct Core {
    jobs: mpsc::Sender<Job>,
    /// The sender of liveness probes to the decider.
    probes: mpsc::Sender<oneshot::Sender<()>>,
    /// The number of events that were received and are not answered yet.
    n_open: watch::Sender<usize>,
    /// The ticks of time.
    pub(crate) ticks: Ticks,
    pub(crate) chats: Arc<Chats>,
    clock: Arc<dyn Clock>,
    pub(crate) deliveries: Deliveries,
    thinking: Arc<Thinking>,
    pub(crate) writer: Writer,
    /// This process among others, if others can serve on the same store.
    pub(crate) processes: Option<Arc<Processes>>,
    gate: Gate,
    budgets: Budgets,
    /// Watches the tasks that the core needs.
    pub(crate) supervisor: Supervisor,
}

impl Core {
    pub(crate) fn new(
        service: Service,
        writer: Writer,
        chats: Arc<Chats>,
        deliveries: Deliveries,
        clock: Arc<dyn Clock>,
        (dice, processes): (Box<dyn Dice>, Option<Arc<Processes>>),
        (thinking, answers): (Arc<Thinking>, mpsc::UnboundedReceiver<Answered>),
    ) -> Core {
        let (jobs, waiting) = mpsc::channel(QUEUE);
        let (probes, probed) = mpsc::channel(1);
        let gate = Gate::new(chats.platforms(), LONGEST_WAIT);
        let answering = Answering {
            thinking: Arc::downgrade(&thinking),
            jobs: jobs.downgrade(),
            clock: Arc::clone(&clock),
        };
        let supervisor = Supervisor::default();
        tokio::spawn(
            supervisor
                .clone()
                .watch("moves of the engine", answering.run(answers)),
        );
        let telling = Notifiers {
            deliveries: deliveries.clone(),
            thinking: Arc::clone(&thinking),
        };
        Owner::start(
            service,
            writer.clone(),
            telling,
            dice,
            processes.clone(),
            (waiting, probed),
            &supervisor,
        );
        Core {
            jobs,
            probes,
            n_open: watch::Sender::new(0),
            ticks: Ticks::default(),
            chats,
            clock,
            deliveries,
            thinking,
            writer,
            processes,
            gate,
            budgets: Budgets::default(),
            supervisor,
        }
    }

    /// Returns the time of the clock.
    pub(crate) fn now(&self) -> Timestamp {
        self.clock.now()
    }

    /// Returns an input of the bot itself, which it hands in once.
    pub(crate) fn own_input(&self, kind: &str, name: &str, what: InputKind) -> Input {
        let at = self.clock.now();
        let id = format!("{kind}:{}-{name}", at.0);
        Input { id, at, what }
    }

    /// Returns an input of the bot itself under a given id.
    pub(crate) fn input(&self, id: String, what: InputKind) -> Input {
        let at = self.clock.now();
        Input { id, at, what }
    }

    /// Hands in an input of the bot itself, and returns its verdict.
    pub(crate) async fn settle(&self, input: Input) -> Option<Arc<Verdict>> {
        self.submit(input).await?.await.ok()
    }

    /// Hands in an input of the bot itself, and returns the receiver of its verdict.
    pub(crate) async fn submit(&self, input: Input) -> Option<oneshot::Receiver<Arc<Verdict>>> {
        let (job, settled) = Job::of_program(input);
        self.jobs.send(job).await.ok()?;
        Some(settled)
    }

    /// Returns whether the decider answers a probe in time.
    pub async fn is_alive(&self) -> bool {
        if self.is_broken() {
            return false;
        }
        let (answer, answered) = oneshot::channel();
        let asked = async { self.probes.send(answer).await.is_ok() && answered.await.is_ok() };
        tokio::time::timeout(QUESTION, asked).await.unwrap_or(false)
    }

    /// Waits until all engine moves and deliveries that follow from answered events are made.
    pub async fn idle(&self) {
        loop {
            self.ticks.idle().await;
            let was_thinking = self.thinking.idle().await;
            self.deliveries.idle().await;
            if !was_thinking {
                return;
            }
        }
    }

    /// Looks for missed questions to the engine.
    pub(crate) async fn catch_up(&self) {
        let (writer, processes) = (&self.writer, self.processes.as_ref());
        self.thinking.catch_up(writer, processes).await;
    }

    /// Looks in all matches for missed questions to the engine.
    pub(crate) async fn think_again(&self) {
        self.thinking.look_everywhere();
        self.catch_up().await;
    }

    /// Stops all long tasks. Questions that follow from what is durable are asked again after the next start.
    pub fn stop_thinking(&self) {
        self.thinking.stop();
    }

    /// Waits until every event is answered, and every delivery that follows is made, or has failed and is tried again later.
    pub async fn finish(&self) {
        let mut n_open = self.n_open.subscribe();
        n_open
            .wait_for(|n| *n == 0)
            .await
            .expect("the sender is at hand");
        self.deliveries.finish().await;
    }

    fn chat(&self, event: &Event) -> Option<Arc<dyn Chat>> {
        self.chats.get(event.id.platform)
    }

    /// Returns the points to check, for a reader of this language.
    fn checkup(&self, event: &Event, language: Language) -> Checkup {
        let server = event.server.as_ref();
        Checkup {
            language,
            threads: server.is_none_or(|server| self.deliveries.has_threads(&server.id)),
        }
    }

    /// Describes the speaker of an event, for the reply.
    fn asking(&self, chat: Arc<dyn Chat>, event: &Event, settings: &Settings) -> Asking {
        let user = &event.speaker.id;
        let usual_language = self
            .deliveries
            .usual_language([event.language, event.place_language]);
        let language = settings.language(usual_language);
        let is_telling = overheard(&*chat, event).is_some_and(names_square);
        Asking {
            chat,
            event: event.id.clone(),
            user: user.clone(),
            origin: EventRoom::of(event),
            accounts: Vec::new(),
            kind: UNREAD,
            language: self
                .deliveries
                .for_reader(language, user.platform, settings),
            usual_language,
            is_telling,
            is_in_group: event.place == Place::Group,
            pressed: pressed(event),
            is_typing: false,
            in_flight: InFlight::new(&self.n_open),
        }
    }

    /// Waits for a place among the events under way, and posts a note to the speaker if that takes long.
    async fn permit(&self, asking: &Asking) -> Option<Permit> {
        let (platform, origin) = (asking.event.platform, &asking.origin);
        if let Some(permit) = self.gate.try_enter_from(platform, origin) {
            return Some(permit);
        }
        let waiting = self.gate.enter(platform, origin, &asking.user);
        let busy = present::says(&text::busy(), asking.language);
        let note = send_progress(&*asking.chat, &asking.event, busy);
        with_note(waiting, self.deliveries.patience(), note).await
    }

    /// Refuses an event that has waited for too long, and sends its speaker the reason.
    async fn turn_away(&self, asking: Asking, told: Text) {
        let platform = asking.event.platform;
        warn!(%platform, "too many events; refused one");
        let reply = PendingReply {
            asking,
            verdict: Arc::new(Verdict::Undecided(told)),
        };
        // The future is large, and many events wait.
        Box::pin(reply.send(self.deliveries.clone())).await;
    }

    /// Reads the settings of the speaker, and of the server of the event.
    fn with_choices(&self, event: Event, asking: Asking) -> (Event, Asking) {
        let choices = Preferences::of(&self.writer, &event);
        let event = choices.told_in(event);
        let chat = Arc::clone(&asking.chat);
        let asking = Asking {
            in_flight: asking.in_flight,
            is_typing: asking.is_typing,
            ..self.asking(chat, &event, &choices.speaker)
        };
        (event, asking)
    }

    /// Takes an event up as soon as there is a place for it. If that takes too long, the speaker gets this text instead. If it
    /// panics, the event is answered, so that its platform does not report it again.
    async fn take_up(&self, event: Event, not_taken: Text) {
        let (chat, id) = (self.chat(&event), event.id.clone());
        let language = self
            .deliveries
            .usual_language([event.language, event.place_language]);
        if caught(self.try_take_up(event, not_taken)).await.is_none()
            && let Some(chat) = chat
        {
            let answer = present::says(&text::bug(), language);
            answer_after_panic(&*chat, &id, &answer).await;
        }
    }

    /// No settings are read while an event waits: its speaker gets the note in the language of their platform.
    async fn try_take_up(&self, event: Event, not_taken: Text) {
        let event = event.unmarked();
        let Some(chat) = self.chat(&event) else {
            return;
        };
        let mut asking = self.asking(chat, &event, &Settings::default());
        asking.in_flight.permit = self.permit(&asking).await;
        if asking.in_flight.permit.is_none() {
            return self.turn_away(asking, not_taken).await;
        }
        let (event, asking) = self.with_choices(event, asking);
        let intent = intent(&event.said).map_err(Refusal::from);
        Box::pin(self.submit_event(event, intent, asking)).await;
    }

    /// Takes the post from the budgets of the speaker and the channel, so that the posts for others are not late. Fails if a
    /// budget does not allow it now.
    fn afford(&self, chat: &dyn Chat, event: &Event, intent: &Intent) -> Result<(), Overdrawn> {
        if !chat.capabilities().posts_are_few || !posts(intent) {
            return Ok(());
        }
        let place = match &event.place {
            Place::Channel(channel) => Some(channel),
            _ => None,
        };
        self.budgets.take(&event.speaker.id, place)
    }

    /// Ends an event without a reply, as its speaker was asked before to wait.
    async fn dismiss(&self, asking: &Asking) {
        meter::answered(asking.kind, Fate::Refused);
        if let Err(error) = asking.chat.dismiss(&asking.event).await {
            warn!(%error, "cannot dismiss an interaction");
        }
    }

    /// Hands in an event for a decision.
    async fn submit_event(
        &self,
        event: Event,
        intent: Result<Intent, Refusal>,
        mut asking: Asking,
    ) {
        asking.kind = kind(&intent);
        let chat = &asking.chat;
        debug!(platform = %event.id.platform, event = ?event.id.id, kind = asking.kind, "received an event");
        let mut intent = intent.and_then(|intent| match obstacle(&**chat, &event, &intent) {
            Some(obstacle) => Err(obstacle.into()),
            None => Ok(intent),
        });
        if let Ok(wanted) = &intent
            && let Err(overdrawn) = self.afford(&**chat, &event, wanted)
        {
            let Some(refusal) = overdrawn.refusal() else {
                return self.dismiss(&asking).await;
            };
            intent = Err(refusal.into());
        }
        if let Ok(Intent::Press(Control::End(id))) = &intent {
            // If that cannot be read, the player counts as absent.
            if let Err(error) = self.deliveries.look_again(*id).await {
                error.log(
                    *id,
                    "cannot read whether a player has come back; they count as absent",
                );
            }
        }
        let (person, people, findings, kept) = match &intent {
            Ok(intent) => (
                person(&**chat, &event, intent).await,
                people(&**chat, intent).await,
                findings(&**chat, &event, intent, || {
                    self.checkup(&event, asking.language)
                })
                .await,
                self.deliveries.kept(&event, intent).await,
            ),
            Err(_) => Default::default(),
        };
        if let Ok(wanted) = &intent
            && let Some(why) = unread(&**chat, &event, wanted, person.as_ref()).await
        {
            intent = Err(why.into());
        }
        if let Ok(wanted) = &intent
            && let Some(why) = self.greet(&asking, &event, wanted).await
        {
            intent = Err(why.into());
        }
        if let Ok(wanted) = &intent {
            match self.prepare_deletion(&event, wanted).await {
                Ok(accounts) => asking.accounts = accounts,
                Err(why) => intent = Err(why.into()),
            }
        }
        let request = Request {
            is_overheard: overheard(&**chat, &event).is_some(),
            event: event.id,
            speaker: event.speaker.into(),
            language: event.language,
            place: event.place,
            place_language: event.place_language,
            server: event.server,
            intent,
            person: person.map(Identity::from),
            people,
            findings,
            kept,
            now: self.clock.now(),
        };
        let job = Job::of_person(request, asking);
        if self.jobs.send(job).await.is_err() {
            // A panic was logged by its hook; else the process is ending.
            debug!("received an event after the decider ended");
        }
    }
}

#[async_trait]
impl Listener for Core {
    /// If other processes serve too, one of them may have handled an event that finds no place here.
    async fn hear(&self, event: Event) {
        let not_taken = match self.processes {
            Some(_) => text::not_confirmed(),
            None => text::too_busy(),
        };
        self.take_up(event, not_taken).await;
    }

    /// A repeated event that finds no place may have been handled when it came first.
    async fn hear_again(&self, event: Event) {
        self.take_up(event, text::not_confirmed()).await;
    }

    async fn is_on(&self, server: &ServerId) {
        self.retry_on(server).await;
    }

    async fn is_called(&self, who: &Speaker, server: Option<&ServerId>) {
        self.rename(who, server).await;
    }

    async fn complete(&self, event: Event) {
        let event = event.unmarked();
        let Some(chat) = self.chat(&event) else {
            return;
        };
        let mut asking = self.asking(Arc::clone(&chat), &event, &Settings::default());
        asking.is_typing = true;
        asking.in_flight.permit = self.gate.try_enter(asking.event.platform);
        if asking.in_flight.permit.is_none() {
            return self.turn_away(asking, text::too_busy()).await;
        }
        let (event, asking) = self.with_choices(event, asking);
        let language = asking.language;
        let intent = match &event.said {
            Said::Text(text) => Intent::Complete {
                text: text.clone(),
                people: in_time(chat.people(&typed_name(text)))
                    .await
                    .unwrap_or_default(),
                language,
            },
            Said::Command(command) => Intent::CompleteOption {
                command: command.clone(),
                language,
            },
            _ => return,
        };
        self.submit_event(event, Ok(intent), asking).await;
    }

    fn chosen_language(&self, user: &UserId) -> Option<Language> {
        self.deliveries.chosen_language(user)
    }

    fn language_for(&self, user: &UserId) -> Language {
        let usual = self.deliveries.usual_language([None, None]);
        self.deliveries.language_of(user, usual)
    }

    async fn board(&self, query: BoardQuery) -> Result<Arc<DrawnBoard>, NoBoard> {
        self.deliveries.live_board(query).await
    }

    async fn study(&self, query: StudyQuery) -> Result<StudyBoard, Text> {
        self.deliveries.study(query).await
    }

    async fn review(
        &self,
        id: MatchId,
        viewer: &UserId,
        language: Language,
    ) -> Result<BoardReview, Text> {
        self.deliveries.board_review(id, viewer, language).await
    }

    fn changes(&self) -> broadcast::Receiver<Option<MatchId>> {
        self.deliveries.changes()
    }

    async fn watch(&self, id: MatchId) -> Arc<MatchId> {
        self.deliveries.watch(id).await
    }
}
