//! Promises of every store, and further promises of the store on the disk.

use std::{fs, path::Path};

use api::{Batch, Entry, MAX_KEY, MAX_VALUE, Store, StoreError};
use store::{Engine, MemoryStore, open, open_database};
use tempfile::TempDir;
use tests::{
    postgres::{Postgres, settings},
    skip::skips_postgres,
};

/// A store under test and the source from which it reopens.
struct TestedStore {
    store: Box<dyn Store>,
    location: StoreLocation,
}

/// The place where a store keeps its data.
enum StoreLocation {
    Nowhere,
    Folder(Engine, TempDir),
    Database(String),
}

impl TestedStore {
    fn memory() -> TestedStore {
        TestedStore {
            store: Box::new(MemoryStore::new()),
            location: StoreLocation::Nowhere,
        }
    }

    fn postgres() -> TestedStore {
        let url = Postgres::database();
        TestedStore {
            store: open_database(&settings(&url)).expect("a new database"),
            location: StoreLocation::Database(url),
        }
    }

    fn redb() -> TestedStore {
        TestedStore::on_disk(Engine::Redb)
    }

    fn sled() -> TestedStore {
        TestedStore::on_disk(Engine::Sled)
    }

    fn on_disk(engine: Engine) -> TestedStore {
        let folder = tempfile::tempdir().expect("a temporary folder");
        TestedStore {
            store: open(engine, folder.path()).expect("a new store"),
            location: StoreLocation::Folder(engine, folder),
        }
    }

    /// Simulates the end of the process and the start of another, as far as the kind of store can.
    fn restart(&mut self) {
        match &self.location {
            StoreLocation::Nowhere => self.store.reopen().expect("memory opens anew"),
            StoreLocation::Folder(engine, folder) => {
                self.store = Box::new(MemoryStore::new());
                self.store = open(*engine, folder.path()).expect("the store opens again");
            }
            StoreLocation::Database(url) => {
                self.store = open_database(&settings(url)).expect("the database opens again");
            }
        }
    }

    #[track_caller]
    fn commit(&self, changes: &[(&[u8], Option<&[u8]>)]) {
        self.store.commit(&batch(changes)).expect("a commit");
    }

    /// Compares the whole content and each value by itself.
    #[track_caller]
    fn check(&self, expected: &[(&[u8], &[u8])]) {
        let all = self.store.scan(b"", None, usize::MAX).expect("a scan");
        assert_eq!(shown(&all), shown(&owned(expected)));
        for (key, value) in expected {
            assert_eq!(
                self.store.get(key).expect("a read").as_deref(),
                Some(*value),
                "{}",
                key.escape_ascii()
            );
        }
    }
}

fn batch(changes: &[(&[u8], Option<&[u8]>)]) -> Batch {
    Batch {
        changes: changes
            .iter()
            .map(|(key, value)| (key.to_vec(), value.map(<[u8]>::to_vec)))
            .collect(),
        ..Batch::default()
    }
}

fn owned(entries: &[(&[u8], &[u8])]) -> Vec<Entry> {
    entries
        .iter()
        .map(|(key, value)| (key.to_vec(), value.to_vec()))
        .collect()
}

/// Returns keys with the lengths and first bytes of the values, in readable form.
fn shown(entries: &[Entry]) -> Vec<String> {
    let line = |(key, value): &Entry| {
        let begin = &value[..value.len().min(20)];
        format!(
            "{} = {} bytes {}",
            key.escape_ascii(),
            value.len(),
            begin.escape_ascii()
        )
    };
    entries.iter().map(line).collect()
}

/// Returns bytes that differ everywhere, so that exchanged parts are detected.
fn noise(seed: u64, length: usize) -> Vec<u8> {
    let mut state = seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1;
    (0..length)
        .map(|_| {
            state ^= state << 13;
            state ^= state >> 7;
            state ^= state << 17;
            state.to_be_bytes()[0]
        })
        .collect()
}

fn values_are_put_and_removed(tested: &mut TestedStore) {
    assert!(tested.store.get(b"a").expect("a read").is_none());
    tested.check(&[]);
    tested.commit(&[(b"a", Some(b"1")), (b"b", Some(b"2"))]);
    tested.check(&[(b"a", b"1"), (b"b", b"2")]);
    tested.commit(&[(b"a", Some(b"3")), (b"b", None), (b"never there", None)]);
    tested.check(&[(b"a", b"3")]);
    assert!(tested.store.get(b"b").expect("a read").is_none());
    tested.commit(&[]);
    tested.check(&[(b"a", b"3")]);
}

