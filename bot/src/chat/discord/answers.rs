//! Answering interactions, each within three seconds: with the answer if it is ready by then, else with the promise of one.

use std::{sync::Arc, time::Duration};

use serde_json::{Value, json};
use serenity::all::{CreateActionRow, CreateInputText, InputTextStyle, MessageFlags};
use tracing::warn;

use super::{
    adapter::Discord,
    body::Parcel,
    failure::{Failure, code, patiently},
    ids,
    interactions::{Acknowledgment, Expected, OpenInteraction},
};
use crate::{
    chat::kit::{Pauses, known, pauses, retry},
    ports::{Answer, Completions, EventId, Form, Message, Private},
};

/// After this time an answer is promised, so that Discord hears of us within three seconds.
const PROMISE: Duration = Duration::from_millis(1500);

/// The pauses between attempts to promise an answer; Discord takes no first word after three seconds.
const PROMISING: Pauses = pauses(Duration::from_millis(100), Duration::from_secs(1))
    .with_total_delay(Some(Duration::from_millis(1500)));

/// The pauses between attempts to answer; after the last one it is given up.
const ANSWERING: Pauses =
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

    /// Promises an answer once it takes its time.
    async fn promise(&self, open: &OpenInteraction) {
        tokio::time::sleep_until(open.since + PROMISE).await;
        let _turn = open.turn.lock().await;
        if open.told() != Acknowledgment::Nothing {
            return;
        }
        let (response, data, promised) = promise_of(open.expected);
        let promising = || self.respond(open, response, data.clone());
        match retry("the promise of an answer", PROMISING, promising).await {
            Ok(()) => open.note_told(promised),
            // An earlier attempt came through after all.
            Err(failure) if failure.is(code::ALREADY_ACKNOWLEDGED) => open.note_told(promised),
            Err(failure) => {
                if failure.may_pass() {
                    open.note_told(Acknowledgment::Unknown);
                }
                warn!(?failure, "an answer could not be promised");
            }
        }
    }

    pub(super) async fn answer_open(
        &self,
        open: &OpenInteraction,
        answer: &Answer,
    ) -> Result<(), Failure> {
        let _turn = open.turn.lock().await;
        retry("an answer", ANSWERING, || self.tell_answer(open, answer)).await
    }

    /// Says nothing, which Discord takes of a button; an answer to a command has to be taken back.
    pub(super) async fn dismiss_open(&self, open: &OpenInteraction) -> Result<(), Failure> {
        let _turn = open.turn.lock().await;
        if open.told() == Acknowledgment::Nothing {
            let (response, data, told) = promise_of(open.expected);
            self.respond(open, response, data).await?;
            open.note_told(told);
        }
        if open.told() == Acknowledgment::MessageComes {
            let deleted = self.http.delete_original_interaction_response(&open.token);
            patiently(deleted).await?;
        }
        Ok(())
    }

    /// Tells the answer in the way that what was told before leaves open.
    async fn tell_answer(&self, open: &OpenInteraction, answer: &Answer) -> Result<(), Failure> {
        let is_change = open.expected == Expected::Change && answer.replaces;
        match open.told() {
            Acknowledgment::Nothing | Acknowledgment::Unknown => {
                let response = if is_change {
                    ResponseType::Change
                } else {
                    ResponseType::Message
                };
                let said = self.say_first(open, response, &answer.message).await;
                match said {
                    // What came through after all may be the promise, and this is what it promised.
                    Err(failure)
                        if failure.is(code::ALREADY_ACKNOWLEDGED)
                            && open.told() == Acknowledgment::Unknown =>
                    {
                        open.note_told(Acknowledgment::MessageComes);
                        self.edit_first(open, &answer.message).await?;
                    }
                    // An earlier attempt came through. To edit it could undo what it has become since.
                    Err(failure) if failure.is(code::ALREADY_ACKNOWLEDGED) => {}
                    said => said?,
                }
            }
            Acknowledgment::ChangeComes if !is_change => {
                self.follow_up(open, &answer.message).await?
            }
            Acknowledgment::MessageComes | Acknowledgment::ChangeComes | Acknowledgment::Answer => {
                self.edit_first(open, &answer.message).await?;
            }
        }
        open.note_told(Acknowledgment::Answer);
        Ok(())
    }

    async fn say_first(
        &self,
        open: &OpenInteraction,
        response: ResponseType,
        message: &Message<Private>,
    ) -> Result<(), Failure> {
        let Parcel { body, files } = Parcel::ephemeral(message);
        let body = json!({ "type": response as u8, "data": body });
        let said = self
            .http
            .create_interaction_response(open.id, &open.token, &body, files);
        patiently(said).await
    }

    async fn edit_first(
        &self,
        open: &OpenInteraction,
        message: &Message<Private>,
    ) -> Result<(), Failure> {
        let Parcel { body, files } = Parcel::edit(message);
        let edited = self
            .http
            .edit_original_interaction_response(&open.token, &body, files);
        patiently(edited).await?;
        Ok(())
    }

    /// Says it as a message of its own. If nobody knows whether Discord took it, it is not said again: there is nothing
    /// to tell the two apart by.
    async fn follow_up(
        &self,
        open: &OpenInteraction,
        message: &Message<Private>,
    ) -> Result<(), Failure> {
        let Parcel { body, files } = Parcel::ephemeral(message);
        let said = self.http.create_followup_message(&open.token, &body, files);
        match patiently(said).await {
            Err(failure) if failure.may_pass() => {
                warn!(?failure, "nobody knows whether an answer came through");
                Ok(())
            }
            said => said.map(drop),
        }
    }

    /// Asks for a text. It cannot be done once an answer is promised.
    pub(super) async fn show_form(
        &self,
        open: &OpenInteraction,
        form: &Form,
    ) -> Result<(), Failure> {
        let _turn = open.turn.lock().await;
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
            Err(failure) if failure.is(code::UNKNOWN_INTERACTION) => Ok(()),
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
        let said = self
            .http
            .create_interaction_response(open.id, &open.token, &body, Vec::new());
        patiently(said).await
    }
}

/// How an answer is promised to who expects this, and what they were told then.
fn promise_of(expected: Expected) -> (ResponseType, Value, Acknowledgment) {
    match expected {
        Expected::Change => (
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
