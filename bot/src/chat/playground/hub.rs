//! Everybody who listens right now.

use std::{
    collections::BTreeMap,
    sync::{Arc, Mutex},
};

use axum::extract::ws::Utf8Bytes;
use tokio::sync::{Notify, mpsc};

use super::{
    frame::LiveEvent,
    person::{PersonId, SignedIn},
    stored::json,
};
use crate::chat::kit::hold;

/// How many frames wait for a slow reader before it is cut off.
const MAX_WAITING_FRAMES: usize = 256;

/// How many pages may listen for one person.
const MAX_LINES_EACH: usize = 16;

/// All open lines.
#[derive(Default)]
pub(super) struct Hub(Arc<Mutex<Lines>>);

#[derive(Default)]
struct Lines {
    next: u64,
    open: BTreeMap<u64, Listening>,
}

struct Listening {
    person: SignedIn,
    frames: mpsc::Sender<Utf8Bytes>,
    cut: Arc<Notify>,
}

/// A page's end of the line; dropping it hangs up.
pub(super) struct Line {
    id: u64,
    lines: Arc<Mutex<Lines>>,
    /// What is said, in order.
    pub(super) frames: mpsc::Receiver<Utf8Bytes>,
    /// Rings once when the page was too slow; it has missed something then.
    pub(super) cut: Arc<Notify>,
}

impl Hub {
    /// Opens a line and tells everyone that the person is here; `None` if there are `most` already, or too many for one
    /// person.
    pub(super) fn open(&self, person: &SignedIn, most: usize) -> Option<Line> {
        let (sender, frames) = mpsc::channel(MAX_WAITING_FRAMES);
        let cut = Arc::new(Notify::new());
        let mut lines = hold(&self.0);
        let n_own = lines.n_lines(person.id);
        if n_own >= MAX_LINES_EACH || lines.open.len() >= most {
            return None;
        }
        let id = lines.next;
        lines.next += 1;
        lines.open.insert(
            id,
            Listening {
                person: person.clone(),
                frames: sender,
                cut: Arc::clone(&cut),
            },
        );
        if n_own == 0 {
            lines.publish(None, &LiveEvent::person(person, true));
        }
        Some(Line {
            id,
            lines: Arc::clone(&self.0),
            frames,
            cut,
        })
    }

    /// Sends a frame to one reader, or to everyone. Who is too slow is cut off and has to catch up.
    pub(super) fn publish(&self, reader: Option<PersonId>, frame: &LiveEvent<'_>) {
        hold(&self.0).publish(reader, frame);
    }

    /// Cuts somebody off: their pages come back, and are asked again who they are.
    pub(super) fn hang_up(&self, person: PersonId) {
        let lines = hold(&self.0);
        let theirs = lines.open.values().filter(|page| page.person.id == person);
        theirs.for_each(|page| page.cut.notify_one());
    }

    /// Everyone who is here.
    pub(super) fn online(&self) -> BTreeMap<PersonId, SignedIn> {
        hold(&self.0)
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
        for page in self.open.values() {
            let hears = reader.is_none_or(|reader| page.person.id == reader);
            if hears && page.frames.try_send(text.clone()).is_err() {
                page.cut.notify_one();
            }
        }
    }
}

impl Drop for Line {
    fn drop(&mut self) {
        let mut lines = hold(&self.lines);
        let Some(page) = lines.open.remove(&self.id) else {
            return;
        };
        if lines.n_lines(page.person.id) == 0 {
            lines.publish(None, &LiveEvent::person(&page.person, false));
        }
    }
}
