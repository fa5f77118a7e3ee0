//! Implements the `Chat` port for the page.

use async_trait::async_trait;

use super::{
    adapter::Playground,
    answers,
    frame::LiveEvent,
    person::{Person, PersonId},
    places::{self, Room},
    posts::{Author, NewPost},
    stored::StoreFailure,
    wire::{Body, StoredAnswer},
};
use api::{
    Answer, Capabilities, ChannelId, Chat, ChatError, Checkup, Completions, Event, EventId,
    Finding, Form, Message, MessageId, Nonce, PersonalEntry, Place, Platform, Private, Public,
    Speaker, TurnPush, UserId,
};
use kit::known;

/// The number of names that are completed.
const MAX_NAMES: usize = 25;

#[async_trait]
impl Chat for Playground {
    fn platform(&self) -> Platform {
        Platform::Playground
    }

    fn capabilities(&self) -> Capabilities {
        Capabilities {
            marked_times: true,
            ephemeral: true,
            draws_later: true,
            ..Capabilities::default()
        }
    }

    async fn post(
        &self,
        nonce: &Nonce,
        channel: &ChannelId,
        message: &Message<Public>,
    ) -> Result<MessageId, ChatError> {
        let room = known(Room::of_channel(channel), channel)?;
        self.say_as_bot(room, nonce, message).await
    }

    async fn whisper(
        &self,
        nonce: &Nonce,
        user: &UserId,
        message: &Message<Private>,
    ) -> Result<MessageId, ChatError> {
        let (id, person) = self.who_is(user)?;
        if person.is_closed {
            return Err(refused(format_args!("{user} wants no direct messages")));
        }
        self.say_as_bot(Room::Direct(id), nonce, message).await
    }

    fn has_forgotten(&self, message: &MessageId) -> bool {
        places::post_of(message).is_some_and(|(room, number)| self.is_forgotten(room, number))
    }

    async fn edit(&self, message: &MessageId, new: &Message<Public>) -> Result<(), ChatError> {
        let (room, number) = known(places::post_of(message), message)?;
        let body = self.body_of(new)?;
        let change = |old: &Body| body.clone().with_picture_of(old);
        let found = self.edit_post(room, number, change).await?;
        Ok(known(found.then_some(()), message)?)
    }

    async fn edit_whisper(
        &self,
        user: &UserId,
        message: &MessageId,
        new: &Message<Private>,
    ) -> Result<(), ChatError> {
        let (room, number) = known(places::post_of(message), message)?;
        let (id, _) = self.who_is(user)?;
        if room != Room::Direct(id) {
            return Err(refused(format_args!("message {message} is not {user}'s")));
        }
        let body = self.body_of(new)?;
        let found = self.edit_post(room, number, |_| body.clone()).await?;
        Ok(known(found.then_some(()), message)?)
    }

    async fn answer(&self, event: &EventId, answer: &Answer) -> Result<(), ChatError> {
        let reply = StoredAnswer {
            replaces: answer.replaces,
            about: answer.about.map(|id| id.to_string()),
            evident: answer.is_evident,
            body: self.body_of(&answer.message)?,
        };
        self.reply(event, &reply).await
    }

    async fn show_form(&self, event: &EventId, form: &Form) -> Result<(), ChatError> {
        let reply = StoredAnswer {
            replaces: true,
            about: None,
            evident: false,
            body: Body::form(form),
        };
        self.reply(event, &reply).await
    }

    async fn examine(&self, event: &Event, _: Checkup) -> Result<Vec<Finding>, ChatError> {
        let (_, person) = self.who_is(&event.speaker.id)?;
        Ok(vec![
            Finding::receives(),
            if person.is_closed {
                Finding::bad(text::playground_closed())
            } else {
                Finding::writes()
            },
        ])
    }

    async fn person(&self, _: &Place, written: &str) -> Result<Option<Speaker>, ChatError> {
        let found = match PersonId::mentioned(written) {
            Some(id) => self.signed_in(id)?,
            None => self.person_called(written.trim().trim_start_matches('@'))?,
        };
        match found {
            Some(person) if self.count_in(person.id).await? => Ok(Some(person.speaker)),
            _ => Ok(None),
        }
    }

    async fn people(&self, beginning: &str) -> Result<Vec<String>, ChatError> {
        Ok(self.names_with(beginning, MAX_NAMES)?)
    }

    fn has_devices(&self) -> Result<bool, ChatError> {
        Ok(self.may_push()?)
    }

    async fn push_turn(&self, turn: &TurnPush) -> Result<(), ChatError> {
        Ok(self.announce_turn(turn).await?)
    }

    async fn kept_of(&self, user: &UserId) -> Result<Vec<PersonalEntry>, ChatError> {
        match self.person_of(user)? {
            Some(id) => Ok(self.kept_of_person(id)?),
            None => Ok(Vec::new()),
        }
    }

    async fn forget(&self, user: &UserId) -> Result<(), ChatError> {
        match self.person_of(user)? {
            Some(id) => Ok(self.forget_person(id).await?),
            None => Ok(()),
        }
    }

    async fn complete(&self, event: &EventId, offered: &Completions) -> Result<(), ChatError> {
        self.completions.answer(event, offered);
        Ok(())
    }
}

impl Playground {
    async fn reply(&self, event: &EventId, reply: &StoredAnswer) -> Result<(), ChatError> {
        let (person, id) = known(answers::event_of(event), event)?;
        let kept = self.keep_answer(person, id, reply).await;
        // The waiting request gets the answer even if the disk refuses it, because the answer can report that failure.
        if !self.answers.answer(event, reply) {
            let frame = LiveEvent::Answer { id, reply };
            self.hub.publish_to(person, &frame);
        }
        Ok(kept?)
    }

    async fn say_as_bot<A>(
        &self,
        room: Room,
        nonce: &Nonce,
        message: &Message<A>,
    ) -> Result<MessageId, ChatError> {
        let post = NewPost {
            nonce: format!("bot/{}", nonce.0),
            author: Author::Bot,
            body: self.body_of(message)?,
        };
        let number = self.post_once(room, post).await?;
        Ok(places::message_id(room, number))
    }

    /// Builds the content of a message, with the people of the page that it mentions.
    fn body_of<A>(&self, message: &Message<A>) -> Result<Body, StoreFailure> {
        let people = message.mentions.iter().map(|user| self.person_of(user));
        let mentions: Result<_, _> = people.filter_map(Result::transpose).collect();
        Ok(Body::new(message, mentions?))
    }

    fn who_is(&self, user: &UserId) -> Result<(PersonId, Person), ChatError> {
        let id = known(self.person_of(user)?, user)?;
        let person = known(self.person(id)?, user)?;
        Ok((id, person))
    }
}

fn refused(reason: std::fmt::Arguments<'_>) -> ChatError {
    ChatError::Refused(reason.to_string())
}
