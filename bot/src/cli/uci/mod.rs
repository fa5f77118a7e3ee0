//! `oddboard engine`: the engine for other programs, by the protocol UCI.
//!
//! - `command`: parses a line;
//! - `seat`: the position to search, as a seat knows it;
//! - `thinker`: the search thread, and the lines about its results;
//! - here: handles the lines one after the other. It waits only for a search that has to end.

mod command;
mod seat;
#[cfg(test)]
mod tests;
mod thinker;

use std::{
    io::{self, BufRead, BufReader, Write},
    num::NonZero,
    thread,
};

pub(super) use self::{
    command::repeated,
    seat::{read_action, written},
};
use self::{
    command::{Clocks, GoLimits, UciCommand},
    seat::Sitting,
    thinker::{EngineSettings, Output, UciQuestion, UciThinker},
};
use super::{
    CliFailure,
    input::{LARGEST, read_line},
};
use engine::{Engine, Level};
use rules::{Color, Setup, Variant};

/// Play for other programs as a UCI engine
///
/// Reads commands from standard input and answers on standard output, as chess programs such as cutechess expect of an engine.
/// UCI_Variant chooses the rules: berolina (the default), baroque, bario or chakart, followed by the values of its options that are
/// not defaults: baroque-pure, bario-classic, chakart-open-standard. Moves have the usual form of Oddboard: e2e4, e7e8=Q, N@d4. In
/// Berolina, promotions have the form of other programs: e7e8q.
///
/// In Chakart, the moves include chance outcomes, such as start:17 or egg:koopa. The engine uses only the knowledge of the side
/// to move about them; a text after "fen" is known to both sides. With "seat", it gets only the view of that side. For example,
/// "position fen TEXT seat white moves e2e4 d8~ banana:" continues from a text in White's view. There, d8~ is a stealth move, and
/// banana: is a banana on a square that White does not know.
///
/// A program that referees a game sends each side its knowledge alone, so that Chakart keeps its secrets. After "position
/// startpos seat white", it sends a line for each input: "view own MOVE TEXT" after White's own move, and "view TEXT" after any
/// other move or chance outcome. TEXT is White's view of the game. The engine keeps its beliefs from view to view, and "go"
/// uses them. If no game explains all views, or the time is too short to find one, an "info string" before the "bestmove" says
/// so; the engine then relies on the last view alone.
///
/// At full strength, a search uses Threads threads. With MultiPV, it gives the best moves, each with its line and score. With a
/// clock, it uses more time if the best move changes from depth to depth, and less if it stays the same.
///
/// A new position, view or game, or another UCI_Variant, Hash or Level, ends the current search: its "bestmove" comes at once, so
/// that each "go" gets its answer in turn. The engine answers an invalid line by an "info string", and continues. After an
/// invalid position or view, "go" gets "bestmove (none)" until the next position. At the end of the input, it finishes its work.
#[derive(clap::Args)]
#[command(after_help = "Examples:\n  \
    oddboard engine\n  \
    printf 'uci\\nposition startpos moves e2g4\\ngo movetime 500\\n' | oddboard engine\n  \
    cutechess-cli -variant berolina -engine cmd=oddboard arg=engine proto=uci -engine cmd=... proto=uci -each tc=10+0.1")]
pub(super) struct Args {}

pub(super) fn run() -> Result<(), CliFailure> {
    serve(&mut BufReader::new(io::stdin()), io::stdout())
}

/// The largest transposition table, in MiB.
const LARGEST_HASH: usize = 1024;
const MIB: usize = 1 << 20;
const LARGEST_SEED: u64 = 2_147_483_647;
/// The largest number of threads for a search, and of lines in its answer.
const MOST_THREADS: usize = 64;
const MOST_LINES: usize = 64;

/// Answers all lines until the input or the session ends.
fn serve(input: &mut impl BufRead, output: impl Write + Send + 'static) -> Result<(), CliFailure> {
    let mut session = Session::new(Output::new(output));
    let mut line = Vec::new();
    while read_line(input, &mut line)? {
        if !session.answer(&line)? {
            session.thinker.stop();
            return session.thinker.finish();
        }
    }
    session.thinker.finish()
}

