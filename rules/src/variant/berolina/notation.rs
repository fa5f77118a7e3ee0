//! The peculiarities of Berolina's notation. A pawn's diagonal step is its target: `e3`, or `fe3` when the f-pawn is not
//! the only one that can move there. Its capture straight ahead has its file: `exe5`, en passant too: `fxf3`.

use super::position::Position;
use crate::{
    Action, ReadActionError, Role,
    castling::Castling,
    notation::{Notation, read_castling},
};

impl Notation for Position {
    type Kind = Role;

    const PAWNS_KEEP_FILE: bool = false;

    fn castling_of(&self, action: Action) -> Option<Castling> {
        let (from, to, _) = action.as_move()?;
        let is_king = self.king(self.turn) == from;
        Castling::of_king_move(self.turn, from, to).filter(|_| is_king)
    }

    fn read_special(&self, text: &str) -> Option<Result<Action, ReadActionError>> {
        read_castling(self, text)
    }
}

#[cfg(test)]
mod tests;
