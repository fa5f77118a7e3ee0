//! The processes that serve together on one store: their heartbeats, their roles, and their claims on matches.
//!
//! A process has a name, and raises a number as its heartbeat while it lives. If the number does not grow, other processes
//! declare the process dead: they remove its name. Every commit requires the name of its process, by the fence of the
//! [`Writer`]. So a process that wakes up later commits and posts nothing, and joins again under another name. This compares no
//! clocks; the times shown to people go by the clock of the store.
//!
//! | key | value |
//! | --- | --- |
//! | `process/NAME` | empty; this process has joined, and has not been declared dead |
//! | `beat/NAME` | a number that grows while it lives, followed by `leaving` once it stops soon |
//! | `role/ROLE` | NAME: the process that has this role |
//! | `claim/ID` | NAME: the process that makes the deliveries of this match; or `role/ROLE`: the holder of this role makes them |
//! | `errand/ROLE/ID` | empty; the process that has this role is to look for deliveries of this match |

mod claims;
mod roles;
#[cfg(test)]
mod tests;

use std::{
    collections::BTreeMap,
    sync::{
        Arc, Mutex, MutexGuard, Weak,
        atomic::{AtomicI64, Ordering},
    },
    time::{Duration, Instant},
};

use data_encoding::HEXLOWER;
use tokio::sync::watch;
use tracing::warn;

use crate::system::{OsDice, SystemClock};
use api::{Batch, Clock, Dice, Entry, Slot, Store, StoreError, Timestamp};
use kit::lock;
use store::writer::Writer;

/// The default interval between two heartbeats.
pub const BEAT: Duration = Duration::from_secs(1);

/// A process is declared dead after this number of checks without a new heartbeat. A failed check does not count, so an outage
/// of the store kills no process.
const MISSED_BEATS: u32 = 5;

/// The greatest number of processes that serve together.
const MOST_PROCESSES: usize = 256;

const BEATS: &[u8] = b"beat/";

const LEAVING: &[u8] = b" leaving";

/// The result of a heartbeat.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Beaten {
    /// True if this process was declared dead, and has another name since.
    pub was_lost: bool,
    /// True if another process no longer serves: it left, or this process or a third one declared it dead.
    pub is_another_gone: bool,
}

/// One of the processes that serve together: this one.
pub struct Processes {
    /// A reference to itself, for work on threads that may block.
    me: Weak<Processes>,
    store: Arc<dyn Store>,
    writer: Writer,
    /// The interval between two heartbeats.
    beat: Duration,
    own: Mutex<Own>,
    others: Mutex<BTreeMap<Vec<u8>, Sighting>>,
    /// The number of times that this process was declared dead.
    n_lost: watch::Sender<u64>,
    clock: Arc<SharedClock>,
}

/// The clock of the store, as far as it is known, so that the clocks of the processes may differ.
#[derive(Default)]
struct SharedClock {
    /// The milliseconds by which the clock of this machine is behind it.
    behind: AtomicI64,
}

impl Clock for SharedClock {
    fn now(&self) -> Timestamp {
        Timestamp(SystemClock.now().0 + self.behind.load(Ordering::Relaxed))
    }
}

struct Own {
    name: Vec<u8>,
    /// The time at which the last heartbeat began.
    shown: Option<Instant>,
    n_beats: u64,
    is_leaving: bool,
    has_quit: bool,
}

/// The last heartbeat seen of another process.
struct Sighting {
    beat: Vec<u8>,
    /// The number of checks since then without another heartbeat.
    n_missed: u32,
}

fn process_key(name: &[u8]) -> Vec<u8> {
    [b"process/", name].concat()
}

fn beat_key(name: &[u8]) -> Vec<u8> {
    [BEATS, name].concat()
}

impl Processes {
    /// Makes this process join those that serve on a store. From now on its writer commits nothing without its name. All
    /// processes use the same interval between heartbeats.
    ///
    /// # Errors
    ///
    /// The store cannot be read or written.
    pub fn join(
        store: Arc<dyn Store>,
        writer: Writer,
        beat: Duration,
    ) -> Result<Arc<Processes>, StoreError> {
        let processes = Arc::new_cyclic(|me| Processes {
            me: Weak::clone(me),
            store,
            writer,
            beat,
            own: Mutex::new(Own {
                name: Vec::new(),
                shown: None,
                n_beats: 0,
                is_leaving: false,
                has_quit: false,
            }),
            others: Mutex::default(),
            n_lost: watch::Sender::default(),
            clock: Arc::default(),
        });
        processes.set_clock()?;
        processes.rejoin()?;
        processes.look()?;
        Ok(processes)
    }

    /// Returns the number of times that this process was declared dead.
    pub(crate) fn n_lost(&self) -> u64 {
        *self.n_lost.borrow()
    }

    /// Returns a clock that all processes share.
    pub fn clock(&self) -> Arc<dyn Clock> {
        Arc::clone(&self.clock) as Arc<dyn Clock>
    }

    fn set_clock(&self) -> Result<(), StoreError> {
        let before = SystemClock.now();
        if let Some(Timestamp(now)) = self.store.now()? {
            let middle = before.0.midpoint(SystemClock.now().0);
            self.clock.behind.store(now - middle, Ordering::Relaxed);
        }
        Ok(())
    }

