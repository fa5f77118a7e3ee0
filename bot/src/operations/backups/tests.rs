use std::{
    pin::Pin,
    sync::atomic::{AtomicBool, AtomicI64, Ordering},
};

use async_trait::async_trait;
use tempfile::TempDir;
use tokio::{sync::watch, time::timeout};

use super::*;
use api::{Alone, StoreError};
use store::{MemoryStore, restore, testing::HarmedStore, writer::Writer};

/// 2026-11-21, noon.
const NOON: Timestamp = Timestamp(1_795_262_400_000);

const HOUR: Duration = Duration::from_secs(3600);

fn hours(n: i64) -> Timestamp {
    Timestamp(NOON.0 + n * 3_600_000)
}

/// Makes a backup of a store with one entry.
fn made(schedule: &Backup, now: Timestamp) -> Result<PathBuf, BackupError> {
    let (_stop, stop) = watch::channel(());
    make(schedule, &source(stored(), stop), now).map(|(file, _)| file)
}

/// Returns a store with one entry.
fn stored() -> Arc<HarmedStore> {
    Arc::new(HarmedStore::of(&[("key", "value")]))
}

fn source(store: Arc<HarmedStore>, stop: watch::Receiver<()>) -> Source {
    Source::new(Arc::clone(&store) as Arc<_>, Writer::new(store), stop)
}

/// Returns a schedule that keeps so many backups, and the temporary folder that its own folder is in.
fn schedule(keep: usize) -> (TempDir, Backup) {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let schedule = Backup {
        every: HOUR,
        keep,
        folder: folder.path().join("deep/backups"),
    };
    (folder, schedule)
}

fn names(schedule: &Backup) -> Vec<String> {
    let entries = fs::read_dir(&schedule.folder).expect("the folder is there");
    let names = entries.map(|entry| entry.expect("an entry").file_name());
    let mut names: Vec<_> = names
        .map(|name| name.into_string().expect("a name"))
        .collect();
    names.sort();
    names
}

#[test]
fn the_newest_backups_are_kept_and_nothing_else_is_touched() {
    let (_folder, schedule) = schedule(2);
    for n in 0..4 {
        let file = made(&schedule, hours(n)).expect("a backup");
        let restored = MemoryStore::new();
        let text = fs::read(&file).expect("it is there");
        assert_eq!(restore(&restored, &*text).expect("it is whole"), 1);
        assert_eq!(first_due(&schedule, hours(n)), hours(n + 1));
        let own = [
            "mine.txt",
            "oddboard-mine.jsonl",
            "oddboard-2020-01-01T00-00-00Z.jsonl.gz",
            "oddboard-2099-01-01T00-00-00Z.jsonl",
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
            "oddboard-2099-01-01T00-00-00Z.jsonl",
            "oddboard-mine.jsonl",
        ]
    );
}

#[test]
fn a_backup_never_takes_the_place_of_another() {
    let (_folder, schedule) = schedule(2);
    let file = made(&schedule, NOON).expect("a backup");
    fs::write(&file, "kept").expect("it is ours");
    made(&schedule, NOON).expect_err("there is one");
    assert_eq!(fs::read_to_string(&file).expect("it is there"), "kept");
}

#[cfg(unix)]
#[test]
fn backups_are_for_their_owner_alone() {
    use std::os::unix::fs::PermissionsExt;

    let (_folder, schedule) = schedule(3);
    let file = made(&schedule, NOON).expect("a backup");
    let set = |path: &Path, mode| fs::set_permissions(path, fs::Permissions::from_mode(mode));
    let check = |path: &Path, expected| {
        let there = fs::metadata(path).expect("it is there");
        let mode = there.permissions().mode() & 0o777;
        assert_eq!(mode, expected, "{}", path.display());
    };
    check(&file, 0o600);
    check(&schedule.folder, 0o700);
    let note = schedule.folder.join("note");
    for (n, mode) in [(1, 0o700), (2, 0o755)] {
        set(&file, 0o644).expect("it is ours");
        set(&schedule.folder, 0o755).expect("it is ours");
        made(&schedule, hours(n)).expect("a backup");
        check(&schedule.folder, mode);
        fs::write(&note, "mine").expect("a file of somebody else");
        set(&note, 0o644).expect("it is ours");
    }
    check(&file, 0o600);
    check(&note, 0o644);
}

#[test]
fn while_something_is_damaged_older_backups_are_kept() {
    let (_folder, schedule) = schedule(1);
    let (_stop, stop) = watch::channel(());
    let store = stored();
    let source = source(Arc::clone(&store), stop);
    let make = |n: i64| make(&schedule, &source, hours(n)).expect("a backup").1;
    make(0);
    store.damage(b"key");
    for n in 1..3 {
        let written = make(n);
        assert_eq!((written.n_entries, written.n_left_out), (0, 1));
        assert_eq!(names(&schedule).len() as i64, n + 1);
    }
    store.heal();
    make(3);
    assert_eq!(names(&schedule), ["oddboard-2026-11-21T15-00-00Z.jsonl"]);
}

/// A clock that a test sets.
#[derive(Clone)]
struct TestClock(Arc<AtomicI64>);

impl Clock for TestClock {
    fn now(&self) -> Timestamp {
        Timestamp(self.0.load(Ordering::Relaxed))
    }
}

