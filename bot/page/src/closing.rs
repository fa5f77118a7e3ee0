//! The shutdown of the server.

use tokio::sync::{mpsc, watch};

/// Returns a sender, a receiver and a handle. The sender closes the server. The receiver ends when all users of the handle have
/// closed.
pub(super) fn closing() -> (watch::Sender<bool>, mpsc::Receiver<Never>, Closing) {
    let (close, closed) = watch::channel(false);
    let (alive, all_gone) = mpsc::channel(1);
    (
        close,
        all_gone,
        Closing {
            closed,
            _alive: alive,
        },
    )
}

/// A value that is never sent.
pub(super) enum Never {}

/// A handle that signals the shutdown, and delays its end until dropped.
#[derive(Clone)]
pub(super) struct Closing {
    closed: watch::Receiver<bool>,
    _alive: mpsc::Sender<Never>,
}

impl Closing {
    /// Returns when the server stops.
    pub(super) async fn wait(&mut self) {
        // An error means that the server has already ended.
        let _ = self.closed.wait_for(|closed| *closed).await;
    }
}
