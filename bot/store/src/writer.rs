//! The one writer: many ask for changes, one thread makes them durable together.
//!
//! A change is *submitted*, from then on [`Writer::get`] and [`Writer::scan`] see it, and its [`Pending`] resolves once
//! it is *durable*. Changes become durable in the order in which they were submitted; those that wait while the disk is
//! busy share the next commit.
//!
//! A change may depend on conditions, which are checked with the commit. If one does not hold, the change is not made, nor
//! what depends on it or tells of it, and the generation grows; all else is made. Where several processes share a store,
//! every commit depends on the *fence* besides: once that is closed, this one changes nothing any more.
//!
//! When a commit fails otherwise, nobody knows what of it the disk has kept. All that waits fails with it, what was not yet durable is
//! forgotten, the store is opened anew, and the *generation* grows: what was read or remembered under an older one may
//! be wrong, and a change decided upon it is refused. The rule for callers is: ask for the generation first, then read,
//! decide, and submit with that generation; when it has grown, forget everything and read again. A [`Pending`] that
//! fails always means that the generation has grown.

mod group;
mod reader;
mod rows;
mod state;
#[cfg(test)]
mod tests;

use std::{
    future::Future,
    panic::{AssertUnwindSafe, catch_unwind},
    pin::Pin,
    sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError},
    task::{Context, Poll},
    thread::{self, JoinHandle},
    time::{Duration, Instant},
};

use tokio::sync::{Notify, oneshot};
use tracing::{trace, warn};

pub use self::group::Committed;
use self::{
    group::{Submission, merged, refuse},
    state::{WriterState, answer_all},
};
use api::{Batch, Entry, ReadTogether, Slot, Store, StoreError, Wanted};
use kit::meter;

/// How often space is given back, which takes as long as reading all data.
const DAY: Duration = Duration::from_secs(24 * 60 * 60);

/// How long nobody may have written then.
const QUIET: Duration = Duration::from_secs(1);

/// How often a commit is tried for which a database is too busy, each time for seconds.
const MOST_TRIES: u32 = 12;

/// How often something is read, if something is refused whenever that is done.
const MOST_READS: u32 = 8;

/// A handle of the one writer. Clones lead to the same one; when the last is dropped, what was submitted is still made
/// durable, and dropping waits for that.
#[derive(Clone)]
pub struct Writer {
    shared: Arc<Shared>,
}

impl Writer {
    /// Starts the writer's thread upon a store that nobody else writes to.
    ///
    /// # Panics
    ///
    /// The system has no thread left.
    pub fn new(store: Arc<dyn Store>) -> Writer {
        Writer::giving_back(store, DAY, QUIET)
    }

    /// Gives space back so often, once nobody has written for so long.
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

    /// The value of a key, with all changes submitted so far.
    ///
    /// # Errors
    ///
    /// The store cannot read; [`StoreError::Closed`] until it could be opened anew, which each call asks for.
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
        group_commit.store.get(key).inspect_err(|error| {
            group_commit.reading_failed(&mut group_commit.state(), generation, error)
        })
    }

    /// Up to `limit` entries whose keys begin with `prefix` and come after `after` (if given), in key order, with all
    /// changes submitted so far. Submitting does not wait for that.
    ///
    /// # Errors
    ///
    /// As [`Writer::get`].
    pub fn scan(
        &self,
        prefix: &[u8],
        after: Option<&[u8]>,
        limit: usize,
    ) -> Result<Vec<Entry>, StoreError> {
        reader::scan(&self.shared.group_commit, prefix, after, limit)
    }

    /// The values of some keys, and up to `limit` entries with each of some prefixes, with all changes submitted so far.
    ///
    /// # Errors
    ///
    /// As [`Writer::get`].
    pub fn read_together(&self, wanted: &Wanted, limit: usize) -> Result<ReadTogether, StoreError> {
        reader::read_together(&self.shared.group_commit, wanted, limit)
    }

    /// Grows with every failure and every change that is refused; what was read before it grew may be wrong.
    pub fn generation(&self) -> u64 {
        self.shared.group_commit.state().generation
    }

    /// How often all that waited has failed, because of the disk or of the fence: then the store may hold what nobody has
    /// heard of. It does not when one change is refused.
    pub fn n_failures(&self) -> u64 {
        self.shared.group_commit.state().n_failures
    }

    /// Whether other processes may write to the store at the same time.
    pub fn is_shared(&self) -> bool {
        self.shared.group_commit.store.is_shared()
    }

    /// From now on every commit depends on this entry.
    pub fn set_fence(&self, fence: Slot) {
        self.shared.group_commit.state().fence = Some(fence);
    }

    /// When the last commit began that has passed the fence, if one has.
    pub fn passed_fence(&self) -> Option<Instant> {
        self.shared.group_commit.state().passed
    }

    /// Ends when the fence was found closed: nothing is committed until there is another.
    pub async fn fenced_off(&self) {
        self.shared.group_commit.fenced_off.notified().await;
    }

    /// Ends when the writer's thread has panicked: nothing is committed until the next start.
    pub async fn broken_down(&self) {
        self.shared.group_commit.broken_down.notified().await;
    }

    /// Has the store opened anew, which somebody who uses it beside this writer has found closed.
    pub fn mend(&self) {
        self.shared.group_commit.found_closed();
    }

    /// How long the store has not been usable, if it is not.
    pub fn broken_for(&self) -> Option<Duration> {
        let broken = self.shared.group_commit.state().broken;
        broken.map(|since| since.elapsed())
    }

    /// Asks for changes that were decided upon what was read under `generation`.
    ///
    /// An empty batch changes nothing and resolves when everything submitted before it is durable.
    ///
    /// The [`Pending`] fails with [`StoreError::Stale`], [`StoreError::Conflict`], [`StoreError::TooLarge`] or
    /// [`StoreError::Busy`] if nothing was changed, with any other error if the change may or may not have been made.
    pub fn submit(&self, generation: u64, batch: Batch) -> Pending {
        self.shared.group_commit.submit(Some(generation), batch)
    }

    /// What is read, once it is durable; it is read anew if something was refused meanwhile.
    ///
    /// # Errors
    ///
    /// It cannot be read, or as [`Writer::submit`].
    pub async fn durable<T, E: From<Arc<StoreError>>>(
        &self,
        read: impl Fn() -> Result<T, E>,
    ) -> Result<T, E> {
        let mut n_reads = 0;
        loop {
            let generation = self.generation();
            let found = read()?;
            n_reads += 1;
            match self.submit(generation, Batch::default()).await {
                Err(error) if error.is_outdated() && n_reads < MOST_READS => {}
                durable => return Ok(durable.map(|()| found)?),
            }
        }
    }

    /// Asks for changes that depend on nothing read before. The [`Pending`] fails as that of [`Writer::submit`].
    pub fn commit(&self, batch: Batch) -> Pending {
        self.shared.group_commit.submit(None, batch)
    }

    /// Sees to it that there is an empty value under a key, or none, and waits until that is durable. What is so already
    /// is not written again.
    ///
    /// # Errors
    ///
    /// As [`Writer::get`] and [`Writer::submit`].
    pub async fn mark(&self, key: Vec<u8>, is_set: bool) -> Committed {
        let found = self.get(&key);
        // What is damaged is mended by being written anew.
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

/// Changes on the way to the disk. They arrive there whether or not somebody waits for this.
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

/// Owned by the handles together: ends the thread with the last of them.
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
        // A thread that panicked has nothing to say that its waiting callers have not heard.
        let _ = thread.map(JoinHandle::join);
    }
}

