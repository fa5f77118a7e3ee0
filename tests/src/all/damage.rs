//! The store notices damage on the disk before it writes anything, or the damage is harmless: no entry is lost
//! silently.

use std::{
    collections::BTreeMap,
    fs,
    path::{Path, PathBuf},
};

use api::{Batch, Entry, Store, StoreError};
use store::{Engine, KeyRange, Salvaged, open, open_to_read, salvage};
use tempfile::TempDir;
use testkit::Random;
use tests::crash::Image;

const FILE: &str = "oddboard.redb";

/// A folder after a store has closed, and the entries that it has acknowledged.
struct ClosedFolder {
    folder: TempDir,
    file: Vec<u8>,
    entries: Vec<Entry>,
}

impl ClosedFolder {
    /// Creates a store with this many commits by a process that ended well or was killed.
    fn new(n_commits: usize, is_killed: bool) -> ClosedFolder {
        let (folder, copied) = (temporary(), temporary());
        let store = open(Engine::Redb, folder.path()).expect("a new store");
        let mut random = Random::new(n_commits as u64);
        for n in 0..n_commits {
            let mut batch = Batch::default();
            batch.put(format!("match/{n:06}"), noise(&mut random, 300));
            batch.put(format!("head/{}", n % 50), noise(&mut random, 60));
            batch.put("picture", noise(&mut random, 20_000));
            batch.remove(format!("match/{:06}", n / 2));
            store.commit(&batch).expect("a commit");
        }
        let entries = all(&*store).expect("a scan");
        if is_killed {
            copy(folder.path(), copied.path());
        }
        drop(store);
        let folder = if is_killed { copied } else { folder };
        let file = fs::read(folder.path().join(FILE)).expect("the data");
        ClosedFolder {
            folder,
            file,
            entries,
        }
    }

    fn path(&self) -> PathBuf {
        self.folder.path().join(FILE)
    }

    /// Damages the file and opens the folder. Tells whether the store noticed the damage.
    fn is_noticed(&self, what: &str, damage: impl FnOnce(&mut Vec<u8>)) -> bool {
        let mut damaged = self.file.clone();
        damage(&mut damaged);
        let folder = temporary();
        copy(self.folder.path(), folder.path());
        let path = folder.path().join(FILE);
        fs::write(&path, &damaged).expect("the file is damaged");
        match open(Engine::Redb, folder.path()).and_then(|store| all(&*store)) {
            Ok(entries) => {
                assert!(entries == self.entries, "{what}: something is missing");
                false
            }
            Err(StoreError::Corrupt { .. } | StoreError::Format { .. }) => {
                let after = fs::read(&path).expect("the data");
                assert!(after == damaged, "{what}: a damaged file was written to");
                self.check_salvage(what, folder.path());
                true
            }
            Err(error) => panic!("{what}: {error}"),
        }
    }

    /// Checks that a salvage saves all entries that it does not report as lost. Returns their number, if any can be
    /// saved.
    fn check_salvage(&self, what: &str, folder: &Path) -> Option<usize> {
        let mut saved = BTreeMap::new();
        let take = &mut |(key, value)| {
            saved.insert(key, value);
            Ok(())
        };
        let Ok(told) = salvage(folder, &folder.join("copy"), take) else {
            return None;
        };
        let told = told.expect("there are data");
        for (key, value) in &self.entries {
            let is_same = saved.get(key) == Some(value);
            assert!(
                is_same || is_told(&told, key),
                "{what}: {} is lost without a word",
                key.escape_ascii()
            );
        }
        Some(saved.len())
    }
}

fn is_told(told: &Salvaged, key: &Vec<u8>) -> bool {
    let contains = |keys: &KeyRange| {
        keys.after.as_ref().is_none_or(|after| key > after)
            && keys.until.as_ref().is_none_or(|until| key <= until)
    };
    let mut ranges = told.outdated.iter().chain(&told.lost);
    ranges.any(contains) || told.damaged.contains(key)
}

fn temporary() -> TempDir {
    tempfile::tempdir().expect("a temporary folder")
}

fn all(store: &dyn Store) -> Result<Vec<Entry>, StoreError> {
    store.scan(b"", None, usize::MAX)
}

fn noise(random: &mut Random, length: usize) -> Vec<u8> {
    (0..length).map(|_| random.below(256) as u8).collect()
}

fn copy(from: &Path, to: &Path) {
    for entry in fs::read_dir(from).expect("a folder") {
        let entry = entry.expect("an entry");
        fs::copy(entry.path(), to.join(entry.file_name())).expect("a copy");
    }
}

/// Runs a check on small and large stores, after a good end and after a kill.
fn each_closed(check: impl Fn(&ClosedFolder)) {
    for (n_commits, is_killed) in [(3, false), (3, true), (400, false), (400, true)] {
        check(&ClosedFolder::new(n_commits, is_killed));
    }
}

