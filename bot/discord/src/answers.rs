//! Answers each interaction within three seconds: with the answer if it is ready by then, else with a deferral. A deferral is
//! Discord's name for a response that only announces another.
//!
//! Answer and deferral are sent independently, so that nothing delays the deferral. Discord accepts the first response of the
//! two and rejects the other. The bot then sends the answer in the way that is left.

use std::{
    mem,
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
    time::Duration,
};

use serde::Serialize;
use serde_json::{Value, json};
use serenity::{
    all::{
        self, ApplicationId, CreateActionRow, CreateAttachment, CreateInputText, InputTextStyle,
        MessageFlags,
    },
    http::{LightMethod, Request, Route},
};
use tokio::time::{sleep_until, timeout};
use tracing::{info, warn};

use super::{
    adapter::Discord,
    body::{NOTE, OutgoingMessage},
    failure::{Failure, code, is, timed_out},
    ids,
    interactions::{Acknowledgment, Expected, OpenInteraction},
    line::with_files,
};
use api::{Answer, Choice, Completions, EventId, Form, Message, Public};
use kit::{Pauses, known, pauses, retry};

/// The times at which the bot tries a deferral, counted from the receipt of the interaction. Discord accepts no first response
/// after three seconds, and a part of these passes before the receipt. Whenever an outage of two seconds begins, one of these
/// times is before or after it.
const DEFERRALS: [Duration; 6] = [
    Duration::from_millis(250),
    Duration::from_millis(500),
    Duration::from_millis(1000),
    Duration::from_millis(1500),
    Duration::from_millis(2000),
    Duration::from_millis(2400),
];

/// The age at which an interaction without an answer gets a deferral. Before it, an interaction gets one only if its first
/// response failed.
const DEFERRAL: Duration = Duration::from_millis(500);

/// The age at which the deferral is sent even while the first response is in flight.
const IMPATIENCE: Duration = Duration::from_millis(1500);

/// The timeout of one attempt to send a deferral.
const ATTEMPT: Duration = Duration::from_millis(750);

/// The pauses between attempts to answer. After the last one the bot gives up the answer.
pub(super) const ANSWERING: Pauses =
    pauses(Duration::from_millis(250), Duration::from_secs(10)).with_max_times(6);

/// The types of a response to an interaction, with Discord's numbers.
#[derive(Clone, Copy)]
pub(super) enum ResponseType {
    Message = 4,
    MessageComes = 5,
    ChangeComes = 6,
    Change = 7,
    Completions = 8,
    Form = 9,
    Launch = 12,
}

impl Discord {
    /// Registers an interaction, and returns whether it is new. From now on it gets an answer or a deferral in time.
    pub(super) fn await_answer(self: &Arc<Discord>, open: OpenInteraction) -> bool {
        let open = Arc::new(open);
        let is_new = self.open.add(open.id, Arc::clone(&open));
        if is_new && open.expected != Expected::Completion {
            let discord = Arc::clone(self);
            tokio::spawn(async move { discord.defer(&open).await });
        }
        is_new
    }

    pub(super) fn find_open(&self, event: &EventId) -> Result<Arc<OpenInteraction>, Failure> {
        let found = ids::interaction(event).and_then(|id| self.open.get(&id));
        Ok(known(found, event)?)
    }

    /// Tells whether the speaker still waits for the answer to an interaction from before this process listened. After three
    /// seconds Discord shows the speaker a failure, so the bot does nothing. If another process has answered, its answer
    /// stands, although the result could differ now. Only an answer that changes the message with the button is undetectable.
    /// Then the bot answers once more.
    pub(super) async fn is_awaited(&self, event: &EventId) -> bool {
        let Ok(open) = self.find_open(event) else {
            return false;
        };
        // If it is already acknowledged, a lookup tells whether that was a deferral.
        open.doubt_deferral(true);
        let acknowledged = retry("an answer", ANSWERING, || self.acknowledge(&open)).await;
        if let Err(failure) = &acknowledged {
            info!(
                ?failure,
                "an interaction expired before it could be answered"
            );
        }
        let is_awaited = acknowledged.is_ok() && open.acknowledgment() != Acknowledgment::Answer;
        if !is_awaited {
            self.in_flight.end(event);
        }
        is_awaited
    }

