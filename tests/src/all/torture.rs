//! The test kills the real program at random moments, again and again, while people move, plan, exchange offers and go
//! on vacation. Acknowledged steps are there afterwards, nothing counts twice, and every delivery is made once. No
//! player loses time by that, though the clock jumps by a day both ways.

use std::{os::unix::process::ExitStatusExt, path::Path};

use testkit::Random;
use tests::{
    crash::{FailingCalls, KILLED, Shim},
    program::{self, Program},
    store::is_on_postgres,
};

use crate::players::{Players, Step};

const ROUNDS: usize = 50;

const SEED: u64 = 20_261_120;

const SIGKILL: i32 = 9;

/// Starts the program so that it dies just before one of its first calls of this kind. Returns nothing if that comes
/// before it is ready. Its clock is this many days fast.
fn start_doomed(
    shim: &Shim,
    data: &Path,
    (kind, number): (&'static str, usize),
    n_days: usize,
) -> Option<Program> {
    let mut command = program::command();
    shim.delay(&mut command, n_days);
    let failing = FailingCalls {
        kind,
        error: KILLED,
        how: "once",
        number: number as u64,
        seed: SEED,
    };
    shim.fail(&mut command, data.parent().expect("a folder"), failing);
    let started = Program::try_start_by(command, data);
    if let Err((said, status)) = &started {
        assert_eq!(status.signal(), Some(SIGKILL), "{said}");
    }
    started.ok()
}

/// Plays until the program is gone. Returns the step in doubt, and whether the program was handling it.
async fn play(players: &mut Players, address: &str, mut unknown: Option<Step>) -> (Step, bool) {
    loop {
        let step = unknown.take().unwrap_or_else(|| players.step());
        match players.attempt(address, &step).await {
            Ok(is_known) => assert!(is_known, "nothing is wrong with the disk"),
            Err(error) => return (step, !error.is_connect()),
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_killed_program_loses_nothing_and_repeats_nothing() {
    let shim = Shim::build();
    let folder = tempfile::tempdir().expect("a temporary folder");
    let data = folder.path().join("data");
    let mut random = Random::new(SEED);
    let program = Program::start(&data);
    let mut players = Players::sign_in(&program.address, SEED).await;
    players.hurry();
    players.haggle();
    program.kill();
    let mut unknown = None;
    let mut n_in_flight = 0;
    // A killed answer belongs to a step that counts, but its player does not know that. The other kills may hit a
    // start, a step, or a delivery.
    let kinds = if is_on_postgres() {
        [("answer", 4), ("query", 60), ("answer", 4), ("query", 150)]
    } else {
        [("answer", 4), ("write", 40), ("answer", 4), ("sync", 20)]
    };
    for round in 0..ROUNDS {
        let (kind, bound) = kinds[round % kinds.len()];
        let number = 1 + random.below(bound);
        let Some(program) = start_doomed(&shim, &data, (kind, number), random.below(2)) else {
            continue;
        };
        if kind == "answer" {
            let _line = players.catch_up(&program.address).await;
        }
        let (step, is_in_flight) = play(&mut players, &program.address, unknown).await;
        assert_eq!(program.ended().signal(), Some(SIGKILL));
        unknown = Some(step);
        n_in_flight += usize::from(is_in_flight);
    }
    assert!(
        n_in_flight >= ROUNDS / 2,
        "{n_in_flight} of {ROUNDS} kills hit a step in flight"
    );
    let program = Program::start(&data);
    if let Some(step) = unknown {
        players.finish(&program.address, &step).await;
    }
    players.check(&program.address).await;
}
