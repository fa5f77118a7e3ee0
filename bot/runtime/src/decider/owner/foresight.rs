//! Reads the rows that requests will need together, if the store is far away, so that a decision waits for one round trip.
//!
//! The rows read for the last request of a person are most likely read for their next one. Missing rows are read when they are
//! needed, so correctness does not depend on the prediction.

use std::num::NonZeroUsize;

use lru::LruCache;

use crate::ingress::prefetched::Prefetched;
use api::{StoreError, Wanted};
use service::{Request, RequestKind, inbox_keys};
use store::writer::Writer;

/// The number of people and matches whose reads are remembered.
const KNOWN: NonZeroUsize = NonZeroUsize::new(8192).expect("8192 is not 0");

/// The predicted reads.
pub(super) struct Foresight {
    /// The rows read for the last request of each.
    habits: LruCache<String, Wanted>,
}

impl Default for Foresight {
    fn default() -> Foresight {
        Foresight {
            habits: LruCache::new(KNOWN),
        }
    }
}

impl Foresight {
    /// Reads the rows that some requests will need, if the store is far away.
    ///
    /// # Errors
    ///
    /// The store cannot be read.
    pub(super) fn read<'a>(
        &mut self,
        requests: impl Iterator<Item = &'a Request>,
        writer: &Writer,
    ) -> Result<Prefetched, StoreError> {
        if !writer.is_shared() {
            return Ok(Prefetched::default());
        }
        let mut likely = Wanted::default();
        for request in requests {
            likely.keys.extend(inbox_keys(request));
            if let Some(habit) = habit_of(request).and_then(|whose| self.habits.get(&whose)) {
                likely.keys.extend(habit.keys.iter().cloned());
                likely.prefixes.extend(habit.prefixes.iter().cloned());
            }
        }
        Prefetched::read(writer, likely)
    }

    /// Remembers the rows read for a request.
    pub(super) fn learn(&mut self, request: &Request, ahead: &Prefetched) {
        if let (Some(whose), Some(mut read)) = (habit_of(request), ahead.was_read()) {
            let own: Vec<_> = inbox_keys(request).collect();
            for key in read
                .keys
                .extract_if(.., |key| own.contains(key) || is_numbered(key))
            {
                let prefix = key.iter().rposition(|byte| *byte == b'/');
                let prefix = prefix.filter(|_| is_numbered(&key));
                read.prefixes.extend(prefix.map(|end| key[..=end].to_vec()));
            }
            self.habits.put(whose, read);
        }
    }
}

/// Returns whether a key is of a post to readers, the next of which has another number.
fn is_numbered(key: &[u8]) -> bool {
    key.starts_with(b"sent/")
}

/// Returns the person or the match whose requests read similar rows.
fn habit_of(request: &Request) -> Option<String> {
    match &request.kind {
        RequestKind::Person(request) => Some(request.speaker.account.to_string()),
        RequestKind::Engine(played) => Some(played.id.to_string()),
        _ => None,
    }
}
