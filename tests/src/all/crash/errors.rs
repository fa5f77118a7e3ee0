//! The disk fails: unreadable data are not treated as lost, and unwritten data are not confirmed. Once the disk works
//! again, everything is there.

use std::path::Path;

use store::{Engine, open};
use testkit::Random;
use tests::{
    crash::{FailingCalls, Image, Shim},
    program::{self, Program},
};
use tokio::task::JoinSet;

use super::{
    content::Content,
    recording::{RecordedFolder, play, played},
};
use crate::players::{Players, Step};

const SEED: u64 = 20_261_122;

/// The error numbers of the system.
const EIO: i32 = 5;
const ENOSPC: i32 = 28;

/// The number of unconfirmed steps in a row after which play stops.
const PATIENT: usize = 3;

/// Starts the program on a disk that fails in this way.
fn start(shim: &Shim, data: &Path, failing: FailingCalls) -> Result<Program, String> {
    let mut command = program::command();
    shim.fail(&mut command, data.parent().expect("a folder"), failing);
    Program::try_start_by(command, data).map_err(|(said, status)| {
        assert_eq!(status.code(), Some(1), "{failing:?}: {said}");
        said
    })
}

/// Returns the damage that a failing start has done to a healthy folder, if any.
fn harm(shim: &Shim, healthy: &Image, content: Content, failing: FailingCalls) -> Option<String> {
    let folder = RecordedFolder::new(healthy.clone());
    let started = start(shim, &folder.data(), failing).map(Program::stop);
    match Content::of(&folder.data()) {
        Ok(found) if found == content => None,
        found => Some(format!("{failing:?}: {:?}, then {found:?}", started.err())),
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn reads_that_fail_at_a_start_harm_nothing() {
    let shim = Shim::build();
    let (folder, _) = played(100).await;
    let healthy = Image::read(&folder.path());
    let content = Content::of(&folder.data()).expect("it is healthy");
    let mut harmed = Vec::new();
    for rate in [1, 5, 20, 100] {
        for seed in 0..10 {
            let failing = FailingCalls {
                kind: "read",
                error: EIO,
                how: "permille",
                number: rate,
                seed: SEED + seed,
            };
            harmed.extend(harm(&shim, &healthy, content, failing));
        }
    }
    assert!(harmed.is_empty(), "{}", harmed.join("\n"));
}

#[test]
fn a_file_with_a_failed_lookup_is_not_taken_for_missing() {
    let shim = Shim::build();
    let folder = RecordedFolder::new(Image::default());
    drop(open(Engine::Sled, &folder.data()).expect("a new store"));
    for number in 1..=16 {
        let failing = FailingCalls {
            kind: "stat",
            error: EIO,
            how: "once",
            number,
            seed: SEED,
        };
        let started = start(&shim, &folder.data(), failing).map(Program::stop);
        assert!(started.is_err(), "{failing:?}: it starts beside the data");
        let beside = folder.data().join("oddboard.redb");
        assert!(!beside.exists(), "{failing:?}: {started:?}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn reads_that_give_less_than_asked_are_asked_again() {
    let shim = Shim::build();
    let (folder, _) = played(20).await;
    let content = Content::of(&folder.data()).expect("it is healthy");
    let failing = FailingCalls {
        kind: "read",
        error: 0,
        how: "permille",
        number: 500,
        seed: SEED,
    };
    let program = start(&shim, &folder.data(), failing).expect("it starts");
    program.stop();
    assert_eq!(Content::of(&folder.data()).expect("it opens"), content);
}

/// Plays until the disk fails for good, or for this many steps. Returns the step in doubt.
async fn play_until_failing(players: &mut Players, address: &str, n_steps: usize) -> Option<Step> {
    for _ in 0..n_steps {
        let step = players.step();
        let mut n_failed = 0;
        loop {
            match players.attempt(address, &step).await {
                Ok(true) => break,
                Ok(false) if n_failed < PATIENT => n_failed += 1,
                // The program has ended, or continues to refuse.
                _ => return Some(step),
            }
        }
    }
    None
}

/// Plays on a disk that fails in this way, and then on one that works again. Returns true if the start or a step
/// failed.
async fn check_failing(failing: FailingCalls) -> bool {
    let shim = Shim::build();
    let (folder, mut players) = played(3).await;
    let mut disputed = None;
    let started = start(&shim, &folder.data(), failing);
    if let Ok(program) = &started {
        disputed = play_until_failing(&mut players, &program.address, 8).await;
    }
    let has_failed = started.is_err() || disputed.is_some();
    started.map(Program::kill).unwrap_or_default();
    let program = match Program::try_start_by(program::command(), &folder.data()) {
        Ok(program) => program,
        Err((said, _)) => panic!("{failing:?}: {said}"),
    };
    if let Some(step) = disputed {
        players.finish(&program.address, &step).await;
    }
    play(&mut players, &program.address, 2).await;
    players.check(&program.address).await;
    has_failed
}

/// Makes calls of a kind fail at random places. With `from`, the players must notice a failure.
async fn check_kind(kind: &'static str, error: i32, how: &'static str, below: usize) {
    let mut random = Random::new(SEED);
    let mut checks = JoinSet::new();
    for _ in 0..4 {
        checks.spawn(check_failing(FailingCalls {
            kind,
            error,
            how,
            number: 1 + random.below(below) as u64,
            seed: SEED,
        }));
    }
    let failed = checks.join_all().await;
    let is_felt = failed.contains(&true);
    assert!(
        how == "permille" || how == "once" || is_felt,
        "no {kind} has failed"
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn a_write_that_fails_once_loses_nothing() {
    check_kind("write", EIO, "once", 30).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_disk_that_is_full_from_now_on_loses_nothing() {
    check_kind("write", ENOSPC, "from", 30).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_sync_that_fails_once_loses_nothing() {
    check_kind("sync", EIO, "once", 20).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn syncs_that_fail_from_now_on_lose_nothing() {
    check_kind("sync", EIO, "from", 20).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn writes_that_take_less_than_given_lose_nothing() {
    check_kind("write", 0, "permille", 500).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn names_that_cannot_be_changed_lose_nothing() {
    check_kind("name", EIO, "once", 3).await;
}