/// The task that makes backups, and its clock.
struct BackupTask {
    task: Pin<Box<dyn Future<Output = ()>>>,
    clock: TestClock,
    _stop: watch::Sender<()>,
}

impl BackupTask {
    /// Begins at this time.
    fn begin(schedule: &Backup, roles: Arc<dyn Roles>, now: Timestamp) -> BackupTask {
        let (stop, stopped) = watch::channel(());
        let clock = TestClock(Arc::new(AtomicI64::new(now.0)));
        let (source, shared) = (source(stored(), stopped), Box::new(clock.clone()));
        BackupTask {
            task: Box::pin(keep(schedule.clone(), source, roles, shared)),
            clock,
            _stop: stop,
        }
    }

    /// Lets so many minutes pass on both clocks.
    async fn pass(&mut self, n_minutes: u64) {
        for _ in 0..n_minutes {
            let minute = timeout(Duration::from_secs(60), &mut self.task);
            minute.await.expect_err("it never ends");
            self.clock.0.fetch_add(60_000, Ordering::Relaxed);
        }
    }
}

#[tokio::test(start_paused = true)]
async fn backups_are_made_when_they_are_due_and_soon_after_one_has_failed() {
    let (folder, schedule) = schedule(3);
    fs::write(folder.path().join("deep"), "in the way").expect("a file");
    let mut task = BackupTask::begin(&schedule, Arc::new(Alone), NOON);
    task.pass(1).await;
    fs::remove_file(folder.path().join("deep")).expect("it is there");
    task.pass(3).await;
    assert!(!schedule.folder.exists(), "it is tried too soon");
    for (n_minutes, expected) in [
        (3, &["12-05"][..]),
        (57, &["12-05"]),
        (3, &["12-05", "13-05"]),
        (180, &["14-05", "15-05", "16-05"]),
    ] {
        task.pass(n_minutes).await;
        let expected = expected.iter();
        let expected = expected.map(|time| format!("oddboard-2026-11-21T{time}-00Z.jsonl"));
        assert_eq!(names(&schedule), expected.collect::<Vec<_>>());
    }
}

/// Roles that another process has until it dies.
#[derive(Default)]
struct OtherProcessRoles(AtomicBool);

#[async_trait]
impl Roles for OtherProcessRoles {
    async fn take(&self, _: &str) -> Result<bool, StoreError> {
        Ok(self.0.load(Ordering::Relaxed))
    }

    async fn give_up(&self, _: &str) -> Result<(), StoreError> {
        Ok(())
    }

    async fn lost(&self) {}

    fn n_lost(&self) -> u64 {
        0
    }

    fn is_alive(&self) -> bool {
        true
    }

    async fn confirm(&self) -> Result<(), StoreError> {
        Ok(())
    }

    async fn leave(&self) -> Result<(), StoreError> {
        Ok(())
    }

    fn n_processes(&self) -> usize {
        2
    }
}

#[tokio::test(start_paused = true)]
async fn one_process_makes_the_backups_and_another_once_it_has_died() {
    let (_folder, schedule) = schedule(3);
    let another = Arc::new(OtherProcessRoles::default());
    let mut task = BackupTask::begin(&schedule, Arc::clone(&another) as Arc<_>, NOON);
    task.pass(90).await;
    assert!(!schedule.folder.exists(), "the other one makes them");
    another.0.store(true, Ordering::Relaxed);
    task.pass(3).await;
    assert_eq!(names(&schedule).len(), 1);
}

#[test]
fn a_backup_that_fails_removes_no_other() {
    let (_folder, schedule) = schedule(1);
    made(&schedule, NOON).expect("a backup");
    let (_, stop) = watch::channel(());
    let failed = make(&schedule, &source(stored(), stop), hours(1));
    failed.expect_err("the bot stops");
    assert_eq!(names(&schedule), ["oddboard-2026-11-21T12-00-00Z.jsonl"]);
}

#[test]
fn a_backup_is_waited_for_until_it_is_due() {
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
}

#[test]
fn a_backup_of_the_future_does_not_delay_the_next_one() {
    let (_folder, schedule) = schedule(1);
    assert_eq!(first_due(&schedule, NOON), NOON, "there is none");
    made(&schedule, hours(9)).expect("a backup");
    assert_eq!(first_due(&schedule, NOON), NOON, "there is none yet");
    made(&schedule, NOON).expect("a backup");
    assert_eq!(first_due(&schedule, hours(0)), hours(1));
    assert_eq!(names(&schedule).len(), 2, "{:?}", names(&schedule));
    assert_eq!(first_due(&schedule, hours(9)), hours(10), "it has come");
}

#[tokio::test(start_paused = true)]
async fn a_clock_that_is_set_back_delays_a_backup_by_no_more_than_an_interval() {
    let (_folder, schedule) = schedule(9);
    let mut task = BackupTask::begin(&schedule, Arc::new(Alone), hours(100));
    task.pass(3).await;
    task.clock.0.store(NOON.0, Ordering::Relaxed);
    task.pass(63).await;
    let names = names(&schedule);
    let [early, late] = &names[..] else {
        panic!("{names:?}")
    };
    assert!(early.starts_with("oddboard-2026-11-21T13"), "{early}");
    assert_eq!(late, "oddboard-2026-11-25T16-00-00Z.jsonl");
}
