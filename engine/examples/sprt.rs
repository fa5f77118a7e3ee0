//! A test whether a change makes the engine stronger:
//! `cargo run --release -p oddboard-engine --example sprt -- berolina network:FILE:10000 strongest:10000 0 10 /tmp/network.sprt`.
//!
//! The first player is the one with the change. The arguments are the setup, the players as in `gauntlet`, the Elo
//! differences of the two hypotheses, and the file of the test. A seventh argument is the seed; an eighth is the number
//! of pairs that run side by side, usually two. It makes no difference to the results.
//!
//! The players play pairs of games with the same opening and dice, colors swapped, until the log-likelihood ratio of the
//! hypotheses (`sprt/statistics.rs`) reaches a bound, with an error rate of 5 percent on both sides. The last line is a
//! row of `engine/HISTORY.md`. The same call continues from the file (`sprt/log.rs`) after an interruption. The file does
//! not hold the programs, weights and networks of the players: delete it if they change.

#![expect(
    clippy::print_stdout,
    clippy::print_stderr,
    reason = "it is what the example is for"
)]

#[path = "gauntlet/arguments.rs"]
mod arguments;
#[path = "gauntlet/game.rs"]
mod game;
#[path = "sprt/log.rs"]
mod log;
#[path = "gauntlet/pairs.rs"]
mod pairs;
#[path = "gauntlet/player.rs"]
mod player;
#[path = "sprt/statistics.rs"]
mod statistics;
#[cfg(test)]
#[path = "sprt/tests.rs"]
mod tests;

use std::{error::Error, num::NonZero, ops::ControlFlow, path::Path, process::ExitCode};

use self::{
    arguments::{MOST_THREADS, exit_code, number},
    log::PairLog,
    pairs::{Match, in_order},
    player::PlayerError,
    statistics::{Hypotheses, Pentanomial, Verdict},
};

/// The version of the file of a test.
const FORMAT: u32 = 1;
/// The number of pairs after which a test ends without a verdict.
const MOST_PAIRS: u64 = 20_000;
/// The number of pairs from one line of progress to the next.
const PAIRS_PER_LINE: u64 = 50;
/// The usual number of pairs that run side by side.
const USUAL_THREADS: NonZero<usize> = NonZero::new(2).expect("2 is not 0");

fn main() -> ExitCode {
    exit_code(run())
}

fn run() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let [setup, first, second, elo0, elo1, file, ref rest @ ..] = arguments[..] else {
        println!("sprt SETUP PLAYER PLAYER ELO0 ELO1 FILE [SEED [THREADS]]");
        return Ok(());
    };
    let planned = Match {
        setup: setup.parse()?,
        recipes: [first.parse()?, second.parse()?],
        seed: rest.first().map_or(Ok(1), |seed| number(seed))?,
    };
    let test = SequentialTest {
        setup: planned.setup.to_string(),
        players: [first.into(), second.into()],
        hypotheses: Hypotheses::new(number(elo0)?, number(elo1)?)
            .ok_or("the bounds are two Elo differences from -400 to 400, the lower one first")?,
        seed: planned.seed,
    };
    let n_threads = rest.get(1).map_or(Ok(USUAL_THREADS), |n| number(n))?;
    let pairs = test.run(Path::new(file), n_threads.min(MOST_THREADS), || {
        let mut play = planned.worker()?;
        Ok::<_, PlayerError>(move |pair| {
            let games = play(pair)?;
            Ok(games.iter().map(|(half_points, ..)| half_points).sum())
        })
    })?;
    println!("{}", test.row(&pairs));
    Ok(())
}

/// A test of two players.
struct SequentialTest {
    setup: String,
    players: [String; 2],
    hypotheses: Hypotheses,
    seed: u64,
}

impl SequentialTest {
    /// Plays pairs from the first one that the file lacks, until the test has a verdict or enough pairs. Each thread
    /// makes a worker, which plays the pair of a number and returns its half points for the first player.
    fn run<W, E>(
        &self,
        file: &Path,
        n_threads: NonZero<usize>,
        worker: impl Fn() -> Result<W, E> + Sync,
    ) -> Result<Pentanomial, Box<dyn Error>>
    where
        W: FnMut(u64) -> Result<u8, E>,
        E: Error + Send + 'static,
    {
        let (mut log, scores) = PairLog::open(file, &self.head())?;
        let mut pairs = Pentanomial::default();
        for half_points in scores {
            pairs.add(half_points);
        }
        if self.is_over(&pairs) {
            return Ok(pairs);
        }
        in_order(
            pairs.n_pairs()..MOST_PAIRS,
            n_threads,
            worker,
            |_, half_points| {
                log.append(half_points)?;
                pairs.add(half_points);
                if pairs.n_pairs().is_multiple_of(PAIRS_PER_LINE) {
                    println!("{}", self.progress(&pairs));
                }
                Ok(if self.is_over(&pairs) {
                    ControlFlow::Break(())
                } else {
                    ControlFlow::Continue(())
                })
            },
        )?;
        Ok(pairs)
    }

    fn is_over(&self, pairs: &Pentanomial) -> bool {
        pairs.n_pairs() >= MOST_PAIRS || self.hypotheses.verdict(pairs).is_some()
    }

    /// Returns the head line of the file.
    fn head(&self) -> String {
        let (SequentialTest { setup, seed, .. }, [first, second]) = (self, &self.players);
        format!(
            "sprt {FORMAT} {setup:?} {first:?} {second:?} {} seed {seed}",
            self.hypotheses
        )
    }

    fn progress(&self, pairs: &Pentanomial) -> String {
        let (elo, margin) = pairs.elo();
        let bound = Hypotheses::bound();
        format!(
            "{} pairs ({pairs}): Elo {elo:+.1} ± {margin:.1}, LLR {:.2} between {:.2} and {bound:.2}",
            pairs.n_pairs(),
            self.hypotheses.log_likelihood_ratio(pairs),
            -bound,
        )
    }

    /// Returns the row for `engine/HISTORY.md`. A person writes the change into it.
    fn row(&self, pairs: &Pentanomial) -> String {
        let (
            SequentialTest {
                setup, hypotheses, ..
            },
            [first, second],
        ) = (self, &self.players);
        let (elo, margin) = pairs.elo();
        let verdict = match hypotheses.verdict(pairs) {
            Some(Verdict::Passed) => "passed",
            Some(Verdict::Failed) => "failed",
            None => "undecided",
        };
        format!(
            "| change | {setup} | `{first}`, `{second}` | {hypotheses} | {} | {pairs} | {elo:+.1} ± {margin:.1} \
             | {:.2} | {verdict} |",
            pairs.n_pairs(),
            hypotheses.log_likelihood_ratio(pairs),
        )
    }
}
