//! Two processes on one database: neither decides on data that the other has changed meanwhile.

use std::{sync::Barrier, thread};

use api::{Batch, Slot, Store, StoreError};
use store::open_database;
use tests::{
    postgres::{Postgres, settings},
    skip::skips_postgres,
};

/// The number of rounds of simultaneous commits.
const N_ROUNDS: usize = 20;

/// Opens two stores on a database of their own, as two processes have them.
fn two() -> [Box<dyn Store>; 2] {
    let url = Postgres::database();
    [(); 2].map(|()| open_database(&settings(&url)).expect("the database opens"))
}

/// Returns changes that depend on a value.
fn conditional(required: Slot, put: &str, value: impl ToString) -> Batch {
    let mut batch = Batch::default();
    batch.put(put, value.to_string());
    batch.require(required);
    batch
}

fn slot(key: &str, value: Option<&str>) -> Slot {
    (key.into(), value.map(Into::into))
}

/// Commits both batches at once, and returns whether each of them was accepted.
#[track_caller]
fn at_once(stores: &[Box<dyn Store>; 2], batches: [Batch; 2]) -> [bool; 2] {
    let start = Barrier::new(2);
    let commit = |store: &dyn Store, batch: &Batch| {
        start.wait();
        match store.commit(batch) {
            Ok(()) => true,
            Err(StoreError::Conflict { .. }) => false,
            Err(error) => panic!("{error}"),
        }
    };
    thread::scope(|scope| {
        let other = scope.spawn(|| commit(&*stores[1], &batches[1]));
        let one = commit(&*stores[0], &batches[0]);
        [one, other.join().expect("a commit does not panic")]
    })
}

#[test]
fn one_of_two_commits_based_on_the_same_entry_is_refused() {
    if skips_postgres() {
        return;
    }
    let stores = two();
    for round in 0..N_ROUNDS {
        let required = match round {
            0 => None,
            _ => stores[0].get(b"a").expect("a read"),
        };
        let batches = ["one", "other"].map(|who| {
            let value = format!("{who} {round}");
            conditional((b"a".to_vec(), required.clone()), "a", value)
        });
        let taken = at_once(&stores, batches);
        assert_ne!(taken[0], taken[1], "in round {round}");
        let winner = if taken[0] { "one" } else { "other" };
        let expected = format!("{winner} {round}").into_bytes();
        for store in &stores {
            assert_eq!(store.get(b"a").expect("a read"), Some(expected.clone()));
        }
    }
}

#[test]
fn an_entry_required_to_be_absent_is_made_once() {
    if skips_postgres() {
        return;
    }
    let stores = two();
    for round in 0..N_ROUNDS {
        let key = format!("new/{round}");
        let batches = [1, 2].map(|value| conditional(slot(&key, None), &key, value));
        let taken = at_once(&stores, batches);
        assert_ne!(taken[0], taken[1], "in round {round}");
    }
}

/// Checks write skew: each commit reads the entry that the other changes, and writes none of the other's.
#[test]
fn one_of_two_commits_with_write_skew_is_refused() {
    if skips_postgres() {
        return;
    }
    let stores = two();
    for round in 0..N_ROUNDS {
        let (x, y) = (format!("x/{round}"), format!("y/{round}"));
        let batches = [
            conditional(slot(&x, None), &y, 1),
            conditional(slot(&y, None), &x, 1),
        ];
        let taken = at_once(&stores, batches);
        assert_ne!(taken[0], taken[1], "in round {round}");
    }
}

#[test]
fn no_increment_of_many_is_lost() {
    const N_THREADS: usize = 4;
    const N_EACH: usize = 25;
    if skips_postgres() {
        return;
    }
    let stores = two();
    let increment = |store: &dyn Store| {
        let found = store.get(b"n").expect("a read");
        let n = found.as_deref().map_or(0, number);
        store.commit(&conditional((b"n".to_vec(), found), "n", n + 1))
    };
    thread::scope(|scope| {
        for store in &stores {
            for _ in 0..N_THREADS {
                scope.spawn(|| {
                    for _ in 0..N_EACH {
                        while let Err(error) = increment(&**store) {
                            assert!(matches!(error, StoreError::Conflict { .. }), "{error}");
                        }
                    }
                });
            }
        }
    });
    let found = stores[1]
        .get(b"n")
        .expect("a read")
        .expect("it was counted");
    assert_eq!(number(&found), stores.len() * N_THREADS * N_EACH);
}

fn number(text: &[u8]) -> usize {
    let text = std::str::from_utf8(text).expect("a number is text");
    text.parse().expect("it is a number")
}

#[test]
fn many_keys_are_read_in_the_order_in_which_they_were_asked_for() {
    if skips_postgres() {
        return;
    }
    let [store, other] = two();
    let mut batch = Batch::default();
    batch.put("a", "1");
    batch.put("b", "2");
    store.commit(&batch).expect("a commit");
    let keys = ["b", "none", "a", "b"].map(|key| key.as_bytes().to_vec());
    let found = other.get_all(&keys).expect("a read");
    let value = |text: &str| Some(text.as_bytes().to_vec());
    assert_eq!(found, [value("2"), None, value("1"), value("2")]);
    assert_eq!(other.get_all(&[]).expect("a read"), []);
}
