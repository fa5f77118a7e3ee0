//! A store with faults for tests: damaged entries, failures and delayed reads.

use std::{
    collections::BTreeSet,
    io,
    sync::{
        Mutex, MutexGuard,
        atomic::{AtomicBool, Ordering},
        mpsc::{Receiver, Sender, channel},
    },
};

use tokio::sync::mpsc::{UnboundedReceiver, UnboundedSender, unbounded_channel};

use crate::MemoryStore;
use api::{Batch, Entry, Rows, Store, StoreError};
use kit::lock;

type Hold = (UnboundedSender<()>, Receiver<()>);

/// A store in memory with injected faults.
#[derive(Default)]
pub struct HarmedStore {
    inner: MemoryStore,
    damaged: Mutex<BTreeSet<Vec<u8>>>,
    fails: AtomicBool,
    /// Reports each scan, and lets the scans proceed one by one.
    hold: Mutex<Option<Hold>>,
}

impl HarmedStore {
    /// Makes a store with these entries.
    pub fn of(entries: &[(&str, &str)]) -> HarmedStore {
        let mut batch = Batch::default();
        for (key, value) in entries {
            batch.put(*key, *value);
        }
        let store = HarmedStore::default();
        store.commit(&batch).expect("nothing is harmed yet");
        store
    }

    /// Makes this entry unreadable.
    pub fn damage(&self, key: &[u8]) {
        self.damaged().insert(key.to_vec());
    }

    /// Makes all damaged entries readable again.
    pub fn heal(&self) {
        self.damaged().clear();
    }

    /// Makes commits and reopening fail.
    pub fn fail(&self) {
        self.fails.store(true, Ordering::Relaxed);
    }

    /// Makes all scans wait. The receiver reports each of them; the sender lets one proceed, or all when it is dropped.
    pub fn hold(&self) -> (UnboundedReceiver<()>, Sender<()>) {
        let (begun, has_begun) = unbounded_channel();
        let (let_go, go_on) = channel();
        *self.held() = Some((begun, go_on));
        (has_begun, let_go)
    }

    fn held(&self) -> MutexGuard<'_, Option<Hold>> {
        lock(&self.hold)
    }

    fn damaged(&self) -> MutexGuard<'_, BTreeSet<Vec<u8>>> {
        lock(&self.damaged)
    }

    fn works(&self) -> Result<(), StoreError> {
        if self.fails.load(Ordering::Relaxed) {
            Err(StoreError::Io(io::ErrorKind::StorageFull.into()))
        } else {
            Ok(())
        }
    }
}

impl Rows for HarmedStore {
    fn get(&self, key: &[u8]) -> Result<Option<Vec<u8>>, StoreError> {
        self.snapshot()?.get(key)
    }

    fn scan(
        &self,
        prefix: &[u8],
        after: Option<&[u8]>,
        limit: usize,
    ) -> Result<Vec<Entry>, StoreError> {
        if let Some((begun, go_on)) = &*self.held() {
            // A finished test neither listens nor delays scans.
            let _ = begun.send(());
            let _ = go_on.recv();
        }
        self.snapshot()?.scan(prefix, after, limit)
    }
}

impl Store for HarmedStore {
    fn commit(&self, batch: &Batch) -> Result<(), StoreError> {
        self.works()?;
        for (key, _) in &batch.changes {
            self.damaged().remove(key);
        }
        self.inner.commit(batch)
    }

    fn reopen(&self) -> Result<(), StoreError> {
        self.works()
    }

    fn give_back(&self) -> Result<(), StoreError> {
        Ok(())
    }

    fn snapshot(&self) -> Result<Box<dyn Rows + '_>, StoreError> {
        Ok(Box::new(Held {
            inner: self.inner.snapshot()?,
            damaged: self.damaged().clone(),
        }))
    }
}

/// A snapshot of a harmed store.
struct Held<'a> {
    inner: Box<dyn Rows + 'a>,
    damaged: BTreeSet<Vec<u8>>,
}

impl Held<'_> {
    fn check(&self, key: &[u8]) -> Result<(), StoreError> {
        if self.damaged.contains(key) {
            Err(StoreError::Damaged {
                key: key.to_vec(),
                detail: "a test damaged it".to_owned(),
            })
        } else {
            Ok(())
        }
    }
}

impl Rows for Held<'_> {
    fn get(&self, key: &[u8]) -> Result<Option<Vec<u8>>, StoreError> {
        self.check(key)?;
        self.inner.get(key)
    }

    fn scan(
        &self,
        prefix: &[u8],
        after: Option<&[u8]>,
        limit: usize,
    ) -> Result<Vec<Entry>, StoreError> {
        let entries = self.inner.scan(prefix, after, limit)?;
        entries.iter().try_for_each(|(key, _)| self.check(key))?;
        Ok(entries)
    }
}
