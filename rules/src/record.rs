//! A game as the list of its inputs.

use alloc::{string::String, vec::Vec};
use core::{fmt, str::FromStr};

use crate::{Action, ChanceOutcome, Conclusion, Game, Setup};

/// One input of a game.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Input {
    /// A decision of a seat: `e2e4`.
    Action(Action),
    /// What chance brought: `start:17`.
    Outcome(ChanceOutcome),
    /// What ended the game from outside the board: `resign:white`, `draw:agreed`.
    Conclusion(Conclusion),
}

/// A game as setup and inputs, in order; replaying it gives the same game.
///
/// The text is a version line, headers, a blank line, and the inputs, separated by white space:
///
/// ```text
/// oddboard record 1
/// setup: berolina
/// white: Ann
/// black: Bob
///
/// e2g4 d7f5
/// resign:white
/// ```
///
/// Headers other than `setup` are free, in the order given; their values are one line each.
#[derive(Clone, PartialEq, Eq)]
pub struct Record {
    /// What was agreed.
    pub setup: Setup,
    /// Free headers: name and value.
    pub headers: Vec<(String, String)>,
    /// What happened.
    pub inputs: Vec<Input>,
}

impl Record {
    /// A record without headers and inputs.
    pub fn new(setup: Setup) -> Record {
        Record {
            setup,
            headers: Vec::new(),
            inputs: Vec::new(),
        }
    }

    /// Plays all inputs.
    ///
    /// # Errors
    ///
    /// An input is impossible where it stands.
    pub fn replay(&self) -> Result<Game, ReplayError> {
        self.replay_to(self.inputs.len())
    }

    /// Plays the first `ply` inputs.
    ///
    /// # Errors
    ///
    /// An input is impossible where it stands.
    pub fn replay_to(&self, ply: usize) -> Result<Game, ReplayError> {
        let mut game = Game::new(&self.setup);
        for (at, &input) in self.inputs.iter().take(ply).enumerate() {
            let is_possible = match input {
                Input::Action(action) => game.act(action).is_ok(),
                Input::Outcome(outcome) => game.roll(outcome).is_ok(),
                Input::Conclusion(conclusion) => game.conclude(conclusion).is_ok(),
            };
            if !is_possible {
                return Err(ReplayError { at });
            }
        }
        Ok(game)
    }
}

/// An input of a record is impossible where it stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ReplayError {
    /// Which input, counted from 0.
    pub at: usize,
}

impl fmt::Display for ReplayError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "input {} of the record is impossible where it stands", self.at + 1)
    }
}

impl core::error::Error for ReplayError {}

/// A text is no record.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ParseRecordError {
    /// The line, counted from 1.
    pub line: usize,
    /// What is wrong with it: a clause without a final dot.
    pub reason: String,
}

impl fmt::Display for ParseRecordError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}: {}", self.line, self.reason)
    }
}

impl core::error::Error for ParseRecordError {}

impl fmt::Display for Record {
    fn fmt(&self, _f: &mut fmt::Formatter<'_>) -> fmt::Result {
        todo!()
    }
}

impl FromStr for Record {
    type Err = ParseRecordError;

    fn from_str(_text: &str) -> Result<Record, ParseRecordError> {
        todo!()
    }
}
