//! Rows that are read ahead, if the store is far away and each read is a round trip.

use std::{cell::RefCell, collections::HashMap};

use api::{Batch, Entry, ReadTogether, Rows, StoreError, Wanted};
use store::writer::Writer;

/// The number of rows that are remembered of the reads for a request.
const MOST_READ: usize = 64;

/// The number of entries with a prefix that are read.
const LISTED: usize = 64;

/// The rows that were read ahead.
#[derive(Default)]
pub(crate) struct Prefetched {
    entries: HashMap<Vec<u8>, Option<Vec<u8>>>,
    lists: HashMap<Vec<u8>, Vec<Entry>>,
    is_remembering: bool,
    /// The rows that were read for the present request, ahead or not.
    read: RefCell<Wanted>,
}

impl Prefetched {
    /// Reads the wanted rows together, if each read would be a round trip.
    ///
    /// # Errors
    ///
    /// The store cannot be read.
    pub(crate) fn read(writer: &Writer, mut rows: Wanted) -> Result<Prefetched, StoreError> {
        if !writer.is_shared() {
            return Ok(Prefetched::default());
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
            ..Prefetched::default()
        })
    }

    /// Returns the rows that were read for the present request, if they are remembered.
    pub(crate) fn was_read(&self) -> Option<Wanted> {
        self.is_remembering.then(|| self.read.take())
    }

    /// Begins with another request.
    pub(crate) fn turn(&mut self) {
        *self.read.get_mut() = Wanted::default();
    }

    /// Returns all rows, some of which were read ahead.
    pub(crate) fn over<'a>(&'a self, writer: &'a Writer) -> Looking<'a> {
        Looking {
            ahead: self,
            writer,
        }
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
}

/// All rows, some of which were read ahead.
pub(crate) struct Looking<'a> {
    ahead: &'a Prefetched,
    writer: &'a Writer,
}

impl Looking<'_> {
    fn note(&self, note: impl FnOnce(&mut Wanted) -> &mut Vec<Vec<u8>>, read: &[u8]) {
        if self.ahead.is_remembering {
            let mut known = self.ahead.read.borrow_mut();
            let known = note(&mut known);
            if known.len() < MOST_READ {
                known.push(read.to_vec());
            }
        }
    }
}

impl Rows for Looking<'_> {
    fn get(&self, key: &[u8]) -> Result<Option<Vec<u8>>, StoreError> {
        self.note(|rows| &mut rows.keys, key);
        if let Some(value) = self.ahead.entries.get(key) {
            return Ok(value.clone());
        }
        let mut lists = self.ahead.lists.iter();
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
            if let Some(list) = self.ahead.lists.get(prefix) {
                return Ok(list.iter().take(limit).cloned().collect());
            }
        }
        self.writer.scan(prefix, after, limit)
    }

    fn is_shared(&self) -> bool {
        self.writer.is_shared()
    }
}
