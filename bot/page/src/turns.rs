//! Reports changes in the order in which they were made.

use std::sync::Arc;

use tokio::sync::{Mutex, OwnedMutexGuard, oneshot};

/// A queue that orders the reports of changes, though the lock is not held until then: so many changes become durable together.
#[derive(Default)]
pub(super) struct Turns(Option<oneshot::Receiver<()>>);

/// Releases the lock, and takes the turn after all earlier ones.
pub(super) fn take_turn(mut lock: OwnedMutexGuard<Turns>) -> TellingTurn {
    let (over, next) = oneshot::channel();
    TellingTurn {
        before: lock.0.replace(next),
        _over: over,
        _lock: Arc::clone(OwnedMutexGuard::mutex(&lock)),
    }
}

/// The turn of one change; the next one comes when it is dropped.
pub(super) struct TellingTurn {
    before: Option<oneshot::Receiver<()>>,
    _over: oneshot::Sender<()>,
    /// Kept so that later changes find the turn while it is not over.
    _lock: Arc<Mutex<Turns>>,
}

impl TellingTurn {
    pub(super) async fn come(&mut self) {
        if let Some(before) = self.before.take() {
            // Nothing is ever sent: it ends when the turn before is over.
            let _ = before.await;
        }
    }
}
