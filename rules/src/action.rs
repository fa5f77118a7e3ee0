//! The actions of a seat and their text form.

use alloc::vec::Vec;
use core::{fmt, str::FromStr};

use crate::{Role, Square};

/// An action of a seat: one of the two inputs that move a game on.
///
/// It may be secret, so `Debug` prints none of its contents.
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
    /// A piece moves from one square to another: `e2e4`, `e7e8=Q`. Castling is the king's move, `e1g1`.
    Move {
        /// The origin square.
        from: Square,
        /// The target square.
        to: Square,
        /// The role that a pawn promotes to on its last rank.
        promotion: Option<Role>,
    },
    /// A piece is dropped onto the board: `N@d4`.
    Drop {
        /// The role of the dropped piece.
        role: Role,
        /// The target square.
        to: Square,
    },
    /// A queen moves unseen by the other side: `d1~d5`.
    Stealth {
        /// The origin square.
        from: Square,
        /// The target square.
        to: Square,
    },
    /// A king stays on its square and captures from a distance: `e1*e5`.
    Shell {
        /// The square of the king.
        from: Square,
        /// The square that it shoots at.
        to: Square,
    },
    /// Two pieces swap squares: `a1<>b2`. [`Action::swap`] sorts the squares.
    Swap {
        /// The square that comes first by file, then by rank.
        a: Square,
        /// The other square.
        b: Square,
    },
    /// An undefined piece becomes a defined one and moves at once: `N@d1e3`.
    Define {
        /// The role that it becomes.
        role: Role,
        /// The origin square.
        from: Square,
        /// The target square.
        to: Square,
    },
    /// The owner names the role of a captured undefined piece: `-N`.
    Lose {
        /// The role of the lost piece.
        role: Role,
    },
}

impl Action {
    /// Returns the swap of two pieces, given in any order.
    pub fn swap(one: Square, other: Square) -> Action {
        let (a, b) = if by_name(one) <= by_name(other) {
            (one, other)
        } else {
            (other, one)
        };
        Action::Swap { a, b }
    }

    /// Returns the square of the piece that it moves, or that shoots.
    pub const fn origin(self) -> Option<Square> {
        match self {
            Action::Move { from, .. }
            | Action::Define { from, .. }
            | Action::Stealth { from, .. }
            | Action::Shell { from, .. } => Some(from),
            Action::Drop { .. } | Action::Swap { .. } | Action::Lose { .. } => None,
        }
    }

    /// Returns the square that a piece goes to, or that a shell hits.
    pub const fn target(self) -> Option<Square> {
        match self {
            Action::Move { to, .. }
            | Action::Define { to, .. }
            | Action::Stealth { to, .. }
            | Action::Shell { to, .. }
            | Action::Drop { to, .. } => Some(to),
            Action::Swap { .. } | Action::Lose { .. } => None,
        }
    }
}

/// Returns the sort key of a square by its name: a1, a2, ... b1.
fn by_name(square: Square) -> (u8, u8) {
    (square.file(), square.rank())
}

impl Action {
    /// Returns the origin, the target and the promotion of a plain move.
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

    /// Tells whether a pawn promotes.
    pub const fn promotes(self) -> bool {
        matches!(
            self,
            Action::Move {
                promotion: Some(_),
                ..
            }
        )
    }
}

impl fmt::Debug for Action {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Action")
    }
}

impl fmt::Display for Action {
    /// Writes the coordinates that [`FromStr`] reads.
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

/// The error for a text that is not an action in coordinates.
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

/// Reads an action that has a sign between its parts.
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

/// The reason why a typed text is no action in this game.
#[derive(Clone, PartialEq, Eq)]
pub enum ReadActionError {
    /// The text has not the form of an action of this variant.
    Malformed,
    /// The text is short notation, and no piece can make such a move.
    NoSuchMove,
    /// The text fits several legal actions.
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

/// The error for an action that is not legal here.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct IllegalAction;

impl fmt::Display for IllegalAction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the action is illegal here")
    }
}

impl core::error::Error for IllegalAction {}

#[cfg(test)]
mod tests;
