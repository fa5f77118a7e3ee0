//! The gate bounds the events under way. Under backpressure, events wait before they are taken up, and not after.

#[cfg(test)]
mod tests;

use std::{
    collections::{BTreeMap, HashMap},
    hash::{BuildHasher, BuildHasherDefault, DefaultHasher},
    sync::{self, Arc, Weak},
    time::Duration,
};

use tokio::{
    sync::{Mutex, OwnedSemaphorePermit, Semaphore},
    time::timeout,
};

use api::{ChannelId, Event, Place, Platform, UserId};

/// The greatest number of events of a platform under way: taken up, and not answered yet, or with deliveries still to be made.
/// A delivery that fails at the first try no longer counts.
pub const UNDER_WAY: usize = 512;

/// The greatest number of them from one channel, or from one person elsewhere. A channel that is slow to write to leaves room
/// for all others.
pub const UNDER_WAY_IN_CHANNEL: usize = UNDER_WAY / 4;

/// The number of remembered channels above which idle ones are dropped.
const CHANNELS: usize = 4 * UNDER_WAY;

/// The number of groups in which people take turns.
const GROUPS: usize = 256;

/// The origin of an event.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) enum EventRoom {
    /// A channel.
    Channel(ChannelId),
    /// A person who writes in a direct chat, or in a group where the bot cannot post.
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

/// The gate where events wait to be taken up.
pub(crate) struct Gate {
    places: BTreeMap<Platform, Arc<Semaphore>>,
    channels: sync::Mutex<HashMap<EventRoom, Weak<Semaphore>>>,
    people: [Mutex<()>; GROUPS],
    /// The longest time that an event may wait.
    longest: Duration,
}

/// A place among the events under way, shared by all deliveries of an event.
pub(crate) type Permit = Arc<HeldPlaces>;

/// The places that an event holds while it is under way: one of its platform, and one of its channel.
pub(crate) struct HeldPlaces {
    _of_platform: OwnedSemaphorePermit,
    _of_channel: Option<OwnedSemaphorePermit>,
}

impl Gate {
    pub(crate) fn new(platforms: Vec<Platform>, longest: Duration) -> Gate {
        let platforms = platforms.into_iter();
        let places = platforms.map(|platform| (platform, Arc::new(Semaphore::new(UNDER_WAY))));
        Gate {
            places: places.collect(),
            channels: sync::Mutex::default(),
            people: std::array::from_fn(|_| Mutex::default()),
            longest,
        }
    }

    /// Returns the places of a channel.
    fn channel(&self, origin: &EventRoom) -> Arc<Semaphore> {
        let mut channels = kit::lock(&self.channels);
        if let Some(channel) = channels.get(origin).and_then(Weak::upgrade) {
            return channel;
        }
        if channels.len() >= CHANNELS {
            channels.retain(|_, channel| channel.strong_count() > 0);
        }
        let channel = Arc::new(Semaphore::new(UNDER_WAY_IN_CHANNEL));
        channels.insert(origin.clone(), Arc::downgrade(&channel));
        channel
    }

    /// Takes a place for an event without posts, if one is free and no other event waits for it.
    pub(crate) fn try_enter(&self, platform: Platform) -> Option<Permit> {
        let places = Arc::clone(self.places.get(&platform)?);
        let of_platform = places.try_acquire_owned().ok()?;
        Some(Arc::new(HeldPlaces {
            _of_platform: of_platform,
            _of_channel: None,
        }))
    }

    /// Takes a place for an event, if one is free and no other event waits for it.
    pub(crate) fn try_enter_from(&self, platform: Platform, origin: &EventRoom) -> Option<Permit> {
        let places = Arc::clone(self.places.get(&platform)?);
        let of_channel = self.channel(origin).try_acquire_owned().ok()?;
        let of_platform = places.try_acquire_owned().ok()?;
        Some(Arc::new(HeldPlaces {
            _of_platform: of_platform,
            _of_channel: Some(of_channel),
        }))
    }

    /// Waits for a place, or returns `None` if that takes too long. One event of each person waits in the queue of a channel
    /// at a time, so that a busy person does not keep others out.
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
            Some(Arc::new(HeldPlaces {
                _of_platform: of_platform,
                _of_channel: Some(of_channel),
            }))
        });
        place.await.ok()?
    }
}
