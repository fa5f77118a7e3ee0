//! The result of a search.

use core::fmt;

use rules::{Action, BeliefChange, ChanceOutcome, Fraction, Outcome, Placed};

/// The result of a search.
///
/// It can hold a secret, so `Debug` does not print it.
#[derive(Clone, PartialEq)]
pub struct Thought {
    /// The action to play.
    pub action: Action,
    /// The score of the action.
    pub score: Score,
    /// The expected line, the action first.
    pub line: Vec<Step>,
    /// The purpose of the action.
    pub purpose: Purpose,
    /// The completed depth in plies; 0 if the engine had to answer at once.
    pub depth: u32,
    /// The number of nodes.
    pub nodes: u64,
    /// The fate of the engine's guesses about hidden things since its last thought.
    pub belief: BeliefChange,
}

impl fmt::Debug for Thought {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Thought(depth {}, {} nodes)", self.depth, self.nodes)
    }
}

/// The score of a decision for the deciding side.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Score {
    /// The expected result: 1 for a win, 0 for a loss, 1/2 for a draw.
    pub expected: f64,
    /// The same value in hundredths of a pawn.
    pub centipawns: i32,
    /// The maximum number of plies of a sure win; negative for a sure loss, `None` without either.
    pub sure_in: Option<i32>,
}

/// One step of the expected line.
#[derive(Clone, Copy, PartialEq)]
pub enum Step {
    /// A decision.
    Action(Action),
    /// A chance outcome, with its probability.
    Outcome(ChanceOutcome, Fraction),
}

impl fmt::Debug for Step {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Step")
    }
}

/// The main reason for a decision, for people: the first of these that is true.
///
/// It can hold a secret, so `Debug` does not print it.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Purpose {
    /// It is the only legal action.
    Only,
    /// It wins for sure, in this number of turns of the deciding side.
    Wins(u32),
    /// Every action loses, and this one delays the loss longest: the number of turns of the other side.
    Delays(u32),
    /// It captures this piece, and the loss in return is smaller.
    Captures(Placed),
    /// It saves this piece from a loss.
    Saves(Placed),
    /// It attacks this piece, and wins it unless the other side reacts.
    Attacks(Placed),
    /// It improves the position; there is no gain or loss soon.
    Improves,
}

impl fmt::Debug for Purpose {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Purpose")
    }
}

/// The reason why there is no result.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unable {
    /// The game is over.
    Over(Outcome),
    /// This seat is not to decide.
    NotToDecide,
    /// The engine found no position that is consistent with the history of the seat.
    NoTruth,
    /// The network of this variant cannot be read.
    NoNetwork,
}

impl fmt::Display for Unable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Unable::Over(outcome) => write!(f, "the game is over: {outcome}"),
            Unable::NotToDecide => f.write_str("it is not for this side to decide"),
            Unable::NoTruth => f.write_str("no position explains all that this side was told"),
            Unable::NoNetwork => f.write_str("the network of these rules cannot be read"),
        }
    }
}

impl core::error::Error for Unable {}
