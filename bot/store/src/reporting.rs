//! A store that logs when its failures begin and end, and reports their cause.

use std::sync::{
    Mutex,
    atomic::{AtomicBool, Ordering},
};

use tracing::{error, warn};

use api::{Batch, Entry, KeysToRead, ReadTogether, Rows, Store, StoreError, Timestamp};
use kit::lock;

/// A wrapper of a store. The log shows when the store fails, as on a full disk, and when it works again. It does not log
/// failures in between, which have the same cause.
pub struct ReportingStore {
    inner: Box<dyn Store>,
    is_failing: AtomicBool,
    /// The cause of the last failure, unless the store works again.
    trouble: Mutex<Option<String>>,
}

impl ReportingStore {
    /// Wraps a store that works so far.
    pub fn new(inner: Box<dyn Store>) -> ReportingStore {
        ReportingStore {
            inner,
            is_failing: AtomicBool::new(false),
            trouble: Mutex::default(),
        }
    }

    fn report<T>(&self, done: Result<T, StoreError>) -> Result<T, StoreError> {
        done.inspect_err(|error| {
            if !error.is_outage() {
                return;
            }
            // A closed store is a consequence, not a cause.
            if !matches!(error, StoreError::Closed) {
                *lock(&self.trouble) = Some(error.to_string());
            }
            if !self.is_failing.swap(true, Ordering::Relaxed) {
                error!(
                    "{error}; until then, the bot confirms no action of people, and no confirmed action is lost"
                );
            }
        })
    }
}

impl Rows for ReportingStore {
    fn get(&self, key: &[u8]) -> Result<Option<Vec<u8>>, StoreError> {
        self.report(self.inner.get(key))
    }

    fn get_all(&self, keys: &[Vec<u8>]) -> Result<Vec<Option<Vec<u8>>>, StoreError> {
        self.report(self.inner.get_all(keys))
    }

    fn scan(
        &self,
        prefix: &[u8],
        after: Option<&[u8]>,
        limit: usize,
    ) -> Result<Vec<Entry>, StoreError> {
        self.report(self.inner.scan(prefix, after, limit))
    }

    fn read_together(
        &self,
        selection: &KeysToRead,
        limit: usize,
    ) -> Result<ReadTogether, StoreError> {
        self.report(self.inner.read_together(selection, limit))
    }

    fn is_shared(&self) -> bool {
        self.inner.is_shared()
    }
}

impl Store for ReportingStore {
    fn commit(&self, batch: &Batch) -> Result<(), StoreError> {
        self.report(self.inner.commit(batch))?;
        if self.is_failing.swap(false, Ordering::Relaxed) {
            *lock(&self.trouble) = None;
            warn!("the data can be written again; the bot confirms actions");
        }
        Ok(())
    }

    fn reopen(&self) -> Result<(), StoreError> {
        self.report(self.inner.reopen())?;
        // A process that shares a database writes regularly, and so detects whether writes work. A process with its own store
        // serves no writes before it is ready.
        if !self.is_shared() {
            *lock(&self.trouble) = None;
        }
        Ok(())
    }

    fn trouble(&self) -> Option<String> {
        lock(&self.trouble).clone()
    }

    fn give_back(&self) -> Result<(), StoreError> {
        self.inner.give_back()
    }

    fn snapshot(&self) -> Result<Box<dyn Rows + '_>, StoreError> {
        self.inner.snapshot()
    }

    fn now(&self) -> Result<Option<Timestamp>, StoreError> {
        self.report(self.inner.now())
    }
}
