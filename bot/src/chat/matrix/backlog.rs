//! What came and waits: for its key, or to be heard.

use matrix_sdk::ruma::{
    OwnedRoomId, events::room::encrypted::OriginalSyncRoomEncryptedEvent, serde::Raw,
};
use tokio::time::Instant;

use super::timeline::RoomEvent;

/// An event whose key has not come.
pub(super) struct Sealed {
    pub(super) room: OwnedRoomId,
    pub(super) batch: u64,
    pub(super) event: Raw<OriginalSyncRoomEncryptedEvent>,
    pub(super) since: Instant,
}

/// Something that happened and could not be heard yet.
pub(super) struct Delayed {
    pub(super) room: OwnedRoomId,
    pub(super) batch: u64,
    pub(super) heard: RoomEvent,
    pub(super) n_attempts: u32,
}
