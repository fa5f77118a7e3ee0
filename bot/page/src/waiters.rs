//! Requests that wait for the bot.

use std::sync::Arc;

use tokio::sync::watch;

use api::EventId;
use kit::Keyed;

/// The waiting requests of each event.
pub(super) struct Waiters<T>(Keyed<EventId, watch::Sender<Option<T>>>);

impl<T> Default for Waiters<T> {
    fn default() -> Waiters<T> {
        Waiters(Keyed::default())
    }
}

impl<T: Clone> Waiters<T> {
    /// Begins to wait; several requests may wait for one event.
    pub(super) fn wait(&self, event: EventId) -> Waiter<T> {
        let sender = self.0.get(event);
        Waiter {
            receiver: sender.subscribe(),
            _sender: sender,
        }
    }

    /// Sends the answer to all requests that wait for the event. Returns whether there were any.
    pub(super) fn answer(&self, event: &EventId, value: &T) -> bool {
        let sender = self.0.get(event.clone());
        sender.send(Some(value.clone())).is_ok()
    }
}

/// A place among the waiting requests.
pub(super) struct Waiter<T> {
    receiver: watch::Receiver<Option<T>>,
    /// Kept so that an answer finds the entry while a request waits.
    _sender: Arc<watch::Sender<Option<T>>>,
}

impl<T: Clone> Waiter<T> {
    /// Waits for the answer.
    pub(super) async fn value(&mut self) -> Option<T> {
        self.receiver.changed().await.ok()?;
        self.receiver.borrow_and_update().clone()
    }
}
