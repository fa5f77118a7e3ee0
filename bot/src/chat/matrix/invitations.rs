//! How many invitations are taken, and when they are answered.

use std::{
    collections::{HashMap, HashSet, VecDeque},
    num::NonZeroUsize,
    time::Duration,
};

use lru::LruCache;
use matrix_sdk::ruma::{OwnedRoomId, OwnedUserId, RoomId, UserId};
use tokio::time::Instant;

/// How many invitations of one person are taken in an hour.
const MOST_INVITATIONS: usize = 20;

/// How many invitations are answered at once.
const MOST_AT_WORK: usize = 8;

/// The pause before the second attempt to answer an invitation; it doubles with each one.
const MINUTE: Duration = Duration::from_secs(60);

const HOUR: Duration = Duration::from_secs(60 * 60);

/// How many people's invitations are counted.
const REMEMBERED: NonZeroUsize = NonZeroUsize::new(10_000).expect("10,000 is not 0");

/// How often it is tried to come into a room.
const MOST_ATTEMPTS: u32 = 8;

/// The invitations that came.
pub(super) struct Invitations {
    /// When those of a person came that were taken within the last hour.
    taken: LruCache<OwnedUserId, VecDeque<Instant>>,
    /// Those that are being answered.
    at_work: HashSet<OwnedRoomId>,
    /// Those that could not be answered, and when they are to be tried again.
    later: HashMap<OwnedRoomId, Later>,
}

/// When something is tried again.
struct Later {
    at: Instant,
    n_attempts: u32,
}

impl Default for Invitations {
    fn default() -> Invitations {
        Invitations {
            taken: LruCache::new(REMEMBERED),
            at_work: HashSet::new(),
            later: HashMap::new(),
        }
    }
}

impl Invitations {
    /// Whether another invitation of this person is taken; if so, it is counted.
    pub(super) fn takes(&mut self, by: &UserId, now: Instant) -> bool {
        let taken = self.taken.get_or_insert_mut(by.to_owned(), VecDeque::new);
        while taken.front().is_some_and(|at| *at + HOUR <= now) {
            taken.pop_front();
        }
        let is_taken = taken.len() < MOST_INVITATIONS;
        if is_taken {
            taken.push_back(now);
        }
        is_taken
    }

    /// Whether an invitation is to be answered now; if so, it is at work.
    pub(super) fn begins(&mut self, room: &RoomId, now: Instant) -> bool {
        let is_later = self
            .later
            .get(room)
            .is_some_and(|later| later.at > now || later.n_attempts >= MOST_ATTEMPTS);
        !is_later && self.at_work.len() < MOST_AT_WORK && self.at_work.insert(room.to_owned())
    }

    /// An invitation could not be answered; whether that was the last attempt.
    pub(super) fn fails(&mut self, room: &RoomId, now: Instant) -> bool {
        let n_attempts = self.later.get(room).map_or(0, |later| later.n_attempts) + 1;
        let at = now + MINUTE * 2_u32.pow(n_attempts.min(MOST_ATTEMPTS) - 1);
        self.later.insert(room.to_owned(), Later { at, n_attempts });
        n_attempts >= MOST_ATTEMPTS
    }

    /// Whether it was tried before to answer an invitation.
    pub(super) fn is_tried_again(&self, room: &RoomId) -> bool {
        self.later.contains_key(room)
    }

    /// An invitation is not at work any more; `is_over` if it need not be tried again.
    pub(super) fn ends(&mut self, room: &RoomId, is_over: bool) {
        self.at_work.remove(room);
        if is_over {
            self.later.remove(room);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nobody_makes_the_bot_run_from_room_to_room() {
        let mut invitations = Invitations::default();
        let ann = OwnedUserId::try_from("@ann:example.org").expect("an account");
        let bob = OwnedUserId::try_from("@bob:example.org").expect("an account");
        let start = Instant::now();
        for _ in 0..MOST_INVITATIONS {
            assert!(invitations.takes(&ann, start));
        }
        assert!(!invitations.takes(&ann, start + HOUR / 2));
        assert!(invitations.takes(&bob, start));
        assert!(invitations.takes(&ann, start + HOUR));
    }

    #[test]
    fn what_cannot_be_answered_is_given_up() {
        let mut invitations = Invitations::default();
        let room = OwnedRoomId::try_from("!a:example.org").expect("a room");
        let mut now = Instant::now();
        for n in 1..=MOST_ATTEMPTS {
            assert!(invitations.begins(&room, now));
            assert!(!invitations.begins(&room, now), "it is at work");
            assert_eq!(invitations.fails(&room, now), n == MOST_ATTEMPTS);
            invitations.at_work.clear();
            assert!(!invitations.begins(&room, now + MINUTE / 2));
            now += MINUTE * 2_u32.pow(n - 1);
        }
        assert!(!invitations.begins(&room, now + HOUR));
    }
}
