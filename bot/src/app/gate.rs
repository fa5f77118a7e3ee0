//! Keeps what is under way within bounds: where more comes than can be told, people wait before their events are taken up,
//! and not after.

use std::{
    collections::BTreeMap,
    hash::{BuildHasher, BuildHasherDefault, DefaultHasher},
    sync::Arc,
    time::Duration,
};

use tokio::{
    sync::{Mutex, OwnedSemaphorePermit, Semaphore},
    time::timeout,
};

use crate::ports::{Platform, UserId};

/// How many events of a platform may be under way: taken up, and not answered yet, or not followed by all that they bring
/// about. What cannot be delivered at the first try is no longer counted.
pub const UNDER_WAY: usize = 512;

/// In how many groups people take turns.
const GROUPS: usize = 256;

/// Where events wait to be taken up.
pub(super) struct Gate {
    places: BTreeMap<Platform, Arc<Semaphore>>,
    people: [Mutex<()>; GROUPS],
    /// How long an event may wait.
    longest: Duration,
}

/// A place among the events that are under way, shared by all that an event brings about.
pub(super) type Permit = Arc<OwnedSemaphorePermit>;

impl Gate {
    pub(super) fn new(platforms: Vec<Platform>, longest: Duration) -> Gate {
        let platforms = platforms.into_iter();
        let places = platforms.map(|platform| (platform, Arc::new(Semaphore::new(UNDER_WAY))));
        Gate {
            places: places.collect(),
            people: std::array::from_fn(|_| Mutex::default()),
            longest,
        }
    }

    /// A place, if one is free and nobody waits for it.
    pub(super) fn try_enter(&self, platform: Platform) -> Option<Permit> {
        let places = Arc::clone(self.places.get(&platform)?);
        places.try_acquire_owned().ok().map(Arc::new)
    }

    /// A place; nothing if that takes too long. Each person waits in the line with one event at a time, so that who does
    /// much does not keep others from doing anything.
    pub(super) async fn enter(&self, platform: Platform, user: &UserId) -> Option<Permit> {
        let places = Arc::clone(self.places.get(&platform)?);
        let hash = BuildHasherDefault::<DefaultHasher>::default().hash_one(user);
        let group = &self.people[(hash % GROUPS as u64) as usize];
        let place = timeout(self.longest, async {
            let _turn = group.lock().await;
            places.acquire_owned().await
        });
        place.await.ok()?.ok().map(Arc::new)
    }
}
