//! The connection to Discord, and what is done by it.

use std::{
    sync::{Arc, OnceLock},
    time::Duration,
};

use secrecy::SecretString;
use serde_json::json;
use serenity::{
    all::{self, CreateAttachment},
    http::{LightMethod, Route},
};
use tokio::sync::{Mutex, OnceCell};

use super::{
    body::{MessageBody, MessageEncoder, OutgoingMessage},
    commands::CommandIds,
    doubts::Doubts,
    failure::{Failure, code, is},
    heard::{HeardMessage, REST},
    ids,
    in_flight::InFlightEvents,
    interactions::{LIFE, OpenInteraction},
    line::RequestLine,
    members::Members,
    open_shards::OpenShards,
};
use api::MessageId;
use kit::{Keyed, Memory, known, lock};
use store::writer::Writer;

/// Where Discord is.
pub const DISCORD: &str = "https://discord.com";

/// How long a thread stays in the list of a channel after its last message, in minutes: a week, the longest there is.
const THREAD_MINUTES: u16 = 7 * 24 * 60;

/// The same once its match is over.
const REST_MINUTES: u16 = 24 * 60;

/// How Discord is reached.
pub struct DiscordSettings {
    /// The bot's token.
    pub token: SecretString,
    /// The base of all addresses: [`DISCORD`], or a server for tests.
    pub api: String,
    /// Whether each match gets a thread of its own.
    pub threads: bool,
    /// How many shards there are; as many as Discord recommends, or as other processes use, if nothing is written.
    pub shards: Option<u32>,
    /// How long nobody else may begin a session after one has begun: [`IDENTIFY_PAUSE`](super::IDENTIFY_PAUSE).
    pub identify_pause: Duration,
}

/// Discord.
pub struct Discord {
    pub(super) settings: DiscordSettings,
    pub(super) line: RequestLine,
    pub(super) writer: Writer,
    /// What can still be answered.
    pub(super) open: Memory<all::InteractionId, Arc<OpenInteraction>>,
    /// What was written to us and can still be answered.
    pub(super) heard: Memory<String, Arc<HeardMessage>>,
    /// Who was told not long ago what can be written.
    pub(super) told_way_in: Memory<all::UserId, ()>,
    /// Who was told not long ago that they cannot be written to.
    pub(super) told_closed: Memory<all::UserId, ()>,
    /// The channels of direct messages.
    pub(super) directs: Memory<all::UserId, all::ChannelId>,
    pub(super) members: Members,
    /// The account of the bot, once Discord has told it.
    pub(super) me: OnceCell<all::CurrentUser>,
    /// The application of the bot, once Discord has told it.
    pub(super) application: OnceLock<all::ApplicationId>,
    pub(super) doubts: Doubts,
    /// The commands that are registered.
    pub(super) commands: std::sync::Mutex<Arc<CommandIds>>,
    /// The nonces of what was said, by message.
    pub(super) said: Memory<u64, String>,
    pub(super) open_shards: OpenShards,
    pub(super) undecided: InFlightEvents,
    /// Who says something in a channel waits for their turn, so that nothing is overtaken.
    turns: Keyed<all::ChannelId, Mutex<()>>,
}

impl Discord {
    /// The platform; it is silent until it is [served](super::serve). `writer` remembers which commands are registered.
    pub fn new(settings: DiscordSettings, writer: Writer) -> Arc<Discord> {
        Arc::new(Discord {
            line: RequestLine::new(&settings.api, &settings.token),
            settings,
            writer,
            open: Memory::lasting(LIFE),
            heard: Memory::lasting(LIFE),
            told_way_in: Memory::lasting(REST),
            told_closed: Memory::lasting(REST),
            directs: Memory::default(),
            members: Members::default(),
            me: OnceCell::new(),
            application: OnceLock::new(),
            commands: std::sync::Mutex::default(),
            doubts: Doubts::default(),
            said: Memory::default(),
            open_shards: OpenShards::default(),
            undecided: InFlightEvents::default(),
            turns: Keyed::default(),
        })
    }

    /// What writes messages with the commands as they are now.
    pub(super) fn scribe(&self) -> MessageEncoder {
        MessageEncoder(Arc::clone(&lock(&self.commands)))
    }

    /// The channel of direct messages with somebody.
    pub(super) async fn direct(&self, user: all::UserId) -> Result<all::ChannelId, Failure> {
        if let Some(channel) = self.directs.get(&user) {
            return Ok(channel);
        }
        let body = json!({ "recipient_id": user });
        let opened = self.line.get_json(
            LightMethod::Post,
            Route::UserMeDmChannels,
            &body,
            Vec::new(),
        );
        let channel: all::PrivateChannel = opened.await?;
        self.directs.put(user, channel.id);
        Ok(channel.id)
    }

