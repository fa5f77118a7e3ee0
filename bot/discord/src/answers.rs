//! Answering interactions, each within three seconds: with the answer if it is ready by then, else with the promise of one.
//!
//! Answer and promise have lines of their own, so that nothing keeps the promise from being tried in time. Discord takes the
//! first word of the two and refuses the other; whichever it was, the answer then goes the way that is left.

use std::{
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
    time::Duration,
};

use serde_json::{Value, json};
use serenity::{
    all::{
        self, ApplicationId, CreateActionRow, CreateAttachment, CreateInputText, InputTextStyle,
        MessageFlags,
    },
    http::{LightMethod, Route},
};
use tokio::time::{sleep_until, timeout};
use tracing::{info, warn};

use super::{
    adapter::Discord,
    body::{NOTE, OutgoingMessage},
    failure::{Failure, code, is, timed_out},
    ids,
    interactions::{Acknowledgment, Expected, OpenInteraction},
};
use api::{Answer, Completions, EventId, Form, Message, Private, Public};
use kit::{Pauses, known, pauses, retry};

/// When a promise is tried, counted from when we heard: Discord takes no first word after three seconds, of which some are
/// gone by then. Whenever Discord begins to be unwell for two seconds, one of them is before or after.
const PROMISES: [Duration; 6] = [
    Duration::from_millis(250),
    Duration::from_millis(500),
    Duration::from_millis(1000),
    Duration::from_millis(1500),
    Duration::from_millis(2000),
    Duration::from_millis(2400),
];

/// From this time on an answer that is not there is promised; before, one whose first word failed.
const PROMISE: Duration = Duration::from_millis(500);

/// From this time on it is promised even while its first word is on its way.
const IMPATIENCE: Duration = Duration::from_millis(1500);

/// How long an attempt to promise an answer may take.
const ATTEMPT: Duration = Duration::from_millis(750);

/// The pauses between attempts to answer; after the last one it is given up.
pub(super) const ANSWERING: Pauses =
    pauses(Duration::from_millis(250), Duration::from_secs(10)).with_max_times(6);

/// The ways to respond to an interaction.
#[derive(Clone, Copy)]
enum ResponseType {
    Message = 4,
    MessageComes = 5,
    ChangeComes = 6,
    Change = 7,
    Completions = 8,
    Form = 9,
}

impl Discord {
    /// Takes an interaction in; nothing if it was heard before. From now on it is answered or promised an answer in time.
    pub(super) fn await_answer(self: &Arc<Discord>, open: OpenInteraction) -> Option<()> {
        let open = Arc::new(open);
        if !self.open.add(open.id, Arc::clone(&open)) {
            return None;
        }
        if open.expected != Expected::Completion {
            let discord = Arc::clone(self);
            tokio::spawn(async move { discord.promise(&open).await });
        }
        Some(())
    }

    pub(super) fn find_open(&self, event: &EventId) -> Result<Arc<OpenInteraction>, Failure> {
        let found = ids::interaction(event).and_then(|id| self.open.get(&id));
        Ok(known(found, event)?)
    }

    /// Whether somebody still waits for the answer to something that they did while we did not hear. Discord has told them after
    /// three seconds that we do not respond: then nothing comes of it, which is what they believe. And whoever heard it before us
    /// may have answered it: then what they were told stands, although by now something else could come of it. Only where the
    /// answer changes the message with the button, that cannot be seen, and they are answered once more.
    pub(super) async fn is_awaited(&self, event: &EventId) -> bool {
        let Ok(open) = self.find_open(event) else {
            return false;
        };
        // Where it is acknowledged already, it is looked up whether that was a promise.
        open.doubt_promise(true);
        let acknowledged = retry("an answer", ANSWERING, || self.acknowledge(&open)).await;
        let is_awaited = match acknowledged {
            Ok(()) => open.acknowledgment() != Acknowledgment::Answer,
            Err(failure) => {
                info!(
                    ?failure,
                    "an interaction expired before it could be answered"
                );
                false
            }
        };
        if !is_awaited {
            self.undecided.end(event);
        }
        is_awaited
    }

    /// Promises an answer once it takes its time.
    async fn promise(&self, open: &OpenInteraction) {
        for after in PROMISES {
            sleep_until(open.since + after).await;
            if open.is_acknowledged() {
                return;
            }
            let failed = open.acknowledgment() == Acknowledgment::Unknown;
            if after < PROMISE && !failed {
                continue;
            }
            let first = open.first_word.try_lock();
            if first.is_err() && after < IMPATIENCE {
                continue;
            }
            match self.promise_once(open).await {
                Err(failure) if failure.may_pass() => {
                    warn!(?failure, "cannot acknowledge an interaction; retrying");
                }
                Err(failure) => return warn!(?failure, "cannot acknowledge an interaction"),
                Ok(()) => return,
            }
        }
    }

