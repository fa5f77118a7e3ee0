//! Orders the requests under a rate limit of the homeserver.
//!
//! Without a rate limit no request waits. Once the homeserver has asked for a pause, the bot sends one request at a time.
//! People take turns, and cosmetic changes wait until there is room for more.

use std::{
    collections::VecDeque,
    pin::pin,
    sync::Mutex,
    time::{Duration, SystemTime},
};

use matrix_sdk::ruma::api::error::{ErrorKind, RetryAfter};
use tokio::{sync::Notify, time::Instant};
use tracing::warn;

use kit::lock;

/// The number of events that Synapse takes at once by default.
const BURST: f64 = 10.0;

/// The part of these that is reserved for urgent requests.
const RESERVE: f64 = 5.0;

/// The default time after which the homeserver allows one more event.
const USUAL: Duration = Duration::from_secs(5);

/// The longest pause that the bot accepts from a homeserver.
const LONGEST: Duration = Duration::from_secs(60);

/// The time for which a rate limit, and the log line about it, are remembered.
const MEMORY: Duration = Duration::from_secs(24 * 60 * 60);

/// The urgency of a request.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Urgency {
    /// A person waits for it.
    Now,
    /// It improves the look of an earlier message.
    Later,
}

/// Admits requests under the rate limit of the homeserver.
#[derive(Default)]
pub(super) struct SendLimiter {
    state: Mutex<LimiterState>,
    changed: Notify,
}

#[derive(Default)]
struct LimiterState {
    /// The last rate limit of the homeserver.
    limit: Option<Limit>,
    is_sending: bool,
    /// The waiting rooms and threads, each with the numbers of its requests; the first is next.
    waiting: VecDeque<(String, VecDeque<u64>)>,
    next: u64,
}

/// A rate limit of the homeserver, as far as it is known.
#[derive(Clone, Copy)]
struct Limit {
    since: Instant,
    closed_until: Instant,
    /// The longest pause that it has asked for: the time after which one more event is allowed.
    pause: Duration,
    /// The number of events that were allowed at the time `at`.
    room: f64,
    at: Instant,
}

impl Limit {
    fn room(&self, now: Instant) -> f64 {
        let since = now.saturating_duration_since(self.at);
        BURST.min(self.room + since.as_secs_f64() / self.pause.as_secs_f64())
    }

    /// Returns the time at which there is room for a request that can wait.
    fn has_room_at(&self) -> Instant {
        let missing = (RESERVE + 1.0 - self.room).max(0.0);
        self.at + self.pause.mul_f64(missing)
    }
}

/// A turn to send a request, until it is dropped.
pub(super) struct SendTurn<'a> {
    limiter: &'a SendLimiter,
    is_alone: bool,
}

impl Drop for SendTurn<'_> {
    fn drop(&mut self) {
        if self.is_alone {
            lock(&self.limiter.state).is_sending = false;
            self.limiter.changed.notify_waiters();
        }
    }
}

/// A place in the queue, until it is dropped.
struct Ticket<'a> {
    limiter: &'a SendLimiter,
    who: &'a str,
    number: u64,
}

impl Drop for Ticket<'_> {
    fn drop(&mut self) {
        lock(&self.limiter.state).leave(self.who, self.number);
        self.limiter.changed.notify_waiters();
    }
}

impl LimiterState {
    fn is_limited(&self, now: Instant) -> bool {
        self.limit
            .is_some_and(|limit| now.saturating_duration_since(limit.since) < MEMORY)
    }

    fn enter(&mut self, who: &str) -> u64 {
        self.next += 1;
        let number = self.next;
        match self.waiting.iter_mut().find(|(other, _)| other == who) {
            Some((_, numbers)) => numbers.push_back(number),
            None => self
                .waiting
                .push_back((who.to_owned(), VecDeque::from([number]))),
        }
        number
    }

    fn leave(&mut self, who: &str, number: u64) {
        let Some(at) = self.waiting.iter().position(|(other, _)| other == who) else {
            return;
        };
        let Some((who, mut numbers)) = self.waiting.remove(at) else {
            return;
        };
        let was_first = numbers.front() == Some(&number);
        numbers.retain(|waiting| *waiting != number);
        if numbers.is_empty() {
            return;
        }
        // After its turn an entry goes behind the others.
        let at = if was_first { self.waiting.len() } else { at };
        self.waiting.insert(at, (who, numbers));
    }

    fn is_next(&self, number: u64) -> bool {
        let first = self
            .waiting
            .front()
            .and_then(|(_, waiting)| waiting.front());
        first == Some(&number)
    }

    /// Takes a turn, or returns when to look again: at a time, or at the next change.
    fn take(&mut self, number: Option<u64>, now: Instant) -> Result<bool, Option<Instant>> {
        let Some(limit) = self.limit.filter(|_| self.is_limited(now)) else {
            return Ok(false);
        };
        let is_next = match number {
            Some(number) => self.is_next(number),
            None => self.waiting.is_empty(),
        };
        if self.is_sending || !is_next {
            return Err(None);
        }
        let at = match number {
            Some(_) => limit.closed_until,
            None => limit.closed_until.max(limit.has_room_at()),
        };
        if now < at {
            return Err(Some(at));
        }
        self.is_sending = true;
        Ok(true)
    }
}

