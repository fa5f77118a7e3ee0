//! The inputs of a game and their text form.

use alloc::{string::ToString, vec::Vec};
use core::{fmt, str::FromStr};

use crate::{Action, ChanceOutcome, Color, Conclusion};

/// One input of a game.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum GameInput {
    /// An action of a seat: `e2e4`.
    Action(Action),
    /// A chance outcome: `start:17`.
    Outcome(ChanceOutcome),
    /// An end from outside the board: `resign:white`, `draw:agreed`, `draw:limit`.
    Conclusion(Conclusion),
    /// A takeback of this number of the last inputs that count: `takeback:3`. They no longer count.
    Takeback(u32),
}

impl GameInput {
    /// Adds the input to the inputs that led to a position; a takeback removes the last of these.
    pub fn enter(self, line: &mut Vec<GameInput>) {
        match self {
            GameInput::Takeback(n) => line.truncate(line.len().saturating_sub(n as usize)),
            _ => line.push(self),
        }
    }
}

impl fmt::Debug for GameInput {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("GameInput")
    }
}

impl fmt::Display for GameInput {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            GameInput::Action(action) => action.fmt(f),
            GameInput::Outcome(outcome) => outcome.fmt(f),
            GameInput::Conclusion(Conclusion::Resigned(Color::White)) => {
                f.write_str("resign:white")
            }
            GameInput::Conclusion(Conclusion::Resigned(Color::Black)) => {
                f.write_str("resign:black")
            }
            GameInput::Conclusion(Conclusion::DrawAgreed) => f.write_str("draw:agreed"),
            GameInput::Conclusion(Conclusion::TurnLimit) => f.write_str("draw:limit"),
            GameInput::Conclusion(Conclusion::OutOfTime(Color::White)) => f.write_str("time:white"),
            GameInput::Conclusion(Conclusion::OutOfTime(Color::Black)) => f.write_str("time:black"),
            GameInput::Conclusion(Conclusion::Aborted) => f.write_str("abort"),
            GameInput::Takeback(n) => write!(f, "takeback:{n}"),
        }
    }
}

/// The error for a text that is no input of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ParseInputError;

impl fmt::Display for ParseInputError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an input is a move such as e2g4 or e7d8=Q, start:17, resign:white, resign:black, draw:agreed, draw:limit, time:white, time:black, abort or takeback:2")
    }
}

impl core::error::Error for ParseInputError {}

impl FromStr for GameInput {
    type Err = ParseInputError;

    /// Reads exactly the text that `Display` writes; squares may be in upper case.
    fn from_str(text: &str) -> Result<GameInput, ParseInputError> {
        match text {
            "resign:white" => Ok(GameInput::Conclusion(Conclusion::Resigned(Color::White))),
            "resign:black" => Ok(GameInput::Conclusion(Conclusion::Resigned(Color::Black))),
            "draw:agreed" => Ok(GameInput::Conclusion(Conclusion::DrawAgreed)),
            "draw:limit" => Ok(GameInput::Conclusion(Conclusion::TurnLimit)),
            "time:white" => Ok(GameInput::Conclusion(Conclusion::OutOfTime(Color::White))),
            "time:black" => Ok(GameInput::Conclusion(Conclusion::OutOfTime(Color::Black))),
            "abort" => Ok(GameInput::Conclusion(Conclusion::Aborted)),
            _ => {
                let action = text.parse().map(GameInput::Action);
                let outcome = || text.parse().map(GameInput::Outcome).ok();
                let input = action.ok().or_else(outcome);
                input.or_else(|| read_takeback(text)).ok_or(ParseInputError)
            }
        }
    }
}

fn read_takeback(text: &str) -> Option<GameInput> {
    let input = GameInput::Takeback(text.strip_prefix("takeback:")?.parse().ok()?);
    (input.to_string() == text).then_some(input)
}