    async fn promise_once(&self, open: &OpenInteraction) -> Result<(), Failure> {
        let (response, data, promised) = promise_of(open.expected);
        let was_lost = open.doubt_promise(true);
        let promised_once = timeout(ATTEMPT, self.respond(open, response, data)).await;
        match promised_once.unwrap_or_else(|elapsed| Err(timed_out(elapsed))) {
            Ok(()) => {
                open.note_promised(promised);
                Ok(())
            }
            // It was the answer that came through, or an earlier promise: whoever answers finds that out.
            Err(failure) if is(&failure, code::ALREADY_ACKNOWLEDGED) => {
                open.note_doubt();
                open.doubt_promise(was_lost);
                Ok(())
            }
            Err(failure) => {
                if failure.may_pass() {
                    open.note_doubt();
                } else {
                    open.doubt_promise(was_lost);
                }
                Err(failure)
            }
        }
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

    /// Tells why the answer takes its time, in its place. Where the message with the button changes, there is none.
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
                self.edit_first(open, &note.message, true).await?;
                open.note_told(Acknowledgment::Note);
            }
            Ok(())
        };
        retry("a note", ANSWERING, tell).await
    }

    /// Says nothing, which Discord takes of a button; an answer to a command has to be taken back.
    pub(super) async fn dismiss_open(&self, open: &OpenInteraction) -> Result<(), Failure> {
        let _turn = open.turn.lock().await;
        self.acknowledge(open).await?;
        if let Acknowledgment::MessageComes | Acknowledgment::Note = open.acknowledgment() {
            let route = self.first_answer(open)?;
            self.line.send_empty(LightMethod::Delete, route).await?;
        }
        Ok(())
    }

    /// Sees that Discord has been told something.
    async fn acknowledge(&self, open: &OpenInteraction) -> Result<(), Failure> {
        let _first = open.first_word.lock().await;
        if open.is_acknowledged() {
            return Ok(());
        }
        let (response, data, promised) = promise_of(open.expected);
        match self.respond(open, response, data).await {
            Err(failure) if is(&failure, code::ALREADY_ACKNOWLEDGED) => self.look_up(open).await,
            acknowledged => {
                acknowledged?;
                open.note_promised(promised);
                Ok(())
            }
        }
    }

    /// Tells the answer in the way that what was told before leaves open. `tried` is whether it may have been told by an
    /// earlier attempt.
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
        let apart = || self.follow_up(open, self.scribe().ephemeral(&answer.message));
        if open.expected == Expected::Aside {
            // Whatever was told first, what everybody sees never becomes an answer, nor is taken for one to be replaced.
            return apart().await;
        }
        match open.acknowledgment() {
            Acknowledgment::ChangeComes if !is_change => apart().await?,
            _ => self.edit_first(open, &answer.message, false).await?,
        }
        open.note_told(Acknowledgment::Answer);
        Ok(())
    }

    /// Tells the answer as the first word, if none was told; whether it is told now.
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
        // A promise that is on its way is soon over.
        let _first = open.first_word.lock().await;
        if open.is_acknowledged() {
            return Ok(false);
        }
        let was_tried = tried.swap(true, Ordering::AcqRel);
        match self.say_first(open, response, &answer.message).await {
            Ok(()) => {
                open.note_told(Acknowledgment::Answer);
                Ok(true)
            }
            Err(failure) if is(&failure, code::ALREADY_ACKNOWLEDGED) => {
                self.look_up(open).await?;
                // What came through is this answer: to edit it could undo what it has become since.
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

    /// Finds out what Discord has taken for the first word, where it may have been one whose fate is unknown.
    async fn look_up(&self, open: &OpenInteraction) -> Result<(), Failure> {
        if open.is_acknowledged() {
            return Ok(());
        }
        // Where everybody sees the message with the control, no guess is good enough.
        if !open.is_promise_lost() && open.expected != Expected::Aside {
            open.note_told(Acknowledgment::Answer);
            return Ok(());
        }
        let route = self.first_answer(open)?;
        let original: all::Message = self.line.get(route, Vec::new()).await?;
        let flags = original.flags.unwrap_or_default();
        let told = if flags.contains(MessageFlags::LOADING) {
            Acknowledgment::MessageComes
        } else if flags.contains(NOTE) {
            Acknowledgment::Note
        } else if Some(original.id) == open.source {
            Acknowledgment::ChangeComes
        } else {
            Acknowledgment::Answer
        };
        open.note_promised(told);
        Ok(())
    }

    async fn say_first(
        &self,
        open: &OpenInteraction,
        response: ResponseType,
        message: &Message<Private>,
    ) -> Result<(), Failure> {
        let OutgoingMessage { body, files } = self.scribe().ephemeral(message);
        let body = json!({ "type": response as u8, "data": body });
        self.call_back(open, &body, files).await
    }

    async fn edit_first(
        &self,
        open: &OpenInteraction,
        message: &Message<Private>,
        is_note: bool,
    ) -> Result<(), Failure> {
        let parcel = self.scribe().promised(message, is_note);
        self.edit_original(open, parcel).await
    }

    async fn edit_original(
        &self,
        open: &OpenInteraction,
        parcel: OutgoingMessage,
    ) -> Result<(), Failure> {
        let OutgoingMessage { body, files } = parcel;
        let route = self.first_answer(open)?;
        self.line
            .send(LightMethod::Patch, route, &body, files)
            .await
    }

    /// Says it as a message of its own. If nobody knows whether Discord took it, it is not said again: there is nothing
    /// to tell the two apart by.
    async fn follow_up(
        &self,
        open: &OpenInteraction,
        parcel: OutgoingMessage,
    ) -> Result<(), Failure> {
        let OutgoingMessage { body, files } = parcel;
        let route = Route::WebhookFollowupMessages {
            application_id: self.application()?,
            token: &open.token,
        };
        match self.line.send(LightMethod::Post, route, &body, files).await {
            Err(failure) if failure.may_pass() => {
                warn!(?failure, "the result of sending an answer is unknown");
                Ok(())
            }
            said => said,
        }
    }

    /// Says something to everybody where somebody has just been answered. In place of an answer that is still promised it would
    /// be read by them alone.
    pub(super) async fn announce_by(
        &self,
        open: &OpenInteraction,
        message: &Message<Public>,
    ) -> Result<(), Failure> {
        let _turn = open.turn.lock().await;
        match open.acknowledgment() {
            Acknowledgment::Answer => self.follow_up(open, self.scribe().aloud(message)).await,
            _ => Ok(()),
        }
    }

    /// Changes what was announced by the use of its control, which has no answer yet.
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
            match open.acknowledgment() {
                Acknowledgment::ChangeComes => {
                    self.edit_original(open, self.scribe().aloud(message)).await
                }
                _ => Ok(()),
            }
        };
        retry("an announcement", ANSWERING, settle).await
    }

    /// Where the first answer to an interaction stands.
    fn first_answer<'a>(&self, open: &'a OpenInteraction) -> Result<Route<'a>, Failure> {
        Ok(Route::WebhookOriginalInteractionResponse {
            application_id: self.application()?,
            token: &open.token,
        })
    }

    /// Whose tokens those of interactions are, which Discord tells before any interaction.
    fn application(&self) -> Result<ApplicationId, Failure> {
        let missing = || Failure::Later("Discord has not told who the bot is".to_owned());
        self.application.get().copied().ok_or_else(missing)
    }

    /// Asks for a text. It cannot be done once an answer is promised.
    pub(super) async fn show_form(
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
            "custom_id": form.id,
            "title": form.title,
            "components": [CreateActionRow::InputText(input)],
        });
        self.respond(open, ResponseType::Form, data).await?;
        open.note_told(Acknowledgment::Answer);
        Ok(())
    }

    /// Offers ways to go on typing; how many more there are can only be told in a choice. Whoever types on is asked again, so
    /// there is one attempt.
    pub(super) async fn offer(
        &self,
        open: &OpenInteraction,
        offered: &Completions,
    ) -> Result<(), Failure> {
        let choices: Vec<Value> = offered
            .choices
            .iter()
            .chain(&offered.rest)
            .map(|choice| json!({ "name": choice.label, "value": choice.value }))
            .collect();
        let data = json!({ "choices": choices });
        match self.respond(open, ResponseType::Completions, data).await {
            // They typed on.
            Err(failure) if is(&failure, code::UNKNOWN_INTERACTION) => Ok(()),
            offered => offered,
        }
    }

    async fn respond(
        &self,
        open: &OpenInteraction,
        response: ResponseType,
        data: Value,
    ) -> Result<(), Failure> {
        let body = json!({ "type": response as u8, "data": data });
        self.call_back(open, &body, Vec::new()).await
    }

    async fn call_back(
        &self,
        open: &OpenInteraction,
        body: &Value,
        files: Vec<CreateAttachment>,
    ) -> Result<(), Failure> {
        let route = Route::InteractionResponse {
            interaction_id: open.id,
            token: &open.token,
        };
        self.line.send(LightMethod::Post, route, body, files).await
    }
}

/// How an answer is promised to who expects this, and what they were told then.
fn promise_of(expected: Expected) -> (ResponseType, Value, Acknowledgment) {
    match expected {
        Expected::Change | Expected::Aside => (
            ResponseType::ChangeComes,
            Value::Null,
            Acknowledgment::ChangeComes,
        ),
        _ => (
            ResponseType::MessageComes,
            json!({ "flags": MessageFlags::EPHEMERAL }),
            Acknowledgment::MessageComes,
        ),
    }
}
