//! The live connections of this process, and their frames.

use std::{
    collections::{BTreeMap, HashMap},
    sync::{Arc, Mutex},
};

use axum::extract::ws::Utf8Bytes;
use tokio::sync::{Notify, OwnedSemaphorePermit, Semaphore, mpsc};

use super::{
    frame::LiveEvent,
    person::{PersonId, SignedIn},
    places::Room,
    posts::Missed,
    stored::json,
};
use kit::lock;

/// The number of posts and other news that wait for a slow reader before it is disconnected. A room keeps fewer posts, so one
/// check of a room disconnects no reader with an empty queue.
const MOST_WAITING: usize = 512;

/// All live connections.
#[derive(Default)]
pub(super) struct Hub {
    lines: Arc<Mutex<Lines>>,
}

#[derive(Default)]
struct Lines {
    next: u64,
    open: BTreeMap<u64, Listening>,
}

struct Listening {
    person: SignedIn,
    frames: mpsc::UnboundedSender<WaitingFrame>,
    /// Its places for news that wait.
    places: Arc<Semaphore>,
    cut: Arc<Notify>,
    /// True once it gets no more frames, because it has missed one.
    is_cut: bool,
    /// The last change of each room that it knows, with all before it, since it has caught up on that room.
    known: HashMap<Room, u64>,
}

/// The page's end of the connection; dropping it closes the connection.
pub(super) struct Line {
    id: u64,
    lines: Arc<Mutex<Lines>>,
    /// The frames, in order.
    pub(super) frames: mpsc::UnboundedReceiver<WaitingFrame>,
    /// Notified once when the page was too slow and has missed a frame.
    pub(super) cut: Arc<Notify>,
}

/// A frame to send. It takes a place for each of its news until it is dropped.
pub(super) struct WaitingFrame {
    pub(super) text: Utf8Bytes,
    _places: OwnedSemaphorePermit,
}

impl Hub {
    /// Opens a live connection and announces the person to everyone.
    pub(super) fn open(&self, person: &SignedIn) -> Line {
        let (sender, frames) = mpsc::unbounded_channel();
        let cut = Arc::new(Notify::new());
        let mut lines = lock(&self.lines);
        let is_new = lines.n_lines(person.id) == 0;
        let id = lines.next;
        lines.next += 1;
        lines.open.insert(
            id,
            Listening {
                person: person.clone(),
                frames: sender,
                places: Arc::new(Semaphore::new(MOST_WAITING)),
                cut: Arc::clone(&cut),
                is_cut: false,
                known: HashMap::new(),
            },
        );
        if is_new {
            lines.publish(None, &LiveEvent::person(person, true));
        }
        Line {
            id,
            lines: Arc::clone(&self.lines),
            frames,
            cut,
        }
    }

    /// Sends a frame to one reader, or to everyone. A slow reader is disconnected and has to catch up.
    pub(super) fn publish(&self, reader: Option<PersonId>, frame: &LiveEvent<'_>) {
        lock(&self.lines).publish(reader, frame);
    }

    /// Returns the rooms with readers who have caught up, each with the last change that all of them know.
    pub(super) fn followed(&self) -> HashMap<Room, u64> {
        let lines = lock(&self.lines);
        let mut followed = HashMap::new();
        for (room, known) in lines.open.values().flat_map(|page| &page.known) {
            let least = followed.entry(*room).or_insert(*known);
            *least = (*known).min(*least);
        }
        followed
    }

    /// Sends the posts of a room to its readers; each gets only unknown posts. A new reader who knows less than all others
    /// waits for the next check.
    pub(super) fn send_missed(&self, missed: &Missed) {
        let mut frames = HashMap::new();
        for page in lock(&self.lines).open.values_mut() {
            let Some(known) = page.known.get_mut(&missed.room) else {
                continue;
            };
            if (missed.since..missed.change).contains(known) {
                let frame = frames.entry(*known);
                let (frame, n_posts) = frame.or_insert_with_key(|known| {
                    let frame = json(&missed.frame_after(*known));
                    (Utf8Bytes::from(frame), missed.posts_after(*known).count())
                });
                *known = missed.change;
                page.send(frame, *n_posts);
            }
        }
    }

    /// Disconnects a person. Their pages reconnect and must sign in again.
    pub(super) fn hang_up(&self, person: PersonId) {
        let mut lines = lock(&self.lines);
        lines.read_by(Some(person)).for_each(Listening::cut_off);
    }

    /// Returns all people who are online.
    pub(super) fn online(&self) -> BTreeMap<PersonId, SignedIn> {
        lock(&self.lines)
            .open
            .values()
            .map(|page| (page.person.id, page.person.clone()))
            .collect()
    }
}

impl Lines {
    fn n_lines(&self, person: PersonId) -> usize {
        self.open
            .values()
            .filter(|page| page.person.id == person)
            .count()
    }

    fn publish(&mut self, reader: Option<PersonId>, frame: &LiveEvent<'_>) {
        let text = Utf8Bytes::from(json(frame));
        self.read_by(reader).for_each(|page| page.send(&text, 1));
    }

    /// Returns the connections of one person, or of everyone.
    fn read_by(&mut self, reader: Option<PersonId>) -> impl Iterator<Item = &mut Listening> {
        let pages = self.open.values_mut();
        pages.filter(move |page| reader.is_none_or(|reader| page.person.id == reader))
    }
}

impl Listening {
    fn send(&mut self, frame: &Utf8Bytes, n_news: usize) {
        if self.is_cut {
            return;
        }
        let places = Arc::clone(&self.places);
        let n_news = u32::try_from(n_news).unwrap_or(u32::MAX);
        let Ok(places) = places.try_acquire_many_owned(n_news) else {
            return self.cut_off();
        };
        let frame = WaitingFrame {
            text: frame.clone(),
            _places: places,
        };
        // A page that has gone away needs none.
        let _ = self.frames.send(frame);
    }

    fn cut_off(&mut self) {
        self.is_cut = true;
        self.cut.notify_one();
    }
}

impl Line {
    /// Records that the page knows all changes of a room up to this one. It receives later ones from now on.
    pub(super) fn knows(&self, room: Room, change: u64) {
        let mut lines = lock(&self.lines);
        let page = lines.open.get_mut(&self.id);
        page.expect("it is open until this is dropped")
            .known
            .insert(room, change);
    }
}

impl Drop for Line {
    fn drop(&mut self) {
        let mut lines = lock(&self.lines);
        let Some(page) = lines.open.remove(&self.id) else {
            return;
        };
        if lines.n_lines(page.person.id) == 0 {
            lines.publish(None, &LiveEvent::person(&page.person, false));
        }
    }
}
