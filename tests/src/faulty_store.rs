//! A store that fails on command.

use std::{
    collections::{BTreeSet, VecDeque},
    io,
    sync::{Condvar, Mutex, MutexGuard},
};

use api::{Batch, Entry, Rows, Store, StoreError};
use kit::{lock, unpoisoned};
use store::writer::Writer;

use crate::PATIENCE;

/// A way in which a commit fails.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fault {
    /// The store wrote nothing.
    NotWritten,
    /// The store wrote everything but reports a failure.
    Written,
    /// The store wrote nothing and panics.
    Panic,
}

/// A store wrapper that can fail commits and reopenings, and hold commits back.
///
/// After a failure it refuses everything until [`Store::reopen`], as every store does.
pub struct FaultyStore<S> {
    inner: S,
    state: Mutex<State>,
    changed: Condvar,
}

#[derive(Default)]
struct State {
    faults: VecDeque<Option<Fault>>,
    failing_reads: usize,
    failing_reopens: usize,
    closed: bool,
    held: bool,
    /// The number of commits that may pass while others are held.
    n_passing: usize,
    n_waiting: usize,
    commits: Vec<Batch>,
    n_reopens: usize,
    /// The keys whose entries cannot be read until they are rewritten.
    damaged: BTreeSet<Vec<u8>>,
}

impl<S: Store> FaultyStore<S> {
    /// Wraps a store. It fails only on command.
    pub fn new(inner: S) -> FaultyStore<S> {
        FaultyStore {
            inner,
            state: Mutex::default(),
            changed: Condvar::new(),
        }
    }

    /// Makes one more commit fail, after the commits whose results are already scheduled.
    pub fn fail_commit(&self, fault: Fault) {
        self.state().faults.push_back(Some(fault));
    }

    /// Lets this number of commits succeed, after the commits whose results are already scheduled.
    pub fn pass_commits(&self, n_commits: usize) {
        let mut state = self.state();
        state.faults.extend(std::iter::repeat_n(None, n_commits));
    }

    /// Makes the next `n_reads` reads fail.
    pub fn fail_reads(&self, n_reads: usize) {
        self.state().failing_reads += n_reads;
    }

    /// Makes the next `n_reopens` reopenings fail.
    pub fn fail_reopens(&self, n_reopens: usize) {
        self.state().failing_reopens += n_reopens;
    }

    /// Damages an entry: it cannot be read until it is rewritten or removed. All other entries can be read.
    pub fn damage(&self, key: impl Into<Vec<u8>>) {
        self.state().damaged.insert(key.into());
    }

    /// Holds commits from now on until the result is dropped.
    pub fn hold(&self) -> HeldCommits<'_, S> {
        self.state().held = true;
        HeldCommits { store: self }
    }

    /// Returns all commits so far, failed ones included.
    pub fn commits(&self) -> Vec<Batch> {
        self.state().commits.clone()
    }

    /// Writes a batch directly, as another process would, even while commits are held.
    ///
    /// # Panics
    ///
    /// Panics if the store refuses the batch.
    pub fn write(&self, batch: &Batch) {
        self.inner.commit(batch).expect("another process can write");
    }

    /// Returns the number of attempts to reopen the store.
    pub fn n_reopens(&self) -> usize {
        self.state().n_reopens
    }

    fn state(&self) -> MutexGuard<'_, State> {
        lock(&self.state)
    }

    fn reading(&self) -> Result<(), StoreError> {
        let mut state = self.state();
        if state.failing_reads > 0 {
            state.failing_reads -= 1;
            state.closed = true;
            return Err(disk_full());
        }
        if state.closed {
            Err(StoreError::Closed)
        } else {
            Ok(())
        }
    }

    /// Refuses to read a damaged entry.
    fn sound(&self, key: &[u8]) -> Result<(), StoreError> {
        if self.state().damaged.contains(key) {
            return Err(StoreError::Damaged {
                key: key.to_vec(),
                detail: "a test damaged it".to_owned(),
            });
        }
        Ok(())
    }
}

/// A guard that holds commits while it exists.
#[must_use = "commits go on when this is dropped"]
pub struct HeldCommits<'a, S: Store> {
    store: &'a FaultyStore<S>,
}

impl<S: Store> HeldCommits<'_, S> {
    /// Waits until a commit is held.
    pub fn until_waiting(&self) {
        let store = self.store;
        let state = store
            .changed
            .wait_while(store.state(), |state| state.n_waiting == 0);
        drop(unpoisoned(state));
    }

    /// Lets one commit pass.
    pub fn pass_one(&self) {
        self.store.state().n_passing += 1;
        self.store.changed.notify_all();
    }
}

impl<S: Store> Drop for HeldCommits<'_, S> {
    fn drop(&mut self) {
        self.store.state().held = false;
        self.store.changed.notify_all();
    }
}

impl<S: Store> Rows for FaultyStore<S> {
    fn get(&self, key: &[u8]) -> Result<Option<Vec<u8>>, StoreError> {
        self.reading()?;
        self.sound(key)?;
        self.inner.get(key)
    }

    fn scan(
        &self,
        prefix: &[u8],
        after: Option<&[u8]>,
        limit: usize,
    ) -> Result<Vec<Entry>, StoreError> {
        self.reading()?;
        let entries = self.inner.scan(prefix, after, limit)?;
        entries.iter().try_for_each(|(key, _)| self.sound(key))?;
        Ok(entries)
    }
}

impl<S: Store> Store for FaultyStore<S> {
    fn commit(&self, batch: &Batch) -> Result<(), StoreError> {
        let mut state = self.state();
        state.n_waiting += 1;
        self.changed.notify_all();
        let is_held = |state: &mut State| state.held && state.n_passing == 0;
        state = unpoisoned(self.changed.wait_while(state, is_held));
        state.n_passing = state.n_passing.saturating_sub(1);
        state.n_waiting -= 1;
        state.commits.push(batch.clone());
        for (key, _) in &batch.changes {
            state.damaged.remove(key);
        }
        if state.closed {
            return Err(StoreError::Closed);
        }
        let Some(fault) = state.faults.pop_front().flatten() else {
            return self.inner.commit(batch);
        };
        state.closed = true;
        match fault {
            Fault::NotWritten => {}
            Fault::Written => self.inner.commit(batch)?,
            Fault::Panic => panic!("a store that panics, as a test asked for"),
        }
        Err(disk_full())
    }

    fn reopen(&self) -> Result<(), StoreError> {
        let mut state = self.state();
        state.n_reopens += 1;
        if state.failing_reopens > 0 {
            state.failing_reopens -= 1;
            return Err(disk_full());
        }
        self.inner.reopen()?;
        state.closed = false;
        Ok(())
    }

    fn give_back(&self) -> Result<(), StoreError> {
        self.inner.give_back()
    }

    fn snapshot(&self) -> Result<Box<dyn Rows + '_>, StoreError> {
        self.reading()?;
        self.inner.snapshot()
    }
}

fn disk_full() -> StoreError {
    StoreError::Io(io::ErrorKind::StorageFull.into())
}

/// Waits until a store that has failed is open again.
///
/// # Panics
///
/// Panics after the time limit.
pub async fn until_readable(writer: &Writer) {
    let read = async {
        while writer.get(b"").is_err() {
            tokio::task::yield_now().await;
        }
    };
    let read = tokio::time::timeout(PATIENCE, read).await;
    read.expect("the store is opened again");
}
