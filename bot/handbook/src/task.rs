//! Tasks: positions in which the reader finds a move.

use rules::{Action, Color, Game, MoveList, Next, Outcome, Setup, Variant};
use serde::Deserialize;

use super::{diagram::setup, moves::taken};

/// A position in which the reader finds a move. One or several moves solve it, by the rules.
///
/// The source is TOML in a fenced block:
///
/// ```toml
/// level = 1                  # 1 is easy, 3 is hard
/// question = "Take two pieces at once."
/// position = "…"
/// options = ""               # the options of the variant
/// goal = "capture 2"         # or: mate, check, win, capture QUEEN's square such as e5
/// solution = "c2c4"          # one of the solutions
/// ```
#[derive(Clone)]
pub struct Task {
    /// The difficulty, from 1 to 3.
    pub level: u8,
    /// The question.
    pub question: String,
    /// The position.
    pub setup: Setup,
    /// The goal of the move.
    pub goal: Goal,
    /// A move that solves the task.
    pub solution: Action,
}

/// The goal of a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Goal {
    /// The move captures at least this number of pieces.
    Capture(usize),
    /// The move gives check.
    Check,
    /// The move wins the game.
    Win,
}

/// The reason why a move does not solve a task.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Miss {
    /// The move captures only this number of pieces.
    Captures(usize),
    /// The move gives no check.
    NoCheck,
    /// The game is not over: this side has this reply, in short notation.
    Reply(Color, String),
    /// The move does not win, and the other side has no reply.
    NoWin,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RawTask {
    level: u8,
    question: String,
    position: String,
    #[serde(default)]
    options: String,
    goal: String,
    solution: String,
}

impl Task {
    /// Parses a `task` block.
    pub(super) fn read(variant: Variant, text: &str) -> Result<Task, String> {
        let block: RawTask = toml::from_str(text).map_err(|error| error.to_string())?;
        let goal = match block.goal.split_once(' ') {
            Some(("capture", n)) => n.parse().ok().map(Goal::Capture),
            None if block.goal == "check" => Some(Goal::Check),
            None if block.goal == "win" => Some(Goal::Win),
            _ => None,
        };
        if !(1..=3).contains(&block.level) {
            return Err("a level is 1, 2 or 3".into());
        }
        Ok(Task {
            level: block.level,
            question: block.question,
            setup: setup(variant, &block.options, Some(&block.position))?,
            goal: goal.ok_or_else(|| format!("{} is no goal", block.goal))?,
            solution: block
                .solution
                .parse()
                .map_err(|_| format!("{} is no move", block.solution))?,
        })
    }

    /// Returns the game of the position.
    pub fn game(&self) -> Game {
        Game::new(&self.setup)
    }

    /// Returns the legal moves of the position.
    pub fn moves(&self) -> MoveList {
        self.game().legal_list()
    }

    /// Tells whether a move solves the task. Returns `None` for an illegal move. Every chance outcome has to reach the
    /// goal.
    pub fn is_solved_by(&self, action: Action) -> Option<bool> {
        let game = self.game();
        let Next::Decision(color) = game.next() else {
            return None;
        };
        if game.why_not(action).is_some() {
            return None;
        }
        let continuations = game.continuations(action, Task::MOST_WAYS)?;
        let mut games = continuations.iter().map(|continuation| &continuation.game);
        Some(games.all(|game| self.is_reached(game, color)))
    }

    /// Returns the reason why a legal move does not solve the task, from one of the chance outcomes that miss the goal.
    /// Returns `None` for a solution.
    pub fn miss(&self, action: Action) -> Option<Miss> {
        let game = self.game();
        let Next::Decision(color) = game.next() else {
            return None;
        };
        let continuations = game.continuations(action, Task::MOST_WAYS)?;
        let mut games = continuations
            .into_iter()
            .map(|continuation| continuation.game);
        let after = games.find(|after| !self.is_reached(after, color))?;
        Some(match self.goal {
            Goal::Capture(_) => Miss::Captures(taken(&after).len()),
            Goal::Check => Miss::NoCheck,
            Goal::Win => reply(&after, !color),
        })
    }

    /// The maximum number of chance outcomes of a move.
    const MOST_WAYS: usize = 100;

    fn is_reached(&self, game: &Game, color: Color) -> bool {
        match self.goal {
            Goal::Capture(n) => taken(game).len() >= n,
            Goal::Check => !game.public_view().as_view().marks.check.is_empty(),
            Goal::Win => {
                matches!(game.next(), Next::Over(Outcome::Won { winner, .. }) if winner == color)
            }
        }
    }
}

/// Finds a reply of this side in a game that the other side has not won.
fn reply(game: &Game, side: Color) -> Miss {
    let is_to_reply = game.next() == Next::Decision(side);
    match game.legal_list().first().filter(|_| is_to_reply) {
        Some(reply) => Miss::Reply(side, game.caption(*reply)),
        None => Miss::NoWin,
    }
}
