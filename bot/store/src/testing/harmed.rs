//! A store of which tests damage entries, and which fails or keeps its readers waiting when they say so.

use std::{
    collections::BTreeSet,
    io,
    sync::{
        Mutex, MutexGuard, PoisonError,
        atomic::{AtomicBool, Ordering},
        mpsc::{Receiver, Sender, channel},
    },
};

use tokio::sync::mpsc::{UnboundedReceiver, UnboundedSender, unbounded_channel};

use crate::MemoryStore;
use api::{Batch, Entry, Rows, Store, StoreError};

type Hold = (UnboundedSender<()>, Receiver<()>);

/// A store in memory that can be harmed.
#[derive(Default)]
pub struct HarmedStore {
    inner: MemoryStore,
    damaged: Mutex<BTreeSet<Vec<u8>>>,
    fails: AtomicBool,
    /// Tells of everybody who looks through it, and lets them go on one by one.
    hold: Mutex<Option<Hold>>,
}

impl HarmedStore {
    /// A store with these entries.
    pub fn of(entries: &[(&str, &str)]) -> HarmedStore {
        let mut batch = Batch::default();
        for (key, value) in entries {
            batch.put(*key, *value);
        }
        let store = HarmedStore::default();
        store.commit(&batch).expect("nothing is harmed yet");
        store
    }

    /// From now on this entry cannot be read.
    pub fn damage(&self, key: &[u8]) {
        self.damaged().insert(key.to_vec());
    }

    /// From now on everything that is damaged can be read.
    pub fn heal(&self) {
        self.damaged().clear();
    }

    /// From now on it takes no changes and cannot be opened anew.
    pub fn fail(&self) {
        self.fails.store(true, Ordering::Relaxed);
    }

    /// From now on everybody waits who looks through it: the first tells of each of them, the second lets one go on, or all
    /// when it is dropped.
    pub fn hold(&self) -> (UnboundedReceiver<()>, Sender<()>) {
        let (begun, has_begun) = unbounded_channel();
        let (let_go, go_on) = channel();
        *self.held() = Some((begun, go_on));
        (has_begun, let_go)
    }

    fn held(&self) -> MutexGuard<'_, Option<Hold>> {
        self.hold.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn damaged(&self) -> MutexGuard<'_, BTreeSet<Vec<u8>>> {
        self.damaged.lock().unwrap_or_else(PoisonError::into_inner)
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
            // A test that is over neither listens nor holds anybody up.
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

/// What it held at one moment.
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
