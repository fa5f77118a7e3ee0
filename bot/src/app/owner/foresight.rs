//! Reading together what inputs will need, where the store is far away: so that a decision waits for one way there and back.
//!
//! What was read for the last input of somebody is most likely read for their next one. What is missing is read when it is
//! needed, so nothing depends on what is foreseen.

use std::{cell::RefCell, collections::HashMap, mem, num::NonZeroUsize};

use lru::LruCache;

use crate::{
    ports::{Batch, Entry, ReadTogether, Rows, StoreError, Wanted},
    service::{Input, What, inbox_keys},
    writer::Writer,
};

/// Of how many people and matches it is known what is read for them.
const KNOWN: NonZeroUsize = NonZeroUsize::new(8192).expect("8192 is not 0");

/// How much is remembered of what was read for an input.
const MOST_READ: usize = 64;

/// How many entries with a prefix are read.
const LISTED: usize = 64;

/// What is foreseen.
pub(super) struct Foresight {
    /// What was read for the last input of each.
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
    /// Reads what some inputs will need, if that takes long.
    ///
    /// # Errors
    ///
    /// The store cannot be read.
    pub(super) fn read<'a>(
        &mut self,
        inputs: impl Iterator<Item = &'a Input>,
        writer: &Writer,
    ) -> Result<Ahead, StoreError> {
        if !writer.is_shared() {
            return Ok(Ahead::default());
        }
        let mut wanted = Wanted::default();
        for input in inputs {
            wanted.keys.extend(inbox_keys(input));
            if let Some(habit) = habit_of(input).and_then(|whose| self.habits.get(&whose)) {
                wanted.keys.extend(habit.keys.iter().cloned());
                wanted.prefixes.extend(habit.prefixes.iter().cloned());
            }
        }
        for known in [&mut wanted.keys, &mut wanted.prefixes] {
            known.sort_unstable();
            known.dedup();
        }
        let ReadTogether { values, lists } = writer.read_together(&wanted, LISTED)?;
        Ok(Ahead {
            entries: wanted.keys.into_iter().zip(values).collect(),
            lists: wanted.prefixes.into_iter().zip(lists).collect(),
            is_remembering: true,
            ..Ahead::default()
        })
    }

    /// Takes note of what was read for an input.
    pub(super) fn learn(&mut self, input: &Input, ahead: &Ahead) {
        if let Some(whose) = habit_of(input).filter(|_| ahead.is_remembering) {
            let mut read = mem::take(&mut *ahead.read.borrow_mut());
            let own: Vec<_> = inbox_keys(input).collect();
            read.keys.retain(|key| !own.contains(key));
            self.habits.put(whose, read);
        }
    }
}

/// Whose inputs are alike.
fn habit_of(input: &Input) -> Option<String> {
    match &input.what {
        What::Request(request) => Some(request.speaker.account.to_string()),
        What::Engine(played) => Some(played.id.to_string()),
        _ => None,
    }
}

/// What was read before it was needed.
#[derive(Default)]
pub(super) struct Ahead {
    entries: HashMap<Vec<u8>, Option<Vec<u8>>>,
    lists: HashMap<Vec<u8>, Vec<Entry>>,
    is_remembering: bool,
    /// What was read for the input that is being decided on, by whatever way.
    read: RefCell<Wanted>,
}

impl Ahead {
    /// Another input is decided on now.
    pub(super) fn turn(&mut self) {
        *self.read.get_mut() = Wanted::default();
    }

    /// All rows, of which some were read before.
    pub(super) fn over<'a>(&'a self, writer: &'a Writer) -> Looking<'a> {
        Looking {
            ahead: self,
            writer,
        }
    }

    /// Takes note of changes that this process has made since.
    pub(super) fn apply(&mut self, changes: &Batch) {
        if !self.is_remembering {
            return;
        }
        for (key, value) in &changes.changes {
            self.entries.insert(key.clone(), value.clone());
            self.lists.retain(|prefix, _| !key.starts_with(prefix));
        }
    }

    /// Forgets what was read, which may not be so.
    pub(super) fn forget(&mut self) {
        self.entries.clear();
        self.lists.clear();
    }
}

/// All rows, of which some were read before.
pub(super) struct Looking<'a> {
    ahead: &'a Ahead,
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
        match self.ahead.entries.get(key) {
            Some(value) => Ok(value.clone()),
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
}
