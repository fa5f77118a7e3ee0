//! The messages that can still be answered.

use std::{
    sync::{Arc, Mutex},
    time::Duration,
};

use serenity::all::{ChannelId, Message, MessageId, UserId};

use super::ids;
use api::Listener;
use text::Language;

/// So long after somebody was told what can be written, or that they cannot be written to, they are not told again.
pub(super) const REST: Duration = Duration::from_secs(60);

/// A message to the bot.
pub(super) struct HeardMessage {
    pub(super) user: UserId,
    pub(super) channel: ChannelId,
    pub(super) id: MessageId,
    /// Whether others read it.
    pub(super) is_aloud: bool,
    /// Who knows the language of its writer.
    listener: Arc<dyn Listener>,
    /// What it was answered by.
    pub(super) answered: Mutex<Option<api::MessageId>>,
    /// Held by whoever answers.
    pub(super) turn: tokio::sync::Mutex<()>,
}

impl HeardMessage {
    pub(super) fn new(message: &Message, listener: &Arc<dyn Listener>) -> HeardMessage {
        HeardMessage {
            user: message.author.id,
            channel: message.channel_id,
            id: message.id,
            is_aloud: message.guild_id.is_some(),
            listener: Arc::clone(listener),
            answered: Mutex::default(),
            turn: tokio::sync::Mutex::default(),
        }
    }

    /// The language in which its writer is told something.
    pub(super) fn language(&self) -> Language {
        self.listener.language_for(&ids::user_id(self.user))
    }
}
