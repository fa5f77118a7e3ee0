//! Sends answers in the direct room of a person, and marks the event with a reaction there or in the room.

use std::{borrow::Cow, sync::Arc, time::Duration};

use matrix_sdk::{
    Room,
    ruma::{OwnedEventId, UserId},
};
use serde_json::json;
use tracing::warn;

use super::{
    adapter::Matrix,
    choices::Choices,
    direct::Requested,
    events::{LIFE, OpenEvent, ReplyState},
    failure::Failure,
    ids,
    media::object,
    stored::key,
    touches::{ReactionSign, Retouch},
};
use api::{Answer, EventId, Form, Message, Private};
use kit::{Pauses, known, pauses, retry};
use text::{Text, arg};

/// The reaction to a command with a public effect.
const DONE: ReactionSign = ReactionSign {
    name: "done",
    key: Cow::Borrowed("✅"),
};

/// The reaction that an answer has come in direct messages.
const ANSWERED: ReactionSign = ReactionSign {
    name: "answered",
    key: Cow::Borrowed("✉️"),
};

/// The pauses between attempts to answer; they end when the event can no longer be answered.
const PAUSES: Pauses =
    pauses(Duration::from_millis(250), Duration::from_secs(30)).with_total_delay(Some(LIFE));

impl Matrix {
    pub(super) fn find_open(&self, event: &EventId) -> Result<Arc<OpenEvent>, Failure> {
        let found = ids::event(event).and_then(|id| self.open.get(&id));
        Ok(known(found, event)?)
    }

    /// Sends an answer, and retries while the homeserver is unavailable.
    pub(super) async fn answer_in_the_end(
        &self,
        open: &OpenEvent,
        answer: &Answer,
    ) -> Result<(), Failure> {
        let answered = retry("an answer", PAUSES, || self.answer_once(open, answer)).await;
        self.close(&open.event, &open.by).await;
        self.part_from(&open.by).await;
        answered
    }

    async fn answer_once(&self, open: &OpenEvent, answer: &Answer) -> Result<(), Failure> {
        let choices = Choices {
            about: open.about.clone(),
            order: open.order,
            ..Choices::of(&answer.message.controls)
        };
        // A typing error in a number must not remove the numbers.
        let is_over = answer.replaces || answer.is_evident;
        let choices = (is_over || !choices.is_empty()).then_some(choices);
        if !open.is_direct && answer.is_evident && answer.message.picture.is_none() {
            // The person's earlier choices are over, although the room shows the result.
            let mut reply = open.reply.lock().await;
            if let Some(choices) = &choices {
                self.begin_to_ask(open, &mut reply, choices).await?;
            }
            if self.sign_evident(open).await? {
                reply.are_choices_stored = false;
                return Ok(());
            }
        }
        self.send_private(open, &answer.message, choices).await
    }

    /// Asks for a text.
    pub(super) async fn show_form_in_the_end(
        &self,
        open: &OpenEvent,
        form: &Form,
    ) -> Result<(), Failure> {
        let text = text::matrix_form(
            arg::example(&form.example),
            arg::label(&form.label),
            arg::title(&form.title),
        );
        let message = Message::text(self.language_of(&open.by).localize(&text));
        let choices = Choices {
            order: open.order,
            ..Choices::form(form.control.clone())
        };
        let ask = || self.send_private(open, &message, Some(choices.clone()));
        let outcome = retry("a question", PAUSES, ask).await;
        if outcome.is_ok() {
            self.close(&open.event, &open.by).await;
        }
        outcome
    }

