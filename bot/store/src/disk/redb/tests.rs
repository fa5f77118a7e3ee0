use std::{
    io,
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
};

use rand::{RngExt as _, SeedableRng as _, rngs::StdRng};
use redb::{StorageBackend, backends::InMemoryBackend};
use tempfile::TempDir;

use super::{
    super::{fault::Fault, folder::Folder},
    FILE, NEW_FILE, RedbStore, SLACK,
    disk::Disk,
    doubt::Doubt,
    tables::Tables,
};
use api::{Batch, Rows, Store, StoreError};

fn opened(folder: &TempDir) -> RedbStore {
    let folder = Folder::lock(folder.path()).expect("nobody else holds it");
    RedbStore::open(folder).expect("the store opens")
}

fn one(key: &str, value: &[u8]) -> Batch {
    let mut batch = Batch::default();
    batch.put(key, value);
    batch
}

/// Makes a folder with these entries and one more, whose digest is wrong in an undamaged page.
fn damaged(entries: &[(&str, &[u8])], damaged: &str) -> TempDir {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let store = opened(&folder);
    for (key, value) in entries {
        store.commit(&one(key, value)).expect("a commit");
    }
    drop(store);
    let doubt = Arc::new(Doubt::of(folder.path()));
    let tables = Tables::open(&folder.path().join(FILE), &doubt).expect("the file opens");
    let n_commits = entries.len() as u64;
    let written = tables.change(n_commits, |table| {
        let stored = b"not its digest".as_slice();
        table
            .insert(damaged.as_bytes(), stored)
            .expect("an insertion");
        Ok(())
    });
    written.expect("a commit");
    folder
}

#[track_caller]
fn check_damaged<T: std::fmt::Debug>(read: Result<T, StoreError>, expected: &str) {
    let is_expected =
        matches!(&read, Err(StoreError::Damaged { key, .. }) if key == expected.as_bytes());
    assert!(is_expected, "{read:?}");
}

#[test]
fn an_entry_that_is_damaged_harms_no_other() {
    let folder = damaged(&[("b", b"")], "a/longer");
    let store = opened(&folder);
    let held = store.snapshot().expect("a snapshot");
    assert_eq!(held.get(b"a").expect("it is not there"), None);
    assert_eq!(held.get(b"b").expect("it is whole"), Some(Vec::new()));
    check_damaged(held.get(b"a/longer"), "a/longer");
    check_damaged(held.scan(b"", None, 9), "a/longer");
}

#[test]
fn a_damaged_entry_stays_damaged_when_space_is_given_back() {
    let folder = damaged(&[], "damaged");
    drop(wasteful(&folder));
    let store = opened(&folder);
    let length = length(&folder);
    assert!(length < SLACK, "{length} bytes were not given back");
    check_kept(&store);
    check_damaged(store.get(b"damaged"), "damaged");
}

/// Makes a store whose file is mostly unused.
fn wasteful(folder: &TempDir) -> RedbStore {
    let store = opened(folder);
    store.commit(&one("kept", b"as it was")).expect("a commit");
    let mut removal = Batch::default();
    for n in 0..8 {
        let key = format!("big/{n}");
        store.commit(&one(&key, &[0; 1 << 20])).expect("a commit");
        removal.remove(key);
    }
    store.commit(&removal).expect("a commit");
    store
}

fn in_new_folder() -> (TempDir, RedbStore) {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let store = wasteful(&folder);
    (folder, store)
}

fn length(folder: &TempDir) -> u64 {
    let there = std::fs::metadata(folder.path().join(FILE));
    there.expect("the file is there").len()
}

#[track_caller]
fn check_kept(store: &dyn Store) {
    let kept = store.get(b"kept").expect("it is whole");
    assert_eq!(kept.as_deref(), Some(b"as it was".as_slice()));
}

#[test]
fn an_open_store_gives_space_back_and_goes_on() {
    let (folder, store) = in_new_folder();
    let before = length(&folder);
    assert!(before > SLACK, "{before} bytes");
    store.give_back().expect("there is room");
    let after = length(&folder);
    assert!(after < SLACK, "{after} of {before} bytes");
    check_kept(&store);
    store.commit(&one("new", b"")).expect("a commit");
    let held = store.snapshot().expect("a snapshot");
    assert_eq!(held.get(b"new").expect("a read"), Some(Vec::new()));
    drop(held);
    drop(store);
    let store = opened(&folder);
    check_kept(&store);
    assert_eq!(store.get(b"new").expect("a read"), Some(Vec::new()));
}

