//! Sends messages, and stores the choices below them.

use matrix_sdk::{
    Room,
    ruma::{EventId as MatrixEvent, OwnedEventId, OwnedRoomId, RoomId, UserId as MatrixUser},
};
use serde_json::{Map, Value};

use super::{
    adapter::Matrix,
    body,
    choices::Choices,
    failure::{Failure, failure},
    ids,
    media::Promise,
    stored::key,
};
use api::{Audience, Message, MessageId};

/// The readers of a message.
#[derive(Clone, Copy)]
pub(super) enum To<'a> {
    /// All members of the room.
    Room,
    /// All members, in the thread that begins with this event.
    Thread(&'a OwnedEventId),
    /// One person, in their direct room.
    Person(&'a MatrixUser),
}

/// The parts that are sent for a message.
pub(super) struct SpokenParts {
    /// Its picture with a transaction name, if it is sent before the message.
    pub(super) picture: Option<(String, Map<String, Value>)>,
    /// The message, or the rest of it.
    pub(super) content: Map<String, Value>,
    /// The file of the picture, if it is uploaded after everything is sent.
    pub(super) promise: Option<Promise>,
}

impl Matrix {
    /// Returns the choices below a message.
    pub(super) async fn choices_below(
        &self,
        room: &Room,
        message: &MatrixEvent,
    ) -> Result<Choices, Failure> {
        if let Some(choices) = self.known_choices(message)? {
            return Ok(choices);
        }
        // The homeserver may have accepted the post without a response so far.
        let gate = self.gates.get(room.room_id().to_owned());
        let _nothing_is_posted = gate.write().await;
        Ok(self.known_choices(message)?.unwrap_or_default())
    }

    pub(super) fn known_choices(&self, message: &MatrixEvent) -> Result<Option<Choices>, Failure> {
        self.kept_json(&key("choices", message))
    }

    pub(super) async fn remember_choices(
        &self,
        message: &MatrixEvent,
        choices: &Choices,
    ) -> Result<(), Failure> {
        let kept = choices.is_for_later().then_some(choices);
        self.keep_choices(key("choices", message), kept).await
    }

    /// Sends a message with choices once, and stores them.
    pub(super) async fn post_once<A: Audience>(
        &self,
        room: &Room,
        name: &str,
        message: &Message<A>,
        to: To<'_>,
        hint: Option<String>,
    ) -> Result<MessageId, Failure> {
        let choices = Choices::of(&message.controls);
        let parts = self.parts_of(room, name, message, hint).await?;
        if let Some((name, picture)) = parts.picture {
            // The picture has no choices below it, because the bot later removes them from the words alone.
            let nothing = Choices::default();
            self.say_content(room, &name, picture, &nothing, to).await?;
        }
        let id = self
            .say_content(room, name, parts.content, &choices, to)
            .await?;
        // The homeserver makes thumbnails during the upload. It is better that one reader waits for the picture than that all
        // wait for the message.
        self.fulfil(parts.promise).await?;
        Ok(id)
    }

    /// Builds the parts of a message of this name, with a hint below it of how to choose.
    pub(super) async fn parts_of<A: Audience>(
        &self,
        room: &Room,
        name: &str,
        message: &Message<A>,
        hint: Option<String>,
    ) -> Result<SpokenParts, Failure> {
        // Some clients show no words below a picture, so the choices stand in a separate message.
        let Some(picture) = message.picture.as_ref().filter(|_| hint.is_some()) else {
            let (content, promise) = self.content_of(room, message, hint, Some(name)).await?;
            return Ok(SpokenParts {
                picture: None,
                content,
                promise,
            });
        };
        if self.send_limiter.is_limited() {
            // Under a rate limit two messages would delay those of others.
            let alt = Some(&*picture.alt);
            return Ok(SpokenParts {
                picture: None,
                content: self.content_alone(room, message, hint, alt).await,
                promise: None,
            });
        }
        let shown = Message {
            picture: Some(picture.clone()),
            ..Message::text("")
        };
        let name = [name, "-picture"].concat();
        let (picture, promise) = self.content_of(room, &shown, None, Some(&name)).await?;
        Ok(SpokenParts {
            picture: Some((name, picture)),
            content: self.content_alone(room, message, hint, None).await,
            promise,
        })
    }

    pub(super) async fn say_content(
        &self,
        room: &Room,
        name: &str,
        content: Map<String, Value>,
        choices: &Choices,
        to: To<'_>,
    ) -> Result<MessageId, Failure> {
        let mut sent = content.clone();
        if let To::Thread(root) = to {
            sent.insert("m.relates_to".to_owned(), body::in_thread(root));
        }
        let gate = self.gates.get(room.room_id().to_owned());
        let _others_wait = gate.read().await;
        if let To::Person(user) = to {
            self.check_alone(room, user).await?;
        }
        let event = self.send(room, name, sent).await?;
        self.remember_choices(&event, choices).await?;
        if let To::Thread(root) = to
            && choices.asks()
        {
            self.keep_text(key("question", root), event.as_str())
                .await?;
        }
        self.contents.put(event.clone(), content);
        Ok(ids::message_id(room.room_id(), &event))
    }

    /// Returns the content of a message as it was first sent.
    pub(super) async fn original_content(
        &self,
        room: &Room,
        event: &OwnedEventId,
    ) -> Result<Map<String, Value>, Failure> {
        if let Some(content) = self.contents.get(event) {
            return Ok(content);
        }
        let found = room.event(event, None).await.map_err(failure)?;
        let content = found.raw().get_field("content").ok().flatten();
        Ok(content.unwrap_or_default())
    }

    pub(super) fn is_thread(&self, root: &MatrixEvent) -> Result<bool, Failure> {
        Ok(self.room_of_thread(root)?.is_some())
    }

    /// Returns the room that contains a match thread.
    pub(super) fn room_of_thread(
        &self,
        root: &MatrixEvent,
    ) -> Result<Option<OwnedRoomId>, Failure> {
        self.kept_room(&key("thread", root))
    }

    /// Stores that the thread of a match begins with an event.
    pub(super) async fn remember_thread(
        &self,
        root: &MatrixEvent,
        room: &RoomId,
    ) -> Result<(), Failure> {
        self.keep_text(key("thread", root), room.as_str()).await
    }
}
