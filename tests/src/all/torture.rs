//! The real program is killed at random moments, again and again: what it acknowledged is there afterwards, nothing
//! counts twice, and everything is said once.

use std::time::Duration;

use testkit::Random;
use tests::program::Program;

use crate::players::{Players, Step};

const ROUNDS: usize = 50;

const SEED: u64 = 20_261_120;

/// Says a step and kills the program some time later; the step, if nobody knows what became of it.
async fn interrupt(
    players: &mut Players,
    program: Program,
    step: Step,
    patience: Duration,
) -> Option<Step> {
    let heard = tokio::time::timeout(patience, players.attempt(&program.address, &step)).await;
    program.kill();
    match heard {
        Ok(Ok(true)) => None,
        _ => Some(step),
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_program_that_is_killed_loses_nothing_and_says_nothing_twice() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let data = folder.path().join("data");
    let mut random = Random::new(SEED);
    let program = Program::start(&data);
    let mut players = Players::sign_in(&program.address, SEED).await;
    program.kill();
    let mut unknown = None;
    for _ in 0..ROUNDS {
        let program = Program::start(&data);
        let _line = players.catch_up(&program.address).await;
        if let Some(step) = unknown.take() {
            players.finish(&program.address, &step).await;
        }
        for _ in 0..random.below(4) {
            let step = players.step();
            players.finish(&program.address, &step).await;
        }
        let step = players.step();
        let patience = Duration::from_micros(random.below(6000) as u64);
        unknown = interrupt(&mut players, program, step, patience).await;
    }
    let program = Program::start(&data);
    if let Some(step) = unknown.take() {
        players.finish(&program.address, &step).await;
    }
    players.check(&program.address).await;
}
