//! Tasks: a position in which to find something.

use rules::{Action, Color, Fact, Game, Next, Outcome, Setup, Variant};
use serde::Deserialize;

use super::diagram::setup;

/// A position in which to find a move. There is one that does it, or more; the rules tell which.
///
/// It is written as TOML in a fenced block:
///
/// ```toml
/// level = 1                  # 1 is easy, 3 is hard
/// question = "Take two pieces at once."
/// position = "…"
/// options = ""               # what is chosen about the variant
/// goal = "capture 2"         # or: mate, check, win, capture QUEEN's square such as e5
/// solution = "c2c4"          # one of those that do it
/// ```
#[derive(Clone)]
pub struct Task {
    /// How hard it is, from 1 to 3.
    pub level: u8,
    /// What is to be found.
    pub question: String,
    /// Where.
    pub setup: Setup,
    /// What is to come of the move.
    pub goal: Goal,
    /// A move that does it.
    pub solution: Action,
}

/// What is to come of a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Goal {
    /// So many pieces are captured.
    Capture(usize),
    /// The other side is in check.
    Check,
    /// The game is won.
    Win,
}

/// Why a move does not do it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Miss {
    /// It captures only so many pieces.
    Captures(usize),
    /// It gives no check.
    NoCheck,
    /// The game goes on: this side can reply so, in short notation.
    Reply(Color, String),
    /// The game is not won, and the other side has no reply.
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
    /// Reads a block.
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

    /// The game in which to find the move.
    pub fn game(&self) -> Game {
        Game::new(&self.setup)
    }

    /// The moves that can be tried.
    pub fn moves(&self) -> Vec<Action> {
        let mut moves = Vec::new();
        self.game().actions(&mut moves);
        moves
    }

    /// Whether a move does it; nothing if it cannot be played. What is left to chance must go well in every case.
    pub fn is_solved_by(&self, action: Action) -> Option<bool> {
        let game = self.game();
        let Next::Decision(color) = game.next() else {
            return None;
        };
        if game.why_not(action).is_some() {
            return None;
        }
        let continuations = game.continuations(action, Task::MOST_WAYS)?;
        Some(
            continuations
                .iter()
                .all(|continuation| self.is_reached(&continuation.game, color)),
        )
    }

    /// Why a move that can be played does not do it, in one of the cases in which it does not; nothing if it does.
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
            Goal::Capture(_) => Miss::Captures(n_captured(&after)),
            Goal::Check => Miss::NoCheck,
            Goal::Win => reply(&after, !color),
        })
    }

    /// The most ways in which a move may turn out.
    const MOST_WAYS: usize = 100;

    fn is_reached(&self, game: &Game, color: Color) -> bool {
        let view = game.public_view();
        let view = view.as_view();
        match self.goal {
            Goal::Capture(n) => n_captured(game) >= n,
            Goal::Check => !view.marks.check.is_empty(),
            Goal::Win => {
                matches!(game.next(), Next::Over(Outcome::Won { winner, .. }) if winner == color)
            }
        }
    }
}

/// How many pieces the last turn captured.
fn n_captured(game: &Game) -> usize {
    let view = game.public_view();
    let facts = view.as_view().turn.iter().flat_map(|turn| &turn.facts);
    facts
        .filter(|fact| matches!(fact, Fact::Captured { .. }))
        .count()
}

/// What this side can do in a game that the other side has not won.
fn reply(game: &Game, side: Color) -> Miss {
    let mut replies = Vec::new();
    if game.next() == Next::Decision(side) {
        game.actions(&mut replies);
    }
    match replies.first() {
        Some(reply) => Miss::Reply(side, game.caption(*reply)),
        None => Miss::NoWin,
    }
}