/// The state of the session.
struct Session {
    output: Output,
    thinker: UciThinker,
    /// The usual start under the chosen rules.
    rules: Setup,
    level: Level,
    settings: EngineSettings,
    n_threads: usize,
    n_lines: usize,
    seed: u64,
    /// The position; none if the last one, or a view after it, was refused.
    sitting: Option<Sitting>,
    /// The seat of the last question about a game with hidden information.
    asked: Option<Color>,
}

impl Session {
    fn new(output: Output) -> Session {
        let rules = Setup::new(Variant::Berolina);
        Session {
            thinker: UciThinker::start(output.clone()),
            output,
            sitting: Sitting::at_start(&rules),
            asked: None,
            rules,
            level: Level::STRONGEST,
            settings: EngineSettings::USUAL,
            n_threads: 1,
            n_lines: 1,
            seed: 0,
        }
    }

    /// Answers a line; `false` if it is the last.
    fn answer(&mut self, line: &[u8]) -> Result<bool, CliFailure> {
        if line.len() as u64 > LARGEST {
            self.complain(&format!("the line is longer than {LARGEST} bytes"))?;
            return Ok(true);
        }
        let Ok(line) = str::from_utf8(line) else {
            self.complain("the line is no text in UTF-8")?;
            return Ok(true);
        };
        match command::read(line) {
            Ok(UciCommand::Quit) => return Ok(false),
            Ok(command) => self.execute(command)?,
            Err(wrong) => self.complain(&wrong)?,
        }
        Ok(true)
    }

    fn complain(&self, wrong: &str) -> Result<(), CliFailure> {
        self.output.print(&format!("info string {wrong}"))
    }

    fn execute(&mut self, command: UciCommand<'_>) -> Result<(), CliFailure> {
        match command {
            UciCommand::Nothing | UciCommand::Quit => Ok(()),
            UciCommand::Uci => self.introduce(),
            UciCommand::IsReady => {
                self.thinker.wait_until_ready();
                self.output.print("readyok")
            }
            UciCommand::NewGame => {
                self.clear();
                self.sitting = Sitting::at_start(&self.rules);
                Ok(())
            }
            UciCommand::SetOption { name, value } => match self.set(name, value) {
                Ok(()) => Ok(()),
                Err(wrong) => self.complain(&wrong),
            },
            UciCommand::Position(words) => {
                self.thinker.end_search();
                match words.and_then(|words| Sitting::read(&self.rules, &words)) {
                    Ok(sitting) => {
                        self.sitting = Some(sitting);
                        Ok(())
                    }
                    Err(wrong) => {
                        self.sitting = None;
                        self.complain(&wrong)
                    }
                }
            }
            UciCommand::View { own, text } => {
                self.thinker.end_search();
                match self.note_view(own, text) {
                    Ok(()) => Ok(()),
                    Err(wrong) => {
                        // The game has gone on without the engine.
                        self.sitting = None;
                        self.complain(&wrong)
                    }
                }
            }
            UciCommand::Go { limits, wrong } => {
                for wrong in &wrong {
                    self.complain(wrong)?;
                }
                self.go(limits)
            }
            UciCommand::Stop => {
                self.thinker.stop();
                Ok(())
            }
        }
    }

    fn introduce(&self) -> Result<(), CliFailure> {
        let variants: String = Setup::all_usual()
            .map(|rules| format!(" var {}", rules.rules_name()))
            .collect();
        let lines = [
            format!("id name Oddboard {}", env!("CARGO_PKG_VERSION")),
            "id author the people of Oddboard".to_string(),
            format!(
                "option name UCI_Variant type combo default {}{variants}",
                Variant::Berolina
            ),
            format!(
                "option name Hash type spin default {} min 1 max {LARGEST_HASH}",
                Engine::USUAL_MEMORY / MIB
            ),
            format!(
                "option name Level type spin default {strongest} min {} max {strongest}",
                Level::WEAKEST,
                strongest = Level::STRONGEST,
            ),
            format!(
                "option name Threads type spin default 1 min 1 max {}",
                most_threads()
            ),
            format!("option name MultiPV type spin default 1 min 1 max {MOST_LINES}"),
            format!("option name Seed type spin default 0 min 0 max {LARGEST_SEED}"),
            "uciok".to_string(),
        ];
        self.output.print(&lines.join("\n"))
    }

