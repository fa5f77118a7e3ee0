//! Players of the gauntlet.

use std::{
    error::Error,
    fmt, fs,
    io::{self, BufRead, BufReader, Read, Write},
    process::{Child, ChildStdin, ChildStdout, Command, Stdio},
    str::FromStr,
    time::{Duration, Instant},
};

use engine::{
    Budget, Engine, Level, Unable,
    training::{self, NetworkError},
};
use rules::{Action, Color, Game, GameInput, SeatHistory, Setup, Variant};

/// The number of bytes of the longest line that is read of a UCI program.
const LONGEST_LINE: u64 = 1 << 16;

/// A game, and the history that each seat has seen.
pub(crate) struct Table {
    pub(crate) setup: Setup,
    pub(crate) game: Game,
    pub(crate) seen: [SeatHistory; 2],
    /// The history that each seat would see if nothing were hidden.
    pub(crate) all: [SeatHistory; 2],
    /// All decisions and chance outcomes.
    pub(crate) line: Vec<GameInput>,
}

/// A player as written in the arguments.
#[derive(Clone, Debug)]
pub(crate) enum Recipe {
    Level(Level),
    Engine(Manner, Limit),
    Greedy,
    Plies(u32),
    /// A command line, and the arguments of `go`.
    Uci(String, String),
}

/// The change of the strongest level, if any.
#[derive(Clone, Debug)]
pub(crate) enum Manner {
    Usual,
    Omniscient,
    Naive,
    Network(String),
}

/// The limit of thinking for a move.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Limit {
    Nodes(u64),
    Milliseconds(u64),
}

impl FromStr for Limit {
    type Err = String;

    fn from_str(text: &str) -> Result<Limit, String> {
        let bad = |_| format!("{text} is no number of positions, nor of milliseconds as in 100ms");
        match text.strip_suffix("ms") {
            Some(number) => number.parse().map(Limit::Milliseconds).map_err(bad),
            None => text.parse().map(Limit::Nodes).map_err(bad),
        }
    }
}

impl FromStr for Recipe {
    type Err = String;

    fn from_str(text: &str) -> Result<Recipe, String> {
        let bad = || format!("{text} is no player");
        let (kind, what) = text.split_once(':').unwrap_or((text, ""));
        Ok(match kind {
            "level" => Recipe::Level(what.parse().ok().and_then(Level::new).ok_or_else(bad)?),
            "greedy" => Recipe::Greedy,
            "plies" => Recipe::Plies(what.parse().map_err(|_| bad())?),
            "uci" => {
                let (command, go) = what.split_once(':').ok_or_else(bad)?;
                Recipe::Uci(command.into(), go.into())
            }
            _ => {
                let (file, limit) = what.rsplit_once(':').unwrap_or(("", what));
                let manner = match kind {
                    "strongest" => Manner::Usual,
                    "told" => Manner::Omniscient,
                    "naive" => Manner::Naive,
                    "network" => Manner::Network(file.into()),
                    _ => return Err(bad()),
                };
                Recipe::Engine(manner, limit.parse()?)
            }
        })
    }
}

/// A player ready to play.
pub(crate) struct Player {
    recipe: Recipe,
    engine: Engine,
    program: Option<Program>,
}

impl Recipe {
    pub(crate) fn player(&self, setup: &Setup) -> Result<Player, PlayerError> {
        let program = match self {
            Recipe::Uci(command, go) => Some(Program::start(command, go, setup)?),
            _ => None,
        };
        Ok(Player {
            recipe: self.clone(),
            engine: self.engine(setup.variant())?,
            program,
        })
    }

    /// Makes the engine of a player, with the network of its file.
    fn engine(&self, variant: Variant) -> Result<Engine, PlayerError> {
        let memory = Engine::USUAL_MEMORY;
        let Recipe::Engine(Manner::Network(file), _) = self else {
            return Ok(Engine::new(memory));
        };
        let bytes = fs::read(file).map_err(|error| unreadable(file, error))?;
        training::engine_with_network(memory, variant, &bytes)
            .map_err(|error| PlayerError::NotOfVariant(file.clone(), variant, error))
    }
}

fn unreadable(file: &str, error: io::Error) -> PlayerError {
    PlayerError::Unreadable(file.into(), error)
}

/// The reason why a player cannot play. Each names the player.
#[derive(Debug)]
pub(crate) enum PlayerError {
    /// The file of a network.
    Unreadable(String, io::Error),
    /// The file is no network of this variant.
    NotOfVariant(String, Variant, NetworkError),
    /// The engine has no action for the seat.
    Unable(Unable),
    /// The setup, which begins at another position than `startpos`.
    UnusualStart(String),
    /// The command of a UCI program.
    NotStarted(String, io::Error),
    /// The command of a UCI program that closed its input or output.
    Ended(String),
    /// The answer of a UCI program, after these moves.
    Illegal {
        command: String,
        answer: String,
        moves: String,
    },
}

