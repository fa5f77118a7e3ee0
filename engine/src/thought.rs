//! What an engine answers.

use core::fmt;

use rules::{Action, ChanceOutcome, Fraction, Outcome};

use crate::purpose::Purpose;

/// What an engine has found.
///
/// It may hold a secret, so `Debug` shows nothing of it.
#[derive(Clone, PartialEq)]
pub struct Thought {
    /// What to play.
    pub action: Action,
    /// What that is worth.
    pub score: Score,
    /// What is expected to come, the action first.
    pub line: Vec<Step>,
    /// What the action is for.
    pub purpose: Purpose,
    /// How many plies ahead it has looked; 0 if it had to answer at once.
    pub depth: u32,
    /// How many positions it has looked at.
    pub nodes: u64,
}

impl fmt::Debug for Thought {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Thought(depth {}, {} nodes)", self.depth, self.nodes)
    }
}

/// What a decision is worth for who makes it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Score {
    /// The expected result: 1 for a win, 0 for a loss, 1/2 for a draw.
    pub expected: f64,
    /// The same in hundredths of a pawn.
    pub centipawns: i32,
    /// How many plies a sure win takes at most; negative for a sure loss, and none if neither is known.
    pub sure_in: Option<i32>,
}

/// One step of what is expected.
#[derive(Clone, Copy, PartialEq)]
pub enum Step {
    /// A decision.
    Action(Action),
    /// What chance brings, and how likely it is to bring that.
    Outcome(ChanceOutcome, Fraction),
}

impl fmt::Debug for Step {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Step")
    }
}

/// Why there is nothing to think about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unable {
    /// The game is over.
    Over(Outcome),
    /// It is not for this seat to decide.
    NotToDecide,
    /// No truth was found that explains all that the seat was told.
    NoTruth,
    /// The engine does not play these rules.
    UnknownVariant,
}

impl fmt::Display for Unable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Unable::Over(outcome) => write!(f, "the game is over: {outcome}"),
            Unable::NotToDecide => f.write_str("it is not for this side to decide"),
            Unable::NoTruth => f.write_str("no position explains all that this side was told"),
            Unable::UnknownVariant => f.write_str("the engine does not play these rules"),
        }
    }
}

impl core::error::Error for Unable {}
