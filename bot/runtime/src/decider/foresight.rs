//! Reads the rows that requests will need together, if the store is far away, so that a decision waits for one round trip.
//!
//! The rows read for the last request of a person are most likely read for their next one. Missing rows are read when they are
//! needed, so correctness does not depend on the prediction.

use std::{cell::RefCell, collections::HashMap, num::NonZeroUsize};

use lru::LruCache;

use api::{Batch, Entry, KeysToRead, ReadTogether, Rows, StoreError};
use service::{Request, RequestKind, inbox_keys};
use store::writer::Writer;

/// The number of people and matches with remembered reads.
const KNOWN: NonZeroUsize = NonZeroUsize::new(8192).expect("8192 is not 0");

/// The number of remembered rows among the reads for a request.
const MOST_READ: usize = 64;

/// The number of entries with a prefix that are read.
const LISTED: usize = 64;

/// The predicted reads.
pub(super) struct Foresight {
    /// The rows read for the last request of each.
    habits: LruCache<String, KeysToRead>,
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
            return Ok(Prefetched::new(writer));
        }
        let mut likely = KeysToRead::default();
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

/// Returns the person or the match that has requests with similar reads.
fn habit_of(request: &Request) -> Option<String> {
    match &request.kind {
        RequestKind::Person(request) => Some(request.speaker.account.to_string()),
        RequestKind::Engine(played) => Some(played.id.to_string()),
        _ => None,
    }
}

/// All rows, some of which were read ahead.
pub(crate) struct Prefetched {
    writer: Writer,
    entries: HashMap<Vec<u8>, Option<Vec<u8>>>,
    lists: HashMap<Vec<u8>, Vec<Entry>>,
    is_remembering: bool,
    /// The rows that were read for the present request, ahead or not.
    read: RefCell<KeysToRead>,
}

impl Prefetched {
    /// Returns all rows, none of which was read ahead.
    pub(crate) fn new(writer: &Writer) -> Prefetched {
        Prefetched {
            writer: writer.clone(),
            entries: HashMap::new(),
            lists: HashMap::new(),
            is_remembering: false,
            read: RefCell::default(),
        }
    }

    /// Reads the wanted rows together, if each read would be a round trip.
    ///
    /// # Errors
    ///
    /// The store cannot be read.
    pub(crate) fn read(writer: &Writer, mut rows: KeysToRead) -> Result<Prefetched, StoreError> {
        if !writer.is_shared() {
            return Ok(Prefetched::new(writer));
        }
        for known in [&mut rows.keys, &mut rows.prefixes] {
            known.sort_unstable();
            known.dedup();
        }
        let ReadTogether { values, lists } = writer.read_together(&rows, LISTED)?;
        Ok(Prefetched {
            entries: rows.keys.into_iter().zip(values).collect(),
            lists: rows.prefixes.into_iter().zip(lists).collect(),
            is_remembering: true,
            ..Prefetched::new(writer)
        })
    }

    /// Returns the rows that were read for the present request, if they are remembered.
    pub(crate) fn was_read(&self) -> Option<KeysToRead> {
        self.is_remembering.then(|| self.read.take())
    }

    /// Begins another request.
    pub(crate) fn turn(&mut self) {
        *self.read.get_mut() = KeysToRead::default();
    }

    /// Applies changes that this process has made since.
    pub(crate) fn apply(&mut self, changes: &Batch) {
        if !self.is_remembering {
            return;
        }
        for (key, value) in &changes.changes {
            self.entries.insert(key.clone(), value.clone());
            self.lists.retain(|prefix, _| !key.starts_with(prefix));
        }
    }

    /// Drops the rows that were read, as they may be outdated.
    pub(crate) fn forget(&mut self) {
        self.entries.clear();
        self.lists.clear();
    }

    fn note(&self, note: impl FnOnce(&mut KeysToRead) -> &mut Vec<Vec<u8>>, read: &[u8]) {
        if self.is_remembering {
            let mut known = self.read.borrow_mut();
            let known = note(&mut known);
            if known.len() < MOST_READ {
                known.push(read.to_vec());
            }
        }
    }
}

impl Rows for Prefetched {
    fn get(&self, key: &[u8]) -> Result<Option<Vec<u8>>, StoreError> {
        self.note(|rows| &mut rows.keys, key);
        if let Some(value) = self.entries.get(key) {
            return Ok(value.clone());
        }
        let mut lists = self.lists.iter();
        let list = lists.find(|(prefix, list)| key.starts_with(prefix) && list.len() < LISTED);
        match list {
            Some((_, list)) => {
                let found = list.iter().find(|(listed, _)| listed == key);
                Ok(found.map(|(_, value)| value.clone()))
            }
            None => self.writer.get(key),
        }
    }

    fn scan(
        &self,
        prefix: &[u8],
        after: Option<&[u8]>,
        limit: usize,
    ) -> Result<Vec<Entry>, StoreError> {
        if after.is_none() && limit <= LISTED {
            self.note(|rows| &mut rows.prefixes, prefix);
            if let Some(list) = self.lists.get(prefix) {
                return Ok(list.iter().take(limit).cloned().collect());
            }
        }
        self.writer.scan(prefix, after, limit)
    }

    fn is_shared(&self) -> bool {
        self.writer.is_shared()
    }
}
