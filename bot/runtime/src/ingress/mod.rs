//! Ingress: admits each event, looks up the data that only its platform has, and queues it for the decider.

pub(crate) mod budgets;
mod deletion;
mod renames;
mod sessions;

use std::sync::Arc;

use async_trait::async_trait;
use tokio::sync::broadcast;
use tracing::{debug, warn};

use self::budgets::Overdrawn;
use crate::{
    Core,
    decider::{
        foresight::Prefetched,
        pending::{Job, PendingReply, answer_after_panic, send_progress, with_note},
    },
    gate::{EventRoom, Permit},
    pauses::in_time,
};
use api::{
    AnalysisBoard, AnalysisQuery, BoardQuery, BoardReview, ChannelId, Chat, ChatError, Checkup,
    DrawnBoard, EngineLine, Event, EventId, Finding, KeysToRead, ListedGame, Listener, MatchId,
    NoBoard, PageReach, PageSettings, Place, PublicGame, Recipe, ServerId, Speaker, StudyBoard,
    StudyQuery, Timestamp, UserId,
};
use command::{
    Command, Control, DraftPart, Intent, last_word, names_square, program_meant, program_named,
    straight,
};
use kit::{
    meter::{self, Fate},
    panics::caught,
};
use service::{
    Identity, PersonRequest, Reply, Settings, choice_keys, read_server_settings, read_settings,
};
use text::{Language, Text};

impl Core {
    /// Returns the way to the speaker of an event, in the language of their platform.
    fn pending(&self, chat: Arc<dyn Chat>, event: Event) -> PendingReply {
        let (language, usual_language) = self.languages(&event, &Settings::default());
        PendingReply {
            may_show_move: overheard(&*chat, &event).is_some_and(names_square),
            language,
            usual_language,
            chat,
            event: Arc::new(event),
            accounts: Vec::new(),
            _open: self.open.subscribe(),
        }
    }

    /// Returns the language that the speaker of an event reads by these settings, and the one without a choice of theirs.
    fn languages(&self, event: &Event, settings: &Settings) -> (Language, Language) {
        let spoken = [event.language, event.place_language];
        let usual = self.deliveries.usual_language(spoken);
        let (language, platform) = (settings.language(usual), event.id.platform);
        let language = self.deliveries.for_reader(language, platform, settings);
        let language = match event.board {
            Some(_) => language.at_board(),
            None => language,
        };
        (language, usual)
    }

    /// Waits for a permit of the gate, and sends a note to the speaker if that takes long.
    async fn permit(&self, pending: &PendingReply) -> Option<Permit> {
        let PendingReply { chat, event, .. } = pending;
        let (platform, origin) = (event.id.platform, EventRoom::of(event));
        if event.intent.is_completion() {
            return self.gate.try_enter(platform, None);
        }
        if let Some(permit) = self.gate.try_enter(platform, Some(&origin)) {
            return Some(permit);
        }
        let waiting = self.gate.enter(platform, &origin, &event.speaker.id);
        let busy = present::text_answer(&text::busy(), pending.language);
        let note = send_progress(&**chat, &event.id, busy);
        with_note(waiting, self.deliveries.patience, note).await
    }

    /// Applies the settings of the speaker and of the server. The chosen language of the server replaces the platform's.
    /// Settings that cannot be read have their defaults.
    fn apply_preferences(&self, pending: &mut PendingReply) {
        let event = Arc::make_mut(&mut pending.event);
        let (speaker, server) = (&event.speaker.id, event.server.as_ref());
        let likely = KeysToRead {
            keys: choice_keys(speaker, server.map(|server| &server.id)),
            ..KeysToRead::default()
        };
        let ahead = Prefetched::read(&self.writer, likely);
        let rows = &ahead.unwrap_or_else(|_| Prefetched::new(&self.writer));
        let settings = read_settings(rows, speaker).unwrap_or_default();
        let of_server = server.and_then(|server| read_server_settings(rows, &server.id).ok());
        let chosen = of_server.and_then(|settings| settings.language.chosen());
        event.place_language = chosen.or(event.place_language);
        (pending.language, pending.usual_language) = self.languages(event, &settings);
    }

    /// Admits an event as soon as a permit is free. If that takes too long, the speaker gets `not_taken` instead. After a panic
    /// it still answers the event, so that the platform does not report it again.
    async fn take_up(&self, event: Event, not_taken: Text) {
        let Some(chat) = self.chats.get(event.id.platform) else {
            return;
        };
        let (id, is_completion) = (event.id.clone(), event.intent.is_completion());
        let spoken = [event.language, event.place_language];
        let taken = async {
            // Reads no settings while an event waits, so the note is in the language of the speaker's platform.
            let mut pending = self.pending(Arc::clone(&chat), event.unmarked());
            // These futures are large, and many events wait.
            if let Some(permit) = self.permit(&pending).await {
                self.apply_preferences(&mut pending);
                Box::pin(self.submit_event(pending, permit)).await;
            } else {
                warn!(platform = %id.platform, "too many events; refused one");
                let refused = Arc::new(Reply::Failed(not_taken));
                Box::pin(pending.send((refused, None), self.deliveries.clone())).await;
            }
        };
        if caught(taken).await.is_none() && !is_completion {
            let answer = present::text_answer(&text::bug(), self.deliveries.usual_language(spoken));
            answer_after_panic(&*chat, &id, &answer).await;
        }
    }

