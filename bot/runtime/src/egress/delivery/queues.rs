//! What waits to be delivered: a queue for each match and reader, so that nobody waits for what others are told.

use std::{
    collections::{BTreeMap, HashMap},
    sync::{Mutex, MutexGuard, PoisonError},
};

use tokio::sync::watch;

use crate::ingress::gate::Permit;
use api::MatchId;
use service::{DeliveryId, Readers};

/// What is delivered in order: a match, and who reads it.
pub(super) type Lane = (MatchId, Readers);

/// What waits in a lane.
#[derive(Default)]
struct Queue {
    /// The numbers of its rows, each with its place among what is under way. What a row says stays in the outbox, so the
    /// queue takes little room however long it gets.
    rows: BTreeMap<u32, Option<Permit>>,
    /// Whether what is delivered now has failed before. As long as that takes, what waits behind it counts no more as under
    /// way, so that others are not kept waiting by a place that cannot be written to.
    is_stuck: bool,
}

/// All lanes that have a task at work.
pub(super) struct DeliveryQueues {
    queues: Mutex<HashMap<Lane, Queue>>,
    busy: watch::Sender<Busy>,
}

/// How many lanes have a task at work.
#[derive(Clone, Copy, Default)]
struct Busy {
    n_lanes: usize,
    /// How many of them are stuck.
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

    /// How many lanes are at work, and how many wait until what has failed is tried again.
    pub(super) fn n_at_work(&self) -> (usize, usize) {
        let Busy { n_lanes, n_stuck } = *self.busy.borrow();
        (n_lanes - n_stuck, n_stuck)
    }

    /// Waits until no lane has anything to deliver.
    pub(super) async fn idle(&self) {
        self.until(|busy| busy.n_lanes == 0).await;
    }

    /// Waits until no lane has anything to deliver but what has failed before.
    pub(super) async fn finish(&self) {
        self.until(|busy| busy.n_lanes == busy.n_stuck).await;
    }

    async fn until(&self, is_met: impl Fn(Busy) -> bool) {
        let mut busy = self.busy.subscribe();
        let met = busy.wait_for(|busy| is_met(*busy)).await;
        drop(met.expect("the sender is at hand"));
    }

    /// Takes a row that is durable; its lane, if that needs a task now. What waits already does so once.
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

    /// The next row of a lane, with its place among what is under way; nothing if its task is over.
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

    /// Gives up the places of what waits in a lane.
    pub(super) fn stick(&self, lane: Lane) {
        if let Some(queue) = self.queues().get_mut(&lane) {
            if !std::mem::replace(&mut queue.is_stuck, true) {
                self.busy.send_modify(|busy| busy.n_stuck += 1);
            }
            queue.rows.values_mut().for_each(|permit| *permit = None);
        }
    }

    /// The rows that wait behind one.
    pub(super) fn behind(&self, row: DeliveryId) -> Vec<DeliveryId> {
        let queues = self.queues();
        let rows = queues.get(&(row.id, row.to)).map(|queue| &queue.rows);
        let later = rows.into_iter().flat_map(|rows| rows.range(row.n + 1..));
        later.map(|(n, _)| row.with_number(*n)).collect()
    }
}

#[cfg(test)]
mod tests;
