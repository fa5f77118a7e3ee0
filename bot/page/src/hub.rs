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

/// The number of news that wait for a slow reader before it is disconnected.
pub(super) const MOST_WAITING: usize = 512;

/// All live connections.
pub(super) struct Hub {
    news: broadcast::Sender<News>,
    online: Mutex<BTreeMap<PersonId, OnlinePerson>>,
}

/// A frame for one reader, or for everyone.
#[derive(Clone)]
struct News {
    reader: Option<PersonId>,
    text: Utf8Bytes,
}

struct OnlinePerson {
    person: SignedIn,
    n_lines: usize,
}

/// The page's end of a connection. When the last one of a person is dropped, they are no longer online.
pub(super) struct Line<'h> {
    hub: &'h Hub,
    person: PersonId,
    news: broadcast::Receiver<News>,
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
        let news = self.news.subscribe();
        let mut online = lock(&self.online);
        let known = online.entry(person.id).or_insert_with(|| OnlinePerson {
            person: person.clone(),
            n_lines: 0,
        });
        known.n_lines += 1;
        if known.n_lines == 1 {
            self.publish(None, &LiveEvent::person(person, true));
        }
        Line {
            hub: self,
            person: person.id,
            news,
        }
    }

    /// Sends a frame to one reader, or to everyone.
    pub(super) fn publish(&self, reader: Option<PersonId>, frame: &LiveEvent<'_>) {
        let text = Utf8Bytes::from(json(frame));
        // There may be no reader.
        let _ = self.news.send(News { reader, text });
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
        loop {
            let News { reader, text } = self.news.recv().await.ok()?;
            if reader.is_none_or(|reader| reader == self.person) {
                return Some(text);
            }
        }
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
            self.hub.publish(None, &LiveEvent::person(&person, false));
        }
    }
}
