//! The transposition table.

use core::sync::atomic::{AtomicU8, AtomicU64, Ordering::Relaxed};

use rules::Action;

use crate::{
    action_code::ActionCode,
    value::{SURE, Value, bounded},
};

/// The data of a position in the transposition table.
#[derive(Clone, Copy)]
pub(crate) struct Entry {
    /// The value for the side to decide, as `bound` qualifies it.
    pub(crate) value: Value,
    /// The depth of the search.
    pub(crate) depth: i32,
    pub(crate) bound: Bound,
    /// The best action; none if all were below alpha.
    pub(crate) best: ActionCode,
    /// The static evaluation in hundredths of a pawn, without the error of a level; `None` in check.
    pub(crate) eval: Option<i32>,
}

/// The relation between a stored value and the true one.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Bound {
    /// The true value is at most this.
    Upper,
    /// The true value is at least this.
    Lower,
    /// The true value is this.
    Exact,
}

/// An entry in one word. Its fields, from the lowest bit: the value and the static evaluation (16 bits each), the best action
/// (17), the depth (7), the bound plus 1 (2), and the generation (6). An empty slot is 0.
#[derive(Clone, Copy)]
struct Data(u64);

const EVAL: u32 = 16;
const BEST: u32 = 32;
const DEPTH: u32 = 49;
const BOUND: u32 = 56;
const GENERATION: u32 = 58;

const MOST_BEST: u64 = (1 << (DEPTH - BEST)) - 1;
const MOST_DEPTH: u64 = (1 << (BOUND - DEPTH)) - 1;
const MOST_GENERATION: u8 = u8::MAX >> 2;

const _: () = assert!(Action::N_INDICES as u64 <= MOST_BEST);

/// The mark of an entry without a static evaluation.
const NO_EVAL: i16 = i16::MIN;

impl Data {
    #[inline(always)]
    fn new(entry: Entry, generation: u8) -> Data {
        let eval = entry.eval.map_or(NO_EVAL, |eval| bounded(eval) as i16);
        let depth = entry.depth.clamp(0, MOST_DEPTH as i32);
        Data(
            u64::from(entry.value as u16)
                | u64::from(eval as u16) << EVAL
                | u64::from(entry.best.to_bits()) << BEST
                | (depth as u64) << DEPTH
                | (entry.bound as u64 + 1) << BOUND
                | u64::from(generation) << GENERATION,
        )
    }

    /// Returns the entry; `None` for an empty slot.
    #[inline(always)]
    fn entry(self) -> Option<Entry> {
        let eval = (self.0 >> EVAL) as i16;
        Some(Entry {
            value: (self.0 as i16).into(),
            depth: self.depth(),
            bound: match self.0 >> BOUND & 3 {
                0 => return None,
                1 => Bound::Upper,
                2 => Bound::Lower,
                _ => Bound::Exact,
            },
            best: self.best(),
            eval: (eval != NO_EVAL).then_some(eval.into()),
        })
    }

    fn is_empty(self) -> bool {
        self.0 == 0
    }

    fn depth(self) -> i32 {
        (self.0 >> DEPTH & MOST_DEPTH) as i32
    }

    fn best(self) -> ActionCode {
        ActionCode::from_bits((self.0 >> BEST & MOST_BEST) as u32)
    }

    fn generation(self) -> u8 {
        (self.0 >> GENERATION) as u8
    }

    /// Returns how much an entry is worth to keep; the slot with the least is replaced first.
    #[inline(always)]
    fn worth(self, generation: u8) -> i32 {
        let age = generation.wrapping_sub(self.generation()) & MOST_GENERATION;
        self.depth() - 8 * i32::from(age) - 1000 * i32::from(self.is_empty())
    }
}

/// An entry with its key: 16 bytes. Other threads can write to it between two accesses. So the first word is the key XOR the
/// data, as in Robert Hyatt's lockless hashing: words of two different entries give a key that no position asks for.
#[derive(Default)]
struct Slot {
    check: AtomicU64,
    data: AtomicU64,
}

