//! What people write for an action.
//!
//! Captions are the short notation of chess: `Nf3`, `Nbd2`, `exd5`, `e8=Q`, `O-O`, with `+` for check and `#` for mate.
//! `K@g1` places the king, `-N` is the choice of the lost piece. A definition has its square, `N@d1e3` or `N@d1xe3`: what
//! stands on d1 becomes a knight and goes to e3.
//!
//! What is read is wider: coordinates (`e2e4`, `E2-E4`, `e7e8q`, `n@d1-e3`) and short notation in any case, blanks
//! anywhere, with or without `x`, `=`, `+`, `#`, `!` and `?`; `N` alone where a choice is owed. Short notation means a piece that is defined, if one can do
//! it; else a definition, so that `Nf3` and `Ng1f3` do where nothing else can be meant; else the king to be placed, `Kg1`.
//! A capital B is a bishop if one can go there, else the b-file; a small b may be either, and is ambiguous when both can.
//! Coordinates in letters of one case are coordinates and nothing else, but `B2c3` may also be a bishop of the second
//! rank. A caption is the shortest form that is read back as its action.

use alloc::{
    format,
    string::{String, ToString},
    vec,
    vec::Vec,
};

use super::position::Position;
use crate::{
    Position as _, Action, ReadActionError, Role, Square,
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
    if let (Some(_), [letter]) = (position.lost, text.as_bytes()) {
        let role = Role::from_letter(char::from(*letter));
        return role
            .map(|role| Action::Lose { role })
            .ok_or(ReadActionError::Malformed);
    }
    if text.contains('@') || text.starts_with('-') {
        return read_special(text).ok_or(ReadActionError::Malformed);
    }
    let words = Words::split(text).ok_or(ReadActionError::Malformed)?;
    words.resolve(position, legal)
}

/// A legal action in short notation; coordinates if it is not legal.
pub(super) fn caption(position: &Position, action: Action) -> String {
    let legal = position.legal_list();
    if !legal.contains(&action) {
        return action.to_string();
    }
    let is_read_back = |form: &String| read(position, &legal, form) == Ok(action);
    let form = forms(position, action).into_iter().find(is_read_back);
    form.unwrap_or_else(|| action.to_string()) + check_sign(position, action)
}

fn check_sign(position: &Position, action: Action) -> &'static str {
    // A choice changes no attack on the own king, and the other side is not to move (bario B23).
    if let Action::Lose { .. } = action {
        return "";
    }
    let next = position.play(action);
    if next.checkers().is_empty() || next.has_recycled_into_check() {
        ""
    } else if next.has_legal_action() {
        "+"
    } else {
        "#"
    }
}

/// The ways to write an action, shortest first.
fn forms(position: &Position, action: Action) -> Vec<String> {
    let is_capture = position.captured_by(action).is_some();
    let cross = if is_capture { "x" } else { "" };
    let (from, to, promotion) = match action {
        Action::Move {
            from,
            to,
            promotion,
        } => (from, to, promotion),
        Action::Define { role, from, to } => {
            return vec![format!("{}@{from}{cross}{to}", role.letter())];
        }
        _ => return vec![action.to_string()],
    };
    if let Some(castling) = position.castling_of(action) {
        return vec![castling.wing.caption().to_string()];
    }
    let role = position
        .board
        .get(from)
        .map_or(Role::Pawn, |piece| piece.role);
    let name = from.to_string();
    let (file, rank) = name.split_at(1);
    let (letter, origins) = match role {
        Role::Pawn if is_capture => (String::new(), vec![file, &name]),
        Role::Pawn => (String::new(), vec!["", &name]),
        _ => (role.letter().to_string(), vec!["", file, rank, &name]),
    };
    let becomes = promotion.map_or(String::new(), |into| format!("={}", into.letter()));
    let write = |origin| format!("{letter}{origin}{cross}{to}{becomes}");
    origins.into_iter().map(write).collect()
}

/// The king's move, legal or not, if the king is where kings castle from.
fn castling_action(position: &Position, wing: Wing) -> Option<Action> {
    let Castling { king, king_to, .. } = Castling::new(position.turn, wing);
    let action = Action::Move {
        from: king,
        to: king_to,
        promotion: None,
    };
    (position.king(position.turn) == Some(king)).then_some(action)
}

/// `K@g1`, `N@d1e3`, `n@d1xe3`, `-N`.
fn read_special(text: &str) -> Option<Action> {
    let (head, squares) = text.split_once('@').unwrap_or((text, ""));
    let squares = squares.replace(['x', 'X', ':', '-'], "");
    let separator = if squares.is_empty() { "" } else { "@" };
    format!("{head}{separator}{squares}").parse().ok()
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
        let by_letter = self.by_letter();
        let by_file = self.by_file();
        if by_letter.is_none() && by_file.is_none() && coordinates.is_none() {
            return Err(ReadActionError::Malformed);
        }
        let moves = |(role, origin)| self.fitting_moves(position, legal, role, origin);
        let pawns = by_file.map(moves).unwrap_or_default();
        let pieces = by_letter.map(moves).unwrap_or_default();
        let others =
            by_letter.map(|(role, origin)| self.fitting_others(position, legal, role, origin));
        // A capital B is a bishop if it can be, even if it has yet to become one.
        let found = if is_capital(self.head) {
            [pieces, others.unwrap_or_default(), pawns]
        } else {
            [
                [pieces, pawns].concat(),
                others.unwrap_or_default(),
                Vec::new(),
            ]
        };
        let found = found
            .into_iter()
            .find(|found| !found.is_empty())
            .unwrap_or_default();
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

    /// What moves if the text begins with the letter of a piece.
    fn by_letter(&self) -> Option<(Role, Origin)> {
        let role = Role::from_letter(self.head.chars().next()?)?;
        Some((role, Origin::read(&self.head[1..])?))
    }

    /// The pawn that moves if the text begins with a file, or with the target, which then is straight ahead.
    fn by_file(&self) -> Option<(Role, Origin)> {
        let origin = Origin::read(self.head).filter(|origin| origin.rank.is_none())?;
        let file = origin.file.or(Some(self.to.file()));
        Some((Role::Pawn, Origin { file, ..origin }))
    }

    fn fitting_moves(
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
                && self.fits_capture(position, action)
        };
        legal.iter().filter(fits).copied().collect()
    }

    /// The definitions that fit, and the placing of a king.
    fn fitting_others(
        &self,
        position: &Position,
        legal: &[Action],
        role: Role,
        origin: Origin,
    ) -> Vec<Action> {
        let fits = |&&action: &&Action| match action {
            Action::Define {
                role: into,
                from,
                to,
            } => {
                into == role
                    && to == self.to
                    && origin.fits(from)
                    && self.fits_capture(position, action)
            }
            Action::Drop { role: king, to } => king == role && to == self.to && origin.is_open(),
            _ => false,
        };
        let others = legal.iter().filter(|_| self.promotion.is_none());
        others.filter(fits).copied().collect()
    }

    fn fits_capture(&self, position: &Position, action: Action) -> bool {
        !self.is_capture || position.captured_by(action).is_some()
    }
}

#[cfg(test)]
mod tests;
