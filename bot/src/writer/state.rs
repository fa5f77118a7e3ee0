//! What is submitted and not yet durable.

use std::{
    collections::BTreeMap,
    mem,
    ops::{Bound, RangeBounds},
    sync::Arc,
    time::Instant,
};

use tokio::sync::oneshot;

use crate::ports::{Batch, Entry, Slot, Store, StoreError};

/// What submitting came to. The error is shared by all that failed together.
pub type Committed = Result<(), Arc<StoreError>>;

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
    /// Those who wait for the writer's thread.
    pub(super) queue: Vec<CommitReply>,
    /// The latest change of each key that they wait for.
    pub(super) changes: BTreeMap<Vec<u8>, Option<Vec<u8>>>,
    /// What they depend on in the store.
    pub(super) conditions: Vec<Slot>,
    /// What the changes take of the room for what waits.
    pub(super) cost: usize,
    /// What the writer's thread is making durable, each key once and in order.
    pub(super) writing: Arc<Batch>,
}

/// Where the end of a commit is told.
pub(super) type CommitReply = oneshot::Sender<Committed>;

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

    /// The latest changes under a prefix, from `first` on, that are submitted and not yet durable.
    pub(super) fn changes_under(
        &self,
        prefix: &[u8],
        first: Bound<&[u8]>,
    ) -> BTreeMap<&[u8], Option<&[u8]>> {
        let range = (first, Bound::Unbounded);
        let writing = &self.writing.changes;
        let is_before = |key: &[u8]| !RangeBounds::<[u8]>::contains(&range, key);
        let begin = writing.partition_point(|(key, _)| is_before(key));
        let writing = writing[begin..].iter().map(|(key, value)| (key, value));
        let waiting = self.changes.range::<[u8], _>(range);
        let under = |(key, _): &(&Vec<u8>, _)| key.starts_with(prefix);
        writing
            .take_while(under)
            .chain(waiting.take_while(under))
            .map(|(key, value)| (&key[..], value.as_deref()))
            .collect()
    }

    pub(super) fn scan(
        &self,
        store: &dyn Store,
        prefix: &[u8],
        after: Option<&[u8]>,
        limit: usize,
    ) -> Result<Vec<Entry>, StoreError> {
        let first = match after {
            Some(after) if after >= prefix => Bound::Excluded(after),
            _ => Bound::Included(prefix),
        };
        let changes = self.changes_under(prefix, first);
        // Only a removal hides an entry without giving one in its place, so this many of each are enough.
        let n_removed = changes.values().filter(|value| value.is_none()).count();
        let enough = limit.saturating_add(n_removed);
        let stored = store.scan(prefix, after, enough)?;
        let mut entries: BTreeMap<_, _> = stored
            .into_iter()
            .map(|(key, value)| (key, Some(value)))
            .collect();
        entries.extend(
            changes
                .into_iter()
                .take(enough)
                .map(|(key, value)| (key.to_vec(), value.map(<[u8]>::to_vec))),
        );
        Ok(entries
            .into_iter()
            .filter_map(|(key, value)| Some((key, value?)))
            .take(limit)
            .collect())
    }

    pub(super) fn enqueue(
        &mut self,
        generation: Option<u64>,
        batch: Batch,
        answer: oneshot::Sender<Committed>,
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
            .and_then(|()| self.conditions_on_store(batch.conditions))
            .inspect_err(|_| self.generation += 1)?;

        self.cost = cost;
        self.conditions.extend(conditions);
        self.changes.extend(batch.changes);
        self.queue.push(answer);
        Ok(())
    }

    /// The conditions that are about the store, if those hold that are about what waits to be written there.
    pub(super) fn conditions_on_store(
        &self,
        mut conditions: Vec<Slot>,
    ) -> Result<Vec<Slot>, StoreError> {
        for (key, expected) in &conditions {
            if self.change(key).is_some_and(|value| value != expected) {
                return Err(StoreError::Conflict { key: key.clone() });
            }
        }
        conditions.retain(|(key, _)| self.change(key).is_none());
        Ok(conditions)
    }

    /// Whether there is something for the writer's thread to do.
    pub(super) fn has_work(&self) -> bool {
        !self.queue.is_empty() || (self.broken.is_some() && self.mend)
    }

    /// Takes what waits, to be written together.
    pub(super) fn take(&mut self) -> (Vec<CommitReply>, Arc<Batch>) {
        self.cost = 0;
        self.writing = Arc::new(Batch {
            changes: mem::take(&mut self.changes).into_iter().collect(),
            conditions: mem::take(&mut self.conditions),
        });
        (mem::take(&mut self.queue), Arc::clone(&self.writing))
    }

    /// Stops using the store until it is open again, and gives those who wait for it.
    pub(super) fn fail(&mut self) -> Vec<CommitReply> {
        self.broken.get_or_insert_with(Instant::now);
        self.mend = true;
        self.forget()
    }

    /// Forgets all that is not durable, and gives those who wait for it.
    pub(super) fn forget(&mut self) -> Vec<CommitReply> {
        self.generation += 1;
        self.n_failures += 1;
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

pub(super) fn answer_all(waiting: Vec<CommitReply>, committed: &Committed) {
    for answer in waiting {
        // Whoever does not wait any longer does not want to know.
        let _ = answer.send(committed.clone());
    }
}
