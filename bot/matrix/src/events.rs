//! Events of people that can still be answered.

use std::time::Duration;

use matrix_sdk::ruma::{OwnedDeviceId, OwnedEventId, OwnedRoomId, OwnedUserId};
use tokio::sync::Mutex;

use api::ChannelId;
use text::Text;

/// The time in which an event can be answered, and in which it counts as read when it is edited or redacted.
pub(super) const LIFE: Duration = Duration::from_secs(24 * 60 * 60);

/// An event that can be answered.
pub(super) struct OpenEvent {
    pub(super) event: OwnedEventId,
    /// The number of its meaning, see [`Meaning`](super::meaning::Meaning).
    pub(super) order: u64,
    pub(super) by: OwnedUserId,
    pub(super) room: OwnedRoomId,
    /// The session that sent it, if it is known.
    pub(super) session: Option<OwnedDeviceId>,
    /// True if the bot can react to it.
    pub(super) is_message: bool,
    /// True if it was written in the thread of its match, where the effect is shown right below.
    pub(super) is_in_thread: bool,
    /// True if no other person reads the room.
    pub(super) is_direct: bool,
    /// The place where a challenge is to be posted: the one where the person asked for it.
    pub(super) about: Option<ChannelId>,
    /// The reason that the bot cannot post there.
    pub(super) obstacle: Option<Text>,
    /// The answers so far; a task holds the lock while it answers.
    pub(super) reply: Mutex<ReplyState>,
}

/// The answers to an event so far.
#[derive(Default)]
pub(super) struct ReplyState {
    /// The number of messages.
    pub(super) n: usize,
    /// True if the choices of the next message are stored already.
    pub(super) are_choices_stored: bool,
    /// The last message.
    pub(super) last: Option<OwnedEventId>,
}