fn the_last_change_of_a_key_counts(tested: &mut TestedStore) {
    tested.commit(&[
        (b"a", Some(b"1")),
        (b"b", Some(b"1")),
        (b"a", None),
        (b"b", None),
        (b"b", Some(b"2")),
    ]);
    tested.check(&[(b"b", b"2")]);
    let big = noise(1, 10_000);
    tested.commit(&[
        (b"b", Some(&big)),
        (b"b", Some(b"3")),
        (b"c", Some(b"4")),
        (b"c", Some(&big)),
    ]);
    tested.check(&[(b"b", b"3"), (b"c", &big)]);
}

fn empty_keys_and_values_are_kept(tested: &mut TestedStore) {
    tested.commit(&[(b"", Some(b"")), (b"a", Some(b"")), (b"\0", Some(b"zero"))]);
    tested.check(&[(b"", b""), (b"\0", b"zero"), (b"a", b"")]);
    tested.restart();
    if !matches!(tested.location, StoreLocation::Nowhere) {
        tested.check(&[(b"", b""), (b"\0", b"zero"), (b"a", b"")]);
    }
}

fn scans_are_in_order_and_bounded(tested: &mut TestedStore) {
    let keys: [&[u8]; 9] = [
        b"",
        b"a",
        b"a\0",
        b"a/1",
        b"a/2",
        b"a/3",
        b"a\xff\xff",
        b"b",
        b"\xff\xff",
    ];
    let changes: Vec<_> = keys.iter().rev().map(|key| (*key, Some(*key))).collect();
    tested.commit(&changes);
    let check = |prefix: &[u8], after: Option<&[u8]>, limit, expected: &[&[u8]]| {
        let found = tested.store.scan(prefix, after, limit).expect("a scan");
        let expected: Vec<_> = expected.iter().map(|key| (*key, *key)).collect();
        assert_eq!(
            shown(&found),
            shown(&owned(&expected)),
            "{prefix:?} {after:?} {limit}"
        );
    };
    check(b"", None, usize::MAX, &keys);
    check(b"", None, 0, &[]);
    check(b"", None, 3, &keys[..3]);
    check(b"", Some(b""), 2, &keys[1..3]);
    check(b"", Some(b"\xff\xff"), 9, &[]);
    check(b"a", None, 9, &keys[1..7]);
    check(b"a", Some(b"a"), 9, &keys[2..7]);
    check(b"a/", None, 2, &[b"a/1", b"a/2"]);
    check(b"a/", Some(b"a/1"), 9, &[b"a/2", b"a/3"]);
    check(b"a/", Some(b"a/11"), 1, &[b"a/2"]);
    check(b"a/", Some(b"a/3"), 9, &[]);
    check(b"a/", Some(b"A"), 9, &[b"a/1", b"a/2", b"a/3"]);
    check(b"a/", Some(b"b"), 9, &[]);
    check(b"\xff", None, 9, &[b"\xff\xff"]);
    check(b"c", None, 9, &[]);
}

fn big_values_are_whole(tested: &mut TestedStore) {
    let sizes = [
        1, 4095, 4096, 4097, 8192, 8193, 61_440, 65_536, 200_000, MAX_VALUE,
    ];
    let values: Vec<_> = sizes
        .iter()
        .zip(0..)
        .map(|(size, seed)| noise(seed, *size))
        .collect();
    let keys: Vec<_> = (b'a'..)
        .map(|letter| vec![letter])
        .take(sizes.len())
        .collect();
    let entries: Vec<_> = keys
        .iter()
        .zip(&values)
        .map(|(key, value)| (&key[..], &value[..]))
        .collect();
    let changes: Vec<_> = entries
        .iter()
        .map(|(key, value)| (*key, Some(*value)))
        .collect();
    tested.commit(&changes);
    tested.check(&entries);
    let some = tested.store.scan(b"", Some(b"f"), 2).expect("a scan");
    assert_eq!(
        shown(&some),
        shown(&owned(&entries[6..8])),
        "a limit counts whole values"
    );

    // Longer, shorter, small, gone: no part of the old value may be left.
    tested.commit(&[
        (b"a", Some(&values[8])),
        (b"i", Some(&values[6])),
        (b"j", Some(b"x")),
        (b"h", None),
    ]);
    let expected: Vec<_> = entries[..7].iter().copied().skip(1).collect();
    let mut expected = [
        &[(&b"a"[..], &values[8][..])],
        &expected[..],
        &[(b"i", &values[6]), (b"j", b"x")],
    ]
    .concat();
    tested.check(&expected);
    tested.commit(&[(b"h", Some(&values[7]))]);
    expected.insert(7, (b"h", &values[7]));
    tested.check(&expected);
}