    /// Says something, unless it has been said. Nothing is said before the bot knows its own account, by which it finds what it
    /// has said.
    pub(super) async fn post_once(
        &self,
        channel: all::ChannelId,
        parcel: OutgoingMessage,
    ) -> Result<MessageId, Failure> {
        self.own_account().await?;
        let turn = self.turns.get(channel);
        let _turn = turn.lock().await;
        let OutgoingMessage { body, files } = parcel;
        let nonce = body.nonce.clone().unwrap_or_default();
        let said = match self.find_said(channel, &nonce, &body).await? {
            Some(message) => Ok(message),
            None => self.post(channel, &body, files).await,
        };
        match &said {
            Err(Failure::Later(_)) => self.doubts.cast(nonce),
            Err(failure) if failure.may_pass() => {}
            Err(_) => self.doubts.settle(&nonce),
            Ok(message) => self.note_said(*message, nonce),
        }
        Ok(ids::message_id(channel, said?))
    }

    /// Finds what may have been said, without saying it.
    pub(super) async fn find(
        &self,
        channel: all::ChannelId,
        parcel: OutgoingMessage,
    ) -> Result<Option<MessageId>, Failure> {
        self.own_account().await?;
        let turn = self.turns.get(channel);
        let _turn = turn.lock().await;
        let nonce = parcel.body.nonce.clone().unwrap_or_default();
        self.doubts.cast(nonce.clone());
        let Some(message) = self.find_said(channel, &nonce, &parcel.body).await? else {
            self.doubts.settle(&nonce);
            return Ok(None);
        };
        self.note_said(message, nonce);
        Ok(Some(ids::message_id(channel, message)))
    }

    fn note_said(&self, message: all::MessageId, nonce: String) {
        self.doubts.settle(&nonce);
        self.said.put(message.get(), nonce);
    }

    async fn post(
        &self,
        channel: all::ChannelId,
        body: &MessageBody,
        files: Vec<CreateAttachment>,
    ) -> Result<all::MessageId, Failure> {
        let route = Route::ChannelMessages {
            channel_id: channel,
        };
        let line = self.line.at_once();
        let said = line.get_json(LightMethod::Post, route, body, files);
        let message: all::Message = said.await?;
        Ok(message.id)
    }

    /// Says something in direct messages.
    pub(super) async fn whisper_to(
        &self,
        user: all::UserId,
        parcel: OutgoingMessage,
    ) -> Result<MessageId, Failure> {
        let channel = self.direct(user).await?;
        self.post_once(channel, parcel).await
    }

    /// The thread that begins with a message, if one can.
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
        let made = self
            .line
            .get_json(LightMethod::Post, route, &body, Vec::new());
        let made: Result<all::GuildChannel, _> = made.await;
        match made {
            Ok(thread) => Ok(Some(thread.id)),
            // A thread that begins with a message has its id.
            Err(failure) if is(&failure, code::HAS_THREAD) => Ok(Some(message.get().into())),
            // The message was deleted, or is itself in a thread, or in the chat of a voice channel.
            Err(failure)
                if [code::UNKNOWN_MESSAGE, code::OTHER_KIND]
                    .iter()
                    .any(|code| is(&failure, *code)) =>
            {
                Ok(None)
            }
            Err(failure) => Err(failure),
        }
    }

    /// Has a thread rest soon after its last message.
    pub(super) async fn shorten_auto_archive(&self, thread: all::ChannelId) -> Result<(), Failure> {
        let body = json!({ "auto_archive_duration": REST_MINUTES });
        let route = Route::Channel { channel_id: thread };
        self.line
            .send(LightMethod::Patch, route, &body, Vec::new())
            .await
    }

    /// Takes a message of ours away.
    pub(super) async fn delete(&self, message: &MessageId) -> Result<(), Failure> {
        let (channel, message) = known(ids::message(message), message)?;
        self.delete_message(channel, message).await
    }

    /// Takes a message away, whoever wrote it.
    pub(super) async fn delete_message(
        &self,
        channel_id: all::ChannelId,
        message_id: all::MessageId,
    ) -> Result<(), Failure> {
        let route = Route::ChannelMessage {
            channel_id,
            message_id,
        };
        self.line.send_empty(LightMethod::Delete, route).await
    }

    pub(super) async fn change(
        &self,
        message: &MessageId,
        parcel: OutgoingMessage,
    ) -> Result<(), Failure> {
        let (channel, message) = known(ids::message(message), message)?;
        let turn = self.turns.get(channel);
        let _turn = turn.lock().await;
        let OutgoingMessage { body, files } = parcel;
        let route = Route::ChannelMessage {
            channel_id: channel,
            message_id: message,
        };
        self.line
            .at_once()
            .send(LightMethod::Patch, route, &body, files)
            .await
    }
}
