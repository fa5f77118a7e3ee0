//! The queues of deliveries: one for each match and reader, so that no readers wait for the deliveries of others.

use std::{
    collections::{BTreeMap, HashMap},
    sync::{Mutex, MutexGuard, PoisonError},
};

use tokio::sync::watch;

use crate::ingress::gate::Permit;
use api::MatchId;
use service::{DeliveryId, Readers};

/// The key of a queue, which is delivered in order: a match and its readers.
pub(super) type Lane = (MatchId, Readers);

/// The rows that wait in a lane.
#[derive(Default)]
struct Queue {
    /// The numbers of its rows, each with its place among the events under way. The message of a row stays in the outbox, so a
    /// long queue takes little room.
    rows: BTreeMap<u32, Option<Permit>>,
    /// True if the present delivery has failed before. Until it succeeds, the rows behind it hold no places, so that a place
    /// that cannot be written to does not delay others.
    is_stuck: bool,
}

/// All lanes that have a task at work.
pub(super) struct DeliveryQueues {
    queues: Mutex<HashMap<Lane, Queue>>,
    busy: watch::Sender<Busy>,
}

/// The number of lanes that have a task at work.
#[derive(Clone, Copy, Default)]
struct Busy {
    n_lanes: usize,
    /// The number of them that are stuck.
    n_stuck: usize,
}

impl DeliveryQueues {
    pub(super) fn new() -> DeliveryQueues {
        DeliveryQueues {
            queues: Mutex::default(),
            busy: watch::Sender::default(),
        }
    }

    fn queues(&self) -> MutexGuard<'_, HashMap<Lane, Queue>> {
        self.queues.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Returns the number of lanes at work, and of those that wait for a retry.
    pub(super) fn n_at_work(&self) -> (usize, usize) {
        let Busy { n_lanes, n_stuck } = *self.busy.borrow();
        (n_lanes - n_stuck, n_stuck)
    }

    /// Waits until no lane has anything to deliver.
    pub(super) async fn idle(&self) {
        self.until(|busy| busy.n_lanes == 0).await;
    }

    /// Waits until no lane has anything to deliver except rows that have failed before.
    pub(super) async fn finish(&self) {
        self.until(|busy| busy.n_lanes == busy.n_stuck).await;
    }

    async fn until(&self, is_met: impl Fn(Busy) -> bool) {
        let mut busy = self.busy.subscribe();
        let met = busy.wait_for(|busy| is_met(*busy)).await;
        drop(met.expect("the sender is at hand"));
    }

    /// Queues a durable row. Returns its lane if that needs a task now. A row that waits already is not queued twice.
    pub(super) fn add(&self, row: DeliveryId, permit: Option<Permit>) -> Option<Lane> {
        let lane = (row.id, row.to);
        let mut queues = self.queues();
        let is_new = !queues.contains_key(&lane);
        let queue = queues.entry(lane).or_default();
        let permit = permit.filter(|_| !queue.is_stuck);
        queue.rows.entry(row.n).or_insert(permit);
        is_new.then(|| {
            self.busy.send_modify(|busy| busy.n_lanes += 1);
            lane
        })
    }

    /// Returns the next row of a lane, with its place among the events under way, or `None` if its task is over.
    pub(super) fn next(&self, lane: Lane) -> Option<(DeliveryId, Option<Permit>)> {
        let mut queues = self.queues();
        let queue = queues.get_mut(&lane)?;
        if std::mem::take(&mut queue.is_stuck) {
            self.busy.send_modify(|busy| busy.n_stuck -= 1);
        }
        let next = queue.rows.pop_first();
        if next.is_none() {
            queues.remove(&lane);
            self.busy.send_modify(|busy| busy.n_lanes -= 1);
        }
        let (id, to) = lane;
        next.map(|(n, permit)| (DeliveryId { id, to, n }, permit))
    }

    /// Gives up the places of the rows that wait in a lane.
    pub(super) fn stick(&self, lane: Lane) {
        if let Some(queue) = self.queues().get_mut(&lane) {
            if !std::mem::replace(&mut queue.is_stuck, true) {
                self.busy.send_modify(|busy| busy.n_stuck += 1);
            }
            queue.rows.values_mut().for_each(|permit| *permit = None);
        }
    }

    /// Returns the rows that wait behind one.
    pub(super) fn behind(&self, row: DeliveryId) -> Vec<DeliveryId> {
        let queues = self.queues();
        let rows = queues.get(&(row.id, row.to)).map(|queue| &queue.rows);
        let later = rows.into_iter().flat_map(|rows| rows.range(row.n + 1..));
        later.map(|(n, _)| row.with_number(*n)).collect()
    }
}

#[cfg(test)]
mod tests;
