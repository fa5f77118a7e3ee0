//! What people did that can still be answered.

use std::time::Duration;

use matrix_sdk::ruma::{OwnedDeviceId, OwnedEventId, OwnedRoomId, OwnedUserId};
use tokio::sync::Mutex;

use api::ChannelId;
use text::Text;

/// How long something can be answered, and counts as read when it is changed or taken back.
pub(super) const LIFE: Duration = Duration::from_secs(24 * 60 * 60);

/// Something that can be answered.
pub(super) struct OpenEvent {
    pub(super) event: OwnedEventId,
    /// The number of what it means, see [`Meaning`](super::meaning::Meaning).
    pub(super) order: u64,
    pub(super) by: OwnedUserId,
    pub(super) room: OwnedRoomId,
    /// The session by which it was done, where that is known.
    pub(super) session: Option<OwnedDeviceId>,
    /// Whether it can be reacted to.
    pub(super) is_message: bool,
    /// Whether it was written in the thread of the match that it is about, where what comes of it is seen right below.
    pub(super) is_in_thread: bool,
    /// Whether nobody else reads the room.
    pub(super) is_direct: bool,
    /// Where a challenge is to be posted that is put together: where that was asked for.
    pub(super) about: Option<ChannelId>,
    /// Why nothing can be posted there.
    pub(super) obstacle: Option<Text>,
    /// What was answered so far; whoever says more holds the lock meanwhile.
    pub(super) told: Mutex<ReplyState>,
}

/// What was answered so far.
#[derive(Default)]
pub(super) struct ReplyState {
    /// How many messages.
    pub(super) n: usize,
    /// Whether what can be chosen by the next one is remembered already.
    pub(super) is_asked: bool,
    /// The last one.
    pub(super) last: Option<OwnedEventId>,
}
