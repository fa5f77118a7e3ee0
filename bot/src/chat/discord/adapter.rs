//! The connection to Discord, and what is done by it.

use std::{collections::BTreeMap, sync::Arc};

use secrecy::{ExposeSecret, SecretString};
use serde_json::json;
use serenity::{
    all::{self, CreateAllowedMentions},
    http::{Http, HttpBuilder},
};
use tokio::sync::Mutex;

use super::{
    body::Parcel,
    failure::{Failure, code, patiently},
    ids,
    interactions::{LIFE, OpenInteraction},
    members::Members,
};
use crate::{
    chat::kit::{Keyed, Memory, known},
    ports::MessageId,
    writer::Writer,
};

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
}

/// Discord.
pub struct Discord {
    pub(super) settings: DiscordSettings,
    pub(super) http: Arc<Http>,
    pub(super) writer: Writer,
    /// What can still be answered.
    pub(super) open: Memory<all::InteractionId, Arc<OpenInteraction>>,
    /// The channels of direct messages.
    directs: Memory<all::UserId, all::ChannelId>,
    pub(super) members: Members,
    /// The connections by which Discord tells what people do, each by its number, and whether it is open.
    pub(super) shards: std::sync::Mutex<BTreeMap<u32, bool>>,
    /// Who says something in a channel waits for their turn, so that nothing is overtaken.
    turns: Keyed<all::ChannelId, Mutex<()>>,
}

impl DiscordSettings {
    pub(super) fn http(&self) -> Http {
        let http = HttpBuilder::new(self.token.expose_secret())
            .default_allowed_mentions(CreateAllowedMentions::new());
        if self.api == DISCORD {
            return http.build();
        }
        // serenity's own limiter would ask the real Discord.
        http.proxy(&self.api).ratelimiter_disabled(true).build()
    }
}

impl Discord {
    /// The platform; it is silent until it is [served](super::serve). `writer` remembers which commands are registered.
    pub fn new(settings: DiscordSettings, writer: Writer) -> Arc<Discord> {
        Arc::new(Discord {
            http: Arc::new(settings.http()),
            settings,
            writer,
            open: Memory::lasting(LIFE),
            directs: Memory::default(),
            members: Members::default(),
            shards: std::sync::Mutex::default(),
            turns: Keyed::default(),
        })
    }

    /// The channel of direct messages with somebody.
    pub(super) async fn direct(&self, user: all::UserId) -> Result<all::ChannelId, Failure> {
        if let Some(channel) = self.directs.get(&user) {
            return Ok(channel);
        }
        let body = json!({ "recipient_id": user });
        let channel = patiently(self.http.create_private_channel(&body)).await?.id;
        self.directs.put(user, channel);
        Ok(channel)
    }

    pub(super) async fn say(
        &self,
        channel: all::ChannelId,
        parcel: Parcel,
    ) -> Result<MessageId, Failure> {
        let turn = self.turns.get(channel);
        let _turn = turn.lock().await;
        let Parcel { body, files } = parcel;
        let message = patiently(self.http.send_message(channel, files, &body)).await?;
        Ok(ids::message_id(channel, message.id))
    }

    /// Says something in direct messages.
    pub(super) async fn whisper_to(
        &self,
        user: all::UserId,
        parcel: Parcel,
    ) -> Result<MessageId, Failure> {
        let channel = self.direct(user).await?;
        self.say(channel, parcel).await
    }

    pub(super) async fn thread_of(
        &self,
        channel: all::ChannelId,
        message: all::MessageId,
        name: &str,
    ) -> Result<all::ChannelId, Failure> {
        let body = json!({ "name": name, "auto_archive_duration": THREAD_MINUTES });
        let made = self
            .http
            .create_thread_from_message(channel, message, &body, None);
        match patiently(made).await {
            Ok(thread) => Ok(thread.id),
            // A thread that begins with a message has its id.
            Err(failure) if failure.is(code::HAS_THREAD) => Ok(message.get().into()),
            Err(failure) => Err(failure),
        }
    }

    /// Has a thread rest soon after its last message.
    pub(super) async fn let_rest(&self, thread: all::ChannelId) -> Result<(), Failure> {
        let body = json!({ "auto_archive_duration": REST_MINUTES });
        patiently(self.http.edit_thread(thread, &body, None)).await?;
        Ok(())
    }

    pub(super) async fn change(&self, message: &MessageId, parcel: Parcel) -> Result<(), Failure> {
        let (channel, message) = known(ids::message(message), message)?;
        let turn = self.turns.get(channel);
        let _turn = turn.lock().await;
        let Parcel { body, files } = parcel;
        patiently(self.http.edit_message(channel, message, &body, files)).await?;
        Ok(())
    }
}