fn keys_may_be_long(tested: &mut TestedStore) {
    let (a, b) = (noise(1, MAX_KEY), noise(2, MAX_KEY - 1));
    let value = noise(3, 70_000);
    tested.commit(&[
        (&a, Some(&value)),
        (&b, Some(b"b")),
        (&a[..10], Some(&value)),
    ]);
    let mut expected = [(&a[..], &value[..]), (&b, b"b"), (&a[..10], &value)];
    expected.sort();
    tested.check(&expected);
}

fn too_large_is_refused_and_nothing_changed(tested: &mut TestedStore) {
    let (key, value) = (noise(1, MAX_KEY + 1), noise(2, MAX_VALUE + 1));
    for change in [
        (&key[..], None),
        (&key[..], Some(&b""[..])),
        (b"b", Some(&value)),
    ] {
        let refused = tested.store.commit(&batch(&[(b"a", Some(b"1")), change]));
        assert!(
            matches!(refused, Err(StoreError::TooLarge { .. })),
            "{refused:?}"
        );
        tested.check(&[]);
    }
}

/// Keys, and their expected values.
type Conditions<'a> = &'a [(&'a [u8], Option<&'a [u8]>)];

/// Checks that a changed condition is a conflict: no change of the batch is made, and the store continues.
fn changes_are_made_only_if_their_conditions_hold(tested: &mut TestedStore) {
    tested.commit(&[(b"a", Some(b"1"))]);
    let require = |conditions: Conditions<'_>| {
        let mut batch = batch(&[(b"a", Some(b"2")), (b"c", Some(b"3"))]);
        for (key, value) in conditions {
            batch.require((key.to_vec(), value.map(<[u8]>::to_vec)));
        }
        tested.store.commit(&batch)
    };
    let conflicts: [Conditions<'_>; 4] = [
        &[(b"a", Some(b"0"))],
        &[(b"a", None)],
        &[(b"b", Some(b""))],
        &[(b"a", Some(b"1")), (b"b", Some(b"1"))],
    ];
    for conditions in conflicts {
        let refused = require(conditions);
        assert!(
            matches!(refused, Err(StoreError::Conflict { .. })),
            "{conditions:?}: {refused:?}"
        );
        tested.check(&[(b"a", b"1")]);
    }
    require(&[(b"a", Some(b"1")), (b"b", None)]).expect("nothing has changed");
    tested.check(&[(b"a", b"2"), (b"c", b"3")]);
}

fn reopening_keeps_everything(tested: &mut TestedStore) {
    let big = noise(1, 100_000);
    tested.commit(&[(b"a", Some(b"1")), (b"b", Some(&big)), (b"c", Some(b"3"))]);
    tested.commit(&[(b"c", None)]);
    for _ in 0..3 {
        tested.store.reopen().expect("the store opens anew");
        tested.check(&[(b"a", b"1"), (b"b", &big)]);
    }
}

/// Reads while another thread writes; a batch is visible whole or not at all.
fn batches_are_seen_whole(tested: &mut TestedStore) {
    let value = |n: usize| noise(n as u64, 1 + n * 97 % 10_000);
    let keys: Vec<_> = (0..40).map(|n| format!("{n:02}").into_bytes()).collect();
    let write = |n: usize| {
        let value = value(n);
        let changes: Vec<_> = keys
            .iter()
            .map(|key| (&key[..], Some(&value[..])))
            .collect();
        tested.commit(&changes);
    };
    write(0);
    std::thread::scope(|scope| {
        let writer = scope.spawn(|| (1..200).for_each(write));
        while !writer.is_finished() {
            let entries = tested.store.scan(b"", None, 100).expect("a scan");
            assert_eq!(entries.len(), keys.len());
            assert!(
                entries.iter().all(|(_, value)| *value == entries[0].1),
                "a batch was seen in half"
            );
        }
    });
}

