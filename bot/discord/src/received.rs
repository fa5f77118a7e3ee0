//! The messages that can still be answered.

use std::{
    sync::{Arc, Mutex},
    time::Duration,
};

use serenity::all::{ChannelId, Message, MessageId, UserId};

use super::ids;
use api::Listener;
use text::Language;

/// The time before the bot repeats a notice to a person about valid messages, or that it cannot message them.
pub(super) const REST: Duration = Duration::from_secs(60);

/// A message to the bot.
pub(super) struct ReceivedMessage {
    pub(super) user: UserId,
    pub(super) channel: ChannelId,
    pub(super) id: MessageId,
    /// True if others read the message.
    pub(super) is_aloud: bool,
    /// The listener, which knows the language of the author.
    listener: Arc<dyn Listener>,
    /// The answer, if there is one.
    pub(super) answered: Mutex<Option<api::MessageId>>,
    /// Held while an answer is sent.
    pub(super) turn: tokio::sync::Mutex<()>,
}

impl ReceivedMessage {
    pub(super) fn new(message: &Message, listener: &Arc<dyn Listener>) -> ReceivedMessage {
        ReceivedMessage {
            user: message.author.id,
            channel: message.channel_id,
            id: message.id,
            is_aloud: message.guild_id.is_some(),
            listener: Arc::clone(listener),
            answered: Mutex::default(),
            turn: tokio::sync::Mutex::default(),
        }
    }

    /// Returns the language of replies to the author.
    pub(super) fn language(&self) -> Language {
        self.listener.language_for(&ids::user_id(self.user))
    }
}
