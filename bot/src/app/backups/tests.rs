use std::sync::Arc;

use tokio::sync::watch;

use super::*;
use crate::{
    ledger::Ledger,
    ports::{Batch, Store},
    store::{MemoryStore, restore},
};

/// 2026-11-21, noon.
const NOON: Timestamp = Timestamp(1_795_262_400_000);

const HOUR: Duration = Duration::from_secs(3600);

fn hours(n: i64) -> Timestamp {
    Timestamp(NOON.0 + n * 3_600_000)
}

/// Makes a backup of a store with one entry.
fn made(schedule: &Backup, now: Timestamp) -> Result<PathBuf, BackupError> {
    let store = MemoryStore::new();
    let mut batch = Batch::default();
    batch.put("key", "value");
    store.commit(&batch).expect("a commit");
    let (_stop, stop) = watch::channel(());
    make(schedule, &source(store, stop), now).map(|(file, _)| file)
}

fn source(store: MemoryStore, stop: watch::Receiver<()>) -> Source {
    let store: Arc<dyn Store> = Arc::new(store);
    Source {
        store: Arc::clone(&store),
        ledger: Ledger::new(store),
        stop,
    }
}

fn schedule(folder: &Path, keep: usize) -> Backup {
    Backup {
        every: HOUR,
        keep,
        folder: folder.join("deep/backups"),
    }
}

fn names(schedule: &Backup) -> Vec<String> {
    let entries = fs::read_dir(&schedule.folder).expect("the folder is there");
    let mut names: Vec<_> = entries
        .map(|entry| {
            entry
                .expect("an entry")
                .file_name()
                .into_string()
                .expect("a name")
        })
        .collect();
    names.sort();
    names
}

#[test]
fn the_newest_backups_are_kept_and_nothing_else_is_touched() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let schedule = schedule(folder.path(), 2);
    let latest_made = || latest(&schedule.folder).expect("the folder can be read");
    for n in 0..4 {
        let file = made(&schedule, hours(n)).expect("a backup");
        let restored = MemoryStore::new();
        let text = fs::read(&file).expect("it is there");
        assert_eq!(restore(&restored, &*text).expect("it is whole"), 1);
        assert_eq!(latest_made(), Some(hours(n)));
        let own = [
            "mine.txt",
            "oddboard-mine.jsonl",
            "oddboard-2020-01-01T00-00-00Z.jsonl.gz",
        ];
        for name in own {
            fs::write(schedule.folder.join(name), "mine").expect("a file of somebody else");
        }
        let part = "oddboard-2020-01-01T00-00-00Z.jsonl.1234.part";
        fs::write(schedule.folder.join(part), "half").expect("one that was interrupted");
    }
    made(&schedule, hours(4)).expect("a backup");
    assert_eq!(
        names(&schedule),
        [
            "mine.txt",
            "oddboard-2020-01-01T00-00-00Z.jsonl.gz",
            "oddboard-2026-11-21T15-00-00Z.jsonl",
            "oddboard-2026-11-21T16-00-00Z.jsonl",
            "oddboard-mine.jsonl",
        ]
    );
}

#[test]
fn a_backup_never_takes_the_place_of_another() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let schedule = schedule(folder.path(), 2);
    let file = made(&schedule, NOON).expect("a backup");
    fs::write(&file, "kept").expect("it is ours");
    made(&schedule, NOON).expect_err("there is one");
    assert_eq!(fs::read_to_string(&file).expect("it is there"), "kept");
}

#[cfg(unix)]
#[test]
fn backups_are_for_their_owner_alone() {
    use std::os::unix::fs::PermissionsExt;

    let folder = tempfile::tempdir().expect("a temporary folder");
    let schedule = schedule(folder.path(), 2);
    let file = made(&schedule, NOON).expect("a backup");
    for (path, expected) in [(&file, 0o600), (&schedule.folder, 0o700)] {
        let mode = fs::metadata(path)
            .expect("it is there")
            .permissions()
            .mode();
        assert_eq!(mode & 0o777, expected, "{}", path.display());
    }
}

#[test]
fn a_backup_that_fails_removes_no_other() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let schedule = schedule(folder.path(), 1);
    made(&schedule, NOON).expect("a backup");
    let (_, stop) = watch::channel(());
    let failed = make(&schedule, &source(MemoryStore::new(), stop), hours(1));
    failed.expect_err("the bot stops");
    assert_eq!(names(&schedule), ["oddboard-2026-11-21T12-00-00Z.jsonl"]);
}

#[test]
fn a_backup_is_waited_for_until_it_is_due_and_no_longer_than_an_interval() {
    let wait = |due, now| wait(due, now, HOUR);
    assert_eq!(wait(hours(1), NOON), Some(HOUR));
    assert_eq!(
        wait(Timestamp(NOON.0 + 1), NOON),
        Some(Duration::from_millis(1))
    );
    assert_eq!(wait(NOON, NOON), None, "it is time");
    assert_eq!(
        wait(NOON, hours(5)),
        None,
        "the time passed while no bot ran"
    );
    assert_eq!(wait(hours(100), NOON), Some(HOUR), "the clock was set back");
}