    /// Sends a message that one person alone may read.
    async fn send_private(
        &self,
        open: &OpenEvent,
        message: &Message<Private>,
        choices: Option<Choices>,
    ) -> Result<(), Failure> {
        let mut reply = open.reply.lock().await;
        let answering = self.answering.get(open.by.clone());
        let turn = answering.lock().await;
        if let Some(choices) = &choices {
            // The person may choose before the homeserver has acknowledged the message.
            self.begin_to_ask(open, &mut reply, choices).await?;
        }
        // After a restart, the answer to a repeated event can ask a different question than the message on the homeserver.
        let asks = choices.as_ref().map_or(Ok(0), Choices::digest)?;
        // If the bot has asked the person something since, their choice answers that.
        let is_late = self.last_answered(&open.by)? > open.order;
        let choices = choices.as_ref().filter(|_| !is_late);
        let name = format!("answer-{}-{}-{asks:x}", reply.n, open.event);
        let sending = async {
            let room = self.place_for(open).await?;
            let event = self
                .say_to(&room, &open.by, &name, message, choices)
                .await?;
            Ok((room, event))
        };
        let sent = sending.await;
        drop(turn);
        match sent {
            Ok((room, event)) => {
                self.writer.mark(key("closed", &open.by), false).await?;
                reply.n += 1;
                reply.are_choices_stored = false;
                if let Some(before) = reply.last.replace(event) {
                    // The answer replaces the note, which is now obsolete.
                    self.touch_later(room.room_id(), &before, Retouch::Redact);
                }
                // With retries of its own: a repeated answer would answer twice.
                let signing = || self.sign_answer(open, &room);
                retry("the sign of an answer", PAUSES, signing).await
            }
            Err(Failure::Refused(reason)) if !open.is_direct => {
                warn!(reason, "cannot write to a person");
                let text = text::matrix_answer_closed(self.account.as_str());
                self.remark_once(open, key("closed", &open.by), &text).await
            }
            Err(failure) => Err(failure),
        }
    }

    /// Sends a note to a person who waits for an answer; the answer removes it.
    pub(super) async fn note_for(&self, open: &OpenEvent, note: &Answer) -> Result<(), Failure> {
        if self.send_limiter.is_limited() {
            // Under a rate limit the note would delay the answer.
            return Ok(());
        }
        let mut reply = open.reply.lock().await;
        let room = self.place_for(open).await?;
        let name = format!("note-{}", open.event);
        let event = self
            .say_to(&room, &open.by, &name, &note.message, None)
            .await?;
        reply.last = Some(event);
        Ok(())
    }

    /// Returns the room for an answer: the room of the event if only that person reads it, else their direct room.
    async fn place_for(&self, open: &OpenEvent) -> Result<Room, Failure> {
        if open.is_direct {
            let room = self.joined(&open.room)?;
            if self.person_of(&room).await?.as_ref() == Some(&open.by) {
                return Ok(room);
            }
        }
        self.direct(&open.by, Requested::Yes).await
    }

    /// Sends a message to one person in their direct room, with these choices if it asks something.
    pub(super) async fn say_to(
        &self,
        room: &Room,
        user: &UserId,
        name: &str,
        message: &Message<Private>,
        choices: Option<&Choices>,
    ) -> Result<OwnedEventId, Failure> {
        let language = self.language_of(user);
        let hint = choices.and_then(|choices| choices.list(language));
        let parts = self.parts_of(room, name, message, hint).await?;
        if let Some((name, picture)) = parts.picture {
            self.check_alone(room, user).await?;
            self.send(room, &name, picture).await?;
        }
        let event = {
            let gate = self.gates.get(room.room_id().to_owned());
            let _nobody_reacts = gate.read().await;
            self.check_alone(room, user).await?;
            let event = self.send(room, name, parts.content).await?;
            if let Some(choices) = choices.filter(|choices| !choices.is_empty())
                && self.choices_of(user)? == *choices
            {
                let question = Some(event.clone());
                let choices = Choices {
                    question,
                    ..choices.clone()
                };
                self.store_choices_of(user, &choices).await?;
            }
            event
        };
        if let Some(attachment) = &message.attachment {
            let file = self.file_content(room, attachment).await?;
            let name = format!("{name}-file");
            self.check_alone(room, user).await?;
            self.send(room, &name, file).await?;
        }
        self.fulfil(parts.promise).await?;
        Ok(event)
    }

    /// Marks an event with a public effect. Returns whether the person can see that the request is done.
    async fn sign_evident(&self, open: &OpenEvent) -> Result<bool, Failure> {
        let room = self.joined(&open.room)?;
        if self.is_withheld_from(open, &room).await? {
            return self.react(open, self.withheld_sign(open)).await;
        }
        Ok(open.is_in_thread || self.react(open, DONE).await?)
    }