/// Checks that a snapshot stays the same during later commits, and blocks no other task.
fn a_snapshot_is_of_one_moment(tested: &mut TestedStore) {
    tested.commit(&[(b"a", Some(b"1")), (b"b", Some(b"2"))]);
    let snapshot = tested.store.snapshot().expect("a snapshot");
    tested.commit(&[(b"a", Some(b"3")), (b"b", None)]);
    assert_eq!(snapshot.get(b"a").expect("a read"), Some(b"1".to_vec()));
    assert_eq!(snapshot.get(b"c").expect("a read"), None);
    let after = snapshot.scan(b"", Some(b"a"), 9).expect("a scan");
    assert_eq!(shown(&after), shown(&owned(&[(b"b", b"2")])));
    drop(snapshot);
    tested.check(&[(b"a", b"3")]);
}

/// Compares random changes with a simple map.
fn random_changes_agree_with_a_map(tested: &mut TestedStore) {
    let mut expected = std::collections::BTreeMap::new();
    for round in 0..300_u64 {
        let dice = noise(round, 64);
        let mut batch = Batch::default();
        for four in dice.chunks(4) {
            let key = vec![four[0] % 8; usize::from(four[1] % 4)];
            if four[2] % 3 == 0 {
                batch.remove(key.clone());
                expected.remove(&key);
            } else {
                let size = if four[2] > 250 {
                    50_000
                } else {
                    usize::from(four[3]) * 30
                };
                let value = noise(round + u64::from(four[3]), size);
                batch.put(key.clone(), value.clone());
                expected.insert(key, value);
            }
        }
        tested.store.commit(&batch).expect("a commit");
    }
    tested.restart();
    let expected: Vec<_> = expected
        .iter()
        .map(|(key, value)| (&key[..], &value[..]))
        .collect();
    tested.check(&expected);
}