#[test]
fn a_flipped_bit_is_noticed_or_harmless() {
    each_closed(|closed| {
        let mut random = Random::new(closed.file.len() as u64);
        let in_header = 0..320;
        let anywhere = (0..150).map(|_| random.below(closed.file.len()));
        let mut n_noticed = 0;
        for place in in_header.chain(anywhere) {
            let bit = 1 << (place % 8);
            let what = format!("{bit:#x} at {place} of {}", closed.file.len());
            n_noticed += usize::from(closed.is_noticed(&what, |file| file[place] ^= bit));
        }
        assert!(n_noticed > 20, "{n_noticed} were noticed");
    });
}

/// The offsets of the two commits' names in the header.
const COMMITS: [usize; 2] = [64, 192];

/// Returns each way to damage a byte of the names of the commits, or one of the names as a whole.
fn header_damages() -> Vec<(String, Vec<usize>, u8)> {
    let bytes = COMMITS[0]..COMMITS[0] + 256;
    let single = bytes.flat_map(|at| {
        [0, 1, 0x80, 0xff].map(|mask| (format!("byte {at} and mask {mask:#x}"), vec![at], mask))
    });
    let whole = COMMITS.map(|at| {
        let bytes = (at..at + 128).collect();
        (format!("128 bytes from {at}"), bytes, 0)
    });
    single.chain(whole).collect()
}

/// Flips the bits of a mask in some bytes of the file, or clears the bytes.
fn damage_bytes(file: &mut [u8], bytes: &[usize], mask: u8) {
    for at in bytes {
        file[*at] = if mask == 0 { 0 } else { file[*at] ^ mask };
    }
}

#[test]
fn everything_is_saved_behind_a_damaged_header() {
    each_closed(|closed| {
        for (what, bytes, mask) in header_damages() {
            let mut damaged = closed.file.clone();
            damage_bytes(&mut damaged, &bytes, mask);
            let folder = temporary();
            fs::write(folder.path().join(FILE), &damaged).expect("a damaged file");
            let n_saved = closed.check_salvage(&what, folder.path());
            let n_enough = closed.entries.len();
            assert!(
                n_saved >= Some(n_enough / 2),
                "{what}: {n_saved:?} of {n_enough}"
            );
        }
    });
}

#[test]
fn a_snapshot_of_a_file_with_a_damaged_header_is_refused_or_whole() {
    let folder = temporary();
    let store = open(Engine::Redb, folder.path()).expect("a new store");
    for n in 0..10 {
        let mut batch = Batch::default();
        batch.put(format!("entry/{n}"), "kept");
        store.commit(&batch).expect("a commit");
    }
    let expected = all(&*store).expect("a scan");
    let path = folder.path().join(FILE);
    let whole = fs::read(&path).expect("the data");
    for (what, bytes, mask) in header_damages() {
        let mut damaged = whole.clone();
        damage_bytes(&mut damaged, &bytes, mask);
        fs::write(&path, &damaged).expect("the file is damaged");
        let read = store
            .snapshot()
            .and_then(|held| held.scan(b"", None, usize::MAX));
        match read {
            Ok(entries) => assert!(entries == expected, "{what}: {} entries", entries.len()),
            Err(StoreError::Corrupt { .. }) => {}
            Err(error) => panic!("{what}: {error}"),
        }
    }
    fs::write(&path, &whole).expect("the file is mended");
    assert!(all(&*store).expect("the store goes on") == expected);
}

#[test]
fn a_page_that_is_damaged_while_the_store_is_open_hides_nothing_from_a_snapshot() {
    let closed = ClosedFolder::new(400, false);
    let folder = temporary();
    copy(closed.folder.path(), folder.path());
    let path = folder.path().join(FILE);
    let mut random = Random::new(7);
    let mut n_noticed = 0;
    for n in 0..200 {
        fs::write(&path, &closed.file).expect("the file is mended");
        let store = open(Engine::Redb, folder.path()).expect("the store opens");
        let page = 4096 * (1 + random.below(closed.file.len() / 4096 - 1));
        // The number of entries of a page is at this offset.
        let place = page + if n % 2 == 0 { 2 } else { random.below(4096) };
        let mut damaged = fs::read(&path).expect("the data");
        damaged[place] ^= 1 << random.below(8);
        fs::write(&path, &damaged).expect("the file is damaged");
        let read = store
            .snapshot()
            .and_then(|held| held.scan(b"", None, usize::MAX));
        match read {
            Ok(entries) => assert!(entries == closed.entries, "byte {place}: {}", entries.len()),
            Err(StoreError::Corrupt { .. } | StoreError::Damaged { .. }) => n_noticed += 1,
            Err(error) => panic!("byte {place}: {error}"),
        }
    }
    assert!(n_noticed > 20, "{n_noticed} were noticed");
}

