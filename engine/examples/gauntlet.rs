//! A match between two players: `cargo run --release -p oddboard-engine --example gauntlet -- "baroque" level:5 level:4 200`.
//!
//! Games come in pairs with the same random opening and the same dice, colors swapped. It prints the score of the first
//! player with its interval of 95 percent, over pairs. A player is one of
//!
//! | player | what it does |
//! | --- | --- |
//! | `level:N` | plays as in the chat, N from 1 to 12 |
//! | `strongest:N` | the strongest level with N positions a move, or N milliseconds where `ms` follows: `strongest:100ms` |
//! | `told:N` | the same, with knowledge of the whole truth |
//! | `naive:N` | the same, but it believes that nothing is hidden |
//! | `network:FILE:N` | the same, with another network |
//! | `greedy` | makes the best capture that cannot be recaptured, else moves at random |
//! | `plies:N` | searches N plies ahead, and then captures, with the engine's evaluation |
//! | `uci:PROGRAM ARGS:GO` | a UCI program given `go GO`: Fairy-Stockfish, or `uci:PATH/oddboard engine:nodes 10000` |
//!
//! A fifth argument is the seed; a sixth is the number of pairs that run side by side.

#![expect(
    clippy::print_stdout,
    clippy::print_stderr,
    reason = "it is what the example is for"
)]

#[path = "gauntlet/arguments.rs"]
mod arguments;
#[path = "gauntlet/game.rs"]
mod game;
#[path = "gauntlet/pairs.rs"]
mod pairs;
#[path = "gauntlet/player.rs"]
mod player;

use std::{error::Error, num::NonZero, ops::ControlFlow, process::ExitCode, thread};

use rules::Setup;

use self::{
    arguments::{MOST_THREADS, exit_code, number},
    game::Played,
    pairs::{Match, in_order},
    player::Recipe,
};

fn main() -> ExitCode {
    exit_code(run())
}

fn run() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [setup, first, second, n_games, rest @ ..] = &arguments[..] else {
        println!("gauntlet SETUP PLAYER PLAYER GAMES [SEED [THREADS]]");
        return Ok(());
    };
    let setup: Setup = setup.parse()?;
    let recipes: [Recipe; 2] = [first.parse()?, second.parse()?];
    let n_pairs = number::<u64>(n_games)?.div_ceil(2);
    let seed = rest.first().map_or(Ok(1), |seed| number(seed))?;
    let cores = thread::available_parallelism().unwrap_or(NonZero::<usize>::MIN);
    let n_threads = rest.get(1).map_or(Ok(cores), |n| number(n))?;
    let planned = Match {
        setup,
        recipes,
        seed,
    };
    let mut pairs = Vec::new();
    in_order(
        0..n_pairs,
        n_threads.min(MOST_THREADS),
        || planned.worker(),
        |_, games| {
            pairs.push(Pair::of(games));
            Ok(ControlFlow::Continue(()))
        },
    )?;
    print_score(&arguments, &pairs);
    Ok(())
}

/// The result of a pair of games.
struct Pair {
    /// The points of the first player, of 2.
    score: f64,
    /// The number of games that were broken off and count as draws.
    n_unfinished: u32,
    n_plies: u32,
}

impl Pair {
    fn of(games: [Played; 2]) -> Pair {
        let mut pair = Pair {
            score: 0.0,
            n_unfinished: 0,
            n_plies: 0,
        };
        for (half_points, is_finished, n_plies) in games {
            pair.score += f64::from(half_points) / 2.0;
            pair.n_unfinished += u32::from(!is_finished);
            pair.n_plies += n_plies;
        }
        pair
    }
}

/// Prints the score with the interval that follows from the spread between pairs.
fn print_score(arguments: &[String], pairs: &[Pair]) {
    let n = pairs.len() as f64;
    let scores: Vec<f64> = pairs.iter().map(|pair| pair.score / 2.0).collect();
    let mean = scores.iter().sum::<f64>() / n;
    let variance = scores
        .iter()
        .map(|score| (score - mean).powi(2))
        .sum::<f64>()
        / (n - 1.0).max(1.0);
    let margin = 1.96 * (variance / n).sqrt();
    let sum = |count: fn(&Pair) -> u32| pairs.iter().map(count).sum::<u32>();
    let (plies, games) = (sum(|pair| pair.n_plies), 2 * pairs.len() as u32);
    println!(
        "{}: {} against {}: {:.1} % (95 %: {:.1} to {:.1}), {games} games, {} unfinished, {} plies a game",
        arguments[0],
        arguments[1],
        arguments[2],
        100.0 * mean,
        100.0 * (mean - margin),
        100.0 * (mean + margin),
        sum(|pair| pair.n_unfinished),
        plies / games.max(1),
    );
}
