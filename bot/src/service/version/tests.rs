use super::*;
use crate::{
    ports::{Entry, Store},
    store::MemoryStore,
};

/// Moves what is under `old/` to `new/`, two entries at a time.
fn move_over(rows: &dyn Rows) -> Result<Batch, StoreError> {
    let mut changes = Batch::default();
    for (key, value) in rows.scan(b"old/", None, 2)? {
        changes.put([b"new/", &key[b"old/".len()..]].concat(), value);
        changes.remove(key);
    }
    Ok(changes)
}

/// Marks what is under `new/`, one entry at a time.
fn mark(rows: &dyn Rows) -> Result<Batch, StoreError> {
    let all = rows.scan(b"new/", None, usize::MAX)?;
    let unmarked = all.into_iter().find(|(_, value)| !value.ends_with(b"!"));
    let mut changes = Batch::default();
    if let Some((key, value)) = unmarked {
        changes.put(key, [value, b"!".to_vec()].concat());
    }
    Ok(changes)
}

const TWO: &[Upgrade] = &[move_over, mark];

fn store(entries: &[(&str, &str)]) -> MemoryStore {
    let store = MemoryStore::new();
    let mut batch = Batch::default();
    for (key, value) in entries {
        batch.put(*key, *value);
    }
    store.commit(&batch).expect("memory takes everything");
    store
}

/// Goes on for so many commits, as a program does that is ended then.
fn go_on(store: &MemoryStore, n_commits: usize) {
    for _ in 0..n_commits {
        match next_by(TWO, store).expect("the steps are known") {
            Some(changes) => store.commit(&changes).expect("memory takes everything"),
            None => return,
        }
    }
}

fn all(store: &MemoryStore) -> Vec<Entry> {
    store
        .scan(b"", None, usize::MAX)
        .expect("memory can be read")
}

#[test]
fn data_of_any_version_are_brought_to_the_last_wherever_that_is_interrupted() {
    let old = [("old/1", "a"), ("old/2", "b"), ("old/3", "c")];
    let expected = [
        ("new/1", "a!"),
        ("new/2", "b!"),
        ("new/3", "c!"),
        ("version", "2"),
    ];
    let expected = all(&store(&expected));
    for n_commits in 0..8 {
        let store = store(&old);
        go_on(&store, n_commits);
        go_on(&store, usize::MAX);
        assert!(all(&store) == expected, "after {n_commits} commits");
    }
    let halfway = store(&[
        ("new/1", "a!"),
        ("new/2", "b!"),
        ("new/3", "c"),
        ("version", "1"),
    ]);
    go_on(&halfway, usize::MAX);
    assert!(all(&halfway) == expected);
}

#[test]
fn a_version_that_is_lost_is_found_again() {
    for lost in ["", "bishop", "-1"] {
        let store = store(&[("new/1", "a!"), ("version", lost)]);
        go_on(&store, usize::MAX);
        assert!(all(&store) == all(&self::store(&[("new/1", "a!"), ("version", "2")])));
    }
}

#[test]
fn data_of_a_later_release_are_refused_with_what_to_do() {
    let store = store(&[("version", "3")]);
    let refused = next_by(TWO, &store).expect_err("it is of a later release");
    let text = refused.to_string();
    assert!(
        text.contains("they are of version 3, and this release knows 2 at most; start a release"),
        "{text}"
    );
}

#[test]
fn what_is_no_version_is_damaged() {
    assert!(check_version(b"version", b"17").is_ok());
    assert!(check_version(b"version", b"rook").is_err());
}
