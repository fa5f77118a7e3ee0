//! Conversion between Discord's numbers and our ids.
//!
//! The id of a message contains its channel: `channel/message`.

use serenity::all;

use api::{ChannelId, EventId, MessageId, Platform, ServerId, UserId};

pub(super) fn user_id(user: all::UserId) -> UserId {
    UserId::new(Platform::Discord, user.to_string())
}

pub(super) fn channel_id(channel: all::ChannelId) -> ChannelId {
    ChannelId::new(Platform::Discord, channel.to_string())
}

pub(super) fn server_id(guild: all::GuildId) -> ServerId {
    ServerId::new(Platform::Discord, guild.to_string())
}

pub(super) fn message_id(channel: all::ChannelId, message: all::MessageId) -> MessageId {
    MessageId::new(Platform::Discord, format!("{channel}/{message}"))
}

pub(super) fn event_id(interaction: all::InteractionId) -> EventId {
    EventId::new(Platform::Discord, interaction.to_string())
}

/// Returns the event id of a message; ids of interactions have no slash.
pub(super) fn message_event(channel: all::ChannelId, message: all::MessageId) -> EventId {
    EventId::new(Platform::Discord, format!("{channel}/{message}"))
}

pub(super) fn user(id: &UserId) -> Option<all::UserId> {
    number(id.on(Platform::Discord)?).map(all::UserId::new)
}

pub(super) fn channel(id: &ChannelId) -> Option<all::ChannelId> {
    number(id.on(Platform::Discord)?).map(all::ChannelId::new)
}

pub(super) fn guild(id: &ServerId) -> Option<all::GuildId> {
    number(id.on(Platform::Discord)?).map(all::GuildId::new)
}

pub(super) fn message(id: &MessageId) -> Option<(all::ChannelId, all::MessageId)> {
    let (channel, message) = id.on(Platform::Discord)?.split_once('/')?;
    Some((number(channel)?.into(), number(message)?.into()))
}

pub(super) fn interaction(id: &EventId) -> Option<all::InteractionId> {
    number(id.on(Platform::Discord)?).map(all::InteractionId::new)
}

/// Parses a number of Discord; 0 is none.
pub(super) fn number(text: &str) -> Option<u64> {
    text.parse().ok().filter(|number| *number != 0)
}
