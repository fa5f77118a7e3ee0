//! The names of rolls, which decide their outcomes.

use std::fmt;

use rules::{Action, GameInput};

/// The name of a roll, which is unique in its match.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum RollName {
    /// The lot for the sides.
    Sides,
    /// A roll of the game: the number of inputs before it, and the last decision among them.
    After(usize, Option<Action>),
}

impl RollName {
    /// Returns the name of the next roll of a game after `line`, which has no inputs that were taken back.
    pub fn after(line: &[GameInput]) -> RollName {
        let decided = line.iter().rev().find_map(|input| match input {
            GameInput::Action(action) => Some(*action),
            _ => None,
        });
        RollName::After(line.len(), decided)
    }
}

impl fmt::Display for RollName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            RollName::Sides => f.write_str("0"),
            RollName::After(n_inputs, Some(action)) => write!(f, "{n_inputs}/{action}"),
            RollName::After(n_inputs, None) => write!(f, "{n_inputs}/-"),
        }
    }
}