    /// Sends the deferral of an answer that takes long.
    async fn defer(&self, open: &OpenInteraction) {
        for after in DEFERRALS {
            sleep_until(open.since + after).await;
            if open.is_acknowledged() {
                return;
            }
            let failed = open.acknowledgment() == Acknowledgment::Unknown;
            if after < DEFERRAL && !failed {
                continue;
            }
            let first = open.first_word.try_lock();
            if first.is_err() && after < IMPATIENCE {
                continue;
            }
            match self.defer_once(open).await {
                Err(failure) if failure.may_pass() => {
                    warn!(?failure, "cannot acknowledge an interaction; retrying");
                }
                Err(failure) => return warn!(?failure, "cannot acknowledge an interaction"),
                Ok(()) => return,
            }
        }
    }

    async fn defer_once(&self, open: &OpenInteraction) -> Result<(), Failure> {
        let was_lost = open.doubt_deferral(true);
        let deferred = timeout(ATTEMPT, self.send_deferral(open)).await;
        match deferred.unwrap_or_else(|elapsed| Err(timed_out(elapsed))) {
            // The answer or an earlier deferral arrived first. The answering task detects that.
            Err(failure) if is(&failure, code::ALREADY_ACKNOWLEDGED) => {
                open.note_doubt();
                open.doubt_deferral(was_lost);
                Ok(())
            }
            Err(failure) if failure.may_pass() => {
                open.note_doubt();
                Err(failure)
            }
            Err(failure) => {
                open.doubt_deferral(was_lost);
                Err(failure)
            }
            Ok(()) => Ok(()),
        }
    }

    /// Sends a deferred response of the expected kind, and records that Discord has received it.
    async fn send_deferral(&self, open: &OpenInteraction) -> Result<(), Failure> {
        let (response, data, deferred) = match open.expected {
            Expected::Change | Expected::Aside => (
                ResponseType::ChangeComes,
                Value::Null,
                Acknowledgment::ChangeComes,
            ),
            Expected::Message | Expected::Completion => (
                ResponseType::MessageComes,
                json!({ "flags": MessageFlags::EPHEMERAL }),
                Acknowledgment::MessageComes,
            ),
        };
        self.respond(open, response, data, Vec::new()).await?;
        open.note_deferred(deferred);
        Ok(())
    }

    pub(super) async fn answer_open(
        &self,
        open: &OpenInteraction,
        answer: &Answer,
    ) -> Result<(), Failure> {
        let _turn = open.turn.lock().await;
        let tried = AtomicBool::new(false);
        let tell = || self.tell_answer(open, answer, &tried);
        retry("an answer", ANSWERING, tell).await
    }

    /// Shows the reason for the delay in place of the answer. If the answer will change the message with the button, there is
    /// no note.
    pub(super) async fn note_open(
        &self,
        open: &OpenInteraction,
        note: &Answer,
    ) -> Result<(), Failure> {
        if let Expected::Change | Expected::Aside = open.expected {
            return Ok(());
        }
        let _turn = open.turn.lock().await;
        let tell = || async {
            self.acknowledge(open).await?;
            if open.acknowledgment() != Acknowledgment::Answer {
                let outgoing = self.encoder().deferred(&note.message, true);
                self.edit_original(open, outgoing).await?;
                open.note(Acknowledgment::Note);
            }
            Ok(())
        };
        retry("a note", ANSWERING, tell).await
    }

    /// Ends an interaction without an answer, which Discord accepts for a button. The deferred response to a command must
    /// be deleted.
    pub(super) async fn dismiss_open(&self, open: &OpenInteraction) -> Result<(), Failure> {
        let _turn = open.turn.lock().await;
        self.acknowledge(open).await?;
        if let Acknowledgment::MessageComes | Acknowledgment::Note = open.acknowledgment() {
            let delete = Request::new(self.first_answer(open)?, LightMethod::Delete);
            self.line.send(delete).await?;
        }
        Ok(())
    }