impl fmt::Display for PlayerError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            PlayerError::Unreadable(file, error) => {
                write!(f, "cannot read {file}: {error}; give a readable file")
            }
            PlayerError::NotOfVariant(file, variant, error) => {
                write!(f, "{file} is no network of {variant}: {error}")
            }
            PlayerError::Unable(unable) => write!(f, "the engine cannot choose a move: {unable}"),
            PlayerError::UnusualStart(setup) => write!(
                f,
                "a UCI program begins at the usual start, not at {setup:?}; give a setup without a position"
            ),
            PlayerError::NotStarted(command, error) => {
                write!(
                    f,
                    "cannot start {command:?}: {error}; give the path of a UCI program"
                )
            }
            PlayerError::Ended(command) => write!(
                f,
                "{command:?} ended before its answer; run it by hand to see its errors"
            ),
            PlayerError::Illegal {
                command,
                answer,
                moves,
            } => write!(
                f,
                "{command:?} answered with an illegal move, {answer:?}, after \"{moves}\"; check that it plays these rules"
            ),
        }
    }
}

impl Error for PlayerError {}

impl Player {
    /// Begins a new game.
    pub(crate) fn begin(&mut self) -> Result<(), PlayerError> {
        self.engine.forget();
        match &mut self.program {
            Some(program) => program.write_line("ucinewgame"),
            None => Ok(()),
        }
    }

    pub(crate) fn decide(
        &mut self,
        table: &Table,
        seat: Color,
        words: &mut dyn FnMut() -> u64,
    ) -> Result<Action, PlayerError> {
        let history = &table.seen[seat as usize];
        match &self.recipe {
            Recipe::Level(level) => {
                let (level, budget) = (*level, Budget::of_nodes(level.nodes(history.variant())));
                self.think(history, level, &budget, words)
            }
            &Recipe::Engine(Manner::Omniscient, limit) => {
                self.think_hard(&table.all[seat as usize], limit, words)
            }
            &Recipe::Engine(Manner::Naive, limit) => {
                let believed = table.game.as_believed_by(seat);
                let position = believed.seat_view(seat).as_view().position.clone();
                let setup = Setup::with_view(history.variant(), "", &position, seat);
                let setup = setup.expect("a text of the game can be read");
                self.think_hard(&SeatHistory::seeing_all(&setup, seat), limit, words)
            }
            &Recipe::Engine(_, limit) => self.think_hard(history, limit, words),
            Recipe::Greedy => Ok(greedy(&table.game, seat, words)),
            Recipe::Plies(depth) => {
                let budget = Budget {
                    depth: *depth,
                    ..Budget::of_nodes(u64::MAX)
                };
                self.think(history, Level::STRONGEST, &budget, words)
            }
            Recipe::Uci(..) => match &mut self.program {
                Some(program) => program.decide(table),
                None => Ok(greedy(&table.game, seat, words)),
            },
        }
    }

    /// Thinks at full strength within its limit.
    fn think_hard(
        &mut self,
        history: &SeatHistory,
        limit: Limit,
        words: &mut dyn FnMut() -> u64,
    ) -> Result<Action, PlayerError> {
        let (nodes, end) = match limit {
            Limit::Nodes(nodes) => (nodes, None),
            Limit::Milliseconds(milliseconds) => {
                let end = Instant::now() + Duration::from_millis(milliseconds);
                (u64::MAX, Some(end))
            }
        };
        let is_over = || end.is_some_and(|end| Instant::now() >= end);
        let budget = Budget {
            is_over: Some(&is_over),
            ..Budget::of_nodes(nodes)
        };
        self.think(history, Level::STRONGEST, &budget, words)
    }

    fn think(
        &mut self,
        history: &SeatHistory,
        level: Level,
        budget: &Budget<'_>,
        words: &mut dyn FnMut() -> u64,
    ) -> Result<Action, PlayerError> {
        let thought = self.engine.play(history, level, budget, words);
        thought
            .map(|thought| thought.action)
            .map_err(PlayerError::Unable)
    }
}