/// Where callers and the writer's thread meet.
struct GroupCommit {
    store: Arc<dyn Store>,
    state: Mutex<WriterState>,
    /// Told when there is something for the writer's thread to do.
    work: Condvar,
    /// Told when the fence was found closed.
    fenced_off: Notify,
    /// Told when the thread has panicked.
    broken_down: Notify,
    /// How often space is given back.
    every: Duration,
    /// How long nobody may have written then.
    quiet: Duration,
}

impl GroupCommit {
    fn state(&self) -> MutexGuard<'_, WriterState> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The state, if reading makes sense; else asks for the store to be mended.
    fn readable(&self) -> Result<MutexGuard<'_, WriterState>, StoreError> {
        let mut state = self.state();
        if state.broken.is_none() {
            return Ok(state);
        }
        state.mend = true;
        self.work.notify_one();
        Err(StoreError::Closed)
    }

    /// Has a store opened anew that could not read, if that is needed; what waits to be written fails then.
    fn reading_failed(&self, state: &mut WriterState, generation: u64, error: &StoreError) {
        if !error.closes_the_store() {
            return;
        }
        if state.generation == generation {
            answer_all(state.fail(), &Err(Arc::new(StoreError::Closed)));
            self.work.notify_one();
        }
    }

    /// Asks for the store to be mended. If nobody here knows yet that it has failed, what waits fails with it.
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

    /// The life of the writer's thread.
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

    /// Waits until there is something to do, or there was nothing for so long.
    fn wait(&self, longest: Duration) -> MutexGuard<'_, WriterState> {
        let is_idle = |state: &mut WriterState| !state.has_work() && !state.left;
        let waited = self.work.wait_timeout_while(self.state(), longest, is_idle);
        waited.unwrap_or_else(PoisonError::into_inner).0
    }

    /// Has the store give back what the data do not need.
    fn give_back(&self) {
        if let Err(error) = caught(|| self.store.give_back()) {
            warn!("cannot compact the store: {error}");
        }
    }

    /// Opens the store anew.
    fn mend(&self) {
        match caught(|| self.store.reopen()) {
            Ok(()) => self.state().broken = None,
            Err(error) => {
                let failed = {
                    let mut state = self.state();
                    let failed = state.fail();
                    // Trying again at once would not help: the next caller asks for it.
                    state.mend = false;
                    failed
                };
                answer_all(failed, &Err(Arc::new(error)));
            }
        }
    }

    /// Makes durable what a group waits for, but for what depends on what is not so any more.
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
                    // They told of what is not made. Read anew they can be told.
                    answer_all(reads, &Err(Arc::new(StoreError::Stale)));
                    return answer_all(changes, &Err(Arc::new(error)));
                }
                // Nothing was made: it waits for its turn once more.
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

    /// Commits what so many wait for.
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

/// Works with the store; a panic in there is a failure like another.
fn caught(work: impl FnOnce() -> Result<(), StoreError>) -> Result<(), StoreError> {
    catch_unwind(AssertUnwindSafe(work))
        .unwrap_or_else(|_| Err(StoreError::Io(std::io::Error::other("the store panicked"))))
}
