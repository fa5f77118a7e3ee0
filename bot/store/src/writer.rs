//! The single writer of a store: one thread commits the changes of many callers together.
//!
//! Once a change is *submitted*, [`Writer::get`] and [`Writer::scan`] see it. Its [`Pending`] resolves once it is
//! *durable*. Changes become durable in the order of submission; those that wait during a commit share the next one.
//!
//! A change may have conditions, which are checked with the commit. If a condition does not hold, the writer refuses the change
//! and all changes that depend on it or report it. The generation then grows. It makes all other changes. If several processes
//! share a store, every commit also depends on the *fence*: once the fence is closed, this process changes nothing any more.
//!
//! When a commit fails for another reason, the contents of the disk are unknown. All waiting changes fail with it, changes
//! that are not durable are forgotten, the store is reopened, and the *generation* grows. Data read or cached under an
//! older generation may be wrong, and a change based on them is refused. The rule for callers: ask for the generation
//! first, then read, decide, and submit with that generation. When it has grown, drop all cached data and read again. A
//! [`Pending`] that fails always means that the generation has grown. A [`Transaction`] asks for the generation and submits
//! with it, for callers without a cache; [`Tries`] tells them whether to decide again.

mod group;
mod reader;
mod state;
#[cfg(test)]
mod tests;
mod transaction;

use std::{
    future::Future,
    panic::{AssertUnwindSafe, catch_unwind},
    pin::Pin,
    sync::{Arc, Condvar, Mutex, MutexGuard},
    task::{Context, Poll},
    thread::{self, JoinHandle},
    time::{Duration, Instant},
};

use tokio::sync::{Notify, oneshot};
use tracing::{trace, warn};

pub use self::{
    group::Committed,
    transaction::{Transaction, Tries, parse},
};
use self::{
    group::{Submission, merged, refuse},
    state::{WriterState, answer_all},
};
use api::{Batch, Slot, Store, StoreError};
use kit::{lock, meter, unpoisoned};

/// The interval between compactions, each of which reads all data.
const DAY: Duration = Duration::from_secs(24 * 60 * 60);

/// The time without writes before a compaction.
const QUIET: Duration = Duration::from_secs(1);

/// The number of attempts at a commit while the database is too busy. Each takes seconds.
const MOST_TRIES: u32 = 12;

/// A handle of the writer. Clones share the same writer. The drop of the last one waits until the submitted changes are
/// durable.
#[derive(Clone)]
pub struct Writer {
    shared: Arc<Shared>,
}

impl Writer {
    /// Starts the writer's thread on a store that has no other writer.
    ///
    /// # Panics
    ///
    /// The system has no thread left.
    pub fn new(store: Arc<dyn Store>) -> Writer {
        Writer::giving_back(store, DAY, QUIET)
    }

    /// Starts a writer that compacts the store at this interval, after this time without writes.
    fn giving_back(store: Arc<dyn Store>, every: Duration, quiet: Duration) -> Writer {
        let group_commit = Arc::new(GroupCommit {
            store,
            state: Mutex::default(),
            work: Condvar::new(),
            fenced_off: Notify::new(),
            broken_down: Notify::new(),
            every,
            quiet,
        });
        let thread = thread::Builder::new().name("writer".to_owned()).spawn({
            let group_commit = Arc::clone(&group_commit);
            move || {
                let write = AssertUnwindSafe(|| group_commit.write_until_left());
                catch_unwind(write).unwrap_or_else(|_| group_commit.broken_down.notify_one());
            }
        });
        let thread = thread.expect("a program that cannot start its first threads cannot run");
        Writer {
            shared: Arc::new(Shared {
                group_commit,
                thread: Some(thread),
            }),
        }
    }

