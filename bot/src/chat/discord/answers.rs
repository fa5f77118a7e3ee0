//! Answering interactions, each within three seconds: with the answer if it is ready by then, else with the promise of one.

use std::{sync::Arc, time::Duration};

use serde_json::{Value, json};
use serenity::all::{CreateActionRow, CreateInputText, InputTextStyle, MessageFlags};
use tracing::warn;

use super::{
    Discord,
    body::Parcel,
    failure::{Failure, code},
    heard::{self, Heard, Kind},
    ids, patiently,
    waiting::{Told, Waiting},
};
use crate::ports::{Answer, Choice, EventId, Form, Message, Private};

/// After this time an answer is promised, so that Discord hears of us within three seconds.
const PROMISE: Duration = Duration::from_millis(1500);

/// Discord takes no first word after this time.
const TOO_LATE: Duration = Duration::from_secs(3);

/// The first pause between attempts to promise an answer; it doubles.
const FIRST_PAUSE: Duration = Duration::from_millis(100);

/// The pauses between attempts to answer; after the last one it is given up.
const PAUSES: [Duration; 5] = [
    Duration::from_millis(250),
    Duration::from_millis(500),
    Duration::from_secs(1),
    Duration::from_secs(4),
    Duration::from_secs(10),
];

/// The ways to respond to an interaction.
#[derive(Clone, Copy)]
enum Response {
    Message = 4,
    MessageComes = 5,
    ChangeComes = 6,
    Change = 7,
    Completions = 8,
    Form = 9,
}

impl Discord {
    /// Takes an interaction in; nothing if it was heard before. From now on it is answered or promised an answer in time.
    pub(super) fn await_answer(self: &Arc<Discord>, heard: &Heard) -> Option<()> {
        let waiting = self.waiting.add(heard)?;
        if !matches!(heard.kind, Kind::Completion(_)) {
            let discord = Arc::clone(self);
            tokio::spawn(async move { discord.promise(&waiting).await });
        }
        Some(())
    }

    pub(super) fn waiting(&self, event: &EventId) -> Result<Arc<Waiting>, Failure> {
        let found = ids::interaction(event).and_then(|id| self.waiting.find(id));
        found.ok_or_else(|| Failure::Refused(-1, format!("event {event} waits for no answer")))
    }

    /// Promises an answer once it takes its time.
    async fn promise(&self, waiting: &Waiting) {
        tokio::time::sleep_until(waiting.heard + PROMISE).await;
        let mut told = waiting.told.lock().await;
        if *told != Told::Nothing {
            return;
        }
        let (response, data, promised) = match waiting.kind {
            Kind::Change => (Response::ChangeComes, Value::Null, Told::ChangeComes),
            _ => {
                let data = json!({ "flags": MessageFlags::EPHEMERAL });
                (Response::MessageComes, data, Told::MessageComes)
            }
        };
        let mut pause = FIRST_PAUSE;
        loop {
            match self.respond(waiting, response, data.clone()).await {
                Ok(()) => return *told = promised,
                // An earlier attempt came through after all.
                Err(failure) if failure.is(code::ALREADY_ACKNOWLEDGED) => {
                    return *told = promised;
                }
                Err(Failure::Later(_)) if waiting.heard.elapsed() + pause < TOO_LATE => {
                    tokio::time::sleep(pause).await;
                    pause *= 2;
                }
                Err(failure) => {
                    if let Failure::Later(_) = failure {
                        *told = Told::Unknown;
                    }
                    return warn!(?failure, "an answer could not be promised");
                }
            }
        }
    }

    pub(super) async fn answer_waiting(
        &self,
        waiting: &Waiting,
        answer: &Answer,
    ) -> Result<(), Failure> {
        let mut told = waiting.told.lock().await;
        let mut pauses = PAUSES.iter();
        loop {
            match self.answer_once(waiting, &mut told, answer).await {
                Err(Failure::Later(reason)) => match pauses.next() {
                    Some(pause) => tokio::time::sleep(*pause).await,
                    None => return Err(Failure::Later(reason)),
                },
                answered => return answered,
            }
        }
    }

