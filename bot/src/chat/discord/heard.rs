//! The messages that can still be answered.

use std::{sync::Mutex, time::Duration};

use serenity::all::{ChannelId, Message, MessageId, UserId};

use crate::ports;

/// So long after somebody was told what can be written, they are not told again.
pub(super) const REST: Duration = Duration::from_secs(60);

/// A message to the bot.
pub(super) struct HeardMessage {
    pub(super) user: UserId,
    pub(super) channel: ChannelId,
    pub(super) id: MessageId,
    /// Whether others read it.
    pub(super) is_aloud: bool,
    /// What it was answered by.
    pub(super) answered: Mutex<Option<ports::MessageId>>,
    /// Held by whoever answers.
    pub(super) turn: tokio::sync::Mutex<()>,
}

impl HeardMessage {
    pub(super) fn new(message: &Message) -> HeardMessage {
        HeardMessage {
            user: message.author.id,
            channel: message.channel_id,
            id: message.id,
            is_aloud: message.guild_id.is_some(),
            answered: Mutex::default(),
            turn: tokio::sync::Mutex::default(),
        }
    }
}
