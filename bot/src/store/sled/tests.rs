use std::{fs::File, path::Path};

use tempfile::TempDir;

use super::{
    SledStore,
    claim::{Claim, NAME, lock},
    layout::{PART_OF, part_key},
    tree::{Tree, until_let_go},
};
use crate::ports::{Batch, Store, StoreError};

/// Has sled write what is in the journal.
#[track_caller]
fn write(store: &SledStore) {
    store.write(&mut store.journal()).expect("it is written");
}

/// A folder with two values, after `change` was made behind the store's back.
fn changed(change: impl Fn(&sled::Db)) -> TempDir {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let store = SledStore::open(folder.path()).expect("a new store");
    let mut batch = Batch::default();
    batch.put("big", vec![1; 10_000]);
    batch.put("small", "2");
    store.commit(&batch).expect("a commit");
    write(&store);
    drop(store);
    until_let_go(&folder.path().join("db"))
        .unwrap_or_else(|_| panic!("sled lets go of its folder"));
    let db = sled::open(folder.path()).expect("sled opens");
    change(&db);
    db.flush().expect("it is written");
    folder
}

#[track_caller]
fn check_opening(folder: &Path, expected: &str) {
    let said =
        SledStore::open(folder).map_or_else(|error| error.to_string(), |_| "it opened".to_owned());
    assert!(said.contains(expected), "{expected:?} is not in {said:?}");
}

fn check_change(change: impl Fn(&sled::Db), expected: &str) {
    check_opening(changed(change).path(), expected);
}

#[test]
fn what_was_changed_behind_our_back_is_noticed() {
    let set =
        |key: Vec<u8>, value: &'static [u8]| move |db: &sled::Db| drop(db.insert(&key, value));
    check_change(|_| (), "it opened");
    check_change(
        set(b"dsmall".to_vec(), b"\x003"),
        "other entries than were written, 5 instead of 5",
    );
    check_change(set(b"dnew".to_vec(), b"\x003"), "6 instead of 5");
    check_change(set(part_key(b"big", 1), b"short"), "5 instead of 5");
    check_change(|db| drop(db.remove(part_key(b"big", 2))), "4 instead of 5");
    check_change(
        |db| drop(db.remove("mtotals")),
        "other entries than were written, 5 instead of 0",
    );
    check_change(
        set(b"mtotals".to_vec(), b"?"),
        "an entry is not as it was written",
    );
    check_change(set(b"mformat".to_vec(), b"2"), "it has format 2, not 1");
    check_change(
        |db| drop(db.remove("mformat")),
        "does not say in which format",
    );
}

#[test]
fn parts_that_are_no_longer_needed_go() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let store = SledStore::open(folder.path()).expect("a new store");
    for (length, n_parts) in [
        (10_000, 3),
        (5_000, 2),
        (4_096, 0),
        (20_000, 5),
        (0, 0),
        (4_097, 2),
    ] {
        let mut batch = Batch::default();
        batch.put("key", vec![7; length]);
        store.commit(&batch).expect("a commit");
        check_parts(&store, n_parts);
    }
    let mut batch = Batch::default();
    batch.remove("key");
    store.commit(&batch).expect("a commit");
    check_parts(&store, 0);
}

#[track_caller]
fn check_parts(store: &SledStore, expected: usize) {
    write(store);
    let found = store
        .read(|tree| Ok(tree.db.scan_prefix([PART_OF]).count()))
        .unwrap_or_else(|error| panic!("{error}"));
    assert_eq!(found, expected);
    store.verify().unwrap_or_else(|error| panic!("{error}"));
}

#[test]
fn a_folder_of_another_program_is_refused() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    until_let_go(&folder.path().join("db"))
        .unwrap_or_else(|_| panic!("sled lets go of its folder"));
    let db = sled::open(folder.path()).expect("sled opens");
    db.insert("key", "value").expect("a value");
    drop(db);
    check_opening(folder.path(), "does not say in which format");
}

