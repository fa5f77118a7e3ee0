//! Budgets of public posts, if a platform accepts few posts in a period. So a flood of requests from one person does not delay
//! the boards of others.

#[cfg(test)]
mod tests;

use std::{collections::HashMap, hash::Hash, num::NonZeroU32, sync::Mutex, time::Duration};

use governor::{
    NotUntil, Quota, RateLimiter,
    clock::{Clock, Reference},
    middleware::NoOpMiddleware,
    nanos::Nanos,
    state::{InMemoryState, NotKeyed, keyed::HashMapStateStore},
};
use tokio::time::Instant;

use api::{ChannelId, UserId};
use text::Text;

/// The number of posts that a person can request at once, and the time until they can request one more. Discord accepts five in
/// a channel in five seconds; others need their share.
const OF_PERSON: (u32, Duration) = (3, Duration::from_secs(5));

/// The same for all people in one place.
const OF_PLACE: (u32, Duration) = (4, Duration::from_secs(2));

/// The same for all people everywhere. Discord accepts fifty requests a second.
const IN_ALL: (u32, Duration) = (20, Duration::from_millis(100));

/// The maximum number of remembered people and places.
const MOST: usize = 4096;

/// A rate limiter with one limit for each key.
type Limiter<K, C> = RateLimiter<K, HashMapStateStore<K>, C, NoOpMiddleware<<C as Clock>::Instant>>;

/// The clock of the runtime, which no change of the machine's clock affects.
#[derive(Clone)]
pub(crate) struct RuntimeClock(Instant);

impl Clock for RuntimeClock {
    type Instant = Nanos;

    fn now(&self) -> Nanos {
        self.0.elapsed().into()
    }
}

/// The budgets that are left.
pub(crate) struct Budgets<C: Clock = RuntimeClock> {
    people: Limiter<UserId, C>,
    places: Limiter<ChannelId, C>,
    all: RateLimiter<NotKeyed, InMemoryState, C, NoOpMiddleware<C::Instant>>,
    /// The people with a notice to wait, each with the end of the wait.
    notified: Mutex<HashMap<UserId, C::Instant>>,
    clock: C,
}

/// The budget that is used up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Overdrawn {
    /// The budget of this person. They can try again after this time.
    Person(Duration),
    /// The budget of all people together.
    Everybody(Duration),
    /// The person got a notice to wait before, and did not wait.
    ToldBefore,
}

impl Overdrawn {
    /// Returns the text for the person, or `None` if they got a notice to wait before.
    pub(crate) fn refusal(self) -> Option<Text> {
        match self {
            Overdrawn::Person(wait) => Some(text::refusal_too_many_posts(in_full(wait))),
            Overdrawn::Everybody(wait) => Some(text::refusal_too_many_posts_of_all(in_full(wait))),
            Overdrawn::ToldBefore => None,
        }
    }
}

/// Returns a duration in whole seconds, rounded up.
fn in_full(wait: Duration) -> u32 {
    u32::try_from(wait.as_secs() + 1).unwrap_or(u32::MAX)
}

impl Default for Budgets {
    fn default() -> Budgets {
        Budgets::new(RuntimeClock(Instant::now()))
    }
}

impl<C: Clock + Clone> Budgets<C> {
    fn new(clock: C) -> Budgets<C> {
        Budgets {
            people: RateLimiter::new(
                quota(OF_PERSON),
                HashMapStateStore::default(),
                clock.clone(),
            ),
            places: RateLimiter::new(quota(OF_PLACE), HashMapStateStore::default(), clock.clone()),
            all: RateLimiter::direct_with_clock(quota(IN_ALL), clock.clone()),
            notified: Mutex::default(),
            clock,
        }
    }

    /// Takes a post from the budgets of a person, and of its place if others read there. A person gets the notice to wait once.
    pub(crate) fn take(&self, user: &UserId, place: Option<&ChannelId>) -> Result<(), Overdrawn> {
        self.count(user, place)
            .map_err(|overdrawn| match overdrawn {
                Overdrawn::Person(wait) | Overdrawn::Everybody(wait) if !self.tells(user, wait) => {
                    Overdrawn::ToldBefore
                }
                overdrawn => overdrawn,
            })
    }

    /// Returns whether to send a person the notice to wait for this time. They get none while an earlier one applies.
    fn tells(&self, user: &UserId, wait: Duration) -> bool {
        let now = self.clock.now();
        let mut notified = kit::lock(&self.notified);
        if notified.get(user).is_some_and(|until| now < *until) {
            return false;
        }
        if notified.len() >= MOST {
            notified.retain(|_, until| now < *until);
        }
        if notified.len() < MOST {
            notified.insert(user.clone(), now + wait.into());
        }
        true
    }

    /// Takes a post from these budgets. A person gets each notice to wait.
    pub(crate) fn count(&self, user: &UserId, place: Option<&ChannelId>) -> Result<(), Overdrawn> {
        self.check(&self.people, user).map_err(Overdrawn::Person)?;
        if let Some(place) = place {
            self.check(&self.places, place)
                .map_err(Overdrawn::Everybody)?;
        }
        let all = self.all.check();
        all.map_err(|until| Overdrawn::Everybody(self.wait(&until)))
    }

    fn check<K: Hash + Eq + Clone>(
        &self,
        limiter: &Limiter<K, C>,
        key: &K,
    ) -> Result<(), Duration> {
        if limiter.len() >= MOST {
            limiter.retain_recent();
            if limiter.len() >= MOST {
                return Err(IN_ALL.1);
            }
        }
        limiter.check_key(key).map_err(|until| self.wait(&until))
    }

    fn wait(&self, until: &NotUntil<C::Instant>) -> Duration {
        let now = self.clock.now();
        until.earliest_possible().duration_since(now).into()
    }
}

fn quota((burst, period): (u32, Duration)) -> Quota {
    let burst = NonZeroU32::new(burst).expect("all bursts are above 0");
    let quota = Quota::with_period(period).expect("all periods are above 0");
    quota.allow_burst(burst)
}
