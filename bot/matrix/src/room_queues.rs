//! Queues of room events, one for each room, so that no room delays another room or the sync.
//!
//! A queue holds a few updates of its room. Further ones stay with the homeserver: the last update becomes a gap, which grows,
//! and is loaded once its turn comes.

use std::{
    collections::{HashMap, VecDeque},
    sync::Mutex,
};

use matrix_sdk::{
    deserialized_responses::TimelineEvent,
    ruma::{
        OwnedRoomId, RoomId, events::room::encrypted::OriginalSyncRoomEncryptedEvent, serde::Raw,
    },
};
use tokio::time::Instant;
use tracing::error;

use kit::{lock, panics::caught};

/// The updates of a room in memory; each has 100 events at most.
const MOST_WAITING: usize = 16;

/// The events of a room from one sync.
pub(super) struct Update {
    /// The sync batch that it belongs to.
    pub(super) batch: u64,
    /// The earlier events that have to be loaded.
    pub(super) gap: Option<Gap>,
    pub(super) events: Vec<TimelineEvent>,
}

/// The events between two sync tokens.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Gap {
    pub(super) since: String,
    pub(super) until: String,
}

/// An encrypted event that waits for its key.
pub(super) struct Undecryptable {
    pub(super) room: OwnedRoomId,
    pub(super) batch: u64,
    pub(super) event: Raw<OriginalSyncRoomEncryptedEvent>,
    pub(super) since: Instant,
}

/// The result of adding an update.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Added {
    /// It is the first in its queue, and the caller has to start a task for the queue.
    First,
    /// It waits behind others.
    Behind,
    /// It has become a part of an earlier one.
    Joined,
}

/// A queue for each room with waiting or running updates.
#[derive(Default)]
pub(super) struct RoomQueues(Mutex<HashMap<OwnedRoomId, VecDeque<Update>>>);

impl RoomQueues {
    pub(super) fn is_empty(&self) -> bool {
        lock(&self.0).is_empty()
    }

    /// Adds an update behind those that wait in a room. If the queue is full and all of the update can be loaded again, `whole`
    /// takes its place.
    pub(super) fn add(&self, room: &RoomId, update: Update, whole: Option<Gap>) -> Added {
        let mut queues = lock(&self.0);
        let Some(queue) = queues.get_mut(room) else {
            queues.insert(room.to_owned(), VecDeque::from([update]));
            return Added::First;
        };
        let whole = whole.filter(|_| queue.len() >= MOST_WAITING);
        match (whole, queue.back_mut()) {
            (None, _) => queue.push_back(update),
            (
                Some(whole),
                Some(Update {
                    gap: Some(gap),
                    events,
                    ..
                }),
            ) if events.is_empty() => {
                gap.until = whole.until;
                return Added::Joined;
            }
            (Some(whole), _) => queue.push_back(Update {
                gap: Some(whole),
                events: Vec::new(),
                ..update
            }),
        }
        Added::Behind
    }

    /// Handles every update that waits in a room and ends its batch. A panic of either skips that update alone.
    pub(super) async fn handle_all<Handled: Future, Ended: Future>(
        &self,
        room: &RoomId,
        handle: impl Fn(Update) -> Handled,
        end: impl Fn(u64) -> Ended,
    ) {
        while let Some(update) = self.next(room) {
            let batch = update.batch;
            let handled = caught(handle(update)).await;
            // Otherwise the homeserver would repeat everything from here on after a restart.
            let ended = caught(end(batch)).await;
            if handled.and(ended).is_none() {
                error!(%room, "skipped an update of a room after a panic");
            }
        }
    }

    /// Takes the next update of a room. Without one the queue ends, and the next update is the first of another queue.
    fn next(&self, room: &RoomId) -> Option<Update> {
        let mut queues = lock(&self.0);
        let next = queues.get_mut(room)?.pop_front();
        if next.is_none() {
            queues.remove(room);
        }
        next
    }
}

#[cfg(test)]
mod tests {
    use matrix_sdk::ruma::room_id;

    use super::*;

    fn span(since: u64, until: u64) -> Gap {
        Gap {
            since: since.to_string(),
            until: until.to_string(),
        }
    }

    fn update(batch: u64) -> Update {
        Update {
            batch,
            gap: None,
            events: Vec::new(),
        }
    }

    /// Adds an update of this batch, between the sync tokens before and after it.
    fn add(queues: &RoomQueues, room: &RoomId, batch: u64) -> Added {
        queues.add(room, update(batch), Some(span(batch, batch + 1)))
    }

    fn next(queues: &RoomQueues, room: &RoomId) -> Option<(u64, Option<Gap>)> {
        let update = queues.next(room)?;
        Some((update.batch, update.gap))
    }

    #[test]
    fn a_room_is_heard_in_its_order_and_waits_for_no_other() {
        let queues = RoomQueues::default();
        let (one, other) = (room_id!("!one:x"), room_id!("!other:x"));
        assert_eq!(add(&queues, one, 0), Added::First);
        assert_eq!(next(&queues, one), Some((0, None)));
        // It is being handled, so the next update has to wait.
        assert_eq!(add(&queues, one, 1), Added::Behind);
        assert_eq!(add(&queues, one, 2), Added::Behind);
        assert_eq!(add(&queues, other, 2), Added::First);
        assert_eq!(next(&queues, one), Some((1, None)));
        assert_eq!(next(&queues, one), Some((2, None)));
        assert_eq!(next(&queues, one), None);
        assert_eq!(add(&queues, one, 3), Added::First);
        assert!(!queues.is_empty());
    }

    #[test]
    fn updates_beyond_a_full_queue_are_requested_later_in_order() {
        let queues = RoomQueues::default();
        let room = room_id!("!one:x");
        let most = MOST_WAITING as u64;
        for batch in 0..most {
            assert_ne!(add(&queues, room, batch), Added::Joined);
        }
        assert_eq!(add(&queues, room, most), Added::Behind);
        for batch in most + 1..1000 {
            assert_eq!(add(&queues, room, batch), Added::Joined);
        }
        // An event that came before and can be decrypted only now does not come again.
        assert_eq!(queues.add(room, update(0), None), Added::Behind);
        for batch in 0..most {
            assert_eq!(next(&queues, room), Some((batch, None)));
        }
        assert_eq!(next(&queues, room), Some((most, Some(span(most, 1000)))));
        assert_eq!(next(&queues, room), Some((0, None)));
        assert_eq!(next(&queues, room), None);
    }

    #[tokio::test]
    async fn a_room_is_heard_after_a_panic() {
        let (queues, room) = (RoomQueues::default(), room_id!("!a:x"));
        for batch in 1..=4 {
            add(&queues, room, batch);
        }
        let (handled, ended) = (Mutex::<Vec<u64>>::default(), Mutex::<Vec<u64>>::default());
        let handle = |update: Update| {
            let handled = &handled;
            async move {
                assert_ne!(update.batch, 2, "a test wants it so");
                lock(handled).push(update.batch);
            }
        };
        let end = async |batch| {
            lock(&ended).push(batch);
            assert_ne!(batch, 3, "a test wants it so");
        };
        queues.handle_all(room, handle, end).await;
        assert_eq!(*lock(&handled), [1, 3, 4]);
        assert_eq!(*lock(&ended), [1, 2, 3, 4], "so no restart tells it again");
        assert_eq!(add(&queues, room, 5), Added::First, "its queue has ended");
    }
}
