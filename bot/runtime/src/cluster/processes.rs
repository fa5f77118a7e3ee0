//! The processes that serve together on one store: which of them live, what each of them does alone, and which of them says
//! what is to be said of a match.
//!
//! A process has a name, and makes a number grow as long as it lives. Whose number does not grow is taken for dead, and its
//! name is removed. Every change depends on the name of who makes it, by the fence of the [`Writer`]: so a process that
//! wakes up after that changes nothing, says nothing, and joins anew under another name. No clock is compared with another for
//! that; what people are told about time goes by the clock of the store.
//!
//! | key | value |
//! | --- | --- |
//! | `process/NAME` | nothing; this process has joined, and has not been taken for dead |
//! | `beat/NAME` | a number that grows as long as it lives, and `leaving` after it once it stops soon |
//! | `role/ROLE` | NAME: the process that has this role |
//! | `claim/ID` | NAME: the process that says what is to be said of this match; or `role/ROLE`, where that is whoever has this role |
//! | `errand/ROLE/ID` | nothing; whoever has this role is to look what is to be said of this match |

mod claims;
mod roles;
#[cfg(test)]
mod tests;

use std::{
    collections::BTreeMap,
    sync::{
        Arc, Mutex, MutexGuard, PoisonError, Weak,
        atomic::{AtomicI64, Ordering},
    },
    time::{Duration, Instant},
};

use data_encoding::HEXLOWER;
use tokio::sync::watch;
use tracing::warn;

use crate::system::{OsDice, SystemClock};
use api::{Batch, Clock, Dice, Entry, Slot, Store, StoreError, Timestamp};
use store::writer::Writer;

/// How often a process shows that it lives, if nothing else is said.
pub const BEAT: Duration = Duration::from_secs(1);

/// So often it is looked in vain for a sign of life before a process is taken for dead. Looking that fails does not count: an
/// outage of the store kills nobody.
const MISSED_BEATS: u32 = 5;

/// How many processes may serve together.
const MOST_PROCESSES: usize = 256;

const BEATS: &[u8] = b"beat/";

const LEAVING: &[u8] = b" leaving";

/// What became of showing that this process lives.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Beaten {
    /// It was taken for dead, and has another name since.
    pub was_lost: bool,
    /// Another one serves no longer: it was found dead, by this one or by a third, or has gone out.
    pub is_another_gone: bool,
}

/// This process, among those that serve together.
pub struct Processes {
    /// Itself, for work on threads that may block.
    me: Weak<Processes>,
    store: Arc<dyn Store>,
    writer: Writer,
    /// How often it shows that it lives.
    beat: Duration,
    own: Mutex<Own>,
    others: Mutex<BTreeMap<Vec<u8>, Sighting>>,
    /// How often this process was taken for dead.
    n_lost: watch::Sender<u64>,
    clock: Arc<SharedClock>,
}

/// The clock of the store, as far as it is known: so the clocks of the processes need not be the same.
#[derive(Default)]
struct SharedClock {
    /// How far the clock of this machine is behind it, in milliseconds.
    behind: AtomicI64,
}

impl Clock for SharedClock {
    fn now(&self) -> Timestamp {
        Timestamp(SystemClock.now().0 + self.behind.load(Ordering::Relaxed))
    }
}

struct Own {
    name: Vec<u8>,
    /// When it began to show last that it lives.
    shown: Option<Instant>,
    n_beats: u64,
    is_leaving: bool,
    has_quit: bool,
}

/// What was last seen of another process.
struct Sighting {
    beat: Vec<u8>,
    /// How often nothing else was seen since.
    n_missed: u32,
}

fn process_key(name: &[u8]) -> Vec<u8> {
    [b"process/", name].concat()
}

fn beat_key(name: &[u8]) -> Vec<u8> {
    [BEATS, name].concat()
}

impl Processes {
    /// Has this process join those that serve on a store; from now on its writer changes nothing without its name. All of them
    /// show as often that they live.
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
        processes.join_anew()?;
        processes.look()?;
        Ok(processes)
    }

    /// How often this process was taken for dead.
    pub(crate) fn n_lost(&self) -> u64 {
        *self.n_lost.borrow()
    }

    /// A clock that all processes share.
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
        self.own.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn others(&self) -> MutexGuard<'_, BTreeMap<Vec<u8>, Sighting>> {
        self.others.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// How often this process shows that it lives.
    pub(crate) fn interval(&self) -> Duration {
        self.beat
    }

    fn name(&self) -> Vec<u8> {
        self.own().name.clone()
    }

    /// That this process has joined, which all that it does depends on.
    fn fence(&self) -> Slot {
        fence_of(&self.name())
    }

    /// Takes a name that no process has had.
    fn join_anew(&self) -> Result<(), StoreError> {
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

    /// Shows that this process lives, and buries those that do not. A store that has failed is opened anew for the next time:
    /// nobody else may need it here.
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
            // It was on its way when the program ended.
            Err(StoreError::Conflict { .. }) if self.own().has_quit => return Ok(beaten),
            Err(StoreError::Conflict { .. }) => {
                self.join_anew()?;
                self.n_lost.send_modify(|n| *n += 1);
                beaten.was_lost = true;
            }
            shown => shown?,
        }
        match self.look_after_others(&mut beaten) {
            // What was noticed is not noticed again; whoever is not buried now is so by the next sign of life.
            Err(error) if beaten == Beaten::default() => Err(error),
            _ => Ok(beaten),
        }
    }

    /// Buries those that do not live. It comes after the own sign of life: where reading takes long, the others would miss that.
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

    /// Looks which other processes live: those that do not, with the last sign of life of each, and whether one that was seen
    /// before has joined no longer.
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

    /// Takes a process for dead that has shown no sign of life after this one; whether it is.
    fn bury(&self, name: &[u8], beat: Vec<u8>) -> Result<bool, StoreError> {
        let mut batch = Batch::default();
        batch.require((beat_key(name), Some(beat)));
        batch.require(self.fence());
        batch.remove(beat_key(name));
        batch.remove(process_key(name));
        match self.store.commit(&batch) {
            // It lives, or somebody else was quicker.
            Err(StoreError::Conflict { .. }) => Ok(false),
            committed => {
                committed?;
                self.others().remove(name);
                warn!(
                    process = %String::from_utf8_lossy(name),
                    "declared another process dead; taking over its deliveries"
                );
                Ok(true)
            }
        }
    }

    /// Has this process go out of those that serve, at its end: it does not join again.
    ///
    /// # Errors
    ///
    /// The store cannot be written; the others take this process for dead in some seconds.
    pub fn quit(&self) -> Result<(), StoreError> {
        let name = {
            let mut own = self.own();
            own.has_quit = true;
            own.name.clone()
        };
        let mut batch = Batch::default();
        batch.require(fence_of(&name));
        batch.remove(beat_key(&name));
        batch.remove(process_key(&name));
        match self.store.commit(&batch) {
            Err(StoreError::Conflict { .. }) => Ok(()),
            committed => committed,
        }
    }

    /// Waits until it is time to show again that this process lives, or it was found to be taken for dead.
    pub(crate) async fn until_next_beat(&self) {
        tokio::select! {
            () = tokio::time::sleep(self.beat) => {}
            () = self.writer.fenced_off() => {}
        }
    }
}

/// That a process has joined.
fn fence_of(name: &[u8]) -> Slot {
    (process_key(name), Some(Vec::new()))
}