#[test]
fn no_space_is_given_back_during_a_read() {
    let (folder, store) = in_new_folder();
    let before = length(&folder);
    let held = store.snapshot().expect("a snapshot");
    store.give_back().expect("it waits");
    assert_eq!(length(&folder), before);
    drop(held);
    store.give_back().expect("there is room");
    assert!(length(&folder) < SLACK);
}

#[test]
fn a_store_that_cannot_give_space_back_goes_on() {
    let (folder, store) = in_new_folder();
    let before = length(&folder);
    // A folder that cannot be removed is in the way.
    std::fs::create_dir(folder.path().join(NEW_FILE)).expect("a folder");
    store.give_back().expect_err("there is no way");
    assert_eq!(length(&folder), before);
    store.commit(&one("new", b"")).expect("a commit");
    check_kept(&store);
}

/// A disk that becomes full at some moment.
#[derive(Debug, Default)]
struct FillingDisk {
    kept: InMemoryBackend,
    is_full: Arc<AtomicBool>,
}

impl StorageBackend for FillingDisk {
    fn len(&self) -> io::Result<u64> {
        self.kept.len()
    }

    fn read(&self, offset: u64, out: &mut [u8]) -> io::Result<()> {
        self.kept.read(offset, out)
    }

    fn set_len(&self, length: u64) -> io::Result<()> {
        self.kept.set_len(length)
    }

    fn sync_data(&self) -> io::Result<()> {
        self.kept.sync_data()
    }

    fn write(&self, offset: u64, data: &[u8]) -> io::Result<()> {
        if self.is_full.load(Ordering::Acquire) {
            return Err(io::ErrorKind::StorageFull.into());
        }
        self.kept.write(offset, data)
    }
}

/// Makes a file with an entry, on a disk that becomes full once the flag is set.
fn on_a_disk() -> (Tables, Arc<AtomicBool>) {
    let disk = FillingDisk::default();
    let is_full = Arc::clone(&disk.is_full);
    let tables = Tables::on(Disk::new(disk, None)).expect("it opens");
    tables.commit(&one("a", b"1"), 1).expect("a commit");
    (tables, is_full)
}

#[test]
fn a_disk_that_has_failed_is_not_taken_for_damage() {
    let (tables, is_full) = on_a_disk();
    is_full.store(true, Ordering::Release);
    for _ in 0..2 {
        let failed = tables.commit(&one("b", b"2"), 2);
        assert!(matches!(failed, Err(Fault::Io(_))), "{failed:?}");
    }
}

#[test]
fn a_view_outlives_a_commit_that_fails() {
    let (tables, is_full) = on_a_disk();
    let before = tables.view().expect("a view");
    is_full.store(true, Ordering::Release);
    let failed = tables.commit(&one("a", b"2"), 2);
    assert!(matches!(failed, Err(Fault::Io(_))), "{failed:?}");
    let found = before.get(b"a").expect("it is whole");
    assert_eq!(found.as_deref(), Some(b"1".as_slice()));
    let after = tables.view().err();
    let is_refused = matches!(after, Some(Fault::Io(_)));
    assert!(is_refused, "a view shows the failed commit: {after:?}");
}

#[test]
fn writes_after_a_disk_failure_stay_in_memory() {
    let file = FillingDisk::default();
    let is_full = Arc::clone(&file.is_full);
    let disk = Disk::new(file, None);
    let mut random = StdRng::seed_from_u64(1);
    let mut expected = vec![7; 20_000];
    disk.set_len(expected.len() as u64).expect("a length");
    disk.write(0, &expected).expect("a write");
    is_full.store(true, Ordering::Release);
    for _ in 0..300 {
        if random.random_range(0..5) == 0 {
            expected.resize(random.random_range(1..30_000), 0);
            disk.set_len(expected.len() as u64).expect("memory");
        }
        let from = random.random_range(0..expected.len());
        let to = random.random_range(from..=expected.len());
        let value = random.random();
        expected[from..to].fill(value);
        disk.write(from as u64, &expected[from..to])
            .expect("memory");
        let mut found = vec![0; expected.len()];
        disk.read(0, &mut found).expect("memory");
        assert!(found == expected, "after {from}..{to}");
    }
    assert!(disk.read(expected.len() as u64, &mut [0]).is_err());
    disk.check().expect_err("it has failed");
}
