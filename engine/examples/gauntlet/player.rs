//! Who plays.

use std::{
    fs,
    io::{BufRead, BufReader, Write},
    process::{Child, ChildStdin, ChildStdout, Command, Stdio},
    str::FromStr,
    time::{Duration, Instant},
};

use engine::{Budget, Engine, Level, tuning};
use rules::{Action, Actions, Color, Game, SeatHistory, Setup};

/// A game, and what each seat was told of it.
pub(crate) struct Table {
    pub(crate) setup: Setup,
    pub(crate) game: Game,
    pub(crate) told: [SeatHistory; 2],
    /// What each seat would be told if nothing were hidden.
    pub(crate) all: [SeatHistory; 2],
    /// All decisions.
    pub(crate) line: Vec<Action>,
}

/// Who plays, as written.
#[derive(Clone, Debug)]
pub(crate) enum Recipe {
    Level(Level),
    Nodes(u64),
    Milliseconds(u64),
    Told(u64),
    Naive(u64),
    Weights(String, u64),
    Greedy,
    Plies(u32),
    Uci(String, String),
}

impl FromStr for Recipe {
    type Err = String;

    fn from_str(text: &str) -> Result<Recipe, String> {
        let bad = || format!("{text} is no player");
        let (kind, what) = text.split_once(':').unwrap_or((text, ""));
        let number = || what.parse::<u64>().map_err(|_| bad());
        Ok(match kind {
            "level" => Recipe::Level(what.parse().ok().and_then(Level::new).ok_or_else(bad)?),
            "nodes" => Recipe::Nodes(number()?),
            "ms" => Recipe::Milliseconds(number()?),
            "told" => Recipe::Told(number()?),
            "naive" => Recipe::Naive(number()?),
            "weights" => {
                let (file, nodes) = what.split_once(':').ok_or_else(bad)?;
                Recipe::Weights(file.into(), nodes.parse().map_err(|_| bad())?)
            }
            "greedy" => Recipe::Greedy,
            "plies" => Recipe::Plies(number()? as u32),
            "uci" => {
                let (program, go) = what.split_once(':').ok_or_else(bad)?;
                Recipe::Uci(program.into(), go.into())
            }
            _ => return Err(bad()),
        })
    }
}

/// Who plays, ready to.
pub(crate) struct Player {
    recipe: Recipe,
    engine: Engine,
    program: Option<Program>,
}

impl Recipe {
    pub(crate) fn player(&self, setup: &Setup) -> Player {
        let program = match self {
            Recipe::Uci(path, go) => Some(Program::start(path, go, setup)),
            _ => None,
        };
        let engine = match self {
            Recipe::Weights(file, _) => {
                let text = fs::read_to_string(file).expect("the file of weights can be read");
                let engine = tuning::engine(Engine::USUAL_MEMORY, setup.variant(), &text);
                engine.expect("they are weights of the variant")
            }
            _ => Engine::new(Engine::USUAL_MEMORY),
        };
        Player {
            recipe: self.clone(),
            engine,
            program,
        }
    }
}

impl Player {
    /// A new game begins.
    pub(crate) fn begin(&mut self) {
        self.engine.forget();
    }