    /// Makes sure that Discord has received a first response.
    async fn acknowledge(&self, open: &OpenInteraction) -> Result<(), Failure> {
        let _first = open.first_word.lock().await;
        if open.is_acknowledged() {
            return Ok(());
        }
        match self.send_deferral(open).await {
            Err(failure) if is(&failure, code::ALREADY_ACKNOWLEDGED) => self.look_up(open).await,
            acknowledged => acknowledged,
        }
    }

    /// Sends the answer in the way that earlier responses leave open. `tried` is true if an earlier attempt may have sent
    /// it.
    async fn tell_answer(
        &self,
        open: &OpenInteraction,
        answer: &Answer,
        tried: &AtomicBool,
    ) -> Result<(), Failure> {
        let is_change = open.expected == Expected::Change && answer.replaces;
        if self.answer_first(open, is_change, answer, tried).await? {
            return Ok(());
        }
        let apart = || self.follow_up(open, self.encoder().ephemeral(&answer.message));
        if open.expected == Expected::Aside {
            // A public message never becomes an answer or the target of a later edit, whatever the first response was.
            return apart().await;
        }
        match open.acknowledgment() {
            Acknowledgment::ChangeComes if !is_change => apart().await?,
            _ => {
                let outgoing = self.encoder().deferred(&answer.message, false);
                self.edit_original(open, outgoing).await?;
            }
        }
        open.note(Acknowledgment::Answer);
        Ok(())
    }

    /// Sends the answer as the first response, if there was none. Returns whether the answer is delivered now.
    async fn answer_first(
        &self,
        open: &OpenInteraction,
        is_change: bool,
        answer: &Answer,
        tried: &AtomicBool,
    ) -> Result<bool, Failure> {
        let response = if is_change {
            ResponseType::Change
        } else {
            ResponseType::Message
        };
        // A deferral in flight ends soon.
        let _first = open.first_word.lock().await;
        if open.is_acknowledged() {
            return Ok(false);
        }
        let was_tried = tried.swap(true, Ordering::AcqRel);
        let mut outgoing = self.encoder().ephemeral(&answer.message);
        let files = mem::take(&mut outgoing.files);
        match self.respond(open, response, outgoing, files).await {
            Ok(()) => {
                open.note(Acknowledgment::Answer);
                Ok(true)
            }
            Err(failure) if is(&failure, code::ALREADY_ACKNOWLEDGED) => {
                self.look_up(open).await?;
                // This answer itself came through: an edit could undo later changes to it.
                Ok(was_tried && open.acknowledgment() == Acknowledgment::Answer)
            }
            Err(failure) => {
                if failure.may_pass() {
                    open.note_doubt();
                }
                Err(failure)
            }
        }
    }

    /// Determines which first response Discord accepted, if the result of one is unknown.
    async fn look_up(&self, open: &OpenInteraction) -> Result<(), Failure> {
        if open.is_acknowledged() {
            return Ok(());
        }
        // If the message with the control is public, a guess is not enough.
        if !open.is_deferral_lost() && open.expected != Expected::Aside {
            open.note(Acknowledgment::Answer);
            return Ok(());
        }
        let route = self.first_answer(open)?;
        let original: all::Message = self.line.get(route).await?;
        let flags = original.flags.unwrap_or_default();
        let acknowledgment = if flags.contains(MessageFlags::LOADING) {
            Acknowledgment::MessageComes
        } else if flags.contains(NOTE) {
            Acknowledgment::Note
        } else if Some(original.id) == open.source {
            Acknowledgment::ChangeComes
        } else {
            Acknowledgment::Answer
        };
        open.note_deferred(acknowledgment);
        Ok(())
    }

    async fn edit_original(
        &self,
        open: &OpenInteraction,
        outgoing: OutgoingMessage,
    ) -> Result<(), Failure> {
        let request = outgoing.request(LightMethod::Patch, self.first_answer(open)?)?;
        self.line.send(request).await
    }

