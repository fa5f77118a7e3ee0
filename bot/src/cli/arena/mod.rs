//! `oddboard arena`: a match between two programs that speak UCI.
//!
//! - `time_control`: the limits of thinking, and the clocks of a game;
//! - `lines`: the bounded output of a program;
//! - `fault`: the reasons to lose a game away from the board;
//! - `program`: the process of a program;
//! - `opening`: the start and the dice that a pair of games shares;
//! - `adjudication`: the scores that end a game early;
//! - `referee`: one game;
//! - `score`, `pgn`: the results;
//! - here: plays the games one after the other, and prints their results.

mod adjudication;
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

use rand::{TryRng, rngs::SysRng};
use rules::{ByColor, Color, Game, Record, Setup};
use tokio::runtime;

use self::{
    adjudication::{Adjudication, DrawRule, ResignRule},
    fault::Fault,
    opening::Opening,
    pgn::PgnGame,
    program::{Program, StartError, printable},
    referee::{FinishedGame, GameLimits},
    score::Score,
    time_control::{ClockTime, TimeControl},
};
use super::{CliFailure, input::setup_flaws, position::KnownTo, serve::stop_signal};

/// Let two programs play against each other, and count the score
///
/// Each program speaks UCI on its standard input and output, as oddboard engine does. UCI_Variant tells it the rules. In
/// Chakart it gets the view of its own side only, so a program without the command "view" cannot play it.
///
/// The colors change after each game. Two games in a row are a pair: they share the opening and, without secrets, the dice.
/// The last line is the score of the first program, with the interval of 95 percent that follows from the pairs.
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
    /// The seed of openings and dice [default: random with secrets, otherwise 1]
    #[arg(long, value_name = "NUMBER")]
    seed: Option<u64>,
    #[command(flatten)]
    limit: LimitArgs,
    /// The number of random half-moves at the start [default: 0 with chance, otherwise 6]
    #[arg(long, value_name = "NUMBER", value_parser = clap::value_parser!(u32).range(0..=100))]
    opening_plies: Option<u32>,
    /// The number of turns of both sides after which a game is a draw
    #[arg(long, value_name = "NUMBER", default_value_t = 300, value_parser = clap::value_parser!(u32).range(1..=1000))]
    max_turns: u32,
    /// Adjudicate a loss after MOVES moves of each side with scores that agree on CENTIPAWNS or more, such as 4:600
    #[arg(long, value_name = "MOVES:CENTIPAWNS")]
    resign: Option<ResignRule>,
    /// Adjudicate a draw after AFTER moves of each side, the last MOVES with scores within CENTIPAWNS of 0, such as 40:8:10
    #[arg(long, value_name = "AFTER:MOVES:CENTIPAWNS")]
    draw: Option<DrawRule>,
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
    setup.map_err(|error| setup_flaws(&error))
}

pub(super) fn run(args: &Args) -> Result<(), CliFailure> {
    let runtime = runtime::Builder::new_current_thread().enable_all().build();
    let runtime = runtime.map_err(CliFailure::no)?;
    let mut arena = Arena::open(args)?;
    let played = runtime.block_on(async {
        let stop = stop_signal().map_err(CliFailure::no)?;
        tokio::select! {
            played = arena.play() => played,
            () = stop => Ok(()),
        }
    });
    arena.write_games()?;
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
            name: printable(command),
            n_deaths: 0,
        }
    }

    /// Returns the program, and starts it if it does not run.
    async fn ready(&mut self, rules: &str) -> Result<&mut Program, StartError> {
        self.program.take_if(|program| !program.is_running());
        let program = match self.program.take() {
            Some(program) => program,
            None => Program::start(self.command, rules).await?,
        };
        program.name().clone_into(&mut self.name);
        Ok(self.program.insert(program))
    }

    /// Notes the fault that lost a game, or that there was none. It ends the match after too many deaths.
    fn note(&mut self, fault: Option<&Fault>) -> Result<(), CliFailure> {
        self.n_deaths = match fault {
            Some(Fault::Died(_)) => self.n_deaths + 1,
            _ => 0,
        };
        match fault {
            Some(fault) if self.n_deaths == MOST_DEATHS => Err(CliFailure::No(format!(
                "{:?} lost {MOST_DEATHS} games in a row, because it {fault}",
                self.command
            ))),
            _ => Ok(()),
        }
    }
}

/// A match with its results so far.
struct Arena<'a> {
    args: &'a Args,
    /// The name of the rules in UCI.
    rules: String,
    contestants: [Contestant<'a>; 2],
    score: Score,
    seed: u64,
    pgn: Option<File>,
    /// The games of a pair with secrets that is not over. The files would tell the second game about the first.
    unwritten: Vec<PlayedGame>,
}

/// A finished game with its place in the match.
struct PlayedGame {
    round: u32,
    names: ByColor<String>,
    opening: Opening,
    game: FinishedGame,
}