impl SendLimiter {
    /// Tells whether the homeserver has asked for a pause recently.
    pub(super) fn is_limited(&self) -> bool {
        lock(&self.state).is_limited(Instant::now())
    }

    /// Waits for the turn of a request on behalf of `who`.
    pub(super) async fn turn(&self, who: &str, urgency: Urgency) -> SendTurn<'_> {
        let ticket = (urgency == Urgency::Now).then(|| Ticket {
            limiter: self,
            who,
            number: lock(&self.state).enter(who),
        });
        let number = ticket.as_ref().map(|ticket| ticket.number);
        loop {
            let mut changed = pin!(self.changed.notified());
            changed.as_mut().enable();
            let taken = lock(&self.state).take(number, Instant::now());
            match taken {
                Ok(is_alone) => {
                    return SendTurn {
                        limiter: self,
                        is_alone,
                    };
                }
                Err(None) => changed.await,
                Err(Some(at)) => tokio::select! {
                    () = tokio::time::sleep_until(at) => {}
                    () = changed => {}
                },
            }
        }
    }

    /// Counts an event that the homeserver has accepted.
    pub(super) fn taken(&self) {
        let now = Instant::now();
        if let Some(limit) = &mut lock(&self.state).limit {
            limit.room = (limit.room(now) - 1.0).max(0.0);
            limit.at = now;
        }
    }

    /// Records a pause that the homeserver has asked for.
    pub(super) fn limited(&self, pause: Duration) {
        let now = Instant::now();
        let pause = pause.clamp(Duration::from_millis(10), LONGEST);
        let before = {
            let mut state = lock(&self.state);
            let before = state.limit.filter(|_| state.is_limited(now));
            state.limit = Some(Limit {
                since: now,
                closed_until: now + pause,
                pause: before.map_or(pause, |before| before.pause.max(pause)),
                room: 0.0,
                at: now,
            });
            before
        };
        if before.is_none() {
            warn!(
                "the homeserver limits how often the bot may speak; to remove the limit for its account, see docs/matrix.md"
            );
        }
        self.changed.notify_waiters();
    }
}

/// Returns the pause that an error of the homeserver asks for, if it does.
pub(super) fn pause_in(error: &matrix_sdk::Error) -> Option<Duration> {
    let Some(ErrorKind::LimitExceeded(limit)) = error.client_api_error_kind() else {
        return None;
    };
    Some(match limit.retry_after {
        Some(RetryAfter::Delay(pause)) => pause,
        Some(RetryAfter::DateTime(until)) => {
            until.duration_since(SystemTime::now()).unwrap_or_default()
        }
        None => USUAL,
    })
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;

    const PAUSE: Duration = Duration::from_secs(5);

    /// Queues these one after the other; returns the order of their turns, with the seconds after which each came.
    async fn order_of_turns(
        limiter: &Arc<SendLimiter>,
        waiting: &[(&'static str, Urgency)],
    ) -> Vec<(&'static str, u64)> {
        let begun = Instant::now();
        let had = Arc::new(Mutex::new(Vec::new()));
        let mut tasks = tokio::task::JoinSet::new();
        for (who, urgency) in waiting.iter().copied() {
            let (limiter, had) = (Arc::clone(limiter), Arc::clone(&had));
            tasks.spawn(async move {
                let _turn = limiter.turn(who, urgency).await;
                lock(&had).push((who, begun.elapsed().as_secs()));
                limiter.taken();
            });
            tokio::task::yield_now().await;
        }
        while tasks.join_next().await.is_some() {}
        lock(&had).clone()
    }

    #[tokio::test(start_paused = true)]
    async fn no_turn_waits_without_a_limit() {
        let limiter = Arc::new(SendLimiter::default());
        let waiting = [("ann", Urgency::Later), ("bob", Urgency::Now)];
        let had = order_of_turns(&limiter, &waiting).await;
        assert_eq!(had, [("ann", 0), ("bob", 0)]);
        assert!(!limiter.is_limited());
    }

    #[tokio::test(start_paused = true)]
    async fn people_take_turns_after_a_pause_and_edits_come_last() {
        let limiter = Arc::new(SendLimiter::default());
        limiter.limited(PAUSE);
        assert!(limiter.is_limited());
        let waiting = [
            ("edit", Urgency::Later),
            ("ann", Urgency::Now),
            ("ann", Urgency::Now),
            ("ann", Urgency::Now),
            ("bob", Urgency::Now),
        ];
        let had = order_of_turns(&limiter, &waiting).await;
        // The model has room for the reserve and one more after six pauses.
        assert_eq!(
            had.iter().map(|(who, _)| *who).collect::<Vec<_>>(),
            ["ann", "bob", "ann", "ann", "edit"]
        );
        assert_eq!(had[0].1, 5);
        assert!(had[4].1 >= 30, "{had:?}");
        tokio::time::advance(MEMORY).await;
        assert!(!limiter.is_limited());
    }

    #[tokio::test(start_paused = true)]
    async fn an_abandoned_turn_delays_no_other() {
        let limiter = Arc::new(SendLimiter::default());
        limiter.limited(PAUSE);
        let turn = tokio::time::timeout(Duration::from_secs(1), limiter.turn("ann", Urgency::Now));
        assert!(turn.await.is_err());
        let had = order_of_turns(&limiter, &[("bob", Urgency::Now)]).await;
        assert_eq!(had, [("bob", 4)]);
    }
}
