//! What people did that can still be answered.

use std::{
    num::NonZeroUsize,
    sync::{Arc, Mutex, PoisonError},
};

use lru::LruCache;
use matrix_sdk::ruma::{EventId, OwnedEventId, OwnedRoomId, OwnedUserId};

/// How many are kept at most; the oldest are forgotten first.
const MOST: NonZeroUsize = NonZeroUsize::new(10_000).expect("10,000 is not 0");

/// Something that can be answered.
pub(super) struct Waiting {
    pub(super) event: OwnedEventId,
    pub(super) by: OwnedUserId,
    pub(super) room: OwnedRoomId,
    /// Whether it can be reacted to.
    pub(super) is_message: bool,
    /// Whether it was written in the thread of the match that it is about, where what comes of it is seen right below.
    pub(super) is_in_thread: bool,
    /// Whether nobody else reads the room.
    pub(super) is_direct: bool,
    /// Why nothing can be posted there.
    pub(super) obstacle: Option<String>,
    /// What was answered so far; whoever says more holds the lock meanwhile.
    pub(super) told: tokio::sync::Mutex<Told>,
}

/// What was answered so far.
#[derive(Default)]
pub(super) struct Told {
    /// How many messages.
    pub(super) n: usize,
    /// Whether what can be chosen by the next one is remembered already.
    pub(super) is_asked: bool,
    /// The last one.
    pub(super) last: Option<OwnedEventId>,
}

/// All of it.
pub(super) struct AllWaiting(Mutex<LruCache<OwnedEventId, Arc<Waiting>>>);

impl Default for AllWaiting {
    fn default() -> AllWaiting {
        AllWaiting(Mutex::new(LruCache::new(MOST)))
    }
}

impl AllWaiting {
    pub(super) fn add(&self, waiting: Waiting) {
        let mut all = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        all.put(waiting.event.clone(), Arc::new(waiting));
    }

    pub(super) fn find(&self, event: &EventId) -> Option<Arc<Waiting>> {
        let mut all = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        all.get(event).map(Arc::clone)
    }
}
