//! Discord, by its HTTP interface and its gateway.
//!
//! People use application commands, buttons, menus and forms, which need no privileged intent. What one person alone may
//! read is an ephemeral answer or a direct message; a post is always a message of its own and never an answer, because
//! Discord shows the options of a command to everyone who reads a public answer to it.
//!
//! | key | value |
//! | --- | --- |
//! | `discord/commands/<application>` | SHA-256 of the commands that are registered |
//! | `discord/closed/<user>` | nothing; who takes no direct messages from the bot |

mod answers;
mod body;
mod doctor;
mod failure;
mod gateway;
mod heard;
mod ids;
mod invite;
mod markdown;
mod members;
mod register;
mod waiting;

use std::{
    collections::HashMap,
    num::NonZeroUsize,
    sync::{Arc, Mutex},
    time::Duration,
};

use async_trait::async_trait;
use lru::LruCache;
use secrecy::{ExposeSecret, SecretString};
use serde_json::json;
use serenity::{
    all::{self, CreateAllowedMentions},
    http::{Http, HttpBuilder},
};

use tracing::warn;

use self::{
    body::{Audience, Parcel},
    failure::{Failure, code},
    members::Members,
    waiting::AllWaiting,
};
pub use self::{
    gateway::{StartError, serve},
    invite::{ParseTokenError, invitation},
};
use crate::{
    chat::hold,
    ports::{
        Answer, Capabilities, ChannelId, Chat, ChatError, Choice, Event, EventId, Finding, Form,
        Message, MessageId, Nonce, Place, Platform, Private, Public, Speaker, UserId,
    },
    writer::Writer,
};

/// Where Discord is.
pub const DISCORD: &str = "https://discord.com";

/// How long a request may take, waiting for a limit of Discord included.
const PATIENCE: Duration = Duration::from_secs(60);

/// How many names and direct channels are remembered.
const REMEMBERED: NonZeroUsize = NonZeroUsize::new(10_000).expect("10,000 is not 0");

/// How long a thread stays in the list of a channel after its last message, in minutes: a week, the longest there is.
const THREAD_MINUTES: u16 = 7 * 24 * 60;

/// How Discord is reached.
pub struct Settings {
    /// The bot's token.
    pub token: SecretString,
    /// The base of all addresses: [`DISCORD`], or a server for tests.
    pub api: String,
    /// Whether each match gets a thread of its own.
    pub threads: bool,
}

/// Discord.
pub struct Discord {
    settings: Settings,
    http: Arc<Http>,
    writer: Writer,
    waiting: AllWaiting,
    /// The channels of direct messages.
    directs: Mutex<LruCache<all::UserId, all::ChannelId>>,
    names: Mutex<LruCache<all::UserId, Speaker>>,
    members: Members,
    /// Who says something in a channel waits for their turn, so that nothing is overtaken.
    turns: Mutex<HashMap<all::ChannelId, Arc<tokio::sync::Mutex<()>>>>,
}