    /// Returns the value of a key, with all changes submitted so far.
    ///
    /// # Errors
    ///
    /// The store cannot be read; [`StoreError::Closed`] until it is reopened, which each call requests.
    /// [`StoreError::Damaged`] for this entry alone.
    pub fn get(&self, key: &[u8]) -> Result<Option<Vec<u8>>, StoreError> {
        let group_commit = &self.shared.group_commit;
        let generation = {
            let state = group_commit.readable()?;
            if let Some(value) = state.change(key) {
                return Ok(value.clone());
            }
            state.generation
        };
        group_commit
            .store
            .get(key)
            .inspect_err(|error| group_commit.reading_failed(generation, error))
    }

    /// Returns the generation. It grows with every failure and every refused change; data read before it grew may be wrong.
    pub fn generation(&self) -> u64 {
        self.shared.group_commit.state().generation
    }

    /// Returns how often all waiting changes failed, because of the disk or the fence. The store may then hold changes that
    /// were reported as failed. A single refused change does not count.
    pub fn n_failures(&self) -> u64 {
        self.shared.group_commit.state().n_failures
    }

    /// Tells whether other processes may write to the store at the same time.
    pub fn is_shared(&self) -> bool {
        self.shared.group_commit.store.is_shared()
    }

    /// Sets the fence, an entry on which every commit depends from now on.
    pub fn set_fence(&self, fence: Slot) {
        self.shared.group_commit.state().fence = Some(fence);
    }

    /// Returns when the last commit that passed the fence began, if there was one.
    pub fn passed_fence(&self) -> Option<Instant> {
        self.shared.group_commit.state().passed
    }

    /// Completes when the writer finds the fence closed. It commits nothing until it gets another fence.
    pub async fn fenced_off(&self) {
        self.shared.group_commit.fenced_off.notified().await;
    }

    /// Completes when the writer's thread has panicked. The writer commits nothing until the next start.
    pub async fn broken_down(&self) {
        self.shared.group_commit.broken_down.notified().await;
    }

    /// Requests that the store be reopened, after another user of the store has found it closed.
    pub fn mend(&self) {
        self.shared.group_commit.found_closed();
    }

    /// Returns how long the store has been unusable, if it is.
    pub fn broken_for(&self) -> Option<Duration> {
        let broken = self.shared.group_commit.state().broken;
        broken.map(|since| since.elapsed())
    }

    /// Submits changes that are based on reads under `generation`.
    ///
    /// An empty batch changes nothing and resolves when everything submitted before it is durable.
    ///
    /// The [`Pending`] fails with [`StoreError::Stale`], [`StoreError::Conflict`], [`StoreError::TooLarge`] or
    /// [`StoreError::Busy`] if nothing was changed. With any other error the change may or may not have been made.
    pub fn submit(&self, generation: u64, batch: Batch) -> Pending {
        self.shared.group_commit.submit(Some(generation), batch)
    }

    /// Returns the result of `read` once it is durable. Reads again if a change was refused during the read.
    ///
    /// # Errors
    ///
    /// An error of `read`, or as [`Writer::submit`].
    pub async fn durable<T, E: From<Arc<StoreError>>>(
        &self,
        read: impl Fn() -> Result<T, E>,
    ) -> Result<T, E> {
        let mut tries = Tries::default();
        loop {
            let generation = self.generation();
            let found = read()?;
            let reading = self.submit(generation, Batch::default());
            if tries.confirm(reading).await? {
                return Ok(found);
            }
        }
    }

    /// Submits changes that depend on nothing read before. The [`Pending`] fails as that of [`Writer::submit`].
    pub fn commit(&self, batch: Batch) -> Pending {
        self.shared.group_commit.submit(None, batch)
    }

    /// Gives a key an empty value, or removes it, and waits until that is durable. Writes nothing if the key already has that
    /// state.
    ///
    /// # Errors
    ///
    /// As [`Writer::get`] and [`Writer::submit`].
    pub async fn mark(&self, key: Vec<u8>, is_set: bool) -> Committed {
        let found = self.get(&key);
        // Rewriting the entry repairs it.
        let is_damaged = matches!(found, Err(StoreError::Damaged { .. }));
        if !is_damaged && found?.is_some() == is_set {
            return Ok(());
        }
        let mut batch = Batch::default();
        if is_set {
            batch.put(key, Vec::new());
        } else {
            batch.remove(key);
        }
        self.commit(batch).await
    }
}

