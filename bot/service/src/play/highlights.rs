//! Highlighted squares of a board.

use std::{fmt, str::FromStr};

use rules::{ParseSquareError, Square};

/// The squares to highlight for the choice of a player, or for an illegal choice.
#[derive(Clone, Default, PartialEq, Eq)]
pub struct Highlights {
    /// The square of the chosen piece.
    pub chosen: Option<Square>,
    /// The squares to which it may go, or that may be chosen instead.
    pub targets: Vec<Square>,
    /// The squares that forbid a move.
    pub causes: Vec<Square>,
}

impl fmt::Display for Highlights {
    /// Writes the chosen square or `-`, then the targets, then the causes with a `!`: `e2 e3 e4`, `- !a2`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.chosen {
            Some(chosen) => write!(f, "{chosen}")?,
            None => f.write_str("-")?,
        }
        self.targets
            .iter()
            .try_for_each(|target| write!(f, " {target}"))?;
        self.causes
            .iter()
            .try_for_each(|cause| write!(f, " !{cause}"))
    }
}

impl FromStr for Highlights {
    type Err = ParseSquareError;

    fn from_str(text: &str) -> Result<Highlights, ParseSquareError> {
        let (chosen, rest) = text.split_once(' ').unwrap_or((text, ""));
        let mut highlights = Highlights {
            chosen: match chosen {
                "-" => None,
                chosen => Some(chosen.parse()?),
            },
            ..Highlights::default()
        };
        for word in rest.split_whitespace() {
            match word.strip_prefix('!') {
                Some(cause) => highlights.causes.push(cause.parse()?),
                None => highlights.targets.push(word.parse()?),
            }
        }
        Ok(highlights)
    }
}
