//! The Discord adapter and its requests.

use std::{
    sync::{Arc, OnceLock},
    time::Duration,
};

use secrecy::SecretString;
use serde_json::json;
use serenity::{
    all,
    http::{LightMethod, Request, Route},
};
use tokio::sync::{Mutex, OnceCell};

use super::{
    body::{MessageEncoder, OutgoingMessage},
    commands::CommandIds,
    doubts::Doubts,
    failure::{Failure, code, is},
    ids,
    in_flight::InFlightEvents,
    interactions::{LIFE, OpenInteraction},
    line::{RequestLine, with_json},
    members::Members,
    open_shards::OpenShards,
    received::{REST, ReceivedMessage},
};
use api::MessageId;
use kit::{Keyed, Memory, known, lock};
use store::writer::Writer;

/// The base URL of Discord.
pub const DISCORD: &str = "https://discord.com";

/// The time without a message after which a thread is archived, in minutes: a week, the longest possible.
const THREAD_MINUTES: u16 = 7 * 24 * 60;

/// The same time for the thread of a finished match, in minutes.
const REST_MINUTES: u16 = 24 * 60;

/// The settings of the Discord adapter.
pub struct DiscordSettings {
    /// The bot's token.
    pub token: SecretString,
    /// The base of all URLs: [`DISCORD`], or a test server.
    pub api: String,
    /// True if each match gets a thread of its own.
    pub threads: bool,
    /// The number of shards. If `None`, the number that other processes use or Discord recommends.
    pub shards: Option<u32>,
    /// True if people can open the web page inside Discord, as an Activity.
    pub activity: bool,
    /// The address of the web page, without a slash at its end, if it is public.
    pub page_url: Option<String>,
    /// The pause between two identifies of one bucket: [`IDENTIFY_PAUSE`](super::IDENTIFY_PAUSE).
    pub identify_pause: Duration,
}

/// The Discord adapter.
pub struct Discord {
    pub(super) settings: DiscordSettings,
    pub(super) line: RequestLine,
    pub(super) writer: Writer,
    /// The interactions that can still be answered.
    pub(super) open: Memory<all::InteractionId, Arc<OpenInteraction>>,
    /// The messages to the bot that can still be answered.
    pub(super) messages: Memory<String, Arc<ReceivedMessage>>,
    /// The people who recently received the explanation of valid messages.
    pub(super) help_notices: Memory<all::UserId, ()>,
    /// The people who recently received the notice that the bot cannot message them.
    pub(super) closed_notices: Memory<all::UserId, ()>,
    /// The channels of direct messages, by person.
    pub(super) directs: Memory<all::UserId, all::ChannelId>,
    pub(super) members: Members,
    /// The account of the bot, once Discord has reported it.
    pub(super) me: OnceCell<all::CurrentUser>,
    /// The application of the bot, once Discord has reported it.
    pub(super) application: OnceLock<all::ApplicationId>,
    pub(super) doubts: Doubts,
    /// The ids of the registered commands.
    pub(super) commands: std::sync::Mutex<Arc<CommandIds>>,
    /// The nonces of sent messages, by message.
    pub(super) nonces: Memory<u64, String>,
    pub(super) open_shards: OpenShards,
    pub(super) in_flight: InFlightEvents,
    /// Held while a message is posted in a channel, so that messages keep their order.
    turns: Keyed<all::ChannelId, Mutex<()>>,
}

impl Discord {
    /// Makes the adapter. It sends nothing until it is [served](super::serve). `writer` stores which commands are
    /// registered.
    pub fn new(settings: DiscordSettings, writer: Writer) -> Arc<Discord> {
        let line = RequestLine::new(&settings.api, &settings.token);
        Arc::new(Discord {
            members: Members::new(line.clone()),
            line,
            settings,
            writer,
            open: Memory::lasting(LIFE),
            messages: Memory::lasting(LIFE),
            help_notices: Memory::lasting(REST),
            closed_notices: Memory::lasting(REST),
            directs: Memory::default(),
            me: OnceCell::new(),
            application: OnceLock::new(),
            commands: std::sync::Mutex::default(),
            doubts: Doubts::default(),
            nonces: Memory::default(),
            open_shards: OpenShards::default(),
            in_flight: InFlightEvents::default(),
            turns: Keyed::default(),
        })
    }

    /// Returns the encoder of messages, with the current command ids.
    pub(super) fn encoder(&self) -> MessageEncoder {
        MessageEncoder {
            commands: Arc::clone(&lock(&self.commands)),
            page_url: self.settings.page_url.clone(),
            has_activity: self.settings.activity,
        }
    }

    /// Returns the channel of direct messages with a person.
    pub(super) async fn direct(&self, user: all::UserId) -> Result<all::ChannelId, Failure> {
        if let Some(channel) = self.directs.get(&user) {
            return Ok(channel);
        }
        let body = json!({ "recipient_id": user });
        let request = with_json(LightMethod::Post, Route::UserMeDmChannels, &body)?;
        let channel: all::PrivateChannel = self.line.value(request).await?;
        self.directs.put(user, channel.id);
        Ok(channel.id)
    }

