//! The state of submitted changes.

use std::{collections::BTreeMap, mem, ops::Bound, sync::Arc, time::Instant};

use super::group::{CommitReply, Committed, Submission, merged};
use api::{Batch, Slot, StoreError};

/// The maximum number of bytes that wait for the disk. The store refuses more with [`StoreError::Busy`].
const MAX_WAITING: usize = 64 << 20;

/// The overhead of a batch besides its keys and values, in bytes.
const BATCH_COST: usize = 256;

/// The latest change of each of some keys.
pub(super) type Changes = BTreeMap<Vec<u8>, Option<Vec<u8>>>;

/// The pending changes, and the state of the store.
#[derive(Default)]
pub(super) struct WriterState {
    pub(super) generation: u64,
    /// The number of times that all waiting changes were forgotten.
    pub(super) n_failures: u64,
    /// The time since which the store has failed and is not reopened.
    pub(super) broken: Option<Instant>,
    /// True if reopening the failed store was requested.
    pub(super) mend: bool,
    /// True if no handle is left.
    pub(super) left: bool,
    /// The submissions that wait for the writer's thread.
    pub(super) queue: Vec<Submission>,
    /// The changes in the queue.
    pub(super) changes: Changes,
    /// The conditions of the queue on the store, as it is after the current commit.
    pub(super) conditions: Vec<Slot>,
    /// The cost of the changes in the queue.
    pub(super) cost: usize,
    /// The batch that the writer's thread commits now, each key once and in order.
    pub(super) writing: Arc<Batch>,
    /// The fence, on which every commit depends.
    pub(super) fence: Option<Slot>,
    /// The start of the last commit that passed the fence.
    pub(super) passed: Option<Instant>,
    /// The watches of the reads in progress.
    pub(super) watches: BTreeMap<u64, Watch>,
    /// The number of watches begun.
    n_watches: u64,
}

/// A record of the changes that were pending when a read began, or are submitted during it.
pub(super) struct Watch {
    /// The prefixes of the recorded keys.
    prefixes: Vec<Vec<u8>>,
    pub(super) changes: Changes,
}

impl Watch {
    fn note(&mut self, changes: &[Slot]) {
        let is_watched = |key: &[u8]| self.prefixes.iter().any(|prefix| key.starts_with(prefix));
        let watched = changes.iter().filter(|(key, _)| is_watched(key));
        self.changes.extend(watched.cloned());
    }
}

impl WriterState {
    /// Returns the latest pending change of a key.
    pub(super) fn change(&self, key: &[u8]) -> Option<&Option<Vec<u8>>> {
        let writing = || {
            let writing = &self.writing.changes;
            let place = writing.binary_search_by(|(changed, _)| changed[..].cmp(key));
            place.ok().map(|place| &writing[place].1)
        };
        self.changes.get(key).or_else(writing)
    }

    /// Returns the latest pending changes under a prefix.
    fn changes_under(&self, prefix: &[u8]) -> BTreeMap<&[u8], Option<&[u8]>> {
        let writing = &self.writing.changes;
        let begin = writing.partition_point(|(key, _)| key[..] < *prefix);
        let writing = writing[begin..].iter().map(|(key, value)| (key, value));
        let range = (Bound::Included(prefix), Bound::Unbounded);
        let waiting = self.changes.range::<[u8], _>(range);
        let under = |(key, _): &(&Vec<u8>, _)| key.starts_with(prefix);
        writing
            .take_while(under)
            .chain(waiting.take_while(under))
            .map(|(key, value)| (&key[..], value.as_deref()))
            .collect()
    }

    /// Begins to record changes under some prefixes for a read from the store, including pending changes. Returns the id of the
    /// watch.
    pub(super) fn watch(&mut self, prefixes: Vec<Vec<u8>>) -> u64 {
        let mut changes = BTreeMap::new();
        for prefix in &prefixes {
            let waiting = self.changes_under(prefix).into_iter();
            changes.extend(waiting.map(|(key, value)| (key.to_vec(), value.map(<[u8]>::to_vec))));
        }
        self.n_watches += 1;
        self.watches
            .insert(self.n_watches, Watch { prefixes, changes });
        self.n_watches
    }

