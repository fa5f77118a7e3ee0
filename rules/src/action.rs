//! Decisions of a seat and their text.

use alloc::vec::Vec;
use core::{fmt, str::FromStr};

use crate::{Role, Square};

/// A decision of a seat: one of the two inputs of a game.
///
/// It may be a secret, so `Debug` shows nothing of it.
///
/// ```
/// use rules::{Action, Role};
///
/// let action: Action = "e7e8=Q".parse()?;
/// let Action::Move { from, to, promotion } = action else { panic!("it is a plain move") };
/// assert_eq!((from.to_string(), to.to_string(), promotion), ("e7".into(), "e8".into(), Some(Role::Queen)));
/// for text in ["e1g1", "N@d4", "d1~d5", "e1*e5", "a1<>b2", "N@d1e3", "-N"] {
///     assert_eq!(text.parse::<Action>()?.to_string(), text);
/// }
/// # Ok::<(), rules::ParseActionError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Action {
    /// A piece goes from a square to another: `e2e4`, `e7e8=Q`; castling is the king's move, `e1g1`.
    Move {
        /// Where from.
        from: Square,
        /// Where to.
        to: Square,
        /// What a pawn becomes on its last rank.
        promotion: Option<Role>,
    },
    /// A piece comes onto the board: `N@d4`.
    Drop {
        /// What it is.
        role: Role,
        /// Where it comes to.
        to: Square,
    },
    /// A queen goes where the other side does not see her: `d1~d5`.
    Stealth {
        /// Where from.
        from: Square,
        /// Where to.
        to: Square,
    },
    /// A king stays and captures from afar: `e1*e5`.
    Shell {
        /// Where the king stands.
        from: Square,
        /// What it shoots at.
        to: Square,
    },
    /// Two pieces change places: `a1<>b2`. [`Action::swap`] puts the squares in their order.
    Swap {
        /// The square that comes first by file, then by rank.
        a: Square,
        /// The other square.
        b: Square,
    },
    /// An undefined piece becomes something and goes at once: `N@d1e3`.
    Define {
        /// What it becomes.
        role: Role,
        /// Where from.
        from: Square,
        /// Where to.
        to: Square,
    },
    /// A captured undefined piece was this one: `-N`.
    Lose {
        /// What was lost.
        role: Role,
    },
}

impl Action {
    /// Two pieces change places, named in any order.
    pub fn swap(one: Square, other: Square) -> Action {
        let (a, b) = if by_name(one) <= by_name(other) {
            (one, other)
        } else {
            (other, one)
        };
        Action::Swap { a, b }
    }
}

/// Sorts squares as their names are: a1, a2, ... b1.
fn by_name(square: Square) -> (u8, u8) {
    (square.file(), square.rank())
}

impl Action {
    /// Where from, where to, and what a pawn becomes, if it is a plain move.
    pub(crate) const fn as_move(self) -> Option<(Square, Square, Option<Role>)> {
        match self {
            Action::Move {
                from,
                to,
                promotion,
            } => Some((from, to, promotion)),
            _ => None,
        }
    }
}

impl fmt::Debug for Action {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Action")
    }
}

impl fmt::Display for Action {
    /// Coordinates, as read by [`FromStr`].
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Action::Move {
                from,
                to,
                promotion: None,
            } => write!(f, "{from}{to}"),
            Action::Move {
                from,
                to,
                promotion: Some(role),
            } => write!(f, "{from}{to}={}", role.letter()),
            Action::Drop { role, to } => write!(f, "{}@{to}", role.letter()),
            Action::Stealth { from, to } => write!(f, "{from}~{to}"),
            Action::Shell { from, to } => write!(f, "{from}*{to}"),
            Action::Swap { a, b } => write!(f, "{a}<>{b}"),
            Action::Define { role, from, to } => write!(f, "{}@{from}{to}", role.letter()),
            Action::Lose { role } => write!(f, "-{}", role.letter()),
        }
    }
}

/// The text is not an action in coordinates.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ParseActionError;

impl fmt::Display for ParseActionError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(
            "a move is written from square, to square, such as e2e4, or e7e8=Q for a promotion",
        )
    }
}

impl core::error::Error for ParseActionError {}

impl FromStr for Action {
    type Err = ParseActionError;

    /// Reads exact coordinates (`e2e4`, `e7e8=Q`). [`crate::Game::read_action`] is the lenient reader for people.
    fn from_str(text: &str) -> Result<Action, ParseActionError> {
        if let Some(action) = read_special(text) {
            return Ok(action);
        }
        let square = |range| {
            text.get(range)
                .and_then(|part: &str| part.parse().ok())
                .ok_or(ParseActionError)
        };
        let promotion = match text.get(4..).ok_or(ParseActionError)?.as_bytes() {
            [] => None,
            [b'=', letter] => Some(Role::from_letter(char::from(*letter)).ok_or(ParseActionError)?),
            _ => return Err(ParseActionError),
        };
        Ok(Action::Move {
            from: square(0..2)?,
            to: square(2..4)?,
            promotion,
        })
    }
}

/// Reads what has a sign between its parts.
fn read_special(text: &str) -> Option<Action> {
    let squares = |sign| {
        let (one, other) = text.split_once(sign)?;
        Some((one.parse::<Square>().ok()?, other.parse::<Square>().ok()?))
    };
    if let Some((letter, squares)) = text.split_once('@') {
        let role = read_role(letter)?;
        return Some(match squares.split_at_checked(2)? {
            (to, "") => Action::Drop {
                role,
                to: to.parse().ok()?,
            },
            (from, to) => Action::Define {
                role,
                from: from.parse().ok()?,
                to: to.parse().ok()?,
            },
        });
    }
    if let Some(letter) = text.strip_prefix('-') {
        return read_role(letter).map(|role| Action::Lose { role });
    }
    if let Some((from, to)) = squares("~") {
        return Some(Action::Stealth { from, to });
    }
    if let Some((from, to)) = squares("*") {
        return Some(Action::Shell { from, to });
    }
    let (a, b) = squares("<>")?;
    (by_name(a) < by_name(b)).then_some(Action::Swap { a, b })
}

fn read_role(text: &str) -> Option<Role> {
    let mut letters = text.chars();
    let role = Role::from_letter(letters.next()?)?;
    letters.next().is_none().then_some(role)
}

/// A buffer of actions that the caller keeps and [`crate::Game::actions`] fills.
pub type Actions = Vec<Action>;

/// Why a text that a person typed is no decision in this game.
#[derive(Clone, PartialEq, Eq)]
pub enum ReadActionError {
    /// It is not written as an action of this variant.
    Malformed,
    /// It is written in short notation and no piece can do that.
    NoSuchMove,
    /// Several legal actions are written so.
    Ambiguous(Vec<Action>),
}

impl fmt::Debug for ReadActionError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            ReadActionError::Malformed => "Malformed",
            ReadActionError::NoSuchMove => "NoSuchMove",
            ReadActionError::Ambiguous(_) => "Ambiguous",
        })
    }
}

#[cfg(test)]
mod tests;
