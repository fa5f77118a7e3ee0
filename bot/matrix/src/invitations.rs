//! Limits the invitations that the bot accepts, and tracks those in progress.

use std::{
    collections::{HashMap, HashSet},
    num::NonZeroU32,
    sync::Mutex,
    time::Duration,
};

use governor::{DefaultKeyedRateLimiter, Quota, RateLimiter};
use matrix_sdk::ruma::{OwnedRoomId, OwnedUserId, RoomId, UserId};
use tokio::sync::Semaphore;

use kit::lock;

/// The invitations of one person that are accepted at once; then one more for each twentieth of an hour.
const MOST_INVITATIONS: NonZeroU32 = NonZeroU32::new(20).expect("20 is not 0");

const TWENTIETH_OF_HOUR: Duration = Duration::from_secs(3 * 60);

/// The invitations that are open at once. The homeserver repeats those beyond.
const MOST_OPEN: usize = 1000;

/// The open invitations of one person: a room that cannot be joined is tried for two hours, and must not delay others.
const MOST_OPEN_OF_ONE: usize = 4;

/// The invitations that are answered at once.
const MOST_AT_WORK: usize = 8;

/// The open invitations.
pub(super) struct Invitations {
    limiter: DefaultKeyedRateLimiter<OwnedUserId>,
    /// The invitations without an answer, each with its inviter as far as known.
    open: Mutex<HashMap<OwnedRoomId, Option<OwnedUserId>>>,
    /// The inviter of each room with a waiting invitation, once looked up.
    inviters: Mutex<HashMap<OwnedRoomId, OwnedUserId>>,
    at_work: Semaphore,
}

impl Default for Invitations {
    fn default() -> Invitations {
        let quota = Quota::with_period(TWENTIETH_OF_HOUR).expect("the period is not 0");
        Invitations {
            limiter: RateLimiter::keyed(quota.allow_burst(MOST_INVITATIONS)),
            open: Mutex::default(),
            inviters: Mutex::default(),
            at_work: Semaphore::new(MOST_AT_WORK),
        }
    }
}

impl Invitations {
    /// Tells whether the bot accepts another invitation of this person; if so, counts it.
    pub(super) fn takes(&self, by: &UserId) -> bool {
        self.limiter.retain_recent();
        self.limiter.check_key(&by.to_owned()).is_ok()
    }

    pub(super) fn is_open(&self, room: &RoomId) -> bool {
        lock(&self.open).contains_key(room)
    }

    /// Tells whether [`MOST_OPEN`] invitations are open.
    pub(super) fn is_full(&self) -> bool {
        lock(&self.open).len() >= MOST_OPEN
    }

    /// Returns the inviter to a room, if looked up before.
    pub(super) fn inviter(&self, room: &RoomId) -> Option<OwnedUserId> {
        lock(&self.inviters).get(room).cloned()
    }

    /// Remembers the inviter to a room for as long as the invitation waits.
    pub(super) fn remember(&self, room: &RoomId, by: &UserId) {
        lock(&self.inviters).insert(room.to_owned(), by.to_owned());
    }

    /// Forgets the invitations that no longer wait.
    pub(super) fn keep(&self, waiting: &HashSet<&RoomId>) {
        lock(&self.inviters).retain(|room, _| waiting.contains(&**room));
    }

    /// Opens an invitation of this person; returns whether the caller has to answer it.
    pub(super) fn begin(&self, room: &RoomId, by: Option<&UserId>) -> bool {
        let mut open = lock(&self.open);
        let n_of_one = open.values().filter(|it| it.as_deref() == by).count();
        let has_place = open.len() < MOST_OPEN && n_of_one < MOST_OPEN_OF_ONE;
        let begins = has_place && !open.contains_key(room);
        if begins {
            open.insert(room.to_owned(), by.map(ToOwned::to_owned));
        }
        begins
    }

    /// Runs the work for one invitation, once enough others have ended.
    pub(super) async fn work<T>(&self, work: impl Future<Output = T>) -> T {
        let permit = self.at_work.acquire().await;
        let _permit = permit.expect("nobody closes it");
        work.await
    }

    /// Closes an invitation that is answered or given up.
    pub(super) fn end(&self, room: &RoomId) {
        lock(&self.open).remove(room);
    }
}

#[cfg(test)]
mod tests {
    use std::{
        future,
        sync::atomic::{AtomicUsize, Ordering},
    };

    use futures_util::{FutureExt, future::join_all};

    use super::*;

    #[test]
    fn the_invitations_of_one_person_are_limited() {
        let invitations = Invitations::default();
        let (ann, bob) = (person(0), person(1));
        for _ in 0..MOST_INVITATIONS.get() {
            assert!(invitations.takes(&ann));
        }
        assert!(!invitations.takes(&ann));
        assert!(invitations.takes(&bob));
    }

    #[test]
    fn an_inviter_is_remembered_while_the_invitation_waits() {
        let invitations = Invitations::default();
        let (here, there, by) = (room(0), room(1), person(0));
        invitations.remember(&here, &by);
        invitations.remember(&there, &by);
        invitations.keep(&HashSet::from([&*here]));
        assert_eq!(invitations.inviter(&here), Some(by));
        assert_eq!(invitations.inviter(&there), None);
    }

    fn room(n: usize) -> OwnedRoomId {
        OwnedRoomId::try_from(format!("!{n}:x")).expect("a room")
    }

    fn person(n: usize) -> OwnedUserId {
        OwnedUserId::try_from(format!("@{n}:x")).expect("an account")
    }

    #[test]
    fn an_invitation_is_answered_once_and_no_more_than_so_many_wait() {
        let invitations = Invitations::default();
        for n in 0..MOST_OPEN {
            let by = person(n);
            assert!(invitations.begin(&room(n), Some(&by)));
            assert!(invitations.is_open(&room(n)));
            assert!(!invitations.begin(&room(n), Some(&by)));
        }
        let late = person(MOST_OPEN);
        assert!(!invitations.begin(&room(MOST_OPEN), Some(&late)));
        invitations.end(&room(0));
        assert!(invitations.begin(&room(MOST_OPEN), Some(&late)));
    }

    #[test]
    fn the_open_invitations_of_one_person_leave_places_to_others() {
        let invitations = Invitations::default();
        for by in 0..50 {
            let by = (by > 0).then(|| person(by));
            let begun = (0..20).filter(|_| {
                let n = lock(&invitations.open).len();
                invitations.begin(&room(n), by.as_deref())
            });
            assert_eq!(begun.count(), MOST_OPEN_OF_ONE);
        }
        let ann = person(50);
        assert!(invitations.begin(&room(MOST_OPEN), Some(&ann)));
        // An answered invitation frees a place for the person.
        let busy = person(1);
        let of_busy = MOST_OPEN_OF_ONE;
        assert!(!invitations.begin(&room(MOST_OPEN + 1), Some(&busy)));
        invitations.end(&room(of_busy));
        assert!(invitations.begin(&room(MOST_OPEN + 1), Some(&busy)));
    }

    #[tokio::test]
    async fn no_more_than_so_many_are_at_work() {
        let invitations = Invitations::default();
        let n_begun = AtomicUsize::new(0);
        let work = || async {
            n_begun.fetch_add(1, Ordering::Relaxed);
            future::pending::<()>().await;
        };
        let all = join_all((0..50).map(|_| invitations.work(work())));
        assert!(all.now_or_never().is_none());
        assert_eq!(n_begun.load(Ordering::Relaxed), MOST_AT_WORK);
    }
}
