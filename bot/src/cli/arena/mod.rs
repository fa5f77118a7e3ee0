//! `oddboard arena`: a match between two programs that speak UCI.
//!
//! - `time_control`: the limits of thinking, and the clocks of a game;
//! - `lines`: the bounded output of a program;
//! - `fault`: the reasons to lose a game away from the board;
//! - `program`: the process of a program;
//! - `opening`: the start and the dice that a pair of games shares;
//! - `referee`: one game;
//! - `score`, `pgn`: the results;
//! - here: plays the games one after the other, and prints their results.

mod fault;
mod lines;
mod opening;
mod pgn;
mod program;
mod referee;
mod score;
mod time_control;

use std::{
    fs::{self, File},
    io::{self, Write},
    path::{Path, PathBuf},
    time::Duration,
};

use rules::{ByColor, Color, Game, Record, Setup};
use tokio::runtime;

use self::{
    fault::Fault,
    opening::Opening,
    pgn::PgnGame,
    program::{Program, StartError},
    referee::{FinishedGame, GameLimits},
    score::Score,
    time_control::{ClockTime, TimeControl},
};
use super::{CliFailure, position::KnownTo, serve::stop_signal, uci::UciRules};

/// Let two programs play against each other, and count the score
///
/// Each program speaks UCI on its standard input and output, as oddboard engine does. UCI_Variant tells it the rules. In
/// Chakart it gets the view of its own side only, so a program without the command "view" cannot play it.
///
/// The colors change after each game. Two games in a row are a pair: they share the opening and the dice. The last line is the
/// score of the first program, with the interval of 95 percent that follows from the pairs.
///
/// A program loses a game if it plays an illegal move, takes too long, writes too much, writes no UTF-8, or dies. The arena then
/// starts it again. Ctrl-C ends the match, and prints the score so far.
#[derive(clap::Args)]
#[command(after_help = "Examples:\n  \
    oddboard arena --setup berolina --games 100 --time 10+0.1 'oddboard engine' './my-engine --quiet'\n  \
    oddboard arena --setup 'chakart setup=standard' --nodes 5000 --pgn games.pgn 'oddboard engine' ./stranger\n\n\
    docs/arena.md describes the protocol.")]
pub(super) struct Args {
    /// The rules and the start, as in a record
    #[arg(long, value_name = "TEXT", value_parser = read_setup)]
    setup: Setup,
    /// The number of games
    #[arg(long, value_name = "NUMBER", default_value_t = 10, value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    games: u32,
    /// The seed of openings and dice
    #[arg(long, value_name = "NUMBER", default_value_t = 1)]
    seed: u64,
    #[command(flatten)]
    limit: LimitArgs,
    /// The number of random half-moves at the start [default: 0 with chance, otherwise 6]
    #[arg(long, value_name = "NUMBER", value_parser = clap::value_parser!(u32).range(0..=100))]
    opening_plies: Option<u32>,
    /// The number of turns of both sides after which a game is a draw
    #[arg(long, value_name = "NUMBER", default_value_t = 300, value_parser = clap::value_parser!(u32).range(1..=1000))]
    max_turns: u32,
    /// Write the games as PGN to this file
    #[arg(long, value_name = "FILE")]
    pgn: Option<PathBuf>,
    /// Write a record of each game into this folder
    #[arg(long, value_name = "FOLDER")]
    records: Option<PathBuf>,
    /// The command line of the first program; blanks separate its words
    #[arg(value_name = "PROGRAM")]
    first: String,
    /// The command line of the second program
    #[arg(value_name = "PROGRAM")]
    second: String,
}

/// The options for the limit of thinking.
#[derive(clap::Args)]
#[group(multiple = false)]
struct LimitArgs {
    /// A clock: seconds, and the seconds that each move adds [default: 10+0.1]
    #[arg(long, value_name = "SECONDS+SECONDS")]
    time: Option<ClockTime>,
    /// A time for each move, in milliseconds
    #[arg(long, value_name = "MS", value_parser = clap::value_parser!(u64).range(1..=3_600_000))]
    move_time: Option<u64>,
    /// A number of nodes for each move, with at most a minute
    #[arg(long, value_name = "NUMBER", value_parser = clap::value_parser!(u64).range(1..))]
    nodes: Option<u64>,
}

impl LimitArgs {
    fn control(&self) -> TimeControl {
        match (self.move_time, self.nodes) {
            (Some(ms), _) => TimeControl::MoveTime(Duration::from_millis(ms)),
            (_, Some(n_nodes)) => TimeControl::Nodes(n_nodes),
            _ => TimeControl::Clock(self.time.unwrap_or(ClockTime::USUAL)),
        }
    }
}

/// The number of random half-moves where nothing else makes the games of a match different.
const USUAL_OPENING: u32 = 6;
/// The number of games in a row after whose deaths a program does not start again.
const MOST_DEATHS: u32 = 3;

fn read_setup(text: &str) -> Result<Setup, String> {
    let setup: Result<Setup, _> = text.parse();
    setup.map_err(|error| text::flaws(&error).join("; "))
}

pub(super) fn run(args: &Args) -> Result<(), CliFailure> {
    let mut arena = Arena::open(args)?;
    let runtime = runtime::Builder::new_current_thread().enable_all().build();
    let runtime = runtime.map_err(CliFailure::no)?;
    let played = runtime.block_on(async {
        let stop = stop_signal().map_err(CliFailure::no)?;
        tokio::select! {
            played = arena.play() => played,
            () = stop => Ok(()),
        }
    });
    arena.print_score()?;
    played
}

/// A program with its place in the match.
struct Contestant<'a> {
    command: &'a str,
    /// The running process. None before its first game, and after a fault.
    program: Option<Program>,
    name: String,
    /// The number of games in a row that it lost by its death.
    n_deaths: u32,
}

impl<'a> Contestant<'a> {
    fn new(command: &'a str) -> Contestant<'a> {
        Contestant {
            command,
            program: None,
            name: command.to_owned(),
            n_deaths: 0,
        }
    }

    /// Returns the program, and starts it if it does not run.
    async fn ready(&mut self, rules: UciRules) -> Result<&mut Program, StartError> {
        if self.program.is_none() {
            let program = Program::start(self.command, rules.name).await?;
            self.name = program.name().to_owned();
            self.program = Some(program);
        }
        Ok(self.program.as_mut().expect("it was started"))
    }
}