#[test]
fn a_salvage_reports_missing_commits() {
    let closed = ClosedFolder::new(5, false);
    let lock = "00000000000000000006 00000000000000000006\n";
    fs::write(closed.folder.path().join("oddboard.lock"), lock).expect("a file");
    let copy = closed.folder.path().join("copy");
    let told = salvage(closed.folder.path(), &copy, &mut |_| Ok(())).expect("it can be read");
    let faults = told.expect("there are data").faults;
    assert_eq!(faults, ["the last 1 of 6 commits are missing"]);
}

#[test]
fn a_block_of_zeros_is_noticed_or_harmless() {
    each_closed(|closed| {
        for size in [512, 4096] {
            let n_blocks = closed.file.len() / size;
            let mut n_noticed = 0;
            for block in (0..n_blocks).step_by(n_blocks.div_ceil(150)) {
                let what = format!("block {block} of {n_blocks} blocks of {size} bytes");
                let zero = |file: &mut Vec<u8>| file[block * size..][..size].fill(0);
                n_noticed += usize::from(closed.is_noticed(&what, zero));
            }
            assert!(n_noticed > 0, "{n_noticed} were noticed");
        }
    });
}

#[test]
fn a_file_that_is_cut_off_is_noticed() {
    each_closed(|closed| {
        for tenth in 0..10 {
            let length = closed.file.len() * tenth / 10;
            let is_noticed = closed.is_noticed(&length.to_string(), |file| file.truncate(length));
            assert!(is_noticed, "{length} bytes were enough");
        }
    });
}

#[test]
fn a_commit_that_is_missing_is_noticed() {
    let closed = ClosedFolder::new(5, false);
    let store = open(Engine::Redb, closed.folder.path()).expect("the store opens");
    let mut batch = Batch::default();
    batch.put("last", "");
    store.commit(&batch).expect("a commit");
    drop(store);
    fs::write(closed.path(), &closed.file).expect("the file as it was before");
    let error = open(Engine::Redb, closed.folder.path()).err();
    let error = error.expect("it is noticed").to_string();
    assert!(error.contains("the last 1 of 6 commits"), "{error}");
    assert!(error.contains("oddboard salvage"), "{error}");
}

#[test]
fn a_damaged_number_of_commits_is_harmless() {
    let closed = ClosedFolder::new(5, false);
    for text in [
        "",
        "00",
        "many words",
        "00000000000000000009 00000000000000000005\n",
    ] {
        let lock = closed.folder.path().join("oddboard.lock");
        fs::write(lock, text).expect("the file is damaged");
        let store = open(Engine::Redb, closed.folder.path()).expect("the store opens");
        assert!(all(&*store).expect("a scan") == closed.entries);
    }
}

#[test]
fn reading_writes_nothing() {
    each_closed(|closed| {
        let snapshot = open_to_read(Engine::Redb, closed.folder.path()).expect("it can be read");
        let entries = snapshot.scan(b"", None, usize::MAX).expect("a scan");
        assert!(entries == closed.entries);
        drop(snapshot);
        assert!(fs::read(closed.path()).expect("the data") == closed.file);
    });
}

#[test]
fn space_is_given_back() {
    let folder = temporary();
    let mut random = Random::new(1);
    let store = open(Engine::Redb, folder.path()).expect("a new store");
    let value = noise(&mut random, 100_000);
    let change = |value: Option<&[u8]>| {
        let mut batch = Batch::default();
        for n in 0..150 {
            batch
                .changes
                .push((format!("big/{n}").into_bytes(), value.map(<[u8]>::to_vec)));
            batch.put(format!("small/{n}"), "kept");
        }
        store.commit(&batch).expect("a commit");
    };
    change(Some(&value));
    change(None);
    let expected = all(&*store).expect("a scan");
    drop(store);
    let store = open(Engine::Redb, folder.path()).expect("the store opens");
    assert!(all(&*store).expect("a scan") == expected);
    drop(store);
    let length = fs::metadata(folder.path().join(FILE))
        .expect("the data")
        .len();
    assert!(length < 6_000_000, "the file has {length} bytes");
}

#[cfg(unix)]
#[test]
fn only_the_owner_can_read_the_data() {
    use std::os::unix::fs::PermissionsExt;
    for engine in Engine::ALL {
        let folder = temporary();
        let data = folder.path().join("data");
        let mode = |path: &Path| {
            fs::metadata(path)
                .expect("it is there")
                .permissions()
                .mode()
        };
        for _ in 0..2 {
            drop(open(engine, &data).expect("the store opens"));
            assert_eq!(mode(&data) & 0o777, 0o700);
            let below = Image::read(&data);
            for path in below.0.keys().map(|path| data.join(path)) {
                assert_eq!(mode(&path) & 0o077, 0, "{engine}: {}", path.display());
                fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).expect("rights");
            }
            fs::set_permissions(&data, fs::Permissions::from_mode(0o755)).expect("rights");
        }
    }
}
