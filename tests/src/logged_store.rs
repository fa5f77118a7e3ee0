//! A store in memory that logs its reads.

use std::sync::{Mutex, MutexGuard, PoisonError};

use api::{Batch, Entry, ReadTogether, Rows, Store, StoreError, Wanted};
use store::MemoryStore;

/// A read of a store.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum StoreRead {
    /// A read of the value of this key.
    Get(String),
    /// A scan of the entries whose keys have this prefix.
    Scan(String),
    /// A read of several entries at once.
    Together,
}

/// Keys and values in memory, with the log of all reads.
#[derive(Default)]
pub struct LoggedStore {
    memory: MemoryStore,
    is_shared: bool,
    reads: Mutex<Vec<StoreRead>>,
}

impl LoggedStore {
    /// Creates a store that declares itself shared with other processes.
    pub fn shared() -> LoggedStore {
        LoggedStore {
            is_shared: true,
            ..LoggedStore::default()
        }
    }

    /// Returns the reads so far. The caller may clear them.
    pub fn reads(&self) -> MutexGuard<'_, Vec<StoreRead>> {
        self.reads.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Rows for LoggedStore {
    fn get(&self, key: &[u8]) -> Result<Option<Vec<u8>>, StoreError> {
        self.reads().push(StoreRead::Get(text(key)));
        self.memory.get(key)
    }

    fn scan(
        &self,
        prefix: &[u8],
        after: Option<&[u8]>,
        limit: usize,
    ) -> Result<Vec<Entry>, StoreError> {
        self.reads().push(StoreRead::Scan(text(prefix)));
        self.memory.scan(prefix, after, limit)
    }

    fn read_together(&self, wanted: &Wanted, limit: usize) -> Result<ReadTogether, StoreError> {
        self.reads().push(StoreRead::Together);
        self.memory.read_together(wanted, limit)
    }

    fn is_shared(&self) -> bool {
        self.is_shared
    }
}

impl Store for LoggedStore {
    fn commit(&self, batch: &Batch) -> Result<(), StoreError> {
        self.memory.commit(batch)
    }

    fn reopen(&self) -> Result<(), StoreError> {
        self.memory.reopen()
    }

    fn give_back(&self) -> Result<(), StoreError> {
        self.memory.give_back()
    }

    fn snapshot(&self) -> Result<Box<dyn Rows + '_>, StoreError> {
        self.memory.snapshot()
    }
}

fn text(key: &[u8]) -> String {
    String::from_utf8_lossy(key).into_owned()
}