    pub(crate) fn decide(
        &mut self,
        table: &Table,
        seat: Color,
        words: &mut dyn FnMut() -> u64,
    ) -> Action {
        let told = &table.told[seat as usize];
        match &self.recipe {
            Recipe::Level(level) => {
                let budget = Budget::of_nodes(level.nodes(told.variant()));
                self.think(told, *level, &budget, words)
            }
            Recipe::Nodes(nodes) | Recipe::Weights(_, nodes) => {
                self.think(told, Level::STRONGEST, &Budget::of_nodes(*nodes), words)
            }
            Recipe::Milliseconds(milliseconds) => {
                let end = Instant::now() + Duration::from_millis(*milliseconds);
                let is_over = || Instant::now() >= end;
                let budget = Budget {
                    is_over: Some(&is_over),
                    ..Budget::of_nodes(u64::MAX)
                };
                self.think(told, Level::STRONGEST, &budget, words)
            }
            Recipe::Told(nodes) => {
                let budget = Budget::of_nodes(*nodes);
                self.think(&table.all[seat as usize], Level::STRONGEST, &budget, words)
            }
            Recipe::Naive(nodes) => {
                let believed = table.game.as_believed_by(seat);
                let position = believed.seat_view(seat).as_view().position.clone();
                let setup = Setup::with_view(told.variant(), "", &position, seat);
                let setup = setup.expect("a text of the game can be read");
                let told = SeatHistory::seeing_all(&setup, seat);
                let budget = Budget::of_nodes(*nodes);
                self.think(&told, Level::STRONGEST, &budget, words)
            }
            Recipe::Greedy => greedy(&table.game, seat, words),
            Recipe::Plies(depth) => {
                let budget = Budget {
                    depth: *depth,
                    ..Budget::of_nodes(u64::MAX)
                };
                self.think(told, Level::STRONGEST, &budget, words)
            }
            Recipe::Uci(..) => match &mut self.program {
                Some(program) => program.decide(table),
                None => greedy(&table.game, seat, words),
            },
        }
    }

    fn think(
        &mut self,
        told: &SeatHistory,
        level: Level,
        budget: &Budget<'_>,
        words: &mut dyn FnMut() -> u64,
    ) -> Action {
        let thought = self.engine.think(told, level, budget, words);
        thought.expect("the seat has to decide").action
    }
}

/// Takes the most that it can take without losing more at once, else plays at random.
fn greedy(game: &Game, seat: Color, words: &mut dyn FnMut() -> u64) -> Action {
    let believed = game.as_believed_by(seat);
    let mut actions = Actions::new();
    believed.actions(&mut actions);
    let n_own = |game: &Game| count(game, seat);
    let mut best = (i32::MIN, actions[0]);
    for &action in &actions {
        let mut next = believed.clone();
        if next.act(action).is_err() {
            continue;
        }
        let gained = count(&believed, !seat) - count(&next, !seat);
        let mut replies = Actions::new();
        next.actions(&mut replies);
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

/// What the pieces of a side are worth, in pawns.
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
    _child: Child,
    input: ChildStdin,
    output: BufReader<ChildStdout>,
    go: String,
}

impl Program {
    fn start(path: &str, go: &str, setup: &Setup) -> Program {
        assert!(fs::metadata(path).is_ok(), "{path} is not there");
        let mut child = Command::new(path)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("the program can be started");
        let input = child.stdin.take().expect("it has an input");
        let output = BufReader::new(child.stdout.take().expect("it has an output"));
        let mut program = Program {
            _child: child,
            input,
            output,
            go: go.into(),
        };
        program.say(&format!(
            "uci\nsetoption name UCI_Variant value {}\nisready",
            setup.variant()
        ));
        program.wait_for("readyok");
        program
    }

    fn say(&mut self, line: &str) {
        writeln!(self.input, "{line}").expect("the program listens");
    }

    fn wait_for(&mut self, word: &str) -> String {
        let mut line = String::new();
        while !line.starts_with(word) {
            line.clear();
            let n = self
                .output
                .read_line(&mut line)
                .expect("the program speaks");
            assert!(n > 0, "the program has ended");
        }
        line
    }

    fn decide(&mut self, table: &Table) -> Action {
        let moves: Vec<String> = table.line.iter().map(|action| in_uci(*action)).collect();
        self.say(&format!(
            "position startpos moves {}\ngo {}",
            moves.join(" "),
            self.go
        ));
        let line = self.wait_for("bestmove");
        let text = line
            .split_whitespace()
            .nth(1)
            .unwrap_or_default()
            .to_string();
        let mut actions = Actions::new();
        table.game.actions(&mut actions);
        let found = actions.into_iter().find(|action| in_uci(*action) == text);
        found.unwrap_or_else(|| panic!("{text} is no legal move in {}", table.setup))
    }
}

/// A move as other programs write it: `e7e8q`.
fn in_uci(action: Action) -> String {
    action.to_string().replace('=', "").to_ascii_lowercase()
}
