//! The [`Chat`] interface for Discord.

use async_trait::async_trait;
use serenity::http::{LightMethod, Request, Route};
use tracing::warn;

use super::{adapter::Discord, ids, permissions::Access};
use api::{
    Answer, Capabilities, ChannelId, Chat, ChatError, Checkup, Completions, Event, EventId,
    Finding, Form, Message, MessageId, Nonce, Place, Platform, Private, Public, Speaker, UserId,
    mentioned,
};
use kit::known;
use text::Text;

#[async_trait]
impl Chat for Discord {
    fn platform(&self) -> Platform {
        Platform::Discord
    }

    fn capabilities(&self) -> Capabilities {
        Capabilities {
            links_to_page: self.settings.page_url.is_some(),
            widgets: false,
            marked_times: true,
            ephemeral: true,
            draws_later: false,
            threads: self.settings.threads,
            replaces_posts: true,
            posts_are_few: true,
        }
    }

    fn is_connected(&self) -> bool {
        self.open_shards.are_open()
    }

    fn may_have_said(&self, nonce: Nonce) {
        self.doubts.cast(nonce.0);
    }

    async fn post(
        &self,
        nonce: &Nonce,
        channel: &ChannelId,
        message: &Message<Public>,
    ) -> Result<MessageId, ChatError> {
        let channel = known(ids::channel(channel), channel)?;
        let outgoing = self.encoder().post(message, nonce);
        Ok(self.post_once(channel, outgoing).await?)
    }

    async fn whisper(
        &self,
        nonce: &Nonce,
        user: &UserId,
        message: &Message<Private>,
    ) -> Result<MessageId, ChatError> {
        let user = known(ids::user(user), user)?;
        let outgoing = self.encoder().whisper(message, nonce);
        Ok(self.whisper_to(user, outgoing).await?)
    }

    async fn find_post(
        &self,
        nonce: &Nonce,
        channel: &ChannelId,
        message: &Message<Public>,
    ) -> Result<Option<MessageId>, ChatError> {
        let channel = known(ids::channel(channel), channel)?;
        let outgoing = self.encoder().post(message, nonce);
        Ok(self.find(channel, outgoing).await?)
    }

    async fn find_whisper(
        &self,
        nonce: &Nonce,
        user: &UserId,
        message: &Message<Private>,
    ) -> Result<Option<MessageId>, ChatError> {
        let channel = self.direct(known(ids::user(user), user)?).await?;
        let outgoing = self.encoder().whisper(message, nonce);
        Ok(self.find(channel, outgoing).await?)
    }

    async fn edit(&self, message: &MessageId, new: &Message<Public>) -> Result<(), ChatError> {
        Ok(self.change(message, self.encoder().edit_words(new)).await?)
    }

    async fn replace(&self, message: &MessageId, new: &Message<Public>) -> Result<(), ChatError> {
        let outgoing = self.encoder().replacement(new);
        Ok(self.change(message, outgoing).await?)
    }

    async fn remove(&self, message: &MessageId) -> Result<(), ChatError> {
        let (channel, message) = known(ids::message(message), message)?;
        Ok(self.delete(channel, message).await?)
    }

    async fn edit_whisper(
        &self,
        user: &UserId,
        message: &MessageId,
        new: &Message<Private>,
    ) -> Result<(), ChatError> {
        let direct = self.direct(known(ids::user(user), user)?).await?;
        let (channel, _) = known(ids::message(message), message)?;
        if channel != direct {
            return Err(ChatError::Refused(format!(
                "message {message} was not said to {user}"
            )));
        }
        Ok(self.change(message, self.encoder().edit(new)).await?)
    }

    async fn open_thread(
        &self,
        message: &MessageId,
        name: &str,
        people: &[&UserId],
    ) -> Result<Option<ChannelId>, ChatError> {
        let (channel, message) = known(ids::message(message), message)?;
        let Some(thread) = self.thread_of(channel, message, name).await? else {
            return Ok(None);
        };
        for user_id in people.iter().filter_map(|user| ids::user(user)) {
            let route = Route::ChannelThreadMember {
                channel_id: thread,
                user_id,
            };
            // Without being added, a person still finds the thread below the message.
            let request = Request::new(route, LightMethod::Put);
            if let Err(failure) = self.line.send(request).await {
                warn!(?failure, "cannot add a player to a thread");
            }
        }
        Ok(Some(ids::channel_id(thread)))
    }

