//! What is read before it is needed, where the store is far away and each read is a way there and back.

use std::{cell::RefCell, collections::HashMap};

use api::{Batch, Entry, ReadTogether, Rows, StoreError, Wanted};
use store::writer::Writer;

/// How much is remembered of what was read for an input.
const MOST_READ: usize = 64;

/// How many entries with a prefix are read.
const LISTED: usize = 64;

/// What was read before it was needed.
#[derive(Default)]
pub(crate) struct Prefetched {
    entries: HashMap<Vec<u8>, Option<Vec<u8>>>,
    lists: HashMap<Vec<u8>, Vec<Entry>>,
    is_remembering: bool,
    /// What was read for the input that is being decided on, by whatever way.
    read: RefCell<Wanted>,
}

impl Prefetched {
    /// Reads what is wanted together, if each read would be a way of its own.
    ///
    /// # Errors
    ///
    /// The store cannot be read.
    pub(crate) fn read(writer: &Writer, mut wanted: Wanted) -> Result<Prefetched, StoreError> {
        if !writer.is_shared() {
            return Ok(Prefetched::default());
        }
        for known in [&mut wanted.keys, &mut wanted.prefixes] {
            known.sort_unstable();
            known.dedup();
        }
        let ReadTogether { values, lists } = writer.read_together(&wanted, LISTED)?;
        Ok(Prefetched {
            entries: wanted.keys.into_iter().zip(values).collect(),
            lists: wanted.prefixes.into_iter().zip(lists).collect(),
            is_remembering: true,
            ..Prefetched::default()
        })
    }

    /// What was read for the input that is being decided on, if that is worth knowing.
    pub(crate) fn was_read(&self) -> Option<Wanted> {
        self.is_remembering.then(|| self.read.take())
    }

    /// Another input is decided on now.
    pub(crate) fn turn(&mut self) {
        *self.read.get_mut() = Wanted::default();
    }

    /// All rows, of which some were read before.
    pub(crate) fn over<'a>(&'a self, writer: &'a Writer) -> Looking<'a> {
        Looking {
            ahead: self,
            writer,
        }
    }

    /// Takes note of changes that this process has made since.
    pub(crate) fn apply(&mut self, changes: &Batch) {
        if !self.is_remembering {
            return;
        }
        for (key, value) in &changes.changes {
            self.entries.insert(key.clone(), value.clone());
            self.lists.retain(|prefix, _| !key.starts_with(prefix));
        }
    }

    /// Forgets what was read, which may not be so.
    pub(crate) fn forget(&mut self) {
        self.entries.clear();
        self.lists.clear();
    }
}

/// All rows, of which some were read before.
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
        self.note(|wanted| &mut wanted.keys, key);
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
            self.note(|wanted| &mut wanted.prefixes, prefix);
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
