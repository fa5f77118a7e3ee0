//! The people who are online at this process, and the news for them that no entry of the store holds.

use std::{
    collections::{BTreeMap, btree_map::Entry},
    sync::Mutex,
};

use axum::extract::ws::Utf8Bytes;
use tokio::sync::broadcast;

use super::{
    frame::LiveEvent,
    person::{PersonId, SignedIn},
    stored::json,
};
use kit::lock;

/// The number of news for everyone, and of those for one person, that wait for a slow reader before it is disconnected.
pub(super) const MOST_WAITING: usize = 512;

/// All live connections.
pub(super) struct Hub {
    /// The news for everyone.
    news: broadcast::Sender<Utf8Bytes>,
    online: Mutex<BTreeMap<PersonId, OnlinePerson>>,
}

struct OnlinePerson {
    person: SignedIn,
    n_lines: usize,
    /// The news for this person alone.
    news: broadcast::Sender<Utf8Bytes>,
}

/// The page's end of a connection. When the last one of a person is dropped, they are no longer online.
pub(super) struct Line<'h> {
    hub: &'h Hub,
    person: PersonId,
    for_everyone: broadcast::Receiver<Utf8Bytes>,
    for_person: broadcast::Receiver<Utf8Bytes>,
}

impl Default for Hub {
    fn default() -> Hub {
        Hub {
            news: broadcast::Sender::new(MOST_WAITING),
            online: Mutex::default(),
        }
    }
}

impl Hub {
    /// Opens a live connection. Announces the person to everyone, if it is their first one.
    pub(super) fn open(&self, person: &SignedIn) -> Line<'_> {
        let for_everyone = self.news.subscribe();
        let mut online = lock(&self.online);
        let known = online.entry(person.id).or_insert_with(|| OnlinePerson {
            person: person.clone(),
            n_lines: 0,
            news: broadcast::Sender::new(MOST_WAITING),
        });
        known.n_lines += 1;
        // The name may have changed since an earlier connection.
        known.person = person.clone();
        if known.n_lines == 1 {
            self.publish(&LiveEvent::person(person, true));
        }
        Line {
            hub: self,
            person: person.id,
            for_everyone,
            for_person: known.news.subscribe(),
        }
    }

    /// Sends a frame to everyone.
    pub(super) fn publish(&self, frame: &LiveEvent<'_>) {
        // There may be no reader.
        let _ = self.news.send(json(frame).into());
    }

    /// Sends a frame to one person.
    pub(super) fn publish_to(&self, reader: PersonId, frame: &LiveEvent<'_>) {
        if let Some(known) = lock(&self.online).get(&reader) {
            let _ = known.news.send(json(frame).into());
        }
    }

    /// Returns all people who are online.
    pub(super) fn online(&self) -> BTreeMap<PersonId, SignedIn> {
        let online = lock(&self.online);
        let people = online.values().map(|known| &known.person);
        people.map(|person| (person.id, person.clone())).collect()
    }
}

impl Line<'_> {
    /// Returns the next frame for the person, or `None` if the page was too slow and has missed one.
    pub(super) async fn frame(&mut self) -> Option<Utf8Bytes> {
        let frame = tokio::select! {
            biased;
            frame = self.for_person.recv() => frame,
            frame = self.for_everyone.recv() => frame,
        };
        frame.ok()
    }
}

impl Drop for Line<'_> {
    fn drop(&mut self) {
        let mut online = lock(&self.hub.online);
        let Entry::Occupied(mut known) = online.entry(self.person) else {
            return;
        };
        known.get_mut().n_lines -= 1;
        if known.get().n_lines == 0 {
            let OnlinePerson { person, .. } = known.remove();
            self.hub.publish(&LiveEvent::person(&person, false));
        }
    }
}