impl Slot {
    /// Returns the key and the data.
    #[inline(always)]
    fn load(&self) -> (u64, Data) {
        let data = self.data.load(Relaxed);
        (self.check.load(Relaxed) ^ data, Data(data))
    }

    #[inline(always)]
    fn store(&self, key: u64, data: Data) {
        self.check.store(key ^ data.0, Relaxed);
        self.data.store(data.0, Relaxed);
    }
}

/// The four slots for a key.
#[derive(Default)]
#[repr(align(64))]
struct Bucket([Slot; 4]);

/// A transposition table of fixed size, which replaces old and shallow entries first. Threads can share it.
pub(crate) struct Table {
    buckets: Vec<Bucket>,
    generation: AtomicU8,
}

impl Table {
    /// Makes a table of at most `bytes` bytes, but with at least one bucket.
    pub(crate) fn new(bytes: usize) -> Table {
        let n = (bytes / size_of::<Bucket>()).max(1);
        Table {
            buckets: (0..n).map(|_| Bucket::default()).collect(),
            generation: AtomicU8::new(0),
        }
    }

    /// Makes an empty table of the same size.
    pub(crate) fn of_same_size(&self) -> Table {
        Table::new(self.buckets.len() * size_of::<Bucket>())
    }

    /// Clears all entries.
    pub(crate) fn clear(&mut self) {
        self.buckets.fill_with(Bucket::default);
        *self.generation.get_mut() = 0;
    }

    /// Starts a new generation. Its entries replace older ones.
    pub(crate) fn next_generation(&self) {
        let generation = self.generation.load(Relaxed);
        self.generation
            .store((generation + 1) & MOST_GENERATION, Relaxed);
    }

    #[inline(always)]
    fn bucket(&self, key: u64) -> &[Slot; 4] {
        let index = (u128::from(key) * self.buckets.len() as u128) >> 64;
        &self.buckets[index as usize].0
    }

    #[inline(always)]
    pub(crate) fn get(&self, key: u64, ply: usize) -> Option<Entry> {
        let mut found = self.bucket(key).iter().map(Slot::load);
        let (_, data) = found.find(|&(other, _)| other == key)?;
        let entry = data.entry()?;
        Some(Entry {
            value: from_here(entry.value, ply),
            ..entry
        })
    }

    #[inline(always)]
    pub(crate) fn put(&self, key: u64, ply: usize, entry: Entry) {
        let generation = self.generation.load(Relaxed);
        let slots = self.bucket(key);
        let found = slots.each_ref().map(Slot::load);
        let same = found
            .iter()
            .position(|&(other, data)| other == key && !data.is_empty());
        let at = same.unwrap_or_else(|| {
            let worst = (0..4).min_by_key(|&at| found[at].1.worth(generation));
            worst.unwrap_or(0)
        });
        let old = found[at].1;
        let is_worth_more = same.is_some()
            && entry.bound != Bound::Exact
            && entry.depth + 2 < old.depth()
            && old.generation() == generation;
        if is_worth_more {
            return;
        }
        let best = match entry.best {
            ActionCode::NONE if same.is_some() => old.best(),
            best => best,
        };
        let entry = Entry {
            value: from_node(entry.value, ply),
            best,
            ..entry
        };
        slots[at].store(key, Data::new(entry, generation));
    }
}

/// Converts the value of a win: the search counts plies from the root, the table from the position itself.
#[inline(always)]
fn from_node(value: Value, ply: usize) -> Value {
    match value {
        SURE.. => value + ply as Value,
        _ if value <= -SURE => value - ply as Value,
        _ => value,
    }
}

#[inline(always)]
fn from_here(value: Value, ply: usize) -> Value {
    match value {
        SURE.. => value - ply as Value,
        _ if value <= -SURE => value + ply as Value,
        _ => value,
    }
}

#[cfg(test)]
mod tests;