impl Settings {
    fn http(&self) -> Http {
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
    /// The platform; it is silent until it is [served](serve). `writer` remembers which commands are registered.
    pub fn new(settings: Settings, writer: Writer) -> Arc<Discord> {
        Arc::new(Discord {
            http: Arc::new(settings.http()),
            settings,
            writer,
            waiting: AllWaiting::default(),
            directs: Mutex::new(LruCache::new(REMEMBERED)),
            names: Mutex::new(LruCache::new(REMEMBERED)),
            members: Members::default(),
            turns: Mutex::default(),
        })
    }

    /// Waits for the turn to say something in a channel; it is over when the guard is dropped.
    async fn turn(&self, channel: all::ChannelId) -> tokio::sync::OwnedMutexGuard<()> {
        let turn = {
            let mut turns = hold(&self.turns);
            if turns.len() >= REMEMBERED.get() {
                turns.retain(|_, turn| Arc::strong_count(turn) > 1);
            }
            Arc::clone(turns.entry(channel).or_default())
        };
        turn.lock_owned().await
    }

    /// The channel of direct messages with somebody.
    async fn direct(&self, user: all::UserId) -> Result<all::ChannelId, Failure> {
        if let Some(channel) = hold(&self.directs).get(&user) {
            return Ok(*channel);
        }
        let body = json!({ "recipient_id": user });
        let channel = patiently(self.http.create_private_channel(&body)).await?.id;
        hold(&self.directs).put(user, channel);
        Ok(channel)
    }

    async fn say(&self, channel: all::ChannelId, parcel: Parcel) -> Result<MessageId, Failure> {
        let _turn = self.turn(channel).await;
        let Parcel { body, files } = parcel;
        let message = patiently(self.http.send_message(channel, files, &body)).await?;
        Ok(ids::message_id(channel, message.id))
    }

    /// Says something in direct messages, and remembers whether they are closed.
    async fn whisper_to(&self, user: all::UserId, parcel: Parcel) -> Result<MessageId, Failure> {
        let said = match self.direct(user).await {
            Ok(channel) => self.say(channel, parcel).await,
            Err(failure) => Err(failure),
        };
        match &said {
            Ok(_) => self.remember_closed(user, false).await?,
            Err(failure) if failure.is_closed() => self.remember_closed(user, true).await?,
            Err(_) => {}
        }
        said
    }

    /// Remembers whether somebody took no direct messages when they were last written to.
    async fn remember_closed(&self, user: all::UserId, is_closed: bool) -> Result<(), Failure> {
        Ok(self.writer.mark(closed_key(user), is_closed).await?)
    }

    async fn thread_of(
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

    async fn change(&self, message: &MessageId, parcel: Parcel) -> Result<(), Failure> {
        let (channel, message) = known(ids::message(message), message)?;
        let _turn = self.turn(channel).await;
        let Parcel { body, files } = parcel;
        patiently(self.http.edit_message(channel, message, &body, files)).await?;
        Ok(())
    }

    /// Remembers the name of somebody.
    fn meet(&self, speaker: Speaker) {
        if let Some(user) = ids::user(&speaker.id) {
            hold(&self.names).put(user, speaker);
        }
    }
}

#[async_trait]
impl Chat for Discord {
    fn platform(&self) -> Platform {
        Platform::Discord
    }

    fn capabilities(&self) -> Capabilities {
        Capabilities {
            buttons: true,
            menus: true,
            completion: true,
            ephemeral: true,
            edits: true,
            pictures: true,
            draws_later: false,
            forms: true,
            threads: self.settings.threads,
        }
    }

    async fn post(
        &self,
        nonce: &Nonce,
        channel: &ChannelId,
        message: &Message<Public>,
    ) -> Result<MessageId, ChatError> {
        let channel = known(ids::channel(channel), channel)?;
        Ok(self
            .say(channel, Parcel::new(message, nonce, Audience::Channel))
            .await?)
    }

    async fn whisper(
        &self,
        nonce: &Nonce,
        user: &UserId,
        message: &Message<Private>,
    ) -> Result<MessageId, ChatError> {
        let user = known(ids::user(user), user)?;
        Ok(self
            .whisper_to(user, Parcel::new(message, nonce, Audience::Person))
            .await?)
    }

    async fn edit(&self, message: &MessageId, new: &Message<Public>) -> Result<(), ChatError> {
        Ok(self.change(message, Parcel::edit_words(new)).await?)
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
            let reason = format!("message {message} was not said to {user}");
            return Err(ChatError::Refused(reason));
        }
        Ok(self.change(message, Parcel::edit(new)).await?)
    }

    async fn open_thread(
        &self,
        message: &MessageId,
        name: &str,
        people: &[&UserId],
    ) -> Result<ChannelId, ChatError> {
        let (channel, message) = known(ids::message(message), message)?;
        let thread = self.thread_of(channel, message, name).await?;
        for user in people.iter().filter_map(|user| ids::user(user)) {
            // Whoever is not let in still finds it below the message.
            if let Err(failure) = patiently(self.http.add_thread_channel_member(thread, user)).await
            {
                warn!(?failure, "a player does not follow a thread");
            }
        }
        Ok(ids::channel_id(thread))
    }

    async fn answer(&self, event: &EventId, answer: &Answer) -> Result<(), ChatError> {
        let waiting = self.waiting(event)?;
        Ok(self.answer_waiting(&waiting, answer).await?)
    }

    async fn ask(&self, event: &EventId, form: &Form) -> Result<(), ChatError> {
        let waiting = self.waiting(event)?;
        Ok(self.show_form(&waiting, form).await?)
    }

    async fn complete(&self, event: &EventId, choices: &[Choice]) -> Result<(), ChatError> {
        let waiting = self.waiting(event)?;
        Ok(self.offer(&waiting, choices).await?)
    }

    fn obstacle(&self, event: &EventId) -> Option<String> {
        let waiting = self.waiting(event).ok()?;
        self.obstacle_for(&waiting)
    }

    async fn examine(&self, event: &Event) -> Result<Vec<Finding>, ChatError> {
        let waiting = self.waiting(&event.id)?;
        Ok(self.checkup(&waiting, event).await?)
    }

    async fn has_left(&self, user: &UserId, channel: &ChannelId) -> Result<bool, ChatError> {
        let user = known(ids::user(user), user)?;
        let channel = known(ids::channel(channel), channel)?;
        Ok(self.is_gone(user, channel).await?)
    }

    async fn person(&self, _: &Place, written: &str) -> Result<Option<Speaker>, ChatError> {
        let Some(user) = ids::mentioned(written) else {
            return Ok(None);
        };
        if let Some(speaker) = hold(&self.names).get(&user) {
            return Ok(Some(speaker.clone()));
        }
        let found = match patiently(self.http.get_user(user)).await {
            Ok(found) => found,
            Err(Failure::Refused(..)) => return Ok(None),
            Err(failure) => return Err(failure.into()),
        };
        let speaker = (!found.bot).then(|| Speaker {
            id: ids::user_id(found.id),
            name: found.display_name().to_owned(),
        });
        Ok(speaker)
    }

    /// Discord offers people itself while one is typed.
    async fn people(&self, _: &str) -> Result<Vec<String>, ChatError> {
        Ok(Vec::new())
    }
}

fn closed_key(user: all::UserId) -> Vec<u8> {
    format!("discord/closed/{user}").into_bytes()
}

/// An id of ours as Discord's.
fn known<T>(found: Option<T>, id: &impl std::fmt::Display) -> Result<T, Failure> {
    found.ok_or_else(|| Failure::Refused(-1, format!("{id} is nothing of Discord's")))
}

/// What Discord answers, if it does so in time.
async fn patiently<T>(
    asked: impl Future<Output = Result<T, serenity::Error>>,
) -> Result<T, Failure> {
    Ok(tokio::time::timeout(PATIENCE, asked).await??)
}
