//! What waits to be delivered: a queue for each match and reader, so that nobody waits for what others are told.
//!
//! A queue holds a few rows; what finds no room in it stays in the outbox and is read again when there is room.

use std::{
    collections::{HashMap, VecDeque},
    sync::{Mutex, MutexGuard, PoisonError},
};

use tokio::sync::watch;

use crate::{
    app::gate::Place,
    ports::MatchId,
    service::{DeliveryId, Readers},
};

/// How many rows of a lane are at hand.
pub(super) const ROOM: usize = 32;

/// What is delivered in order: a match, and who reads it.
pub(super) type Lane = (MatchId, Readers);

/// What waits in a lane.
#[derive(Default)]
struct Queue {
    rows: VecDeque<(DeliveryId, Option<Place>)>,
    /// Whether what is delivered now has failed before. As long as that takes, what waits behind it counts no more as under
    /// way, so that others are not kept waiting by a place that cannot be written to.
    is_stuck: bool,
    /// Whether there are more rows in the outbox than at hand.
    has_more: bool,
}

/// What a lane does next.
pub(super) enum Next {
    /// Deliver this.
    Deliver(DeliveryId, Option<Place>),
    /// Read what is in the outbox, and [`Lanes::refill`] the lane with it.
    Read,
    /// Nothing: its task is over.
    End,
}

/// All lanes that have a task at work.
pub(super) struct Lanes {
    queues: Mutex<HashMap<Lane, Queue>>,
    /// How many there are.
    n_busy: watch::Sender<usize>,
}

impl Lanes {
    pub(super) fn new() -> Lanes {
        Lanes {
            queues: Mutex::default(),
            n_busy: watch::Sender::new(0),
        }
    }

    fn queues(&self) -> MutexGuard<'_, HashMap<Lane, Queue>> {
        self.queues.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Waits until no lane has anything to deliver.
    pub(super) async fn idle(&self) {
        let mut n_busy = self.n_busy.subscribe();
        n_busy
            .wait_for(|n| *n == 0)
            .await
            .expect("the sender is at hand");
    }

    /// Takes a row that is durable; its lane, if that needs a task now.
    pub(super) fn add(&self, row: DeliveryId, place: Option<Place>) -> Option<Lane> {
        let lane = (row.id, row.to);
        let mut queues = self.queues();
        if let Some(queue) = queues.get_mut(&lane) {
            queue.add(row, place);
            return None;
        }
        queues.entry(lane).or_default().add(row, place);
        self.n_busy.send_replace(queues.len());
        Some(lane)
    }

    /// What a lane does next.
    pub(super) fn next(&self, lane: Lane) -> Next {
        let mut queues = self.queues();
        if let Some(queue) = queues.get_mut(&lane) {
            queue.is_stuck = false;
            if let Some((row, place)) = queue.rows.pop_front() {
                return Next::Deliver(row, place);
            }
            if queue.has_more {
                // What is added from now on waits here.
                queue.has_more = false;
                return Next::Read;
            }
        }
        queues.remove(&lane);
        self.n_busy.send_replace(queues.len());
        Next::End
    }

    /// Puts the first rows of the outbox into a lane, before what was added since [`Next::Read`]. Nothing if they could not be
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
        for (row, place) in added {
            if last.is_none_or(|last| last < row.n) {
                queue.add(row, place);
            }
        }
    }

    /// Gives up the places of what waits in a lane.
    pub(super) fn stick(&self, lane: Lane) {
        if let Some(queue) = self.queues().get_mut(&lane) {
            queue.is_stuck = true;
            queue.rows.iter_mut().for_each(|(_, place)| *place = None);
        }
    }

    /// Whether something waits behind what a lane delivers now.
    pub(super) fn has_more(&self, lane: Lane) -> bool {
        let queues = self.queues();
        let queue = queues.get(&lane);
        queue.is_some_and(|queue| queue.has_more || !queue.rows.is_empty())
    }
}

impl Queue {
    fn add(&mut self, row: DeliveryId, place: Option<Place>) {
        if self.has_more || self.rows.len() >= ROOM {
            self.has_more = true;
        } else {
            self.rows.push_back((row, place.filter(|_| !self.is_stuck)));
        }
    }
}

#[cfg(test)]
mod tests;