impl<'a> Arena<'a> {
    /// Prepares a match and the files of its games.
    fn open(args: &'a Args) -> Result<Arena<'a>, CliFailure> {
        let variant = args.setup.variant();
        if let Some(folder) = &args.records {
            fs::create_dir_all(folder).map_err(|error| unwritable(folder, &error))?;
        }
        let pgn = args
            .pgn
            .as_deref()
            .map(|file| File::create(file).map_err(|error| unwritable(file, &error)));
        Ok(Arena {
            args,
            rules: args.setup.rules_name(),
            contestants: [&args.first, &args.second].map(|command| Contestant::new(command)),
            score: Score::default(),
            seed: match args.seed {
                Some(seed) => seed,
                None if variant.has_secrets() => SysRng.try_next_u64().map_err(CliFailure::no)?,
                None => 1,
            },
            pgn: pgn.transpose()?,
            unwritten: Vec::new(),
        })
    }

    /// Plays all games, and ends the programs.
    async fn play(&mut self) -> Result<(), CliFailure> {
        for n in 0..self.args.games {
            self.play_game(n).await?;
        }
        for contestant in &mut self.contestants {
            if let Some(program) = contestant.program.take() {
                program.quit().await;
            }
        }
        Ok(())
    }

    /// Plays the game with this number, counted from 0, and reports it.
    async fn play_game(&mut self, n: u32) -> Result<(), CliFailure> {
        let Args { setup, limit, .. } = self.args;
        let usual_opening = if setup.has_chance() { 0 } else { USUAL_OPENING };
        let n_plies = self.args.opening_plies.unwrap_or(usual_opening);
        let seed = self.seed.wrapping_add(u64::from(n / 2) << 32);
        let mut opening = Opening::draw(setup, n_plies, seed);
        opening.dice = opening::dice(&opening, n);
        let limits = GameLimits {
            time: limit.control(),
            max_turns: self.args.max_turns,
            adjudication: Adjudication {
                resign: self.args.resign,
                draw: self.args.draw,
            },
        };
        let first = Color::ALL[n as usize % 2];
        let [one, other] = &mut self.contestants;
        let one = one.ready(&self.rules).await.map_err(CliFailure::no)?;
        let other = other.ready(&self.rules).await.map_err(CliFailure::no)?;
        let programs = ByColor::of(first, one, other);
        let game = referee::play(&opening, limits, programs).await;
        self.score.add(game.outcome, first);
        let (failed, forfeit) = (game.failed, game.forfeit.clone());
        self.report(n + 1, first, opening, game)?;
        for (contestant, seat) in self.contestants.iter_mut().zip([first, !first]) {
            if failed == Some(seat) {
                contestant.program = None;
            }
            let forfeit = forfeit.as_ref().filter(|forfeit| forfeit.seat == seat);
            contestant.note(forfeit.map(|forfeit| &forfeit.fault))?;
        }
        Ok(())
    }

    /// Returns the names of the programs, which differ.
    fn names(&self) -> [String; 2] {
        let [first, second] = &self.contestants;
        let mut names = [first.name.clone(), second.name.clone()];
        if names[0] == names[1] {
            names[1] += " (2)";
        }
        names
    }

    /// Prints the result of a game, and writes the game to the files. A game with secrets waits for the end of its pair.
    fn report(
        &mut self,
        round: u32,
        first: Color,
        opening: Opening,
        game: FinishedGame,
    ) -> Result<(), CliFailure> {
        let [one, other] = self.names();
        let names = ByColor::of(first, one, other);
        let mut output = io::stdout().lock();
        writeln!(
            output,
            "{round}: {} - {}: {}, {}, turns: {}",
            names.white,
            names.black,
            game.outcome.score(),
            game.reason,
            game.n_turns
        )?;
        output.flush()?;
        drop(output);
        self.unwritten.push(PlayedGame {
            round,
            names,
            opening,
            game,
        });
        if self.args.setup.variant().has_secrets() && round % 2 == 1 {
            return Ok(());
        }
        self.write_games()
    }

    /// Writes the games that wait for it to the files.
    fn write_games(&mut self) -> Result<(), CliFailure> {
        for played in std::mem::take(&mut self.unwritten) {
            self.write_pgn(&played)?;
            self.write_record(&played)?;
        }
        Ok(())
    }

    fn write_pgn(&mut self, played: &PlayedGame) -> Result<(), CliFailure> {
        let Some(file) = &mut self.pgn else {
            return Ok(());
        };
        let PlayedGame {
            round,
            names,
            opening,
            game,
        } = played;
        let position = KnownTo::Truth.view(&Game::new(&opening.setup)).position;
        let pgn = PgnGame {
            record: &game.record,
            round: *round,
            date: &jiff::Zoned::now().strftime("%Y.%m.%d").to_string(),
            white: &names.white,
            black: &names.black,
            result: game.outcome.score(),
            variant: &self.rules,
            position: opening.setup.position().map(|_| position.as_str()),
            termination: &game.reason,
        };
        Ok(file.write_all(pgn.text().as_bytes())?)
    }

    fn write_record(&self, played: &PlayedGame) -> Result<(), CliFailure> {
        let Some(folder) = &self.args.records else {
            return Ok(());
        };
        let PlayedGame { names, game, .. } = played;
        let headers = [
            ("white", names.white.as_str()),
            ("black", &names.black),
            ("result", game.outcome.score()),
            ("termination", &game.reason),
        ];
        let record = Record {
            headers: headers
                .map(|(name, value)| (name.to_owned(), value.to_owned()))
                .into(),
            ..game.record.clone()
        };
        let file = folder.join(format!("{:04}.record", played.round));
        fs::write(&file, record.to_string()).map_err(|error| unwritable(&file, &error))
    }

    /// Prints a seed that the system chose, and the score.
    fn print_score(&self) -> Result<(), CliFailure> {
        if self.args.seed.is_none() && self.args.setup.variant().has_secrets() {
            writeln!(io::stdout(), "seed: {}", self.seed)?;
        }
        let [first, second] = self.names();
        Ok(writeln!(
            io::stdout(),
            "{first} against {second}: {}",
            self.score
        )?)
    }
}

fn unwritable(path: &Path, error: &io::Error) -> CliFailure {
    CliFailure::Input(format!("cannot write {}: {error}", path.display()))
}
