//! What rolls are called, which decides what they bring.

use std::{fmt, str::FromStr};

use rules::{Action, GameInput};

/// How the rolls of a game are named.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Construction {
    /// By their number, as they are made.
    #[default]
    First,
    /// By the ply at which they are made and the decision that they follow from.
    Second,
}

impl Construction {
    /// That of new matches.
    pub const LATEST: Construction = Construction::Second;

    /// The name of the next roll of a game, before which so many rolls were made, the lot for the sides included; `line` led
    /// to it, without what was taken back.
    pub fn name(self, n: u32, line: &[GameInput]) -> RollName {
        let decided = line.iter().rev().find_map(|input| match input {
            GameInput::Action(action) => Some(*action),
            _ => None,
        });
        RollName(match self {
            Construction::First => Name::Number(n),
            Construction::Second => Name::After(line.len(), decided),
        })
    }
}

impl fmt::Display for Construction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Construction::First => "1",
            Construction::Second => "2",
        })
    }
}

/// The text names no construction that is known here.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("it is no construction of dice that is known here")]
pub struct ParseConstructionError;

impl FromStr for Construction {
    type Err = ParseConstructionError;

    fn from_str(text: &str) -> Result<Construction, ParseConstructionError> {
        match text {
            "1" => Ok(Construction::First),
            "2" => Ok(Construction::Second),
            _ => Err(ParseConstructionError),
        }
    }
}

/// What tells a roll of a match from all others.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct RollName(Name);

#[derive(Clone, Copy, PartialEq, Eq)]
enum Name {
    Number(u32),
    /// So many inputs led to it, and this was the last decision among them.
    After(usize, Option<Action>),
}

impl RollName {
    /// The lot for the sides.
    pub const SIDES: RollName = RollName::number(0);

    /// Roll `n` of the first construction.
    pub const fn number(n: u32) -> RollName {
        RollName(Name::Number(n))
    }
}

impl fmt::Display for RollName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            Name::Number(n) => write!(f, "{n}"),
            Name::After(ply, Some(action)) => write!(f, "{ply}/{action}"),
            Name::After(ply, None) => write!(f, "{ply}/-"),
        }
    }
}