    /// Takes the post from the budgets of the speaker and the channel, so that it does not delay the posts for others. Fails if
    /// a budget does not allow it now. On the page this includes accounts of a platform with few posts, where their matches are
    /// shown.
    fn afford(&self, chat: &dyn Chat, event: &Event) -> Result<(), Overdrawn> {
        if !event.intent.posts() {
            return Ok(());
        }
        if !chat.capabilities().posts_are_few {
            let home = self.chats.get(event.speaker.id.platform);
            let is_shown = home.is_some_and(|home| home.capabilities().posts_are_few);
            // The page waits for an answer to each request.
            return if is_shown {
                self.budgets.count(&event.speaker.id, None)
            } else {
                Ok(())
            };
        }
        let place = match &event.place {
            Place::Channel(channel) => Some(channel),
            _ => None,
        };
        self.budgets.take(&event.speaker.id, place)
    }

    /// Submits an event for a decision. Another task sends its reply.
    async fn submit_event(&self, mut pending: PendingReply, permit: Permit) {
        let event = Arc::clone(&pending.event);
        let EventId { platform, id } = &event.id;
        debug!(%platform, event = ?id, kind = event.intent.kind(), "received an event");
        let capabilities = pending.chat.capabilities();
        let mut request = PersonRequest {
            is_overheard: overheard(&*pending.chat, &event).is_some(),
            has_page: capabilities.links_to_page,
            has_widgets: capabilities.widgets,
            obstacle: (event.intent.needs_channel())
                .then(|| pending.chat.obstacle(&event.id))
                .flatten(),
            ..PersonRequest::new(Arc::clone(&event), pending.language)
        };
        if request.obstacle.is_none()
            && let Err(overdrawn) = self.afford(&*pending.chat, &event)
        {
            let Some(refusal) = overdrawn.refusal() else {
                // Its speaker got the notice to wait before.
                meter::answered(event.intent.kind(), Fate::Refused);
                if let Err(error) = pending.chat.dismiss(&event.id).await {
                    warn!(%error, "cannot dismiss an interaction");
                }
                return;
            };
            request.obstacle = Some(refusal);
        }
        if request.obstacle.is_none() {
            self.look_up(&mut request, &mut pending).await;
        }
        let (job, settled) = Job::new(request.at(self.clock.now()), Some(permit));
        if self.jobs.send(job).await.is_err() {
            // A panic was logged by its hook; else the process is ending.
            debug!("received an event after the decider ended");
            return;
        }
        let deliveries = self.deliveries.clone();
        tokio::spawn(async move {
            if let Ok(settled) = settled.await {
                // The future is large, and many events wait.
                Box::pin(pending.send(settled, deliveries)).await;
            }
        });
    }

    /// Looks up the data that a request needs from its platform, or the reason to refuse it.
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
        let person = person(chat, event).await.unwrap_or_else(|failed| {
            request.obstacle = Some(failed);
            None
        });
        request.people = people(chat, &event.intent).await;
        request.findings = self.findings(chat, event, pending.language).await;
        request.kept = self.deliveries.kept(event).await;
        if request.obstacle.is_none() {
            request.obstacle = unread(chat, event, person.as_ref()).await;
        }
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

    /// Returns the findings about the place of the speaker, if they request a checkup.
    async fn findings(&self, chat: &dyn Chat, event: &Event, language: Language) -> Vec<Finding> {
        let Intent::Command(Command::Doctor) = event.intent else {
            return Vec::new();
        };
        let server = event.server.as_ref();
        let checkup = Checkup {
            language,
            threads: server.is_none_or(|server| self.deliveries.has_threads(&server.id)),
        };
        let found = in_time(chat.examine(event, checkup)).await;
        found.unwrap_or_else(|error| {
            warn!(%error, "cannot check permissions for /doctor");
            vec![Finding::bad(text::doctor_unknown())]
        })
    }
}

#[async_trait]
impl Listener for Core {
    /// If other processes serve too, one of them may have handled an event that this process cannot admit.
    async fn hear(&self, event: Event) {
        let not_taken = match self.processes {
            Some(_) => text::not_confirmed(),
            None => text::too_busy(),
        };
        self.take_up(event, not_taken).await;
    }

    /// A repeated event that this process cannot admit may have been handled the first time.
    async fn hear_again(&self, event: Event) {
        self.take_up(event, text::not_confirmed()).await;
    }

    async fn is_on(&self, server: &ServerId) {
        self.retry_on(server).await;
    }

    async fn is_called(&self, who: &Speaker, server: Option<&ServerId>) {
        self.rename(who, server).await;
    }

    fn now(&self) -> Timestamp {
        self.clock.now()
    }

