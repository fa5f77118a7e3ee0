//! What people write for a move.
//!
//! Captions are the short notation of chess, fitted to these pawns:
//!
//! - a piece has its letter, then as much of where it came from as is needed, `x` for a capture, and where it goes:
//!   `Nf3`, `Nbd2`, `R1xa3`, `Qh4xe1`;
//! - a pawn's diagonal step is its target: `e3`, or `fe3` when the f-pawn is not the only one that can go there;
//! - a pawn's capture straight ahead names its file as in chess: `exe5`, en passant too: `fxf3`;
//! - `=Q` for a promotion, `O-O` and `O-O-O` for castling, `+` for check, `#` for mate.
//!
//! What is read is wider: coordinates (`e2e4`, `E2-E4`, `e7e8q`) and short notation in any case, blanks anywhere, with or
//! without `x`, `=`, `+`, `#`, `!` and `?`. A capital B is a bishop if one can go there, else the b-file; a small b may be
//! either, and is ambiguous when both can. Coordinates in letters of one case are coordinates and nothing else, but
//! `B2c3` may also be a bishop of the second rank. A caption is the shortest form that is read back as its move, which is
//! why `b4xb5` can be one beside a bishop.

use alloc::{
    borrow::ToOwned,
    format,
    string::{String, ToString},
    vec,
    vec::Vec,
};

use super::position::Position;
use crate::{
    Action, Position as _, ReadActionError, Role, Square,
    castling::{Castling, Wing},
    notation::{Origin, is_capital, meant, split_promotion},
};

/// The longest text worth reading, in bytes.
const MAX_LEN: usize = 32;

/// Reads what a person typed.
pub(super) fn read(
    position: &Position,
    legal: &[Action],
    text: &str,
) -> Result<Action, ReadActionError> {
    if text.len() > MAX_LEN {
        return Err(ReadActionError::Malformed);
    }
    let text: String = text
        .chars()
        .filter(|symbol| !symbol.is_whitespace())
        .collect();
    let text = text.trim_end_matches(['+', '#', '!', '?']);
    if let Some(wing) = Wing::read(text) {
        return castling_action(position, wing).ok_or(ReadActionError::NoSuchMove);
    }
    let words = Words::split(text).ok_or(ReadActionError::Malformed)?;
    words.resolve(position, legal)
}

/// A legal move in short notation; coordinates if it is not legal.
pub(super) fn caption(position: &Position, action: Action) -> String {
    let legal = position.legal_list();
    if !legal.contains(&action) {
        return action.to_string();
    }
    let is_read_back = |form: &String| read(position, &legal, form) == Ok(action);
    let form = forms(position, action).into_iter().find(is_read_back);
    form.unwrap_or_else(|| action.to_string()) + check_sign(&position.play(action))
}

fn check_sign(next: &Position) -> &'static str {
    if next.checkers().is_empty() {
        ""
    } else if next.has_legal_action() {
        "+"
    } else {
        "#"
    }
}

/// The ways to write a move, shortest first.
fn forms(position: &Position, action: Action) -> Vec<String> {
    let Some((from, to, promotion)) = action.as_move() else {
        return Vec::new();
    };
    let role = position
        .board
        .get(from)
        .map_or(Role::Pawn, |piece| piece.role);
    if let Some(castling) = castling_of(position, action) {
        return vec![castling.wing.caption().to_owned()];
    }
    let file = from.to_string()[..1].to_owned();
    let rank = from.to_string()[1..].to_owned();
    let is_capture = position.captured_by(action).is_some();
    let origins = match role {
        Role::Pawn if is_capture => vec![file, from.to_string()],
        Role::Pawn => vec![String::new(), file, from.to_string()],
        _ => vec![String::new(), file, rank, from.to_string()],
    };
    let letter = if role == Role::Pawn {
        String::new()
    } else {
        role.letter().to_string()
    };
    let cross = if is_capture { "x" } else { "" };
    let becomes = promotion.map_or(String::new(), |into| format!("={}", into.letter()));
    let write = |origin| format!("{letter}{origin}{cross}{to}{becomes}");
    origins.into_iter().map(write).collect()
}