    /// Sends a follow-up message. If the result is unknown, it does not repeat the message, because two copies could
    /// not be distinguished.
    async fn follow_up(
        &self,
        open: &OpenInteraction,
        outgoing: OutgoingMessage,
    ) -> Result<(), Failure> {
        let route = Route::WebhookFollowupMessages {
            application_id: self.application()?,
            token: &open.token,
        };
        let request = outgoing.request(LightMethod::Post, route)?;
        match self.line.send(request).await {
            Err(failure) if failure.may_pass() => {
                warn!(?failure, "the result of sending an answer is unknown");
                Ok(())
            }
            sent => sent,
        }
    }

    /// Posts a public follow-up message after an answer. In place of a deferred answer that is still due, only the speaker
    /// would see it.
    pub(super) async fn announce_by(
        &self,
        open: &OpenInteraction,
        message: &Message<Public>,
    ) -> Result<(), Failure> {
        let _turn = open.turn.lock().await;
        match open.acknowledgment() {
            Acknowledgment::Answer => self.follow_up(open, self.encoder().aloud(message)).await,
            _ => Ok(()),
        }
    }

    /// Edits an announced message through the use of its control, before that interaction is answered.
    pub(super) async fn settle_by(
        &self,
        open: &OpenInteraction,
        message: &Message<Public>,
    ) -> Result<(), Failure> {
        if open.expected != Expected::Aside {
            return Ok(());
        }
        let _turn = open.turn.lock().await;
        let settle = || async {
            self.acknowledge(open).await?;
            if open.acknowledgment() == Acknowledgment::ChangeComes {
                let outgoing = self.encoder().aloud(message);
                self.edit_original(open, outgoing).await?;
            }
            Ok(())
        };
        retry("an announcement", ANSWERING, settle).await
    }

    /// Returns the route of the original response to an interaction.
    fn first_answer<'a>(&self, open: &'a OpenInteraction) -> Result<Route<'a>, Failure> {
        Ok(Route::WebhookOriginalInteractionResponse {
            application_id: self.application()?,
            token: &open.token,
        })
    }

    /// Returns the application that the interaction tokens belong to. Discord reports it before any interaction.
    fn application(&self) -> Result<ApplicationId, Failure> {
        let missing =
            || Failure::Later("Discord has not reported which account the bot has".to_owned());
        self.application.get().copied().ok_or_else(missing)
    }

    /// Shows a form. This is impossible after a deferral.
    pub(super) async fn show_form_open(
        &self,
        open: &OpenInteraction,
        form: &Form,
    ) -> Result<(), Failure> {
        let _turn = open.turn.lock().await;
        let _first = open.first_word.lock().await;
        let input = CreateInputText::new(InputTextStyle::Short, &form.label, "text")
            .placeholder(&form.example)
            .required(true)
            .max_length(Form::LONGEST);
        let data = json!({
            "custom_id": form.control,
            "title": form.title,
            "components": [CreateActionRow::InputText(input)],
        });
        let kind = ResponseType::Form;
        self.respond(open, kind, data, Vec::new()).await?;
        open.note(Acknowledgment::Answer);
        Ok(())
    }

    /// Sends completions; only a further choice can show how many more there are. There is one attempt, because each keystroke
    /// requests completions again.
    pub(super) async fn offer(
        &self,
        open: &OpenInteraction,
        offered: &Completions,
    ) -> Result<(), Failure> {
        let choices = offered.choices.iter().chain(&offered.rest);
        let choice = |choice: &Choice| json!({ "name": choice.label, "value": choice.value });
        let data = json!({ "choices": choices.map(choice).collect::<Vec<_>>() });
        let kind = ResponseType::Completions;
        match self.respond(open, kind, data, Vec::new()).await {
            // The person has typed more.
            Err(failure) if is(&failure, code::UNKNOWN_INTERACTION) => Ok(()),
            offered => offered,
        }
    }

    async fn respond(
        &self,
        open: &OpenInteraction,
        response: ResponseType,
        data: impl Serialize,
        files: Vec<CreateAttachment>,
    ) -> Result<(), Failure> {
        let route = Route::InteractionResponse {
            interaction_id: open.id,
            token: &open.token,
        };
        let body = json!({ "type": response as u8, "data": data });
        let request = with_files(LightMethod::Post, route, &body, files)?;
        self.line.send(request).await
    }
}