    fn chosen_language(&self, user: &UserId) -> Option<Language> {
        self.deliveries.chosen_language(user)
    }

    fn page_settings(&self, user: &UserId) -> Option<PageSettings> {
        self.deliveries.page_settings(user)
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

    async fn analysis(&self, query: AnalysisQuery) -> Result<AnalysisBoard, Text> {
        self.deliveries.analysis(query).await
    }

    async fn engine_line(&self, query: AnalysisQuery, user: &UserId) -> Result<EngineLine, Text> {
        self.deliveries.engine_line(query, user).await
    }

    async fn games(&self, viewer: &UserId, language: Language) -> Result<Vec<ListedGame>, Text> {
        self.deliveries.games(viewer, language).await
    }

    async fn public_games(&self, language: Language) -> Result<Vec<PublicGame>, Text> {
        self.deliveries.public_games(language).await
    }

    async fn launches(
        &self,
        event: &EventId,
        account: &UserId,
        channel: &ChannelId,
        id: Option<MatchId>,
    ) {
        self.note_launch(event, account, channel, id).await;
    }

    async fn match_in(
        &self,
        channel: &ChannelId,
        viewer: &UserId,
    ) -> Result<Option<MatchId>, Text> {
        self.deliveries.match_in(channel, viewer).await
    }

    async fn review(
        &self,
        id: MatchId,
        viewer: &UserId,
        reach: PageReach,
        language: Language,
    ) -> Result<BoardReview, Text> {
        let review = self.deliveries.board_review(id, viewer, reach, language);
        review.await
    }

    async fn picture(
        &self,
        id: MatchId,
        reach: PageReach,
        language: Language,
    ) -> Result<Recipe, NoBoard> {
        self.deliveries.picture(id, reach, language).await
    }

    async fn animation(
        &self,
        id: MatchId,
        viewer: Option<&UserId>,
        reach: PageReach,
        language: Language,
    ) -> Result<Recipe, Text> {
        let animation = self.deliveries.animation(id, viewer, reach, language);
        animation.await
    }

    async fn watch(&self, id: MatchId) -> broadcast::Receiver<u64> {
        self.deliveries.changes.watch(id).await
    }
}

/// Finds the person that an event names, if there is one. Returns a refusal if the platform cannot tell at the moment.
async fn person(chat: &dyn Chat, event: &Event) -> Result<Option<Speaker>, Text> {
    let Some(written) = event.intent.person() else {
        return Ok(None);
    };
    let challenges = event.intent.is_challenge();
    if let Some(program) = program_named(written).filter(|_| challenges) {
        return Ok(Some(program));
    }
    if let Some(person) = &event.named {
        let person = Some(person.clone());
        return Ok(person.filter(|person| challenges || !person.is_program()));
    }
    let found = match in_time(chat.person(&event.place, written)).await {
        Ok(found) => found,
        Err(error) => {
            warn!(%error, "cannot look up a person");
            match error {
                ChatError::Refused(_) => None,
                _ => return Err(text::refusal_person_not_looked_up()),
            }
        }
    };
    Ok(if challenges {
        found.or_else(|| program_meant(written))
    } else {
        found.filter(|person| !person.is_program())
    })
}

/// Returns the reason why the challenged person cannot read the challenge, if the speaker did not name them by an option.
/// For an option, the event itself has the answer.
async fn unread(chat: &dyn Chat, event: &Event, named: Option<&Speaker>) -> Option<Text> {
    let is_named = match &event.intent {
        Intent::Command(Command::Challenge { .. }) => event.text.is_some(),
        Intent::Choose(Control::Challenge(DraftPart::Opponent, _), _) => true,
        _ => false,
    };
    let named = named.filter(|named| is_named && !named.is_program())?;
    let unread = in_time(chat.unread(&event.place, named)).await;
    unread.unwrap_or_else(|error| {
        warn!(%error, "cannot check whether a person can read the channel");
        None
    })
}

/// Returns the names of possible opponents if the reply asks for one, or the people who match the typed name.
async fn people(chat: &dyn Chat, intent: &Intent) -> Vec<String> {
    let typed = match intent {
        Intent::Complete(text) => typed_name(text),
        intent if intent.asks_for_people() => String::new(),
        _ => return Vec::new(),
    };
    in_time(chat.people(&typed)).await.unwrap_or_default()
}

/// Returns the beginning of a person's name, if the text ends with it.
fn typed_name(text: &str) -> String {
    let text = straight(text);
    let (_, word) = last_word(&text);
    let value = word.split_once(':').map_or(word, |(_, value)| value);
    value
        .trim_start_matches('"')
        .trim_start_matches('@')
        .to_owned()
}

/// Returns the text of an event that others read.
fn overheard<'e>(chat: &dyn Chat, event: &'e Event) -> Option<&'e str> {
    let text = event.text.as_deref()?;
    let is_read = matches!(event.place, Place::Channel(_)) && chat.is_read_by_others(&event.id);
    is_read.then_some(text)
}