/// Takes the most that it can take without losing more at once, else plays at random.
fn greedy(game: &Game, seat: Color, words: &mut dyn FnMut() -> u64) -> Action {
    let believed = game.as_believed_by(seat);
    let actions = believed.legal_list();
    let n_own = |game: &Game| count(game, seat);
    let mut best = (i32::MIN, actions[0]);
    for &action in &actions {
        let mut next = believed.clone();
        if next.act(action).is_err() {
            continue;
        }
        let gained = count(&believed, !seat) - count(&next, !seat);
        let replies = next.legal_list();
        let lost = replies.iter().map(|&reply| {
            let mut after = next.clone();
            after
                .act(reply)
                .map_or(0, |()| n_own(&next) - n_own(&after))
        });
        let lost = lost.max().unwrap_or(0);
        let score = 1000 * (gained - lost).max(if gained > 0 { 0 } else { -lost })
            + (words() % 1000) as i32;
        if score > best.0 {
            best = (score, action);
        }
    }
    best.1
}

/// Returns the worth of the pieces of a side, in pawns.
fn count(game: &Game, seat: Color) -> i32 {
    let view = game.public_view();
    let cells = view.as_view().cells.iter().flatten();
    let worth = |glyph: &rules::Glyph| match glyph.role() {
        Some(rules::Role::Pawn) => 1,
        Some(rules::Role::Knight | rules::Role::Bishop) => 3,
        Some(rules::Role::Rook) => 5,
        Some(rules::Role::Queen) => 9,
        Some(rules::Role::King) => 100,
        None => 4,
    };
    cells
        .filter(|glyph| glyph.color() == Some(seat))
        .map(worth)
        .sum()
}

/// Another program that speaks UCI.
struct Program {
    child: Child,
    input: ChildStdin,
    output: BufReader<ChildStdout>,
    command: String,
    go: String,
}

impl Program {
    /// Starts a command line, a path and its arguments with spaces between them.
    fn start(command: &str, go: &str, setup: &Setup) -> Result<Program, PlayerError> {
        let rules = uci_rules(setup)?;
        let failed = |error| PlayerError::NotStarted(command.into(), error);
        let mut words = command.split_whitespace();
        let mut child = Command::new(words.next().unwrap_or_default())
            .args(words)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .map_err(failed)?;
        let pipes = child.stdin.take().zip(child.stdout.take());
        let (input, output) = pipes.ok_or_else(|| failed(io::ErrorKind::BrokenPipe.into()))?;
        let mut program = Program {
            child,
            input,
            output: BufReader::new(output),
            command: command.into(),
            go: go.into(),
        };
        program.write_line(&format!(
            "uci\nsetoption name UCI_Variant value {rules}\nisready"
        ))?;
        program.wait_for("readyok")?;
        Ok(program)
    }

    fn write_line(&mut self, line: &str) -> Result<(), PlayerError> {
        writeln!(self.input, "{line}").map_err(|_| self.ended())
    }

    fn wait_for(&mut self, word: &str) -> Result<String, PlayerError> {
        let mut line = String::new();
        while !line.starts_with(word) {
            line.clear();
            match self.output.by_ref().take(LONGEST_LINE).read_line(&mut line) {
                Ok(n) if n > 0 => {}
                _ => return Err(self.ended()),
            }
        }
        Ok(line)
    }

    fn ended(&self) -> PlayerError {
        PlayerError::Ended(self.command.clone())
    }

    fn decide(&mut self, table: &Table) -> Result<Action, PlayerError> {
        let variant = table.setup.variant();
        let moves: Vec<String> = table
            .line
            .iter()
            .map(|input| in_uci(variant, &input.to_string()))
            .collect();
        let moves = moves.join(" ");
        self.write_line(&format!("position startpos moves {moves}\ngo {}", self.go))?;
        let line = self.wait_for("bestmove")?;
        let text = line.split_whitespace().nth(1).unwrap_or_default();
        let actions = table.game.legal_list();
        let found = actions
            .into_iter()
            .find(|action| in_uci(variant, &action.to_string()) == text);
        found.ok_or_else(|| PlayerError::Illegal {
            command: self.command.clone(),
            answer: text.into(),
            moves,
        })
    }
}

impl Drop for Program {
    /// Ends the program. One that has ended already needs nothing.
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Returns the name in UCI of the rules of a setup. Fails if the setup has a position, because the programs are told `startpos`.
pub(crate) fn uci_rules(setup: &Setup) -> Result<String, PlayerError> {
    match setup.position() {
        None => Ok(setup.rules_name()),
        Some(_) => Err(PlayerError::UnusualStart(setup.to_string())),
    }
}

/// Returns an input as UCI programs write it: `e7e8q` in Berolina, and our own text in variants that no other program
/// plays.
fn in_uci(variant: Variant, text: &str) -> String {
    match variant {
        Variant::Berolina => text.replace('=', "").to_ascii_lowercase(),
        _ => text.into(),
    }
}
