//! The data of an earlier release are moved over at the first start, and the old files stay as they are.

use std::{
    collections::BTreeMap,
    fs::{self, File},
    path::Path,
};

use bot::{
    ports::{Batch, Entry, Store, StoreError},
    store::{Engine, MemoryStore, open, restore},
};
use tempfile::TempDir;

/// What the program of an earlier release has left when it was killed in the middle of a match, and what its own backup
/// of it says.
const FOLDER: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/stored/release-0.1");
const BACKUP: &str = include_str!("../../stored/release-0.1.jsonl");

fn left() -> TempDir {
    let folder = tempfile::tempdir().expect("a temporary folder");
    for (name, bytes) in files(Path::new(FOLDER)) {
        fs::write(folder.path().join(name), bytes).expect("a copy");
    }
    folder
}

/// The files of the earlier release.
fn files(folder: &Path) -> BTreeMap<String, Vec<u8>> {
    let names = ["acknowledged", "conf", "db", "journal"];
    names
        .map(|name| (name.to_owned(), fs::read(folder.join(name)).expect(name)))
        .into()
}

fn expected() -> Vec<Entry> {
    let store = MemoryStore::new();
    restore(&store, BACKUP.as_bytes()).expect("a whole backup");
    all(&store)
}

fn all(store: &dyn Store) -> Vec<Entry> {
    store.scan(b"", None, usize::MAX).expect("a scan")
}

#[test]
fn everything_is_moved_over_once() {
    for engine in Engine::ALL {
        let folder = left();
        let store = open(engine, folder.path()).expect("it is moved over");
        assert!(all(&*store) == expected(), "other entries with {engine}");
        let mut batch = Batch::default();
        batch.put("new", "");
        store.commit(&batch).expect("a commit");
        drop(store);
        let store = open(engine, folder.path()).expect("the store opens");
        assert_eq!(store.get(b"new").expect("a read"), Some(Vec::new()));
        assert!(files(folder.path()) == files(Path::new(FOLDER)));
        assert!(!folder.path().join("oddboard.moving").exists());
    }
}

#[test]
fn what_was_begun_is_begun_anew() {
    for (engine, half) in [
        (Engine::Redb, "oddboard.redb.new"),
        (Engine::Sled, "sled.new/db"),
    ] {
        let folder = left();
        for half in [half, "oddboard.moving/db", "oddboard.moving/journal"] {
            let half = folder.path().join(half);
            fs::create_dir_all(half.parent().expect("a folder")).expect("a folder");
            fs::write(half, "the beginning").expect("half a file");
        }
        let store = open(engine, folder.path()).expect("it is moved over");
        assert!(all(&*store) == expected(), "other entries with {engine}");
    }
}

#[test]
fn an_earlier_release_that_runs_is_noticed() {
    let folder = left();
    let file = File::open(folder.path().join("acknowledged")).expect("the file is there");
    file.lock().expect("nobody else holds it");
    let refused = open(Engine::Redb, folder.path()).err();
    assert!(
        matches!(refused, Some(StoreError::Locked { .. })),
        "{refused:?}"
    );
    drop(file);
    let store = open(Engine::Redb, folder.path()).expect("it is moved over");
    let file = File::open(folder.path().join("acknowledged")).expect("the file is there");
    assert!(file.try_lock().is_err(), "an earlier release would start");
    drop(store);
}

#[test]
fn what_is_damaged_is_not_moved_over() {
    type Damage = fn(&Path);
    let damages: [(&str, Damage); 3] = [
        ("are missing", |folder| {
            fs::remove_file(folder.join("journal")).expect("it is there");
        }),
        ("are missing", |folder| {
            let mut journal = fs::read(folder.join("journal")).expect("it is there");
            journal[3000] ^= 1;
            fs::write(folder.join("journal"), journal).expect("it is damaged");
        }),
        ("does not hold a number", |folder| {
            fs::write(folder.join("acknowledged"), "many").expect("it is damaged");
        }),
    ];
    for (told, damage) in damages {
        for engine in Engine::ALL {
            let folder = left();
            damage(folder.path());
            for _ in 0..2 {
                let error = open(engine, folder.path()).err();
                let error = error.expect("it is noticed").to_string();
                assert!(error.contains(told), "{told:?} is not in {error:?}");
                assert!(!folder.path().join(FILE).exists());
            }
        }
    }
}

const FILE: &str = "oddboard.redb";
