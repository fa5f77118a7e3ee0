//! A store in memory whose calls a test observes and may refuse.

use std::sync::Arc;

use crate::MemoryStore;
use api::{Batch, Entry, KeysToRead, ReadTogether, Rows, Store, StoreError, Timestamp};

/// A call of a store.
pub enum StoreCall<'a> {
    /// Reads the value of this key.
    Get(&'a [u8]),
    /// Reads entries whose keys have this prefix.
    Scan(&'a [u8]),
    /// Reads keys and prefixes together.
    ReadTogether(&'a KeysToRead),
    /// Commits changes.
    Commit,
    /// Compacts the store.
    GiveBack,
    /// Reads the clock.
    Now,
}

impl StoreCall<'_> {
    /// Tells whether the call reads entries.
    pub fn is_read(&self) -> bool {
        matches!(
            self,
            StoreCall::Get(_) | StoreCall::Scan(_) | StoreCall::ReadTogether(_)
        )
    }
}

/// A callback before each call; the call fails with its error.
type Observer = Box<dyn Fn(StoreCall<'_>) -> Result<(), StoreError> + Send + Sync>;

/// A store in memory with an observer.
pub struct ObservedStore {
    entries: Arc<MemoryStore>,
    observer: Observer,
    is_shared: bool,
}

impl ObservedStore {
    /// Makes a store that a single process uses.
    pub fn new(
        observer: impl Fn(StoreCall<'_>) -> Result<(), StoreError> + Send + Sync + 'static,
    ) -> ObservedStore {
        ObservedStore {
            is_shared: false,
            ..ObservedStore::shared(&Arc::default(), observer)
        }
    }

    /// Makes the store of one of several processes that share these entries.
    pub fn shared(
        entries: &Arc<MemoryStore>,
        observer: impl Fn(StoreCall<'_>) -> Result<(), StoreError> + Send + Sync + 'static,
    ) -> ObservedStore {
        ObservedStore {
            entries: Arc::clone(entries),
            observer: Box::new(observer),
            is_shared: true,
        }
    }

    /// Returns the entries, without the observer.
    pub fn entries(&self) -> &MemoryStore {
        &self.entries
    }

    fn call(&self, call: StoreCall<'_>) -> Result<&MemoryStore, StoreError> {
        (self.observer)(call).map(|()| &*self.entries)
    }
}

impl Rows for ObservedStore {
    fn get(&self, key: &[u8]) -> Result<Option<Vec<u8>>, StoreError> {
        self.call(StoreCall::Get(key))?.get(key)
    }

    fn scan(
        &self,
        prefix: &[u8],
        after: Option<&[u8]>,
        limit: usize,
    ) -> Result<Vec<Entry>, StoreError> {
        let entries = self.call(StoreCall::Scan(prefix))?;
        entries.scan(prefix, after, limit)
    }

    fn read_together(
        &self,
        selection: &KeysToRead,
        limit: usize,
    ) -> Result<ReadTogether, StoreError> {
        let entries = self.call(StoreCall::ReadTogether(selection))?;
        entries.read_together(selection, limit)
    }

    fn is_shared(&self) -> bool {
        self.is_shared
    }
}

impl Store for ObservedStore {
    fn commit(&self, batch: &Batch) -> Result<(), StoreError> {
        self.call(StoreCall::Commit)?.commit(batch)
    }

    fn reopen(&self) -> Result<(), StoreError> {
        self.entries.reopen()
    }

    fn give_back(&self) -> Result<(), StoreError> {
        self.call(StoreCall::GiveBack)?.give_back()
    }

    fn snapshot(&self) -> Result<Box<dyn Rows + '_>, StoreError> {
        self.entries.snapshot()
    }

    fn now(&self) -> Result<Option<Timestamp>, StoreError> {
        self.call(StoreCall::Now)?.now()
    }
}