/// Changes on the way to the disk. They become durable even if no caller waits.
#[must_use = "changes are durable only once this has resolved without error"]
pub struct Pending {
    answer: oneshot::Receiver<Committed>,
}

impl Pending {
    fn refused(refusal: StoreError) -> Pending {
        let (sender, answer) = oneshot::channel();
        sender
            .send(Err(Arc::new(refusal)))
            .expect("the receiver is at hand");
        Pending { answer }
    }
}

impl Future for Pending {
    type Output = Committed;

    fn poll(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Committed> {
        let answer = Pin::new(&mut self.answer).poll(context);
        answer.map(|answer| answer.unwrap_or_else(|_| Err(Arc::new(StoreError::Closed))))
    }
}

/// The state that the handles share. The last drop ends the thread.
struct Shared {
    group_commit: Arc<GroupCommit>,
    thread: Option<JoinHandle<()>>,
}

impl Drop for Shared {
    fn drop(&mut self) {
        self.group_commit.state().left = true;
        self.group_commit.work.notify_one();
        let thread = self
            .thread
            .take()
            .filter(|thread| thread.thread().id() != thread::current().id());
        // The waiting callers have already noticed a panic of the thread.
        let _ = thread.map(JoinHandle::join);
    }
}

/// The shared state of callers and the writer's thread.
struct GroupCommit {
    store: Arc<dyn Store>,
    state: Mutex<WriterState>,
    /// Notified when the writer's thread has work.
    work: Condvar,
    /// Notified when the writer finds the fence closed.
    fenced_off: Notify,
    /// Notified when the thread has panicked.
    broken_down: Notify,
    /// The interval between compactions.
    every: Duration,
    /// The time without writes before a compaction.
    quiet: Duration,
}

impl GroupCommit {
    fn state(&self) -> MutexGuard<'_, WriterState> {
        lock(&self.state)
    }

