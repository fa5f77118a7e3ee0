//! Implements the `Chat` port for Matrix.

use std::sync::atomic::Ordering;

use async_trait::async_trait;
use matrix_sdk::{
    Room, RoomMemberships,
    ruma::{UserId as MatrixUser, events::room::member::MembershipState},
};
use serde_json::Value;

use super::{
    adapter::{self, Matrix},
    choices::Choices,
    direct::{Requested, membership},
    failure::{Failure, failure},
    forgetting,
    ids::{self, Location},
    speech::To,
};
use api::{
    Answer, Capabilities, ChannelId, Chat, ChatError, Checkup, Event, EventId, Finding, Form,
    Message, MessageId, Nonce, PersonalEntry, Place, Platform, Private, Public, Speaker, UserId,
    mentioned,
};
use command::is_same_name;
use kit::known;
use text::Text;

#[async_trait]
impl Chat for Matrix {
    fn platform(&self) -> Platform {
        Platform::Matrix
    }

    fn capabilities(&self) -> Capabilities {
        Capabilities {
            links_to_page: self.settings.page_url.is_some(),
            widgets: self.settings.widgets,
            ..adapter::capabilities(self.settings.threads)
        }
    }

    fn is_connected(&self) -> bool {
        self.is_connected.load(Ordering::Relaxed)
    }

    async fn post(
        &self,
        nonce: &Nonce,
        channel: &ChannelId,
        message: &Message<Public>,
    ) -> Result<MessageId, ChatError> {
        let spot = known(ids::spot(channel), channel)?;
        let room = self.room_at(&spot)?;
        let name = format!("post-{}", nonce.0);
        let to = spot.root.as_ref().map_or(To::Room, To::Thread);
        let hint = self.hint(&room, &Choices::of(&message.controls)).await;
        let denied = match message.widget {
            Some(id) => self.show_widget(&room, id).await,
            None => None,
        };
        let hints: Vec<_> = hint.into_iter().chain(denied).collect();
        let hint = (!hints.is_empty()).then(|| hints.join("\n"));
        Ok(self.post_once(&room, &name, message, to, hint).await?)
    }

    async fn whisper(
        &self,
        nonce: &Nonce,
        user: &UserId,
        message: &Message<Private>,
    ) -> Result<MessageId, ChatError> {
        let user = known(ids::user(user), user)?;
        let room = self.direct(&user, Requested::No).await?;
        let name = format!("whisper-{}", nonce.0);
        let hint = Choices::of(&message.controls).hint(self.language_of(&user));
        Ok(self
            .post_once(&room, &name, message, To::Person(&user), hint)
            .await?)
    }

    async fn edit(&self, message: &MessageId, new: &Message<Public>) -> Result<(), ChatError> {
        let (room, event) = known(ids::message(message), message)?;
        let room = self.joined(&room)?;
        let choices = Choices::of(&new.controls);
        self.check_readers(&room).await?;
        let before = self.original_content(&room, &event).await?;
        let hint = self.hint(&room, &choices).await;
        let words = self.words_of(&room, new, hint).await;
        let content = words.in_place_of(&before);
        self.change_in_time(&room, &event, content, None).await?;
        Ok(self.remember_choices(&event, &choices).await?)
    }

    async fn edit_whisper(
        &self,
        user: &UserId,
        message: &MessageId,
        new: &Message<Private>,
    ) -> Result<(), ChatError> {
        let user = known(ids::user(user), user)?;
        let (room, event) = known(ids::message(message), message)?;
        let room = self.joined(&room)?;
        if self.person_of(&room).await?.as_ref() != Some(&user) {
            return Err(ChatError::Refused(format!(
                "message {message} was not said to {user} alone"
            )));
        }
        let choices = Choices::of(&new.controls);
        let hint = choices.hint(self.language_of(&user));
        let (content, _) = self.content_of(&room, new, hint, None).await?;
        self.check_alone(&room, &user).await?;
        self.change_in_time(&room, &event, content, Some(user))
            .await?;
        Ok(self.remember_choices(&event, &choices).await?)
    }

    async fn open_thread(
        &self,
        message: &MessageId,
        _: &str,
        _: &[&UserId],
    ) -> Result<Option<ChannelId>, ChatError> {
        let (room, root) = known(ids::message(message), message)?;
        self.remember_thread(&root, &room).await?;
        let room = self.first_of(&room)?;
        let root = Some(root);
        Ok(Some(ids::channel_id(&Location { room, root })))
    }

    async fn answer(&self, event: &EventId, answer: &Answer) -> Result<(), ChatError> {
        let open = self.find_open(event)?;
        Ok(self.answer_in_the_end(&open, answer).await?)
    }

    async fn note(&self, event: &EventId, note: &Answer) -> Result<(), ChatError> {
        let open = self.find_open(event)?;
        Ok(self.note_for(&open, note).await?)
    }

