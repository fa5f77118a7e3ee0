//! A store in memory, which is lost at the end of the process.

use std::{
    collections::BTreeMap,
    sync::{RwLock, RwLockReadGuard},
};

use api::{Batch, Entry, Rows, Store, StoreError};
use kit::unpoisoned;

/// Keys and values.
type KeyValues = BTreeMap<Vec<u8>, Vec<u8>>;

/// Keys and values in memory: for tests and trials.
#[derive(Default)]
pub struct MemoryStore {
    entries: RwLock<KeyValues>,
}

impl MemoryStore {
    /// Makes an empty store.
    pub fn new() -> MemoryStore {
        MemoryStore::default()
    }

    fn entries(&self) -> RwLockReadGuard<'_, KeyValues> {
        unpoisoned(self.entries.read())
    }
}

impl Rows for MemoryStore {
    fn get(&self, key: &[u8]) -> Result<Option<Vec<u8>>, StoreError> {
        Rows::get(&*self.entries(), key)
    }

    fn scan(
        &self,
        prefix: &[u8],
        after: Option<&[u8]>,
        limit: usize,
    ) -> Result<Vec<Entry>, StoreError> {
        Rows::scan(&*self.entries(), prefix, after, limit)
    }
}

impl Store for MemoryStore {
    fn commit(&self, batch: &Batch) -> Result<(), StoreError> {
        batch.check()?;
        let mut entries = unpoisoned(self.entries.write());
        batch.check_conditions(&*entries)?;
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

    fn give_back(&self) -> Result<(), StoreError> {
        Ok(())
    }

    fn snapshot(&self) -> Result<Box<dyn Rows + '_>, StoreError> {
        Ok(Box::new(self.entries().clone()))
    }
}
