//! The gate bounds the events in progress. Under backpressure, events wait before admission, not after it.

#[cfg(test)]
mod tests;

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

use api::{ChannelId, Event, Place, Platform, UserId};
use kit::Keyed;

/// The maximum number of events of a platform in progress. These are admitted, and lack their answer or a delivery. A delivery
/// that fails at the first try no longer counts.
pub const UNDER_WAY: usize = 512;

/// The maximum number from one channel, or from one person elsewhere. So a slow channel leaves room for all others.
pub const UNDER_WAY_IN_CHANNEL: usize = UNDER_WAY / 4;

/// The number of groups in which people take turns.
const GROUPS: usize = 256;

/// The origin of an event.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) enum EventRoom {
    /// A channel.
    Channel(ChannelId),
    /// A person in a direct chat, or in a group where the bot cannot post.
    Person(UserId),
}

impl EventRoom {
    pub(crate) fn of(event: &Event) -> EventRoom {
        match &event.place {
            Place::Channel(channel) => EventRoom::Channel(channel.clone()),
            Place::Direct | Place::Group => EventRoom::Person(event.speaker.id.clone()),
        }
    }
}

/// The gate where events wait for admission.
pub(crate) struct Gate {
    places: BTreeMap<Platform, Arc<Semaphore>>,
    channels: Keyed<EventRoom, Semaphore>,
    people: [Mutex<()>; GROUPS],
    /// The longest time that an event may wait.
    longest: Duration,
}

/// The permits that an event holds while it is in progress: one of its platform, and one of its channel. All its deliveries
/// share them.
pub(crate) type Permit = Arc<[OwnedSemaphorePermit]>;

impl Gate {
    pub(crate) fn new(platforms: Vec<Platform>, longest: Duration) -> Gate {
        let platforms = platforms.into_iter();
        let places = platforms.map(|platform| (platform, Arc::new(Semaphore::new(UNDER_WAY))));
        Gate {
            places: places.collect(),
            channels: Keyed::default(),
            people: std::array::from_fn(|_| Mutex::default()),
            longest,
        }
    }

    /// Returns the permits of a channel.
    fn channel(&self, origin: &EventRoom) -> Arc<Semaphore> {
        let places = || Semaphore::new(UNDER_WAY_IN_CHANNEL);
        self.channels.get_or_make(origin.clone(), places)
    }

    /// Takes a permit for an event, if one is free and no other event waits for it. An event without posts has no origin.
    pub(crate) fn try_enter(
        &self,
        platform: Platform,
        origin: Option<&EventRoom>,
    ) -> Option<Permit> {
        let of_platform = Arc::clone(self.places.get(&platform)?);
        let of_channel = origin.map(|origin| self.channel(origin));
        let places = of_channel.into_iter().chain([of_platform]);
        places
            .map(|places| places.try_acquire_owned().ok())
            .collect()
    }

    /// Waits for a permit, or returns `None` if that takes too long. In the queue of a channel, one event of each person waits
    /// at a time. So a busy person does not block others.
    pub(crate) async fn enter(
        &self,
        platform: Platform,
        origin: &EventRoom,
        user: &UserId,
    ) -> Option<Permit> {
        let places = Arc::clone(self.places.get(&platform)?);
        let hash = BuildHasherDefault::<DefaultHasher>::default().hash_one((origin, user));
        let group = &self.people[(hash % GROUPS as u64) as usize];
        let place = timeout(self.longest, async {
            let _turn = group.lock().await;
            let of_channel = self.channel(origin).acquire_owned().await.ok()?;
            let of_platform = places.acquire_owned().await.ok()?;
            Some(Arc::from([of_channel, of_platform]))
        });
        place.await.ok()?
    }
}
