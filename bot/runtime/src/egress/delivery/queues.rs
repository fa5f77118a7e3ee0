//! The queues of deliveries: one for each match and reader, so that no readers wait for the deliveries of others. The module
//! also has the rows that may have been posted already.

use std::{
    collections::{BTreeMap, HashMap, HashSet},
    sync::Mutex,
};

use tokio::sync::watch;

use crate::gate::Permit;
use api::MatchId;
use kit::lock;
use service::{DeliveryId, Readers};

/// The key of a queue, which is delivered in order: a match and its readers.
pub(super) type QueueKey = (MatchId, Readers);

/// The rows that wait in a queue.
#[derive(Default)]
struct Queue {
    /// The numbers of its rows, each with the permit of its event. The message of a row stays in the outbox, so a long queue
    /// takes little memory.
    rows: BTreeMap<u32, Option<Permit>>,
    /// True if the present delivery has failed before. Until it succeeds, the rows behind it hold no permits, so that an
    /// unreachable place does not delay others.
    is_retrying: bool,
}

/// All queues that have a task at work.
#[derive(Default)]
pub(crate) struct DeliveryQueues {
    queues: Mutex<HashMap<QueueKey, Queue>>,
    busy: watch::Sender<Busy>,
}

/// The number of queues that have a task at work.
#[derive(Clone, Copy, Default)]
struct Busy {
    n_queues: usize,
    /// The number of queues that wait for a retry.
    n_retrying: usize,
}

impl DeliveryQueues {
    /// Returns the number of queues at work, and of those that wait for a retry.
    pub(crate) fn n_at_work(&self) -> (usize, usize) {
        let busy = *self.busy.borrow();
        (busy.n_queues - busy.n_retrying, busy.n_retrying)
    }

    /// Waits until no queue has anything to deliver.
    pub(crate) async fn idle(&self) {
        self.until(|busy| busy.n_queues == 0).await;
    }

    /// Waits until no queue has anything to deliver except rows that have failed before.
    pub(crate) async fn finish(&self) {
        self.until(|busy| busy.n_queues == busy.n_retrying).await;
    }

    async fn until(&self, is_met: impl Fn(Busy) -> bool) {
        let mut busy = self.busy.subscribe();
        let met = busy.wait_for(|busy| is_met(*busy)).await;
        drop(met.expect("the sender lives as long as the queues"));
    }

    /// Queues a durable row. Returns its queue if that needs a task now. A row that waits already is not queued twice.
    pub(super) fn add(&self, row: DeliveryId, permit: Option<Permit>) -> Option<QueueKey> {
        let key = (row.id, row.to);
        let mut queues = lock(&self.queues);
        let is_new = !queues.contains_key(&key);
        let queue = queues.entry(key).or_default();
        let permit = permit.filter(|_| !queue.is_retrying);
        queue.rows.entry(row.n).or_insert(permit);
        is_new.then(|| {
            self.busy.send_modify(|busy| busy.n_queues += 1);
            key
        })
    }

    /// Returns the next row of a queue with the permit of its event, or `None` if its task is over.
    pub(super) fn next(&self, key: QueueKey) -> Option<(DeliveryId, Option<Permit>)> {
        let mut queues = lock(&self.queues);
        let queue = queues.get_mut(&key)?;
        if std::mem::take(&mut queue.is_retrying) {
            self.busy.send_modify(|busy| busy.n_retrying -= 1);
        }
        let next = queue.rows.pop_first();
        if next.is_none() {
            queues.remove(&key);
            self.busy.send_modify(|busy| busy.n_queues -= 1);
        }
        let (id, to) = key;
        next.map(|(n, permit)| (DeliveryId { id, to, n }, permit))
    }

    /// Marks a queue as waiting for a retry, and drops the permits of its rows.
    pub(super) fn mark_retrying(&self, key: QueueKey) {
        if let Some(queue) = lock(&self.queues).get_mut(&key) {
            if !std::mem::replace(&mut queue.is_retrying, true) {
                self.busy.send_modify(|busy| busy.n_retrying += 1);
            }
            queue.rows.values_mut().for_each(|permit| *permit = None);
        }
    }

    /// Returns the rows that wait behind one.
    pub(super) fn behind(&self, row: DeliveryId) -> Vec<DeliveryId> {
        let queues = lock(&self.queues);
        let rows = queues.get(&(row.id, row.to)).map(|queue| &queue.rows);
        let later = rows.into_iter().flat_map(|rows| rows.range(row.n + 1..));
        later.map(|(n, _)| row.with_number(*n)).collect()
    }
}

/// The rows that an earlier run of the bot may have posted already, or a try with a lost outcome. They stay until they are
/// delivered or given up.
#[derive(Default)]
pub(super) struct DoubtfulRows(Mutex<HashSet<DeliveryId>>);

impl DoubtfulRows {
    pub(super) fn add(&self, rows: &[DeliveryId]) {
        lock(&self.0).extend(rows);
    }

    pub(super) fn remove(&self, row: DeliveryId) {
        lock(&self.0).remove(&row);
    }

    pub(super) fn contains(&self, row: DeliveryId) -> bool {
        lock(&self.0).contains(&row)
    }
}

#[cfg(test)]
mod tests;
