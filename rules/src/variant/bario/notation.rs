//! The peculiarities of Bario's notation.
//!
//! `K@g1` places the king, `-N` names the lost piece. A definition has its square, `N@d1e3` or `N@d1xe3`: the piece on d1
//! becomes a knight and moves to e3.
//!
//! The reader accepts more: `n@d1-e3`, and `N` alone where a lost piece is to be named. Short notation means a defined
//! piece, if one can make the move. Else it means a definition, so that `Nf3` and `Ng1f3` suffice where they are
//! unambiguous. Else it means the king to be placed, `Kg1`.

use alloc::format;

use super::position::Position;
use crate::{
    Action, ReadActionError, Role, Square,
    castling::Castling,
    notation::{Notation, read_castling},
};

impl Notation for Position {
    type Kind = Role;

    fn castling_of(&self, action: Action) -> Option<Castling> {
        Position::castling_of(self, action)
    }

    fn read_special(&self, text: &str) -> Option<Result<Action, ReadActionError>> {
        let castled = read_castling(self, text);
        if castled.is_some() {
            return castled;
        }
        let action = match (self.lost, text.as_bytes()) {
            (Some(_), &[letter]) => {
                Role::from_letter(char::from(letter)).map(|role| Action::Lose { role })
            }
            _ if text.contains('@') || text.starts_with('-') => read_signed(text),
            _ => return None,
        };
        Some(action.ok_or(ReadActionError::Malformed))
    }

    fn defined(action: Action) -> Option<(Role, Option<Square>, Square)> {
        match action {
            Action::Define { role, from, to } => Some((role, Some(from), to)),
            Action::Drop { role, to } => Some((role, None, to)),
            _ => None,
        }
    }
}

/// Reads `K@g1`, `N@d1e3`, `n@d1xe3`, `-N`.
fn read_signed(text: &str) -> Option<Action> {
    let (head, squares) = text.split_once('@').unwrap_or((text, ""));
    let squares = squares.replace(['x', 'X', ':', '-'], "");
    let separator = if squares.is_empty() { "" } else { "@" };
    format!("{head}{separator}{squares}").parse().ok()
}

#[cfg(test)]
mod tests;