    fn own(&self) -> MutexGuard<'_, Own> {
        lock(&self.own)
    }

    fn others(&self) -> MutexGuard<'_, BTreeMap<Vec<u8>, Sighting>> {
        lock(&self.others)
    }

    /// Returns the interval between two heartbeats.
    pub(crate) fn interval(&self) -> Duration {
        self.beat
    }

    fn name(&self) -> Vec<u8> {
        self.own().name.clone()
    }

    /// Takes a name that no process has had.
    fn rejoin(&self) -> Result<(), StoreError> {
        let name = HEXLOWER.encode(&OsDice.secret().expose()[..8]).into_bytes();
        let begun = Instant::now();
        let mut batch = Batch::default();
        batch.require((process_key(&name), None));
        batch.put(process_key(&name), Vec::new());
        batch.put(beat_key(&name), b"0".to_vec());
        self.store.commit(&batch)?;
        self.writer.set_fence(fence_of(&name));
        let has_quit = {
            let mut own = self.own();
            (own.name, own.n_beats, own.shown) = (name, 0, Some(begun));
            own.has_quit
        };
        if has_quit { self.quit() } else { Ok(()) }
    }

    /// Writes a heartbeat of this process, and declares processes without one dead. Reopens a failed store for the next
    /// heartbeat, because perhaps no other task here needs it.
    ///
    /// # Errors
    ///
    /// The store cannot be read or written.
    pub fn beat(&self) -> Result<Beaten, StoreError> {
        let beaten = self.beat_once();
        if let Err(StoreError::Closed) = beaten {
            self.writer.mend();
        }
        beaten
    }

    fn beat_once(&self) -> Result<Beaten, StoreError> {
        let mut beaten = Beaten::default();
        match self.show() {
            // The heartbeat was on its way when the process quit.
            Err(StoreError::Conflict { .. }) if self.own().has_quit => return Ok(beaten),
            Err(StoreError::Conflict { .. }) => {
                self.rejoin()?;
                self.n_lost.send_modify(|n| *n += 1);
                beaten.was_lost = true;
            }
            shown => shown?,
        }
        match self.look_after_others(&mut beaten) {
            // A check reports a lost process only once, so its result is kept. The next heartbeat declares the remaining
            // processes dead.
            Err(error) if beaten == Beaten::default() => Err(error),
            _ => Ok(beaten),
        }
    }

    /// Declares processes without a heartbeat dead. This comes after the own heartbeat, because a long read before it would
    /// make the others miss it.
    fn look_after_others(&self, beaten: &mut Beaten) -> Result<(), StoreError> {
        self.set_clock()?;
        let (dead, is_another_gone) = self.look()?;
        beaten.is_another_gone = is_another_gone;
        for (name, beat) in dead {
            beaten.is_another_gone |= self.bury(&name, beat)?;
        }
        Ok(())
    }

    fn show(&self) -> Result<(), StoreError> {
        let begun = Instant::now();
        let mut batch = Batch::default();
        {
            let mut own = self.own();
            own.n_beats += 1;
            let mut beat = own.n_beats.to_string().into_bytes();
            if own.is_leaving {
                beat.extend(LEAVING);
            }
            batch.put(beat_key(&own.name), beat);
            batch.require(fence_of(&own.name));
        }
        self.store.commit(&batch)?;
        self.own().shown = Some(begun);
        Ok(())
    }

    /// Reads the heartbeats of the other processes. Returns the dead ones with their last heartbeats, and whether a process
    /// seen before has left.
    fn look(&self) -> Result<(Vec<Entry>, bool), StoreError> {
        let found = self.store.scan(BEATS, None, MOST_PROCESSES)?;
        let own = self.name();
        let mut others = self.others();
        let mut seen = BTreeMap::new();
        for (key, beat) in found {
            let name = key[BEATS.len()..].to_vec();
            if name == own {
                continue;
            }
            let before = others.remove(&name).filter(|before| before.beat == beat);
            let n_missed = before.map_or(0, |before| before.n_missed + 1);
            seen.insert(name, Sighting { beat, n_missed });
        }
        let is_another_gone = !others.is_empty();
        *others = seen;
        let dead = others
            .iter()
            .filter(|(_, sighting)| sighting.n_missed >= MISSED_BEATS)
            .map(|(name, sighting)| (name.clone(), sighting.beat.clone()));
        Ok((dead.collect(), is_another_gone))
    }

    /// Declares a process dead if it has shown no heartbeat after this one. Returns whether it is dead.
    fn bury(&self, name: &[u8], beat: Vec<u8>) -> Result<bool, StoreError> {
        let mut batch = Batch::default();
        batch.require((beat_key(name), Some(beat)));
        batch.remove(beat_key(name));
        batch.remove(process_key(name));
        // Else it lives, or another process was quicker.
        let is_dead = self.changed(batch)?;
        if is_dead {
            self.others().remove(name);
            warn!(
                process = %String::from_utf8_lossy(name),
                "declared another process dead; taking over its deliveries"
            );
        }
        Ok(is_dead)
    }

    /// Removes this process from those that serve, at its end: it does not join again.
    ///
    /// # Errors
    ///
    /// The store cannot be written; the others declare this process dead after some seconds.
    pub fn quit(&self) -> Result<(), StoreError> {
        let name = {
            let mut own = self.own();
            own.has_quit = true;
            own.name.clone()
        };
        let mut batch = Batch::default();
        batch.remove(beat_key(&name));
        batch.remove(process_key(&name));
        self.changed(batch).map(drop)
    }

    /// Waits until the next heartbeat is due, or until this process finds that it was declared dead.
    pub(crate) async fn until_next_beat(&self) {
        tokio::select! {
            () = tokio::time::sleep(self.beat) => {}
            () = self.writer.fenced_off() => {}
        }
    }
}

/// Returns the row that marks a process as joined.
fn fence_of(name: &[u8]) -> Slot {
    (process_key(name), Some(Vec::new()))
}
