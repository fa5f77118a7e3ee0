//! The transposition table.

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

/// An entry in memory: 16 bytes.
#[derive(Clone, Copy, Default)]
struct Slot {
    key: u32,
    best: u32,
    value: i16,
    /// [`NO_EVAL`] without a static evaluation.
    eval: i16,
    depth: i8,
    /// The lowest two bits are the bound plus 1, 0 for an empty slot; the others are the age.
    tag: u8,
}

/// The mark of an entry without a static evaluation.
const NO_EVAL: i16 = i16::MIN;

/// The four slots for a key.
#[derive(Clone, Copy, Default)]
#[repr(align(64))]
struct Bucket([Slot; 4]);

/// A transposition table of fixed size, which replaces old and shallow entries first.
pub(crate) struct Table {
    buckets: Vec<Bucket>,
    age: u8,
}

impl Table {
    /// Makes a table of at most `bytes` bytes, but with at least one bucket.
    pub(crate) fn new(bytes: usize) -> Table {
        let n = (bytes / size_of::<Bucket>()).max(1);
        Table {
            buckets: vec![Bucket::default(); n],
            age: 0,
        }
    }

    /// Clears all entries.
    pub(crate) fn clear(&mut self) {
        self.buckets.fill(Bucket::default());
        self.age = 0;
    }

    /// Starts a new generation. Its entries replace older ones.
    pub(crate) fn grow_old(&mut self) {
        self.age = (self.age + 1) & 0x3f;
    }

    #[inline(always)]
    fn index(&self, key: u64) -> usize {
        ((u128::from(key) * self.buckets.len() as u128) >> 64) as usize
    }

    #[inline(always)]
    pub(crate) fn get(&self, key: u64, ply: usize) -> Option<Entry> {
        let bucket = &self.buckets[self.index(key)];
        let slot = bucket.0.iter().find(|slot| slot.key == key as u32)?;
        let bound = match slot.tag & 3 {
            0 => return None,
            1 => Bound::Upper,
            2 => Bound::Lower,
            _ => Bound::Exact,
        };
        Some(Entry {
            value: from_here(slot.value.into(), ply),
            depth: slot.depth.into(),
            bound,
            best: ActionCode::from_bits(slot.best),
            eval: (slot.eval != NO_EVAL).then_some(slot.eval.into()),
        })
    }

    #[inline(always)]
    pub(crate) fn put(&mut self, key: u64, ply: usize, entry: Entry) {
        let (age, index) = (self.age, self.index(key));
        let slots = &mut self.buckets[index].0;
        let use_of = |slot: &Slot| {
            let years = age.wrapping_sub(slot.tag >> 2) & 0x3f;
            i32::from(slot.depth) - 8 * i32::from(years) - 1000 * i32::from(slot.tag & 3 == 0)
        };
        let same = slots
            .iter()
            .position(|slot| slot.key == key as u32 && slot.tag & 3 != 0);
        let at = same.unwrap_or_else(|| {
            let worst = (0..4).min_by_key(|&at| use_of(&slots[at]));
            worst.unwrap_or(0)
        });
        let slot = &mut slots[at];
        let is_worth_more = same.is_some()
            && entry.bound != Bound::Exact
            && entry.depth + 2 < slot.depth.into()
            && slot.tag >> 2 == age;
        if is_worth_more {
            return;
        }
        let best = match entry.best {
            ActionCode::NONE if same.is_some() => slot.best,
            best => best.to_bits(),
        };
        *slot = Slot {
            key: key as u32,
            best,
            value: from_node(entry.value, ply) as i16,
            eval: entry.eval.map_or(NO_EVAL, |eval| bounded(eval) as i16),
            depth: entry.depth.clamp(-8, 127) as i8,
            tag: age << 2 | (entry.bound as u8 + 1),
        };
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
mod tests {
    use super::*;

    #[test]
    fn the_table_finds_each_new_entry_without_growing() {
        let mut table = Table::new(4096);
        assert_eq!(table.buckets.len(), 64);
        let entry = |depth| Entry {
            value: 17,
            depth,
            bound: Bound::Exact,
            best: ActionCode::from_bits(5),
            eval: Some(-8),
        };
        let word = |n: u64| n.wrapping_mul(0x9e37_79b9_7f4a_7c15);
        for n in 1..10_000 {
            table.put(word(n), 3, entry(4));
            let found = table.get(word(n), 3).expect("it was put there just now");
            assert_eq!((found.value, found.depth, found.eval), (17, 4, Some(-8)));
        }
        assert_eq!(table.buckets.len(), 64);
        table.clear();
        assert!(table.get(word(9_999), 3).is_none());
    }

    #[test]
    fn the_distance_of_a_win_does_not_depend_on_the_path() {
        let mut table = Table::new(64);
        let entry = Entry {
            value: crate::value::win_at(7),
            depth: 1,
            bound: Bound::Exact,
            best: ActionCode::NONE,
            eval: None,
        };
        table.put(1 << 40, 4, entry);
        let value = table.get(1 << 40, 10).map(|found| found.value);
        assert_eq!(value, Some(crate::value::win_at(13)));
    }
}