    /// Reacts to an event; returns whether the homeserver accepted the reaction.
    async fn react(&self, open: &OpenEvent, sign: ReactionSign) -> Result<bool, Failure> {
        if !open.is_message {
            // The author of a reaction sees the effect.
            return Ok(true);
        }
        let room = self.joined(&open.room)?;
        if self.send_limiter.is_limited() {
            self.touch_later(&open.room, &open.event, Retouch::React(sign));
            return Ok(true);
        }
        match self.send_reaction(&room, &open.event, &sign).await {
            Ok(()) => Ok(true),
            Err(Failure::Refused(_)) => Ok(false),
            Err(failure) => Err(failure),
        }
    }

    /// Marks an event as answered in this room.
    async fn sign_answer(&self, open: &OpenEvent, room: &Room) -> Result<(), Failure> {
        if self.is_withheld_from(open, room).await? {
            self.react(open, self.withheld_sign(open)).await?;
            return self.explain_withheld(open).await;
        }
        self.can_read(&open.by).await?;
        if !open.is_direct {
            self.react(open, ANSWERED).await?;
        }
        Ok(())
    }

    /// Notifies a person in the room of the event, only once while the store has this mark.
    pub(super) async fn remark_once(
        &self,
        open: &OpenEvent,
        mark: Vec<u8>,
        text: &Text,
    ) -> Result<(), Failure> {
        if self.writer.get(&mark)?.is_some() {
            return Ok(());
        }
        self.remark(open, text, true).await?;
        Ok(self.writer.mark(mark, true).await?)
    }

    /// Stores the choices of an answer once. On a retry, the person may already have chosen, and the bot may have asked
    /// something else.
    async fn begin_to_ask(
        &self,
        open: &OpenEvent,
        reply: &mut ReplyState,
        choices: &Choices,
    ) -> Result<(), Failure> {
        if !reply.are_choices_stored {
            self.store_choices_of(&open.by, choices).await?;
            reply.are_choices_stored = true;
        }
        Ok(())
    }

    /// Stores the choices of a person in their direct room, unless the bot has asked something else since.
    async fn store_choices_of(&self, user: &UserId, choices: &Choices) -> Result<(), Failure> {
        if self.last_answered(user)? > choices.order {
            return Ok(());
        }
        self.answered_last.put(user.to_owned(), choices.order);
        let kept = (!choices.is_empty()).then_some(choices);
        self.keep_choices(key("asked", user), kept).await
    }

    /// Returns the number of a person's last event that ended their earlier choices.
    fn last_answered(&self, user: &UserId) -> Result<u64, Failure> {
        let last = self.answered_last.get(user).unwrap_or_default();
        Ok(last.max(self.choices_of(user)?.order))
    }

    /// Returns the choices of a person in their direct room.
    pub(super) fn choices_of(&self, user: &UserId) -> Result<Choices, Failure> {
        Ok(self.kept_json(&key("asked", user))?.unwrap_or_default())
    }

    /// Sends a remark to a person in the room of their event, once for each event. Others can read it. Only a remark that
    /// notifies them is more than a notice.
    pub(super) async fn remark(
        &self,
        open: &OpenEvent,
        text: &Text,
        calls: bool,
    ) -> Result<(), Failure> {
        let room = self.joined(&open.room)?;
        let language = if open.is_direct {
            self.language_of(&open.by)
        } else {
            self.settings.language
        };
        let mut content = self.notice(&language.localize(text));
        if calls {
            content.insert("msgtype".to_owned(), json!("m.text"));
        }
        content.extend(object(json!({
            "m.mentions": { "user_ids": [open.by] },
            "m.relates_to": { "m.in_reply_to": { "event_id": open.event } },
        })));
        let name = format!("remark-{}", open.event);
        self.send(&room, &name, content).await.map(drop)
    }

    /// Redacts a message that others can read, if the bot has the permission.
    pub(super) async fn take_back_in_the_end(&self, open: &OpenEvent) -> Result<(), Failure> {
        let reason = self.settings.language.localize(&text::matrix_removed());
        let taking_back = || async {
            let room = self.joined(&open.room)?;
            self.send_redaction(&room, &open.event, Some(&reason)).await
        };
        retry("to take a secret back", PAUSES, taking_back).await
    }
}
