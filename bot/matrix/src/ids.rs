//! Converts Matrix ids to ids of the service.
//!
//! The id of a thread is its room and its first event, `room/event`, and so is that of a message.

use matrix_sdk::ruma::{
    EventId as MatrixEvent, OwnedEventId, OwnedRoomId, OwnedTransactionId, OwnedUserId, RoomId,
    UserId as MatrixUser,
};

use api::{ChannelId, EventId, MessageId, Platform, UserId};

/// A room, or a thread in it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Location {
    pub(super) room: OwnedRoomId,
    /// The first event of the thread.
    pub(super) root: Option<OwnedEventId>,
}

pub(super) fn user_id(user: &MatrixUser) -> UserId {
    UserId::new(Platform::Matrix, user.as_str())
}

pub(super) fn channel_id(spot: &Location) -> ChannelId {
    let id = match &spot.root {
        Some(root) => format!("{}/{root}", spot.room),
        None => spot.room.to_string(),
    };
    ChannelId::new(Platform::Matrix, id)
}

pub(super) fn message_id(room: &RoomId, event: &MatrixEvent) -> MessageId {
    MessageId::new(Platform::Matrix, format!("{room}/{event}"))
}

pub(super) fn event_id(event: &MatrixEvent) -> EventId {
    EventId::new(Platform::Matrix, event.as_str())
}

pub(super) fn user(id: &UserId) -> Option<OwnedUserId> {
    MatrixUser::parse(id.on(Platform::Matrix)?).ok()
}

pub(super) fn spot(id: &ChannelId) -> Option<Location> {
    let text = id.on(Platform::Matrix)?;
    let (room, root) = match parts(text) {
        Some((room, root)) => (room, Some(root)),
        None => (RoomId::parse(text).ok()?, None),
    };
    Some(Location { room, root })
}

pub(super) fn message(id: &MessageId) -> Option<(OwnedRoomId, OwnedEventId)> {
    parts(id.on(Platform::Matrix)?)
}

pub(super) fn event(id: &EventId) -> Option<OwnedEventId> {
    MatrixEvent::parse(id.on(Platform::Matrix)?).ok()
}

/// Returns the transaction id by which the homeserver recognizes a repeated request.
pub(super) fn transaction(name: &str) -> OwnedTransactionId {
    format!("oddboard-{name}").into()
}

/// Splits an id. Old events have slashes in their ids, so the id of an event begins at its `$`.
fn parts(text: &str) -> Option<(OwnedRoomId, OwnedEventId)> {
    let at = text.find("/$")?;
    let room = RoomId::parse(&text[..at]).ok()?;
    let event = MatrixEvent::parse(&text[at + 1..]).ok()?;
    Some((room, event))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rooms_threads_and_messages_have_distinct_ids() {
        let room = ChannelId::new(Platform::Matrix, "!a:example.org");
        let thread = ChannelId::new(Platform::Matrix, "!a:example.org/$b/c+d");
        let here = spot(&room).expect("a room");
        assert_eq!(here.root, None);
        assert_eq!(channel_id(&here), room);
        let below = spot(&thread).expect("a thread");
        assert_eq!(below.room, here.room);
        assert_eq!(channel_id(&below), thread);
        assert_eq!(spot(&ChannelId::new(Platform::Matrix, "lobby")), None);
        assert_eq!(
            spot(&ChannelId::new(Platform::Playground, "!a:example.org")),
            None
        );
        let id = MessageId::new(Platform::Matrix, "!a:example.org/$b");
        let (room, event) = message(&id).expect("a message");
        assert_eq!(message_id(&room, &event), id);
        assert_eq!(
            message(&MessageId::new(Platform::Matrix, "!a:example.org")),
            None
        );
    }
}