    pub(super) fn enqueue(
        &mut self,
        generation: Option<u64>,
        batch: Batch,
        answer: CommitReply,
    ) -> Result<(), StoreError> {
        if generation.is_some_and(|generation| generation != self.generation) {
            return Err(StoreError::Stale);
        }
        let cost = self.cost + cost(&batch);
        let busy = if cost > MAX_WAITING && !self.queue.is_empty() {
            Err(StoreError::Busy)
        } else {
            Ok(())
        };
        // If a caller assumes that a refused change was made, the writer must refuse it as well.
        let conditions = busy
            .and_then(|()| batch.check())
            .and_then(|()| self.conditions_on_store(&batch.conditions))
            .inspect_err(|_| self.generation += 1)?;

        self.cost = cost;
        self.conditions.extend(conditions);
        self.changes.extend(batch.changes.iter().cloned());
        for watch in self.watches.values_mut() {
            watch.note(&batch.changes);
        }
        self.queue.push(Submission { batch, answer });
        Ok(())
    }

    /// Returns the conditions on the store before the queue is written. Fails if a condition on changes in flight does not
    /// hold.
    fn conditions_on_store(&self, conditions: &[Slot]) -> Result<Vec<Slot>, StoreError> {
        for (key, expected) in conditions {
            if self.change(key).is_some_and(|value| value != expected) {
                return Err(StoreError::Conflict { key: key.clone() });
            }
        }
        let on_store = conditions
            .iter()
            .filter(|(key, _)| !self.changes.contains_key(key));
        Ok(on_store.cloned().collect())
    }

    /// Tells whether the writer's thread has work.
    pub(super) fn has_work(&self) -> bool {
        !self.queue.is_empty() || (self.broken.is_some() && self.mend)
    }

    /// Takes the queue, to be committed together.
    pub(super) fn take(&mut self) -> (Vec<Submission>, Arc<Batch>) {
        self.cost = 0;
        let batch = Batch {
            changes: mem::take(&mut self.changes).into_iter().collect(),
            conditions: mem::take(&mut self.conditions),
            follows: false,
        };
        (mem::take(&mut self.queue), self.write(batch))
    }

    /// Sets the batch of the current commit, with the fence as a condition.
    pub(super) fn write(&mut self, mut batch: Batch) -> Arc<Batch> {
        if !batch.is_empty() || !batch.conditions.is_empty() {
            batch.conditions.extend(self.fence.clone());
        }
        self.writing = Arc::new(batch);
        Arc::clone(&self.writing)
    }

    /// Tells whether this is the key of the fence.
    pub(super) fn is_fence(&self, key: &[u8]) -> bool {
        self.fence.as_ref().is_some_and(|(fence, _)| fence == key)
    }

    /// Records that a change is refused that others have already read, and returns the submissions that report it.
    pub(super) fn refuse(&mut self) -> Vec<Submission> {
        self.generation += 1;
        let queue = mem::take(&mut self.queue);
        let (refused, left) = queue.into_iter().partition(Submission::follows);
        self.queue = left;
        let Batch {
            changes,
            conditions,
            ..
        } = merged(&self.queue);
        self.changes = changes.into_iter().collect();
        self.conditions = conditions;
        refused
    }

    /// Stops using the store until it is reopened, and returns the waiting submissions.
    pub(super) fn fail(&mut self) -> Vec<Submission> {
        self.broken.get_or_insert_with(Instant::now);
        self.mend = true;
        self.forget()
    }

    /// Forgets all pending changes, and returns the waiting submissions. The store may hold some of these changes.
    pub(super) fn forget(&mut self) -> Vec<Submission> {
        self.n_failures += 1;
        self.drop_waiting()
    }

    /// Forgets all pending changes, and returns the waiting submissions. The store must hold none of these changes.
    pub(super) fn drop_waiting(&mut self) -> Vec<Submission> {
        self.generation += 1;
        self.changes.clear();
        self.conditions.clear();
        self.writing = Arc::default();
        self.cost = 0;
        mem::take(&mut self.queue)
    }
}

/// Returns the cost of a batch in the queue.
pub(super) fn cost(batch: &Batch) -> usize {
    let sizes = batch
        .changes
        .iter()
        .map(|(key, value)| key.len() + value.as_ref().map_or(0, Vec::len));
    BATCH_COST + sizes.sum::<usize>()
}

pub(super) fn answer_all(waiting: Vec<Submission>, committed: &Committed) {
    for Submission { answer, .. } in waiting {
        // The receiver no longer exists.
        let _ = answer.send(committed.clone());
    }
}
