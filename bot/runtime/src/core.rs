//! Entry point for all requests: events of the platforms, and requests of the bot itself.

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
        pending::{InFlight, PendingReply, answer_after_panic, send_progress, with_note},
    },
    egress::delivery::Deliveries,
    ingress::{
        budgets::{Budgets, Overdrawn},
        gate::{EventRoom, Gate, Permit},
        platform_lookups::{QUESTION, findings, obstacle, overheard, people, person, unread},
        preferences::Preferences,
    },
    supervisor::Supervisor,
    ticks::Ticks,
};
use api::{
    BoardQuery, BoardReview, Chat, Checkup, Clock, Dice, DrawnBoard, Event, EventId, Listener,
    MatchId, NoBoard, Place, ServerId, Speaker, StudyBoard, StudyQuery, Timestamp, UserId,
};
use command::{Control, Intent, names_square};
use kit::{
    meter::{self, Fate},
    panics::caught,
};
use service::{Identity, PersonRequest, Reply, Request, RequestKind, Service, Settings};
use store::writer::Writer;
use text::{Language, Text};

/// The greatest number of requests that wait for the decider.
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
        let notifiers = Notifiers {
            deliveries: deliveries.clone(),
            thinking: Arc::clone(&thinking),
        };
        Owner::start(
            service,
            writer.clone(),
            notifiers,
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

    /// Returns a request of the bot itself, which it hands in once.
    pub(crate) fn own_request(&self, prefix: &str, name: &str, kind: RequestKind) -> Request {
        let at = self.clock.now();
        let id = format!("{prefix}:{}-{name}", at.0);
        Request { id, at, kind }
    }

    /// Returns a request of the bot itself under a given id.
    pub(crate) fn request(&self, id: String, kind: RequestKind) -> Request {
        let at = self.clock.now();
        Request { id, at, kind }
    }

    /// Hands in a request of the bot itself, and returns its reply.
    pub(crate) async fn settle(&self, request: Request) -> Option<Arc<Reply>> {
        self.submit(request).await?.await.ok()
    }

    /// Hands in a request of the bot itself, and returns the receiver of its reply.
    pub(crate) async fn submit(&self, request: Request) -> Option<oneshot::Receiver<Arc<Reply>>> {
        let (job, settled) = Job::of_program(request);
        self.jobs.send(job).await.ok()?;
        Some(settled)
    }

    /// Returns whether the decider answers a probe in time.
    pub async fn is_alive(&self) -> bool {
        if self.is_broken() {
            return false;
        }
        let (answer, answered) = oneshot::channel();
        let probe = async { self.probes.send(answer).await.is_ok() && answered.await.is_ok() };
        tokio::time::timeout(QUESTION, probe).await.unwrap_or(false)
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

    /// Returns the way to the speaker of an event, who reads by these settings.
    fn pending(
        &self,
        chat: Arc<dyn Chat>,
        event: Event,
        settings: &Settings,
        in_flight: InFlight,
    ) -> PendingReply {
        let usual_language = self
            .deliveries
            .usual_language([event.language, event.place_language]);
        let language = settings.language(usual_language);
        let platform = event.speaker.id.platform;
        PendingReply {
            may_show_move: overheard(&*chat, &event).is_some_and(names_square),
            language: self.deliveries.for_reader(language, platform, settings),
            usual_language,
            chat,
            event: Arc::new(event),
            accounts: Vec::new(),
            in_flight,
        }
    }

    /// Waits for a place among the events under way, and posts a note to the speaker if that takes long.
    async fn permit(&self, pending: &PendingReply) -> Option<Permit> {
        let PendingReply { chat, event, .. } = pending;
        let (platform, origin) = (event.id.platform, EventRoom::of(event));
        if event.intent.is_completion() {
            return self.gate.try_enter(platform);
        }
        if let Some(permit) = self.gate.try_enter_from(platform, &origin) {
            return Some(permit);
        }
        let waiting = self.gate.enter(platform, &origin, &event.speaker.id);
        let busy = present::says(&text::busy(), pending.language);
        let note = send_progress(&**chat, &event.id, busy);
        with_note(waiting, self.deliveries.patience(), note).await
    }

    /// Refuses an event that has waited for too long, and sends its speaker the reason.
    async fn turn_away(&self, pending: PendingReply, why: Text) {
        let platform = pending.event.id.platform;
        warn!(%platform, "too many events; refused one");
        // The future is large, and many events wait.
        Box::pin(pending.send(Arc::new(Reply::Failed(why)), self.deliveries.clone())).await;
    }

    /// Reads the settings of the speaker, and of the server of the event.
    fn with_preferences(&self, pending: PendingReply) -> PendingReply {
        let PendingReply {
            chat,
            event,
            in_flight,
            ..
        } = pending;
        let preferences = Preferences::of(&self.writer, &event);
        let event = preferences.with_place_language(Arc::unwrap_or_clone(event));
        self.pending(chat, event, &preferences.speaker, in_flight)
    }

    /// Takes an event up as soon as there is a place for it. If that takes too long, the speaker gets this text instead. If it
    /// panics, the event is answered, so that its platform does not report it again.
    async fn take_up(&self, event: Event, not_taken: Text) {
        let (chat, id) = (self.chat(&event), event.id.clone());
        let is_completion = event.intent.is_completion();
        let language = self
            .deliveries
            .usual_language([event.language, event.place_language]);
        if caught(self.try_take_up(event, not_taken)).await.is_none()
            && let Some(chat) = chat
            && !is_completion
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
        let in_flight = InFlight::new(&self.n_open);
        let mut pending = self.pending(chat, event, &Settings::default(), in_flight);
        pending.in_flight.permit = self.permit(&pending).await;
        if pending.in_flight.permit.is_none() {
            return self.turn_away(pending, not_taken).await;
        }
        let pending = self.with_preferences(pending);
        Box::pin(self.submit_event(pending)).await;
    }

    /// Takes the post from the budgets of the speaker and the channel, so that the posts for others are not late. Fails if a
    /// budget does not allow it now.
    fn afford(&self, chat: &dyn Chat, event: &Event) -> Result<(), Overdrawn> {
        if !chat.capabilities().posts_are_few || !event.intent.posts() {
            return Ok(());
        }
        let place = match &event.place {
            Place::Channel(channel) => Some(channel),
            _ => None,
        };
        self.budgets.take(&event.speaker.id, place)
    }

    /// Ends an event without a reply, as its speaker was asked before to wait.
    async fn dismiss(&self, pending: &PendingReply) {
        meter::answered(pending.event.intent.kind(), Fate::Refused);
        if let Err(error) = pending.chat.dismiss(&pending.event.id).await {
            warn!(%error, "cannot dismiss an interaction");
        }
    }

    /// Hands in an event for a decision.
    async fn submit_event(&self, mut pending: PendingReply) {
        let event = Arc::clone(&pending.event);
        let EventId { platform, id } = &event.id;
        debug!(%platform, event = ?id, kind = event.intent.kind(), "received an event");
        let mut request = PersonRequest {
            is_overheard: overheard(&*pending.chat, &event).is_some(),
            obstacle: obstacle(&*pending.chat, &event),
            ..PersonRequest::new(Arc::clone(&event), pending.language)
        };
        if request.obstacle.is_none()
            && let Err(overdrawn) = self.afford(&*pending.chat, &event)
        {
            let Some(refusal) = overdrawn.refusal() else {
                return self.dismiss(&pending).await;
            };
            request.obstacle = Some(refusal);
        }
        if request.obstacle.is_none() {
            self.look_up(&mut request, &mut pending).await;
        }
        let job = Job::of_person(request.at(self.clock.now()), pending);
        if self.jobs.send(job).await.is_err() {
            // A panic was logged by its hook; else the process is ending.
            debug!("received an event after the decider ended");
        }
    }

    /// Looks up what a request needs from its platform, or the reason why it is not decided on.
    async fn look_up(&self, request: &mut PersonRequest, pending: &mut PendingReply) {
        let PendingReply { chat, event, .. } = pending;
        let (chat, event) = (&**chat, &**event);
        if let Intent::Press(Control::End(id)) = &event.intent {
            // If that cannot be read, the player counts as absent.
            if let Err(error) = self.deliveries.look_again(*id).await {
                error.log(
                    *id,
                    "cannot read whether a player has come back; they count as absent",
                );
            }
        }
        let person = person(chat, event).await;
        request.people = people(chat, &event.intent).await;
        request.findings = findings(chat, event, || self.checkup(event, pending.language)).await;
        request.kept = self.deliveries.kept(event).await;
        request.obstacle = unread(chat, event, person.as_ref()).await;
        request.person = person.map(Identity::from);
        if request.obstacle.is_none() {
            request.obstacle = self.greet(event, pending.language).await;
        }
        if request.obstacle.is_none() {
            match self.prepare_deletion(event).await {
                Ok(accounts) => pending.accounts = accounts,
                Err(why) => request.obstacle = Some(why),
            }
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
