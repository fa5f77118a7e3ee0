//! Requests that wait for the bot.

use std::{
    collections::HashMap,
    sync::{Arc, Mutex},
};

use tokio::sync::oneshot;

use crate::{chat::kit::hold, ports::EventId};

type ByEvent<T> = Mutex<HashMap<EventId, Vec<oneshot::Sender<T>>>>;

/// Who waits for which event.
pub(super) struct Waiters<T>(Arc<ByEvent<T>>);

impl<T> Default for Waiters<T> {
    fn default() -> Waiters<T> {
        Waiters(Arc::default())
    }
}

impl<T: Clone> Waiters<T> {
    /// Begins to wait; several may wait for one event.
    pub(super) fn wait(&self, event: EventId) -> Waiter<T> {
        let (sender, receiver) = oneshot::channel();
        hold(&self.0).entry(event.clone()).or_default().push(sender);
        Waiter {
            event,
            receiver,
            waiters: Arc::clone(&self.0),
        }
    }

    /// Tells all who wait for the event; whether anybody did.
    pub(super) fn answer(&self, event: &EventId, value: &T) -> bool {
        let waiters = hold(&self.0).remove(event).unwrap_or_default();
        let is_awaited = !waiters.is_empty();
        for waiter in waiters {
            // Who left meanwhile asks again.
            let _ = waiter.send(value.clone());
        }
        is_awaited
    }
}

/// A place in the queue; dropping it leaves the queue.
pub(super) struct Waiter<T> {
    event: EventId,
    receiver: oneshot::Receiver<T>,
    waiters: Arc<ByEvent<T>>,
}

impl<T> Waiter<T> {
    /// The answer, once there is one.
    pub(super) async fn value(&mut self) -> Option<T> {
        (&mut self.receiver).await.ok()
    }
}

impl<T> Drop for Waiter<T> {
    fn drop(&mut self) {
        self.receiver.close();
        let mut waiters = hold(&self.waiters);
        if let Some(senders) = waiters.get_mut(&self.event) {
            senders.retain(|sender| !sender.is_closed());
            if senders.is_empty() {
                waiters.remove(&self.event);
            }
        }
    }
}