    async fn close_thread(&self, thread: &ChannelId) -> Result<(), ChatError> {
        let thread = known(ids::channel(thread), thread)?;
        Ok(self.shorten_auto_archive(thread).await?)
    }

    async fn answer(&self, event: &EventId, answer: &Answer) -> Result<(), ChatError> {
        self.in_flight.end(event);
        if let Some(message) = self.message_of(event) {
            return Ok(self.answer_message(&message, event, answer).await?);
        }
        let open = self.find_open(event)?;
        Ok(self.answer_open(&open, answer).await?)
    }

    async fn note(&self, event: &EventId, note: &Answer) -> Result<(), ChatError> {
        if let Some(message) = self.message_of(event) {
            return Ok(self.answer_message(&message, event, note).await?);
        }
        let open = self.find_open(event)?;
        Ok(self.note_open(&open, note).await?)
    }

    async fn announce(&self, event: &EventId, message: &Message<Public>) -> Result<(), ChatError> {
        let open = self.find_open(event)?;
        Ok(self.announce_by(&open, message).await?)
    }

    async fn settle(&self, event: &EventId, message: &Message<Public>) -> Result<(), ChatError> {
        let open = self.find_open(event)?;
        Ok(self.settle_by(&open, message).await?)
    }

    async fn dismiss(&self, event: &EventId) -> Result<(), ChatError> {
        self.in_flight.end(event);
        if self.message_of(event).is_some() {
            return Ok(());
        }
        let open = self.find_open(event)?;
        Ok(self.dismiss_open(&open).await?)
    }

    async fn show_form(&self, event: &EventId, form: &Form) -> Result<(), ChatError> {
        self.in_flight.end(event);
        let open = self.find_open(event)?;
        Ok(self.show_form_open(&open, form).await?)
    }

    async fn complete(&self, event: &EventId, offered: &Completions) -> Result<(), ChatError> {
        let open = self.find_open(event)?;
        Ok(self.offer(&open, offered).await?)
    }

    fn obstacle(&self, event: &EventId) -> Option<Text> {
        let open = self.find_open(event).ok()?;
        let obstacle = open.access.and_then(Access::obstacle);
        obstacle.or_else(|| open.unread.clone())
    }

    fn is_read_by_others(&self, event: &EventId) -> bool {
        let message = self.message_of(event);
        message.is_some_and(|message| message.is_aloud)
    }

    async fn redact(&self, event: &EventId) -> Result<(), ChatError> {
        self.in_flight.end(event);
        match self.message_of(event) {
            Some(message) => Ok(self.delete(message.channel, message.id).await?),
            None => Ok(()),
        }
    }

    async fn examine(&self, event: &Event, checkup: Checkup) -> Result<Vec<Finding>, ChatError> {
        let open = match self.message_of(&event.id) {
            Some(_) => None,
            None => Some(self.find_open(&event.id)?),
        };
        Ok(self.checkup(open.as_deref(), event, checkup).await?)
    }

    async fn person(&self, place: &Place, written: &str) -> Result<Option<Speaker>, ChatError> {
        let user = mentioned(written).map(|id| UserId::new(Platform::Discord, id));
        let Some(user) = user.as_ref().and_then(ids::user) else {
            return Ok(None);
        };
        match place {
            Place::Channel(channel) => {
                let channel = known(ids::channel(channel), channel)?;
                Ok(self.members.find(user, channel).await?)
            }
            Place::Group => Ok(self.members.account(user).await?),
            Place::Direct => Ok(None),
        }
    }

    async fn unread(&self, place: &Place, who: &Speaker) -> Result<Option<Text>, ChatError> {
        let Place::Channel(channel) = place else {
            return Ok(None);
        };
        let user = known(ids::user(&who.id), &who.id)?;
        let channel = known(ids::channel(channel), channel)?;
        let reads = self.members.reads(user, channel).await?;
        Ok((!reads).then(|| text::discord_unseen(&who.name)))
    }

    async fn has_left(&self, user: &UserId, channel: &ChannelId) -> Result<bool, ChatError> {
        let user = known(ids::user(user), user)?;
        let channel = known(ids::channel(channel), channel)?;
        Ok(self.members.is_gone(user, channel).await?)
    }
}
