//! What waits to be delivered: a queue for each match and reader, so that nobody waits for what others are told.
//!
//! A queue holds a few rows, and those that count as under way; what finds no room in it stays in the outbox and is read again
//! when there is room.

use std::{
    collections::{HashMap, VecDeque},
    sync::{Mutex, MutexGuard, PoisonError},
};

use tokio::sync::watch;

use crate::{
    app::gate::Permit,
    ports::MatchId,
    service::{DeliveryId, Readers},
};

/// How many rows of a lane are at hand that have no place among what is under way.
pub(super) const ROOM: usize = 32;

/// What is delivered in order: a match, and who reads it.
pub(super) type Lane = (MatchId, Readers);

/// What waits in a lane.
#[derive(Default)]
struct Queue {
    rows: VecDeque<(DeliveryId, Option<Permit>)>,
    /// Whether what is delivered now has failed before. As long as that takes, what waits behind it counts no more as under
    /// way, so that others are not kept waiting by a place that cannot be written to.
    is_stuck: bool,
    /// Whether there are more rows in the outbox than at hand.
    has_more: bool,
}

/// What a lane does next.
pub(super) enum LaneStep {
    /// Deliver this.
    Deliver(DeliveryId, Option<Permit>),
    /// Read what is in the outbox, and [`Lanes::refill`] the lane with it.
    Read,
    /// Nothing: its task is over.
    End,
}

/// All lanes that have a task at work.
pub(super) struct Lanes {
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

impl Lanes {
    pub(super) fn new() -> Lanes {
        Lanes {
            queues: Mutex::default(),
            busy: watch::Sender::default(),
        }
    }

    fn queues(&self) -> MutexGuard<'_, HashMap<Lane, Queue>> {
        self.queues.lock().unwrap_or_else(PoisonError::into_inner)
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

    /// Takes a row that is durable; its lane, if that needs a task now.
    pub(super) fn add(&self, row: DeliveryId, permit: Option<Permit>) -> Option<Lane> {
        let lane = (row.id, row.to);
        let mut queues = self.queues();
        if let Some(queue) = queues.get_mut(&lane) {
            queue.add(row, permit);
            return None;
        }
        queues.entry(lane).or_default().add(row, permit);
        self.busy.send_modify(|busy| busy.n_lanes += 1);
        Some(lane)
    }

    /// What a lane does next.
    pub(super) fn next(&self, lane: Lane) -> LaneStep {
        let mut queues = self.queues();
        if let Some(queue) = queues.get_mut(&lane) {
            if std::mem::take(&mut queue.is_stuck) {
                self.busy.send_modify(|busy| busy.n_stuck -= 1);
            }
            if let Some((row, permit)) = queue.rows.pop_front() {
                return LaneStep::Deliver(row, permit);
            }
            if queue.has_more {
                // What is added from now on waits here.
                queue.has_more = false;
                return LaneStep::Read;
            }
        }
        if queues.remove(&lane).is_some() {
            self.busy.send_modify(|busy| busy.n_lanes -= 1);
        }
        LaneStep::End
    }

    /// Puts the first rows of the outbox into a lane, before what was added since [`LaneStep::Read`]. Nothing if they could not be
    /// read: they are read again.
    pub(super) fn refill(&self, lane: Lane, read: Option<Vec<DeliveryId>>) {
        let mut queues = self.queues();
        let Some(queue) = queues.get_mut(&lane) else {
            return;
        };
        let Some(read) = read else {
            queue.has_more = true;
            queue.rows.clear();
            return;
        };
        let n_read = read.len();
        let read = read.into_iter().map(|row| (row, None));
        let added = std::mem::replace(&mut queue.rows, read.collect());
        queue.has_more |= n_read >= ROOM;
        let last = queue.rows.back().map(|(row, _)| row.n);
        for (row, permit) in added {
            if last.is_none_or(|last| last < row.n) {
                queue.add(row, permit);
            }
        }
    }

    /// Gives up the places of what waits in a lane.
    pub(super) fn stick(&self, lane: Lane) {
        if let Some(queue) = self.queues().get_mut(&lane) {
            if !std::mem::replace(&mut queue.is_stuck, true) {
                self.busy.send_modify(|busy| busy.n_stuck += 1);
            }
            queue.rows.iter_mut().for_each(|(_, permit)| *permit = None);
            queue.has_more |= queue.rows.len() > ROOM;
            queue.rows.truncate(ROOM);
        }
    }

    /// Whether something is known to wait behind a row.
    pub(super) fn waits_behind(&self, row: DeliveryId) -> bool {
        let queues = self.queues();
        let queue = queues.get(&(row.id, row.to));
        queue.is_some_and(|queue| queue.rows.iter().any(|(other, _)| other.n > row.n))
    }
}

impl Queue {
    fn add(&mut self, row: DeliveryId, permit: Option<Permit>) {
        let permit = permit.filter(|_| !self.is_stuck);
        // As many rows have a permit as are under way, and not more.
        if self.has_more || permit.is_none() && self.rows.len() >= ROOM {
            self.has_more = true;
        } else {
            self.rows.push_back((row, permit));
        }
    }
}

#[cfg(test)]
mod tests;
