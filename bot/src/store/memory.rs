//! A store that forgets everything at the end of the process.

use std::{
    collections::BTreeMap,
    ops::Bound,
    sync::{PoisonError, RwLock},
};

use crate::ports::{Batch, Entry, Store, StoreError};

/// Keys and values in memory: for tests and trials.
#[derive(Default)]
pub struct MemoryStore {
    entries: RwLock<BTreeMap<Vec<u8>, Vec<u8>>>,
}

impl MemoryStore {
    /// An empty store.
    pub fn new() -> MemoryStore {
        MemoryStore::default()
    }
}

impl Store for MemoryStore {
    fn get(&self, key: &[u8]) -> Result<Option<Vec<u8>>, StoreError> {
        let entries = self.entries.read().unwrap_or_else(PoisonError::into_inner);
        Ok(entries.get(key).cloned())
    }

    fn scan(
        &self,
        prefix: &[u8],
        after: Option<&[u8]>,
        limit: usize,
    ) -> Result<Vec<Entry>, StoreError> {
        let entries = self.entries.read().unwrap_or_else(PoisonError::into_inner);
        let first = match after {
            Some(after) if after >= prefix => Bound::Excluded(after),
            _ => Bound::Included(prefix),
        };
        Ok(entries
            .range::<[u8], _>((first, Bound::Unbounded))
            .take_while(|(key, _)| key.starts_with(prefix))
            .take(limit)
            .map(|(key, value)| (key.clone(), value.clone()))
            .collect())
    }

    fn commit(&self, batch: &Batch) -> Result<(), StoreError> {
        batch.check()?;
        let mut entries = self.entries.write().unwrap_or_else(PoisonError::into_inner);
        for (key, value) in &batch.changes {
            match value {
                Some(value) => entries.insert(key.clone(), value.clone()),
                None => entries.remove(key),
            };
        }
        Ok(())
    }

    fn reopen(&self) -> Result<(), StoreError> {
        Ok(())
    }
}
