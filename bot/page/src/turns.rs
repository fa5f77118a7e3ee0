//! Telling in the order in which things were changed.

use std::sync::Arc;

use tokio::sync::{Mutex, OwnedMutexGuard, oneshot};

/// Lets what was changed one after the other be told one after the other, though the lock is not held until then: so many
/// changes become durable together.
#[derive(Default)]
pub(super) struct Turns(Option<oneshot::Receiver<()>>);

/// Lets others change things, and takes the turn after all that were taken before.
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
    /// Those who come after find the turn for as long as it is not over.
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
