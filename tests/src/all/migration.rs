//! The data of an earlier release are moved over at the first start, and the old files stay as they are.

use std::{
    collections::BTreeMap,
    fs::{self, File},
    path::Path,
};

use bot::{
    ports::{Batch, Entry, Store, StoreError},
    store::{Engine, MemoryStore, open, restore, salvage},
};
use tempfile::TempDir;
use tests::{
    crash::Image,
    program::{self, Program},
};

/// What the program of an earlier release has left when it was killed in the middle of a match, and what its own backup
/// of it says.
const FOLDER: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/stored/release-0.1");
const BACKUP: &str = include_str!("../../stored/release-0.1.jsonl");

fn left() -> TempDir {
    let folder = tempfile::tempdir().expect("a temporary folder");
    copy_to(folder.path());
    folder
}

fn copy_to(folder: &Path) {
    for (name, bytes) in files(Path::new(FOLDER)) {
        fs::write(folder.join(name), bytes).expect("a copy");
    }
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
fn an_earlier_release_that_went_on_is_noticed() {
    for engine in Engine::ALL {
        let folder = left();
        drop(open(engine, folder.path()).expect("it is moved over"));
        drop(open(engine, folder.path()).expect("nothing has gone on"));
        let acknowledged = folder.path().join("acknowledged");
        let then = fs::read_to_string(&acknowledged).expect("it is there");
        let more = 1 + then.trim().parse::<u64>().expect("a number");
        fs::write(&acknowledged, format!("{more}\n")).expect("it is ours");
        for _ in 0..2 {
            let refused = open(engine, folder.path()).err();
            assert!(
                matches!(refused, Some(StoreError::Forked { .. })),
                "{engine}: {refused:?}"
            );
        }
        // Either way that the message tells of leads on.
        let aside = tempfile::tempdir().expect("a temporary folder");
        let ours = |name: &str| name.starts_with("oddboard.") || name == "sled";
        let kept = set_aside(folder.path(), aside.path(), ours);
        assert!(kept.iter().any(|name| name == "oddboard.lock"), "{kept:?}");
        let refused = open(engine, folder.path())
            .err()
            .map(|error| error.to_string());
        assert!(
            refused
                .as_ref()
                .is_some_and(|told| told.contains("are missing")),
            "the number is made up, and they are moved over: {refused:?}"
        );
        set_aside(folder.path(), &aside.path().join("earlier"), |_| true);
        set_aside(aside.path(), folder.path(), ours);
        let store = open(engine, folder.path()).expect("nothing else is there");
        assert!(all(&*store) == expected(), "other entries with {engine}");
    }
}

/// Moves what has such a name; tells what that is.
fn set_aside(from: &Path, to: &Path, is_meant: impl Fn(&str) -> bool) -> Vec<String> {
    fs::create_dir_all(to).expect("a folder");
    let names = fs::read_dir(from).expect("a folder").map(|entry| {
        let name = entry.expect("an entry").file_name();
        name.into_string().expect("a plain name")
    });
    let names: Vec<_> = names.filter(|name| is_meant(name)).collect();
    for name in &names {
        fs::rename(from.join(name), to.join(name)).expect("it is moved");
    }
    names
}

#[test]
fn a_move_that_fails_leaves_nothing_and_says_what_it_takes() {
    for (engine, new) in [(Engine::Redb, "oddboard.redb"), (Engine::Sled, "sled")] {
        let folder = left();
        // What cannot be made in the place of a folder with something in it.
        let taken = folder.path().join("oddboard.moved");
        fs::create_dir_all(taken.join("full")).expect("a folder");
        let refused = open(engine, folder.path()).err();
        let told = refused.expect("there is no way").to_string();
        for words in ["they are as they were", "takes about 1 MiB"] {
            assert!(told.contains(words), "{words:?} is not in {told:?}");
        }
        for made in ["oddboard.moving", &format!("{new}.new"), new] {
            assert!(!folder.path().join(made).exists(), "{made} is left");
        }
        assert!(files(folder.path()) == files(Path::new(FOLDER)));
        fs::remove_dir_all(taken).expect("it is ours");
        open(engine, folder.path()).expect("it is moved over");
    }
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

/// What is saved of the data of an earlier release that are damaged so, and what is told of the rest.
fn saved(damage: impl FnOnce(&Path)) -> (BTreeMap<Vec<u8>, Vec<u8>>, Vec<String>) {
    let (folder, copy) = (left(), tempfile::tempdir().expect("a temporary folder"));
    damage(folder.path());
    let before = Image::read(folder.path());
    let mut saved = BTreeMap::new();
    let take = &mut |(key, value)| {
        saved.insert(key, value);
        Ok(())
    };
    let told = salvage(folder.path(), copy.path(), take).expect("it can be read");
    assert_eq!(before.difference(&Image::read(folder.path())), None);
    assert!(Image::read(copy.path()).0.is_empty(), "no copy is left");
    (saved, told.expect("there are data").faults)
}

/// Where the commits of the journal begin.
fn commits(journal: &[u8]) -> Vec<usize> {
    let mut starts = Vec::new();
    let mut at = 0;
    while let Some((length, _)) = journal[at..].split_first_chunk() {
        let length = u32::from_be_bytes(*length) as usize;
        if length == 0 || at + 20 + length > journal.len() {
            break;
        }
        starts.push(at);
        at += 20 + length;
    }
    starts
}

#[test]
fn all_is_saved_of_what_is_whole() {
    let (saved, told) = saved(|_| {});
    assert_eq!(told, [""; 0]);
    assert!(saved == expected().into_iter().collect());
}

#[test]
fn all_but_one_commit_is_saved_of_a_damaged_journal() {
    let journal = fs::read(Path::new(FOLDER).join("journal")).expect("it is there");
    let starts = commits(&journal);
    assert!(starts.len() > 10, "{} commits", starts.len());
    let expected = expected().len();
    for (n, start) in starts.iter().enumerate() {
        let (saved, told) = saved(|folder| {
            let mut journal = journal.clone();
            journal[start + 30] ^= 1;
            fs::write(folder.join("journal"), journal).expect("it is damaged");
        });
        assert_eq!(told.len(), 1, "commit {n}: {told:?}");
        assert!(told[0].contains("missing"), "commit {n}: {told:?}");
        // An entry that the lost commit should have removed may be there still.
        assert!(
            saved.len() + 12 > expected,
            "commit {n}: {} of {expected}",
            saved.len()
        );
    }
}

#[test]
fn an_earlier_release_is_saved_without_some_of_its_files() {
    type Damage = fn(&Path);
    let damages: [(&str, Damage); 2] = [
        ("does not hold a number", |folder| {
            fs::write(folder.join("acknowledged"), "many").expect("it is damaged");
        }),
        ("", |folder| {
            fs::remove_file(folder.join("acknowledged")).expect("it is there");
        }),
    ];
    for (wanted, damage) in damages {
        let (saved, told) = saved(damage);
        assert!(
            told.iter().any(|told| told.contains(wanted)),
            "{wanted:?} is not in {told:?}"
        );
        assert!(
            saved == expected().into_iter().collect(),
            "{wanted}: {told:?}"
        );
    }
}

#[test]
fn the_first_start_writes_the_version_and_data_of_a_later_release_are_refused() {
    for sample in ["release-0.1", "before-packing", "before-versions"] {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let data = folder.path().join("data");
        let store = open(Engine::Redb, &data).expect("a new folder");
        let backup = tests::read(format!("stored/{sample}.jsonl"));
        restore(&*store, backup.as_bytes()).expect("a whole backup");
        drop(store);

        Program::start(&data).stop();
        let store = open(Engine::Redb, &data).expect("the folder opens");
        let version = store.get(b"version").expect("a read");
        assert_eq!(version.as_deref(), Some(&b"1"[..]), "{sample}");
        let mut later = Batch::default();
        later.put("version", "2");
        store.commit(&later).expect("a commit");
        let before = all(&*store);
        drop(store);

        let Err((said, status)) = Program::try_start_by(program::command(), &data) else {
            panic!("it starts with data that it does not know");
        };
        assert_eq!(status.code(), Some(2), "{said}");
        assert!(
            said.contains("they are of version 2, and this release knows 1 at most"),
            "{said}"
        );
        let store = open(Engine::Redb, &data).expect("the folder opens");
        assert!(all(&*store) == before, "what is refused is not written to");
    }
}

#[test]
fn a_layout_that_is_not_known_is_wrong_input() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let data = folder.path().join("data");
    fs::create_dir(&data).expect("a folder");
    copy_to(&data);
    let tree = sled::open(&data).expect("the files of the earlier release");
    tree.insert("mformat", "2").expect("an insertion");
    tree.flush().expect("a flush");
    drop(tree);
    let Err((said, status)) = Program::try_start_by(program::command(), &data) else {
        panic!("it starts with data that it does not know");
    };
    assert_eq!(status.code(), Some(2), "{said}");
    assert!(said.contains("it has format 2, not 1"), "{said}");
}
