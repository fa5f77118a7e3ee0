//! What rolls are called, which decides what they bring.

use std::fmt;

use rules::{Action, GameInput};

/// What tells a roll of a match from all others.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum RollName {
    /// The lot for the sides.
    Sides,
    /// A roll of the game: so many inputs led to it, and this was the last decision among them.
    After(usize, Option<Action>),
}

impl RollName {
    /// The next roll of a game, to which `line` led, without what was taken back.
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
            RollName::After(ply, Some(action)) => write!(f, "{ply}/{action}"),
            RollName::After(ply, None) => write!(f, "{ply}/-"),
        }
    }
}