    /// Tells the answer in the way that what was told before leaves open.
    async fn answer_once(
        &self,
        waiting: &Waiting,
        told: &mut Told,
        answer: &Answer,
    ) -> Result<(), Failure> {
        let is_change = waiting.kind == Kind::Change && answer.replaces;
        match *told {
            Told::Nothing | Told::Unknown => {
                let response = if is_change {
                    Response::Change
                } else {
                    Response::Message
                };
                let said = self.say_first(waiting, response, &answer.message).await;
                match said {
                    // What came through after all may be the promise, and this is what it promised.
                    Err(failure)
                        if failure.is(code::ALREADY_ACKNOWLEDGED) && *told == Told::Unknown =>
                    {
                        *told = Told::MessageComes;
                        self.edit_first(waiting, &answer.message).await?;
                    }
                    // An earlier attempt came through. To edit it could undo what it has become since.
                    Err(failure) if failure.is(code::ALREADY_ACKNOWLEDGED) => {}
                    said => said?,
                }
            }
            Told::ChangeComes if !is_change => self.follow_up(waiting, &answer.message).await?,
            Told::MessageComes | Told::ChangeComes | Told::Answer => {
                self.edit_first(waiting, &answer.message).await?;
            }
        }
        *told = Told::Answer;
        Ok(())
    }

    async fn say_first(
        &self,
        waiting: &Waiting,
        response: Response,
        message: &Message<Private>,
    ) -> Result<(), Failure> {
        let Parcel { body, files } = Parcel::ephemeral(message);
        let body = json!({ "type": response as u8, "data": body });
        let said = self
            .http
            .create_interaction_response(waiting.id, &waiting.token, &body, files);
        patiently(said).await
    }

    async fn edit_first(
        &self,
        waiting: &Waiting,
        message: &Message<Private>,
    ) -> Result<(), Failure> {
        let Parcel { body, files } = Parcel::edit(message);
        let edited = self
            .http
            .edit_original_interaction_response(&waiting.token, &body, files);
        patiently(edited).await?;
        Ok(())
    }

    /// Says it as a message of its own. If nobody knows whether Discord took it, it is not said again: there is nothing
    /// to tell the two apart by.
    async fn follow_up(
        &self,
        waiting: &Waiting,
        message: &Message<Private>,
    ) -> Result<(), Failure> {
        let Parcel { body, files } = Parcel::ephemeral(message);
        let said = self
            .http
            .create_followup_message(&waiting.token, &body, files);
        match patiently(said).await {
            Err(Failure::Later(reason)) => {
                warn!(reason, "nobody knows whether an answer came through");
                Ok(())
            }
            said => said.map(|_| ()),
        }
    }

    /// Asks for a text. It cannot be done once an answer is promised.
    pub(super) async fn show_form(&self, waiting: &Waiting, form: &Form) -> Result<(), Failure> {
        let mut told = waiting.told.lock().await;
        let input = CreateInputText::new(InputTextStyle::Short, &form.label, "text")
            .placeholder(&form.example)
            .required(true)
            .max_length(Form::LONGEST);
        let data = json!({
            "custom_id": form.id,
            "title": form.title,
            "components": [CreateActionRow::InputText(input)],
        });
        self.respond(waiting, Response::Form, data).await?;
        *told = Told::Answer;
        Ok(())
    }

    /// Offers ways to go on typing. Whoever types on is asked again, so there is one attempt.
    pub(super) async fn offer(&self, waiting: &Waiting, choices: &[Choice]) -> Result<(), Failure> {
        let Kind::Completion(before) = &waiting.kind else {
            return Ok(());
        };
        let choices: Vec<Value> = choices
            .iter()
            .filter_map(|choice| {
                let value = heard::completed(before, &choice.value)?;
                Some(json!({ "name": choice.label, "value": value }))
            })
            .collect();
        let data = json!({ "choices": choices });
        match self.respond(waiting, Response::Completions, data).await {
            // They typed on.
            Err(failure) if failure.is(code::UNKNOWN_INTERACTION) => Ok(()),
            offered => offered,
        }
    }

    async fn respond(
        &self,
        waiting: &Waiting,
        response: Response,
        data: Value,
    ) -> Result<(), Failure> {
        let body = json!({ "type": response as u8, "data": data });
        let said =
            self.http
                .create_interaction_response(waiting.id, &waiting.token, &body, Vec::new());
        patiently(said).await
    }
}