/// Runs each promise against each store.
macro_rules! contract {
    ($($promise:ident)*) => {
        mod memory {
            $(#[test] fn $promise() { super::$promise(&mut super::TestedStore::memory()); })*
        }
        mod redb {
            $(#[test] fn $promise() { super::$promise(&mut super::TestedStore::redb()); })*
        }
        mod sled {
            $(#[test] fn $promise() { super::$promise(&mut super::TestedStore::sled()); })*
        }
        mod postgres {
            $(#[test] fn $promise() {
                if !super::skips_postgres() {
                    super::$promise(&mut super::TestedStore::postgres());
                }
            })*
        }
    };
}

contract! {
    a_snapshot_is_of_one_moment
    batches_are_seen_whole
    big_values_are_whole
    empty_keys_and_values_are_kept
    keys_may_be_long
    random_changes_agree_with_a_map
    reopening_keeps_everything
    scans_are_in_order_and_bounded
    the_last_change_of_a_key_counts
    too_large_is_refused_and_nothing_changed
    changes_are_made_only_if_their_conditions_hold
    values_are_put_and_removed
}

/// Returns the result of opening a folder in one word, and its message.
fn opened(engine: Engine, folder: &Path) -> (&'static str, String) {
    let error = match open(engine, folder) {
        Ok(_) => return ("open", String::new()),
        Err(error) => error,
    };
    let kind = match &error {
        StoreError::Locked { .. } => "locked",
        StoreError::Corrupt { .. } => "corrupt",
        StoreError::Format { .. } => "format",
        StoreError::Io(_) => "io",
        StoreError::OtherEngine { .. } => "other engine",
        _ => "other",
    };
    (kind, error.to_string())
}

#[track_caller]
fn check_opening(engine: Engine, folder: &Path, expected: &str, words: &[&str]) {
    let (kind, text) = opened(engine, folder);
    assert_eq!(kind, expected, "{text}");
    for word in words {
        assert!(text.contains(word), "{word:?} is not in {text:?}");
    }
}

#[test]
fn a_folder_is_held_by_one_store() {
    for engine in Engine::ALL {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let path = folder.path().display().to_string();
        let store = open(engine, folder.path()).expect("the store opens");
        for other in Engine::ALL {
            check_opening(
                other,
                folder.path(),
                "locked",
                &[&path, "another process", "--data"],
            );
        }
        store
            .reopen()
            .expect("who holds the folder may open it anew");
        check_opening(engine, folder.path(), "locked", &[]);
        drop(store);
        check_opening(engine, folder.path(), "open", &[]);
    }
}

#[test]
fn data_of_another_engine_is_not_taken_for_an_empty_folder() {
    for (one, other) in [(Engine::Redb, Engine::Sled), (Engine::Sled, Engine::Redb)] {
        let folder = tempfile::tempdir().expect("a temporary folder");
        check_opening(one, folder.path(), "open", &[]);
        let words = [
            one.name(),
            other.name(),
            "oddboard backup",
            "oddboard restore",
        ];
        check_opening(other, folder.path(), "other engine", &words);
        check_opening(one, folder.path(), "open", &[]);
    }
}

#[test]
fn a_folder_is_made_with_its_parents() {
    for engine in Engine::ALL {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let deep = folder.path().join("a/b/c");
        check_opening(engine, &deep, "open", &[]);
        check_opening(engine, &deep, "open", &[]);
    }
}

#[test]
fn a_folder_that_is_a_file_is_refused() {
    for engine in Engine::ALL {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let path = folder.path().join("file");
        fs::write(&path, "text").expect("a file");
        let name = path.display().to_string();
        check_opening(engine, &path, "io", &[&name, "not a directory", "--data"]);
        let below = path.join("below");
        check_opening(engine, &below, "io", &["not a directory", "--data"]);
        assert_eq!(fs::read(&path).expect("the file"), b"text");
    }
}

#[test]
fn the_error_names_an_obstacle_in_the_folder() {
    for engine in Engine::ALL {
        for (name, is_folder) in [
            ("sled", false),
            ("oddboard.redb", true),
            ("oddboard.lock", true),
        ] {
            let folder = tempfile::tempdir().expect("a temporary folder");
            let path = folder.path().join(name);
            if is_folder {
                fs::create_dir(&path).expect("a folder")
            } else {
                fs::write(&path, "").expect("a file")
            }
            check_opening(engine, folder.path(), "io", &[name, "move it away"]);
        }
    }
}

#[cfg(unix)]
#[test]
fn a_link_that_leads_nowhere_is_refused() {
    for engine in Engine::ALL {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let link = folder.path().join("link");
        std::os::unix::fs::symlink(folder.path().join("none"), &link).expect("a link");
        check_opening(engine, &link, "io", &["link that leads nowhere", "--data"]);
    }
}

#[cfg(unix)]
#[test]
fn a_folder_that_may_not_be_written_is_refused() {
    use std::os::unix::fs::PermissionsExt;
    for engine in Engine::ALL {
        let folder = tempfile::tempdir().expect("a temporary folder");
        fs::set_permissions(folder.path(), fs::Permissions::from_mode(0o500)).expect("rights");
        // Some users may write everywhere.
        let expected = if fs::write(folder.path().join("x"), "").is_ok() {
            "open"
        } else {
            "io"
        };
        let words: &[_] = if expected == "io" {
            &["permission denied", "rights", "--data"]
        } else {
            &[]
        };
        check_opening(engine, folder.path(), expected, words);
    }
}

/// sled would accept such a file as whole.
#[test]
fn a_start_of_sled_that_was_cut_off_does_not_prevent_the_next() {
    let mut tested = TestedStore::sled();
    tested.commit(&[(b"a", Some(b"1"))]);
    // sled writes its snapshot when it opens.
    tested.restart();
    let TestedStore { store, location } = tested;
    drop(store);
    let StoreLocation::Folder(engine, folder) = location else {
        unreachable!("sled has a folder")
    };
    let sled = folder.path().join("sled");
    let snapshot = fs::read_dir(&sled)
        .expect("a folder")
        .map(|entry| entry.expect("an entry").path())
        .find(|path| path.to_string_lossy().contains("snap."))
        .expect("a snapshot");
    let half = fs::read(&snapshot).expect("the snapshot").split_off(10);
    fs::write(format!("{}.generating", snapshot.display()), half).expect("half a snapshot");
    check_opening(engine, folder.path(), "open", &[]);

    let folder = tempfile::tempdir().expect("a temporary folder");
    fs::create_dir(folder.path().join("sled")).expect("a folder");
    fs::write(folder.path().join("sled/conf"), "segment_size: 5242").expect("half the settings");
    check_opening(engine, folder.path(), "open", &[]);
}
