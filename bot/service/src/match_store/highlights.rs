//! What is pointed out on a board.

use std::{fmt, str::FromStr};

use rules::{ParseSquareError, Square};

/// What is pointed out on a board to who is to choose, or has chosen what is illegal.
#[derive(Clone, Default, PartialEq, Eq)]
pub struct Highlights {
    /// The piece that is chosen.
    pub chosen: Option<Square>,
    /// Where it may go, or what else may be chosen.
    pub targets: Vec<Square>,
    /// What forbids a move.
    pub causes: Vec<Square>,
}

impl fmt::Display for Highlights {
    /// The piece that is chosen or `-`, then where it may go, and with a `!` what forbids a move: `e2 e3 e4`, `- !a2`.
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