/// The castling that a king's move is.
pub(super) fn castling_of(position: &Position, action: Action) -> Option<Castling> {
    let (from, to, _) = action.as_move()?;
    let is_king = position.king(position.turn) == from;
    Castling::of_king_move(position.turn, from, to).filter(|_| is_king)
}

/// The king's move, legal or not, if the king is where kings castle from.
fn castling_action(position: &Position, wing: Wing) -> Option<Action> {
    let Castling { king, king_to, .. } = Castling::new(position.turn, wing);
    let action = Action::Move {
        from: king,
        to: king_to,
        promotion: None,
    };
    (position.king(position.turn) == king).then_some(action)
}

/// The parts of a text: what moves, where to, and what it becomes.
struct Words<'a> {
    /// A letter, a square, parts of them, or nothing.
    head: &'a str,
    is_capture: bool,
    to: Square,
    /// Whether head and target begin with letters of one case.
    is_in_one_case: bool,
    promotion: Option<Role>,
}

impl<'a> Words<'a> {
    fn split(text: &'a str) -> Option<Words<'a>> {
        let (text, promotion) = split_promotion(text)?;
        let (head, to) = text.split_at_checked(text.len().checked_sub(2)?)?;
        let bare = head.strip_suffix(['x', 'X', ':']);
        let is_capture = bare.is_some();
        let head = bare.or_else(|| head.strip_suffix('-')).unwrap_or(head);
        Some(Words {
            head,
            is_capture,
            to: to.parse().ok()?,
            is_in_one_case: is_capital(head) == is_capital(to),
            promotion,
        })
    }

    fn resolve(&self, position: &Position, legal: &[Action]) -> Result<Action, ReadActionError> {
        let coordinates = self.coordinates();
        if let Some(action) = coordinates.filter(|_| self.is_in_one_case) {
            return Ok(action);
        }
        let by_letter = self.by_letter(position, legal);
        let by_square = self.by_square(position, legal);
        if by_letter.is_none() && by_square.is_none() && coordinates.is_none() {
            return Err(ReadActionError::Malformed);
        }
        let mut found = by_letter.unwrap_or_default();
        // A capital B is a bishop if it can be.
        if found.is_empty() || !is_capital(self.head) {
            found.extend(by_square.unwrap_or_default());
        }
        meant(found, coordinates, legal)
    }

    /// From square to square, which need not be legal.
    fn coordinates(&self) -> Option<Action> {
        Some(Action::Move {
            from: self.head.parse().ok()?,
            to: self.to,
            promotion: self.promotion,
        })
    }

    /// The legal moves that fit if the text begins with the letter of a piece; `None` if it does not.
    fn by_letter(&self, position: &Position, legal: &[Action]) -> Option<Vec<Action>> {
        let letter = self.head.chars().next()?;
        let role = Role::from_letter(letter)?;
        let origin = Origin::read(&self.head[1..])?;
        Some(self.fitting(position, legal, role, origin))
    }

    /// The legal pawn moves that fit if the text begins with a file or with the target; `None` if it does not.
    fn by_square(&self, position: &Position, legal: &[Action]) -> Option<Vec<Action>> {
        let origin = Origin::read(self.head).filter(|origin| origin.rank.is_none())?;
        Some(self.fitting(position, legal, Role::Pawn, origin))
    }

    fn fitting(
        &self,
        position: &Position,
        legal: &[Action],
        role: Role,
        origin: Origin,
    ) -> Vec<Action> {
        let fits = |&&action: &&Action| {
            let Some((from, to, promotion)) = action.as_move() else {
                return false;
            };
            to == self.to
                && origin.fits(from)
                && position.board.role(role).contains(from)
                && (self.promotion.is_none() || self.promotion == promotion)
                && (!self.is_capture || position.captured_by(action).is_some())
        };
        legal.iter().filter(fits).copied().collect()
    }
}

#[cfg(test)]
mod tests;