    fn set(&mut self, name: &str, value: &str) -> Result<(), String> {
        let is = |option: &str| name.eq_ignore_ascii_case(option);
        if is("UCI_Variant") {
            self.rules = Setup::of_rules(value).ok_or_else(|| {
                let names: Vec<String> = Setup::all_usual().map(|it| it.rules_name()).collect();
                format!(
                    "there is no variant {}; there are {}",
                    repeated(value),
                    names.join(", ")
                )
            })?;
            // A position of other rules is none of these.
            self.clear();
            self.sitting = Sitting::at_start(&self.rules);
        } else if is("Hash") {
            let memory = MIB * number(name, value, 1, LARGEST_HASH as u64)? as usize;
            if memory != self.settings.memory {
                self.settings.memory = memory;
                self.thinker.set(self.settings);
            }
        } else if is("Threads") {
            let n_threads = number(name, value, 1, most_threads() as u64)?;
            self.n_threads = n_threads as usize;
        } else if is("MultiPV") {
            self.n_lines = number(name, value, 1, MOST_LINES as u64)? as usize;
        } else if is("Level") {
            let [least, most] =
                [Level::WEAKEST, Level::STRONGEST].map(|level| level.number().into());
            let level = number(name, value, least, most)?;
            let level = Level::new(level as u8).unwrap_or(Level::STRONGEST);
            if level != self.level {
                self.level = level;
                // The table has values with the errors of the level before.
                self.clear();
            }
        } else if is("Seed") {
            self.seed = number(name, value, 0, LARGEST_SEED)?;
        } else {
            return Err(format!(
                "there is no option {}; there are UCI_Variant, Hash, Threads, MultiPV, Level and Seed",
                repeated(name)
            ));
        }
        Ok(())
    }

    /// Ends the search, and clears the memory of the engine before the next one.
    fn clear(&mut self) {
        self.settings.n_clears += 1;
        self.thinker.set(self.settings);
    }

    fn note_view(&mut self, own: Option<&str>, text: &str) -> Result<(), String> {
        let sitting = self.sitting.as_mut().ok_or_else(no_position)?;
        sitting.note_view(own, text)
    }

    fn go(&mut self, limits: GoLimits) -> Result<(), CliFailure> {
        if self.thinker.is_thinking() {
            return self.complain("still thinking: stop comes before the next go");
        }
        self.thinker.wait();
        let sitting = match &self.sitting {
            Some(sitting) => sitting.to_decide(),
            None => Err(no_position()),
        };
        let history = match sitting {
            Ok(history) => history,
            Err(wrong) => {
                self.complain(&wrong)?;
                return self.output.print("bestmove (none)");
            }
        };
        if history.may_hide() && self.asked.replace(history.seat()) == Some(!history.seat()) {
            // What the engine and its helpers have learned for one seat is hidden from the other.
            self.clear();
        }
        let any = self.sitting.as_ref().and_then(Sitting::any_action);
        let Clocks {
            deadline,
            planned,
            waits,
        } = limits.clocks(history.seat());
        let n_nodes = limits.n_nodes.unwrap_or(u64::MAX);
        self.thinker.think(UciQuestion {
            history,
            any,
            level: self.level,
            n_threads: self.n_threads,
            n_lines: self.n_lines,
            n_nodes,
            depth: limits.depth,
            deadline,
            planned,
            waits,
            seed: self.seed,
        });
        Ok(())
    }
}

/// Returns the largest number of threads for a search: that of the processors, up to a limit.
fn most_threads() -> usize {
    let n_processors = thread::available_parallelism();
    n_processors.map_or(1, NonZero::get).min(MOST_THREADS)
}

fn no_position() -> String {
    "there is no position: the last one, or a view after it, was refused; send a position"
        .to_string()
}

/// Parses the whole number of an option.
fn number(name: &str, value: &str, min: u64, max: u64) -> Result<u64, String> {
    let number = value.parse().ok();
    number
        .filter(|number| (min..=max).contains(number))
        .ok_or_else(|| {
            format!(
                "{name} is a number from {min} to {max}, not {}",
                repeated(value)
            )
        })
}
