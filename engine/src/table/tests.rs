use std::thread;

use super::*;
use crate::{random::mixed, value::WIN};

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
    let table = Table::new(64);
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

/// Returns the entry of a key in the test with threads: each of its fields follows from the key.
fn entry_of(key: u64) -> Entry {
    let word = mixed(key);
    Entry {
        value: (word % 20_000) as Value - 10_000,
        depth: (word >> 16 & 63) as i32,
        bound: match word >> 24 & 1 {
            0 => Bound::Upper,
            _ => Bound::Lower,
        },
        best: ActionCode::from_bits((word >> 32 & 0xffff) as u32 + 1),
        eval: Some((word >> 48) as i32 % 1000),
    }
}

#[test]
fn an_entry_keeps_each_field_at_its_limits() {
    let last = ActionCode::of(Action::from_index(Action::N_INDICES - 1).expect("an action"));
    for (value, depth, best, eval) in [
        (WIN, 127, last, Some(29_000)),
        (-WIN, 0, ActionCode::NONE, Some(-29_000)),
        (0, 64, last, None),
    ] {
        let table = Table::new(64);
        for _ in 0..MOST_GENERATION {
            table.next_generation();
        }
        let entry = Entry {
            value,
            depth,
            bound: Bound::Exact,
            best,
            eval,
        };
        table.put(7, 0, entry);
        let found = table.get(7, 0).expect("it was put there just now");
        assert_eq!((found.value, found.depth), (value, depth));
        assert_eq!(found.best.to_bits(), best.to_bits());
        assert_eq!(found.eval, eval);
        assert!(found.bound == Bound::Exact);
    }
}

#[test]
fn words_of_two_entries_are_no_entry() {
    let mut table = Table::new(64);
    table.put(1, 0, entry_of(1));
    let check = table.bucket(1)[0].check.load(Relaxed);
    table.clear();
    let slot = &table.bucket(1)[0];
    table.put(2, 0, entry_of(2));
    assert!(table.get(2, 0).is_some());
    // Another thread has written its first word, and not yet its second one.
    slot.check.store(check, Relaxed);
    assert!(table.get(1, 0).is_none() && table.get(2, 0).is_none());
}

/// Lets four threads write to one bucket, and checks that each entry found is the one of its key.
#[test]
fn threads_find_only_whole_entries() {
    let table = Table::new(64);
    let work = |seed: u64| {
        let mut n_found = 0;
        for n in 0..500_000 {
            let key = mixed(seed ^ n) % 16;
            if let Some(found) = table.get(key, 0) {
                let whole = entry_of(key);
                assert_eq!((found.value, found.depth), (whole.value, whole.depth));
                assert_eq!(
                    (found.best.to_bits(), found.eval),
                    (whole.best.to_bits(), whole.eval)
                );
                assert!(found.bound == whole.bound);
                n_found += 1;
            }
            table.put(key, 0, entry_of(key));
        }
        n_found
    };
    thread::scope(|scope| {
        let threads = [1, 2, 3, 4].map(|seed| scope.spawn(move || work(seed << 32)));
        for thread in threads {
            assert!(thread.join().expect("every entry is whole") > 0);
        }
    });
}