    async fn dismiss(&self, event: &EventId) -> Result<(), ChatError> {
        let open = self.find_open(event)?;
        self.close(&open.event, &open.by).await;
        Ok(())
    }

    async fn show_form(&self, event: &EventId, form: &Form) -> Result<(), ChatError> {
        let open = self.find_open(event)?;
        Ok(self.show_form_in_the_end(&open, form).await?)
    }

    fn obstacle(&self, event: &EventId) -> Option<Text> {
        self.find_open(event).ok()?.obstacle.clone()
    }

    async fn examine(&self, event: &Event, checkup: Checkup) -> Result<Vec<Finding>, ChatError> {
        let open = self.find_open(&event.id)?;
        Ok(self.checkup(&open, checkup.language).await?)
    }

    async fn redact(&self, event: &EventId) -> Result<(), ChatError> {
        let open = self.find_open(event)?;
        Ok(self.take_back_in_the_end(&open).await?)
    }

    async fn has_left(&self, user: &UserId, channel: &ChannelId) -> Result<bool, ChatError> {
        let user = known(ids::user(user), user)?;
        let spot = known(ids::spot(channel), channel)?;
        let Ok(room) = self.last_of(&spot.room).and_then(|room| self.joined(&room)) else {
            return Ok(false);
        };
        Ok(!matches!(
            membership(&room, &user).await?,
            MembershipState::Join | MembershipState::Invite | MembershipState::Knock
        ))
    }

    async fn kept_of(&self, user: &UserId) -> Result<Vec<PersonalEntry>, ChatError> {
        let user = known(ids::user(user), user)?;
        Ok(forgetting::kept_of(&self.writer, &user)?)
    }

    async fn forget(&self, user: &UserId) -> Result<(), ChatError> {
        let user = known(ids::user(user), user)?;
        Ok(self.forget_user(&user).await?)
    }

    async fn person(&self, place: &Place, written: &str) -> Result<Option<Speaker>, ChatError> {
        let written = written.trim();
        let written = mentioned(written).unwrap_or(written);
        let Ok(user) = MatrixUser::parse(written) else {
            let name = written.trim_start_matches('@');
            return Ok(self.called(place, name).await?);
        };
        if user == self.account {
            return Ok(Some(Speaker::program()));
        }
        if let Some(speaker) = self.member(place, &user).await? {
            return Ok(Some(speaker));
        }
        if let Some(speaker) = self.names.get(&user) {
            return Ok(Some(speaker));
        }
        let profile = match self.client.account().fetch_user_profile_of(&user).await {
            Ok(profile) => profile,
            Err(error) => match failure(error) {
                Failure::Refused(_) => return Ok(None),
                failure => return Err(Failure::into(failure)),
            },
        };
        let name = profile.get("displayname").and_then(Value::as_str);
        Ok(Some(Speaker {
            id: ids::user_id(&user),
            name: name.unwrap_or(user.localpart()).to_owned(),
        }))
    }
}

impl Matrix {
    /// Builds the hint below a public message: how to choose, and a warning that a secret typed there stays.
    async fn hint(&self, room: &Room, choices: &Choices) -> Option<String> {
        let language = self.settings.language;
        let mut lines: Vec<_> = choices.hint(language).into_iter().collect();
        if choices.invite_secrets() && !self.may_remove(room).await {
            lines.push(language.localize(&text::matrix_secrets_stay()));
        }
        (!lines.is_empty()).then(|| lines.join("\n"))
    }

    /// Returns a person by their name in the room of a place, if they are in it.
    async fn member(&self, place: &Place, user: &MatrixUser) -> Result<Option<Speaker>, Failure> {
        let Some(room) = self.room_of(place)? else {
            return Ok(None);
        };
        match room.get_member(user).await.map_err(failure)? {
            Some(_) => Ok(Some(self.speaker(&room, user).await)),
            None => Ok(None),
        }
    }

    /// Returns the one person in a room with this name.
    async fn called(&self, place: &Place, name: &str) -> Result<Option<Speaker>, Failure> {
        let Some(room) = self.room_of(place)? else {
            return Ok(None);
        };
        let members = room.members(RoomMemberships::JOIN).await.map_err(failure)?;
        let mut found = members
            .iter()
            .filter(|member| is_same_name(member.name(), name) && member.user_id() != self.account);
        let (Some(one), None) = (found.next(), found.next()) else {
            return Ok(None);
        };
        Ok(Some(self.speaker(&room, one.user_id()).await))
    }

    /// Returns the room of a place, if others read it.
    fn room_of(&self, place: &Place) -> Result<Option<Room>, Failure> {
        match place {
            Place::Channel(channel) => {
                let spot = known(ids::spot(channel), channel)?;
                self.room_at(&spot).map(Some)
            }
            Place::Direct | Place::Group => Ok(None),
        }
    }
}
