//! What is submitted and not yet durable.

use std::{collections::BTreeMap, mem, ops::Bound, sync::Arc, time::Instant};

use super::group::{CommitReply, Committed, Submission, merged};
use api::{Batch, Slot, StoreError};

/// How much may wait for the disk, in bytes. More is refused with [`StoreError::Busy`].
const MAX_WAITING: usize = 64 << 20;

/// What a batch takes beside its keys and values, in bytes.
const BATCH_COST: usize = 256;

/// What is submitted and not yet durable, and how the store is.
#[derive(Default)]
pub(super) struct WriterState {
    pub(super) generation: u64,
    /// How often all that waited was forgotten.
    pub(super) n_failures: u64,
    /// Since when the store has failed and is not open again.
    pub(super) broken: Option<Instant>,
    /// Somebody wants the broken store opened anew.
    pub(super) mend: bool,
    /// No handle is left.
    pub(super) left: bool,
    /// What waits for the writer's thread.
    pub(super) queue: Vec<Submission>,
    /// The latest change of each key among that.
    pub(super) changes: BTreeMap<Vec<u8>, Option<Vec<u8>>>,
    /// What it depends on in the store, once what is being made durable is.
    pub(super) conditions: Vec<Slot>,
    /// What the changes take of the room for what waits.
    pub(super) cost: usize,
    /// What the writer's thread is making durable, each key once and in order.
    pub(super) writing: Arc<Batch>,
    /// What every commit depends on.
    pub(super) fence: Option<Slot>,
    /// When the last commit began that has passed the fence.
    pub(super) passed: Option<Instant>,
    /// Notes for those who read from the store just now.
    pub(super) watches: BTreeMap<u64, Watch>,
    /// How many notes were begun.
    n_watches: u64,
}

/// A note of what is submitted and was not durable when somebody began to read.
pub(super) struct Watch {
    /// Only what is under these is noted.
    prefixes: Vec<Vec<u8>>,
    /// The latest change of each key.
    pub(super) changes: BTreeMap<Vec<u8>, Option<Vec<u8>>>,
}

impl Watch {
    fn note(&mut self, changes: &[Slot]) {
        let is_watched = |key: &[u8]| self.prefixes.iter().any(|prefix| key.starts_with(prefix));
        let watched = changes.iter().filter(|(key, _)| is_watched(key));
        self.changes.extend(watched.cloned());
    }
}

impl WriterState {
    /// The latest change of a key that is submitted and not yet durable.
    pub(super) fn change(&self, key: &[u8]) -> Option<&Option<Vec<u8>>> {
        let writing = || {
            let writing = &self.writing.changes;
            let place = writing.binary_search_by(|(changed, _)| changed[..].cmp(key));
            place.ok().map(|place| &writing[place].1)
        };
        self.changes.get(key).or_else(writing)
    }

    /// The latest changes under a prefix that are submitted and not yet durable.
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

    /// Begins to note what is submitted under some prefixes, with what waits there already, for somebody who reads from the store
    /// meanwhile; gives the number of the note.
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
        // Whoever goes on as if a refused change were made must be refused as well.
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

    /// The conditions that are about the store as it is before what waits is written there, if those hold that are about what
    /// is on its way.
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

    /// Whether there is something for the writer's thread to do.
    pub(super) fn has_work(&self) -> bool {
        !self.queue.is_empty() || (self.broken.is_some() && self.mend)
    }

    /// Takes what waits, to be written together.
    pub(super) fn take(&mut self) -> (Vec<Submission>, Arc<Batch>) {
        self.cost = 0;
        let batch = Batch {
            changes: mem::take(&mut self.changes).into_iter().collect(),
            conditions: mem::take(&mut self.conditions),
            follows: false,
        };
        (mem::take(&mut self.queue), self.write(batch))
    }

    /// From now on this is what is being made durable, within the fence.
    pub(super) fn write(&mut self, mut batch: Batch) -> Arc<Batch> {
        if !batch.is_empty() || !batch.conditions.is_empty() {
            batch.conditions.extend(self.fence.clone());
        }
        self.writing = Arc::new(batch);
        Arc::clone(&self.writing)
    }

    /// Whether somebody has closed the fence.
    pub(super) fn is_fence(&self, key: &[u8]) -> bool {
        self.fence.as_ref().is_some_and(|(fence, _)| fence == key)
    }

    /// Takes note that something is not made that others have seen as if it were, and gives those who tell of it.
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

    /// Stops using the store until it is open again, and gives those who wait for it.
    pub(super) fn fail(&mut self) -> Vec<Submission> {
        self.broken.get_or_insert_with(Instant::now);
        self.mend = true;
        self.forget()
    }

    /// Forgets all that is not durable, and gives those who wait for it. The store may hold some of it.
    pub(super) fn forget(&mut self) -> Vec<Submission> {
        self.n_failures += 1;
        self.drop_waiting()
    }

    /// The same where the store holds nothing of it.
    pub(super) fn drop_waiting(&mut self) -> Vec<Submission> {
        self.generation += 1;
        self.changes.clear();
        self.conditions.clear();
        self.writing = Arc::default();
        self.cost = 0;
        mem::take(&mut self.queue)
    }
}

/// What a batch takes of the queue's room.
pub(super) fn cost(batch: &Batch) -> usize {
    let sizes = batch
        .changes
        .iter()
        .map(|(key, value)| key.len() + value.as_ref().map_or(0, Vec::len));
    BATCH_COST + sizes.sum::<usize>()
}

pub(super) fn answer_all(waiting: Vec<Submission>, committed: &Committed) {
    for Submission { answer, .. } in waiting {
        // Whoever does not wait any longer does not want to know.
        let _ = answer.send(committed.clone());
    }
}