    /// Returns the state if the store can be read; else requests that it be reopened.
    fn readable(&self) -> Result<MutexGuard<'_, WriterState>, StoreError> {
        let mut state = self.state();
        if state.broken.is_none() {
            return Ok(state);
        }
        state.mend = true;
        self.work.notify_one();
        Err(StoreError::Closed)
    }

    /// Requests that the store be reopened after a failed read, if needed. The waiting changes then fail.
    fn reading_failed(&self, generation: u64, error: &StoreError) {
        if !error.closes_the_store() {
            return;
        }
        let mut state = self.state();
        if state.generation == generation {
            answer_all(state.fail(), &Err(Arc::new(StoreError::Closed)));
            self.work.notify_one();
        }
    }

    /// Requests that the store be reopened. Unless its failure was known already, the waiting changes fail.
    fn found_closed(&self) {
        let mut state = self.state();
        state.mend = true;
        if state.broken.is_none() {
            answer_all(state.fail(), &Err(Arc::new(StoreError::Closed)));
        }
        self.work.notify_one();
    }

    fn submit(&self, generation: Option<u64>, batch: Batch) -> Pending {
        let (sender, answer) = oneshot::channel();
        if let Err(refusal) = self.state().enqueue(generation, batch, sender) {
            return Pending::refused(refusal);
        }
        self.work.notify_one();
        Pending { answer }
    }

    /// Runs the loop of the writer's thread.
    fn write_until_left(&self) {
        let mut given_back = Instant::now();
        loop {
            let until_due = self.every.saturating_sub(given_back.elapsed());
            let mut state = self.wait(until_due.max(self.quiet));
            if !state.has_work() {
                if state.left {
                    return;
                }
                let works = state.broken.is_none();
                drop(state);
                if works {
                    self.give_back();
                }
                given_back = Instant::now();
            } else if state.broken.is_some() {
                state.mend = false;
                drop(state);
                self.mend();
            } else {
                let (group, batch) = state.take();
                drop(state);
                self.write(group, batch);
            }
        }
    }

    /// Waits until there is work, or for at most `longest`.
    fn wait(&self, longest: Duration) -> MutexGuard<'_, WriterState> {
        let is_idle = |state: &mut WriterState| !state.has_work() && !state.left;
        let waited = self.work.wait_timeout_while(self.state(), longest, is_idle);
        unpoisoned(waited).0
    }

    /// Compacts the store.
    fn give_back(&self) {
        if let Err(error) = caught(|| self.store.give_back()) {
            warn!("cannot compact the store: {error}");
        }
    }

    /// Reopens the store.
    fn mend(&self) {
        match caught(|| self.store.reopen()) {
            Ok(()) => self.state().broken = None,
            Err(error) => {
                let failed = {
                    let mut state = self.state();
                    let failed = state.fail();
                    // An immediate retry would not help. The next caller requests it.
                    state.mend = false;
                    failed
                };
                answer_all(failed, &Err(Arc::new(error)));
            }
        }
    }

    /// Commits a group, except for changes with a failed condition.
    fn write(&self, mut group: Vec<Submission>, mut batch: Arc<Batch>) {
        let mut n_tries = 1;
        loop {
            let begun = Instant::now();
            let key = match self.commit(group.len(), &batch) {
                Ok(()) => {
                    let mut state = self.state();
                    state.writing = Arc::default();
                    if !batch.conditions.is_empty() && state.fence.is_some() {
                        state.passed = Some(begun);
                    }
                    drop(state);
                    return answer_all(group, &Ok(()));
                }
                Err(StoreError::Conflict { key }) => key,
                Err(error @ StoreError::ReadOnly(_)) => {
                    group.append(&mut self.state().drop_waiting());
                    let (reads, changes) = group.into_iter().partition(Submission::only_reads);
                    // These callers report changes that were not made. They can read again and report then.
                    answer_all(reads, &Err(Arc::new(StoreError::Stale)));
                    return answer_all(changes, &Err(Arc::new(error)));
                }
                // The store made no change, so the writer retries the commit.
                Err(StoreError::Busy) if n_tries < MOST_TRIES => {
                    n_tries += 1;
                    continue;
                }
                Err(error) => {
                    group.append(&mut self.state().fail());
                    return answer_all(group, &Err(Arc::new(error)));
                }
            };
            let mut state = self.state();
            let mut refused = Vec::new();
            if state.is_fence(&key) {
                refused.append(&mut group);
                refused.append(&mut state.forget());
                state.passed = None;
                self.fenced_off.notify_one();
            } else {
                refused.append(&mut refuse(&mut group, &key));
                refused.append(&mut state.refuse());
                batch = state.write(merged(&group));
            }
            drop(state);
            answer_all(refused, &Err(Arc::new(StoreError::Conflict { key })));
            if group.is_empty() {
                return;
            }
        }
    }

    /// Commits a batch for which `n_waiting` submissions wait.
    fn commit(&self, n_waiting: usize, batch: &Batch) -> Result<(), StoreError> {
        if batch.is_empty() && batch.conditions.is_empty() {
            return Ok(());
        }
        let begun = Instant::now();
        let written = caught(|| self.store.commit(batch));
        let elapsed = begun.elapsed();
        meter::committed(elapsed, written.is_ok());
        let (n_changes, elapsed_us) = (batch.changes.len(), elapsed.as_micros());
        let is_done = written.is_ok();
        trace!(
            n_waiting,
            n_changes, elapsed_us, is_done, "committed a batch"
        );
        written
    }
}

/// Runs work with the store and turns a panic into an error.
fn caught(work: impl FnOnce() -> Result<(), StoreError>) -> Result<(), StoreError> {
    catch_unwind(AssertUnwindSafe(work))
        .unwrap_or_else(|_| Err(StoreError::Io(std::io::Error::other("the store panicked"))))
}
