//! Events in flight. After a crash, the bot replays events that it received but did not decide on.

use std::{collections::HashMap, sync::Mutex, time::Duration};

use tokio::{
    sync::Notify,
    time::{Instant, timeout_at},
};

use api::EventId;
use kit::lock;

/// The age of an event after which the bot waits for no answer to it.
const LONGEST: Duration = Duration::from_secs(60);

/// The position of an event in a session.
#[derive(Clone, Copy)]
pub(crate) struct EventOrigin {
    pub(crate) shard: u32,
    pub(crate) sequence: u64,
    /// True if it is replayed: it happened while the connection was lost.
    pub(crate) is_late: bool,
}

/// An event without a decision.
struct UndecidedEvent {
    origin: EventOrigin,
    since: Instant,
}

/// The events that were received and not decided on.
#[derive(Default)]
pub(super) struct InFlightEvents {
    events: Mutex<HashMap<EventId, UndecidedEvent>>,
    news: Notify,
}

impl InFlightEvents {
    /// Records the receipt of an event.
    pub(super) fn begin(&self, event: EventId, origin: EventOrigin) {
        let since = Instant::now();
        let mut all = lock(&self.events);
        all.retain(|_, event| event.since.elapsed() < LONGEST);
        all.insert(event, UndecidedEvent { origin, since });
    }

    /// Records that the decision on an event is durable.
    pub(super) fn end(&self, event: &EventId) {
        if lock(&self.events).remove(event).is_some() {
            self.news.notify_waiters();
        }
    }

    /// Forgets the events of a shard. A new session restarts the sequence numbers.
    pub(super) fn forget(&self, shard: u32) {
        lock(&self.events).retain(|_, event| event.origin.shard != shard);
    }

    /// Returns the number of the last event of a shard up to which all are decided on. `last` is the last one received.
    pub(super) fn settled(&self, shard: u32, last: u64) -> u64 {
        let all = lock(&self.events);
        let open = all
            .values()
            .filter(|event| event.origin.shard == shard && event.since.elapsed() < LONGEST);
        let first = open.map(|event| event.origin.sequence).min();
        first.map_or(last, |first| last.min(first.saturating_sub(1)))
    }

    /// Waits until all events of a shard are decided on, for at most `patience`.
    pub(super) async fn settle(&self, shard: u32, patience: Duration) {
        let until = Instant::now() + patience;
        loop {
            let news = self.news.notified();
            tokio::pin!(news);
            // From here on no notification is missed.
            news.as_mut().enable();
            if self.settled(shard, u64::MAX) == u64::MAX || timeout_at(until, news).await.is_err() {
                return;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use api::Platform;

    fn event(name: &str) -> EventId {
        EventId::new(Platform::Discord, name)
    }

    fn origin(shard: u32, sequence: u64) -> EventOrigin {
        EventOrigin {
            shard,
            sequence,
            is_late: false,
        }
    }

    #[tokio::test(start_paused = true)]
    async fn an_undecided_event_holds_back_the_settled_sequence() {
        let in_flight = InFlightEvents::default();
        assert_eq!(in_flight.settled(0, 4), 4);
        in_flight.begin(event("a"), origin(0, 5));
        in_flight.begin(event("b"), origin(0, 6));
        in_flight.begin(event("c"), origin(1, 2));
        assert_eq!((in_flight.settled(0, 6), in_flight.settled(1, 9)), (4, 1));
        in_flight.end(&event("a"));
        assert_eq!(in_flight.settled(0, 8), 5);
        in_flight.forget(1);
        assert_eq!(in_flight.settled(1, 9), 9);
        tokio::time::advance(LONGEST).await;
        assert_eq!(in_flight.settled(0, 8), 8);
    }

    #[tokio::test(start_paused = true)]
    async fn settling_waits_for_the_last_decision_within_a_limit() {
        let in_flight = InFlightEvents::default();
        in_flight.begin(event("a"), origin(0, 1));
        let begun = Instant::now();
        let patience = Duration::from_secs(2);
        tokio::join!(in_flight.settle(0, patience), async {
            in_flight.end(&event("a"));
        });
        assert_eq!(begun.elapsed(), Duration::ZERO);
        in_flight.begin(event("b"), origin(0, 2));
        in_flight.settle(0, patience).await;
        assert_eq!(begun.elapsed(), patience);
    }
}
