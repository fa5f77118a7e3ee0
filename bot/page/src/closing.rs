//! The end of the server.

use tokio::sync::{mpsc, watch};

/// What closes the server, what ends when all that is open is closed, and what that is to hold.
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

/// What is never sent.
pub(super) enum Never {}

/// Tells when the server stops, and keeps it waiting until dropped.
#[derive(Clone)]
pub(super) struct Closing {
    closed: watch::Receiver<bool>,
    _alive: mpsc::Sender<Never>,
}

impl Closing {
    /// Returns when the server stops.
    pub(super) async fn wait(&mut self) {
        // An error means that the server is gone already.
        let _ = self.closed.wait_for(|closed| *closed).await;
    }
}