#[test]
fn what_cannot_be_trusted_closes_the_store_until_it_is_opened_anew() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let store = SledStore::open(folder.path()).expect("a new store");
    let strange = |tree: &Tree| {
        tree.db.insert(b"dkey", b"?")?;
        Ok(())
    };
    store
        .read(strange)
        .unwrap_or_else(|error| panic!("{error}"));
    for expected in ["an entry is not as it was written", "closed", "closed"] {
        let said = store
            .get(b"key")
            .expect_err("it cannot be read")
            .to_string();
        assert!(said.contains(expected), "{expected:?} is not in {said:?}");
    }
    assert!(matches!(
        store.commit(&Batch::default()),
        Err(StoreError::Closed)
    ));
    assert!(matches!(store.scan(b"", None, 1), Err(StoreError::Closed)));
    assert!(matches!(store.verify(), Err(StoreError::Closed)));
    assert!(matches!(store.reopen(), Err(StoreError::Corrupt { .. })));
    assert!(matches!(store.get(b"key"), Err(StoreError::Closed)));
}

/// Keys enough for several steps on the way to sled.
fn many(value: &str) -> Batch {
    let mut batch = Batch::default();
    for n in 0..1000 {
        batch.put(format!("key {n}"), format!("{value} {n}"));
    }
    batch
}

#[track_caller]
fn check_many(store: &SledStore, value: &str) {
    store.verify().unwrap_or_else(|error| panic!("{error}"));
    for n in 0..1000 {
        let found = store.get(format!("key {n}").as_bytes()).expect("a read");
        assert_eq!(found, Some(format!("{value} {n}").into_bytes()));
    }
}

#[test]
fn what_sled_has_written_is_not_made_again_though_the_journal_tells_it() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let store = SledStore::open(folder.path()).expect("a new store");
    for value in ["old", "new"] {
        store.commit(&many(value)).expect("a commit");
        let n_commits = store.journal().n_commits();
        store
            .read(|tree| tree.write(n_commits))
            .expect("it is written");
        store.reopen().expect("the store opens");
        check_many(&store, value);
        assert!(!store.journal().is_long() && store.journal().n_commits() == n_commits);
    }
    // This goes over the beginning of what the journal held.
    store.commit(&Batch::default()).expect("a commit");
    store.reopen().expect("the store opens");
    check_many(&store, "new");
}

#[test]
fn writing_that_ended_in_the_middle_is_begun_again() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let store = SledStore::open(folder.path()).expect("a new store");
    store.commit(&many("old")).expect("a commit");
    write(&store);
    let mut last = many("new");
    last.put("last", "");
    store.commit(&last).expect("a commit");
    // Sled comes to this last, and cannot go on.
    store
        .read(|tree| Ok(tree.db.insert(b"dlast", b"?")?))
        .unwrap_or_else(|error| panic!("{error}"));
    assert!(store.write(&mut store.journal()).is_err());
    drop(store);
    until_let_go(&folder.path().join("db"))
        .unwrap_or_else(|_| panic!("sled lets go of its folder"));
    let db = sled::open(folder.path()).expect("sled opens");
    assert_eq!(
        db.get(b"dkey 0").expect("a read").as_deref(),
        Some(&b"\0new 0"[..]),
        "the first step was made"
    );
    db.remove(b"dlast").expect("it can be removed");
    drop(db);
    until_let_go(&folder.path().join("db"))
        .unwrap_or_else(|_| panic!("sled lets go of its folder"));
    let store = SledStore::open(folder.path()).expect("the store opens");
    check_many(&store, "new");
    write(&store);
    check_many(&store, "new");
    assert_eq!(store.get(b"last").expect("a read"), Some(Vec::new()));
}

#[test]
fn a_folder_that_is_let_go_in_a_moment_is_waited_for() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let claim = || Claim::take(folder.path()).unwrap_or_else(|_| panic!("nobody has it"));
    let mut first = Some(claim());
    let file = File::open(folder.path().join(NAME)).expect("the file is there");
    let mut n_pauses = 0;
    let locked = lock(&file, || {
        n_pauses += 1;
        drop(first.take());
    });
    assert!(locked.is_ok());
    assert_eq!(n_pauses, 1);
    drop(file);
    claim();
}