    /// Posts a message unless an earlier attempt posted it. Fails while the bot's own account is unknown, because the search
    /// for earlier posts needs it.
    pub(super) async fn post_once(
        &self,
        channel: all::ChannelId,
        outgoing: OutgoingMessage,
    ) -> Result<MessageId, Failure> {
        self.own_account().await?;
        let turn = self.turns.get(channel);
        let _turn = turn.lock().await;
        let nonce = outgoing.nonce.clone().unwrap_or_default();
        let sent = match self.find_sent(channel, &nonce, &outgoing).await? {
            Some(message) => Ok(message),
            None => self.post(channel, outgoing).await,
        };
        match &sent {
            Err(Failure::Later(_)) => self.doubts.cast(nonce),
            Err(failure) if failure.may_pass() => {}
            Err(_) => self.doubts.settle(&nonce),
            Ok(message) => self.note_sent(*message, nonce),
        }
        Ok(ids::message_id(channel, sent?))
    }

    /// Finds a message that may have been posted. Posts nothing.
    pub(super) async fn find(
        &self,
        channel: all::ChannelId,
        outgoing: OutgoingMessage,
    ) -> Result<Option<MessageId>, Failure> {
        self.own_account().await?;
        let turn = self.turns.get(channel);
        let _turn = turn.lock().await;
        let nonce = outgoing.nonce.clone().unwrap_or_default();
        self.doubts.cast(nonce.clone());
        let Some(message) = self.find_sent(channel, &nonce, &outgoing).await? else {
            self.doubts.settle(&nonce);
            return Ok(None);
        };
        self.note_sent(message, nonce);
        Ok(Some(ids::message_id(channel, message)))
    }

    fn note_sent(&self, message: all::MessageId, nonce: String) {
        self.doubts.settle(&nonce);
        self.nonces.put(message.get(), nonce);
    }

    async fn post(
        &self,
        channel: all::ChannelId,
        outgoing: OutgoingMessage,
    ) -> Result<all::MessageId, Failure> {
        let route = Route::ChannelMessages {
            channel_id: channel,
        };
        let request = outgoing.request(LightMethod::Post, route)?;
        let message: all::Message = self.line.at_once().value(request).await?;
        Ok(message.id)
    }

    /// Sends a direct message.
    pub(super) async fn whisper_to(
        &self,
        user: all::UserId,
        outgoing: OutgoingMessage,
    ) -> Result<MessageId, Failure> {
        let channel = self.direct(user).await?;
        self.post_once(channel, outgoing).await
    }

    /// Returns the thread on a message and creates it if needed. Returns `None` if the message cannot have one.
    pub(super) async fn thread_of(
        &self,
        channel: all::ChannelId,
        message: all::MessageId,
        name: &str,
    ) -> Result<Option<all::ChannelId>, Failure> {
        let body = json!({ "name": name, "auto_archive_duration": THREAD_MINUTES });
        let route = Route::ChannelMessageThreads {
            channel_id: channel,
            message_id: message,
        };
        let request = with_json(LightMethod::Post, route, &body)?;
        let made: Result<all::GuildChannel, Failure> = self.line.value(request).await;
        let is = |code| made.as_ref().is_err_and(|failure| is(failure, code));
        if is(code::HAS_THREAD) {
            // A thread on a message has the id of the message.
            Ok(Some(message.get().into()))
        } else if is(code::UNKNOWN_MESSAGE) || is(code::OTHER_KIND) {
            // The message was deleted, or is itself in a thread, or in the chat of a voice channel.
            Ok(None)
        } else {
            made.map(|thread| Some(thread.id))
        }
    }

    /// Shortens the time after which a thread is archived.
    pub(super) async fn shorten_auto_archive(&self, thread: all::ChannelId) -> Result<(), Failure> {
        let body = json!({ "auto_archive_duration": REST_MINUTES });
        let route = Route::Channel { channel_id: thread };
        let request = with_json(LightMethod::Patch, route, &body)?;
        self.line.send(request).await
    }

    /// Deletes a message of any author.
    pub(super) async fn delete(
        &self,
        channel_id: all::ChannelId,
        message_id: all::MessageId,
    ) -> Result<(), Failure> {
        let route = Route::ChannelMessage {
            channel_id,
            message_id,
        };
        self.line
            .send(Request::new(route, LightMethod::Delete))
            .await
    }

    pub(super) async fn change(
        &self,
        message: &MessageId,
        outgoing: OutgoingMessage,
    ) -> Result<(), Failure> {
        let (channel, message) = known(ids::message(message), message)?;
        let turn = self.turns.get(channel);
        let _turn = turn.lock().await;
        let route = Route::ChannelMessage {
            channel_id: channel,
            message_id: message,
        };
        let request = outgoing.request(LightMethod::Patch, route)?;
        self.line.at_once().send(request).await
    }
}
