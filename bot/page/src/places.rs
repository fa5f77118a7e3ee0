//! Channels and direct messages, by their names.

use std::fmt;

use serde::Serialize;

use super::person::PersonId;
use api::{ChannelId, MessageId, Place, Platform};

/// A channel.
#[derive(Debug, PartialEq, Eq, Hash, Serialize)]
pub(super) struct Channel {
    pub(super) name: &'static str,
}

/// All channels.
pub(super) static CHANNELS: [Channel; 2] = [Channel { name: "lobby" }, Channel { name: "games" }];

/// The room that contains posts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Room {
    Channel(&'static Channel),
    /// The direct messages between the bot and this person.
    Direct(PersonId),
}

impl Room {
    /// The name of a person's own direct messages.
    pub(super) const DIRECT: &str = "direct";

    /// Returns the room that `person` means by a name.
    pub(super) fn of_place(place: &str, person: PersonId) -> Option<Room> {
        if place == Room::DIRECT {
            return Some(Room::Direct(person));
        }
        CHANNELS
            .iter()
            .find(|channel| channel.name == place)
            .map(Room::Channel)
    }

    pub(super) fn of_channel(channel: &ChannelId) -> Option<Room> {
        let ours = channel.platform == Platform::Playground;
        CHANNELS
            .iter()
            .find(|known| ours && known.name == &*channel.id)
            .map(Room::Channel)
    }

    /// Returns all rooms that a person reads.
    pub(super) fn all_of(person: PersonId) -> impl Iterator<Item = Room> + Clone {
        CHANNELS
            .iter()
            .map(Room::Channel)
            .chain([Room::Direct(person)])
    }

    /// Returns its name for its readers.
    pub(super) fn place(self) -> &'static str {
        match self {
            Room::Channel(channel) => channel.name,
            Room::Direct(_) => Room::DIRECT,
        }
    }

    /// Returns its only reader, if it is not for everyone.
    pub(super) fn reader(self) -> Option<PersonId> {
        match self {
            Room::Channel(_) => None,
            Room::Direct(person) => Some(person),
        }
    }

    /// Returns the key of its counters.
    pub(super) fn counters_key(self) -> String {
        format!("play/room/{self}")
    }

    /// Returns the room of a post with this key.
    pub(super) fn of_post_key(key: &[u8]) -> Option<Room> {
        let key = str::from_utf8(key).ok()?;
        Room::parse(key.strip_prefix("play/post/")?.split('/').next()?)
    }

    fn parse(text: &str) -> Option<Room> {
        match text.strip_prefix("direct-") {
            Some(person) => PersonId::parse(person).map(Room::Direct),
            None => CHANNELS
                .iter()
                .find(|channel| channel.name == text)
                .map(Room::Channel),
        }
    }
}

/// Writes the room's name in keys and ids.
impl fmt::Display for Room {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Room::Channel(channel) => f.write_str(channel.name),
            Room::Direct(person) => write!(f, "direct-{person}"),
        }
    }
}

/// Returns the id of a post, `<room>.<number>`.
pub(super) fn message_id(room: Room, number: u64) -> MessageId {
    MessageId::new(Platform::Playground, format!("{room}.{number}"))
}

/// Returns the post with this id.
pub(super) fn post_of(message: &MessageId) -> Option<(Room, u64)> {
    if message.platform != Platform::Playground {
        return None;
    }
    let (room, number) = message.id.rsplit_once('.')?;
    Some((Room::parse(room)?, number.parse().ok()?))
}

impl From<Room> for Place {
    fn from(room: Room) -> Place {
        match room {
            Room::Channel(channel) => {
                Place::Channel(ChannelId::new(Platform::Playground, channel.name))
            }
            Room::Direct(_) => Place::Direct,
        }
    }
}
