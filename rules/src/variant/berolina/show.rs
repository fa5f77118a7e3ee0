//! The views of a game. Berolina hides nothing, so all views are the same.

use super::position::Position;
use crate::{Glyph, Role, board::Piece, referee::Referee};

impl Referee for Position {
    fn may_repeat(&self, _: &Position) -> bool {
        self.quiet != 0
    }

    fn repeats(&self, earlier: &Position) -> bool {
        self.turn == earlier.turn
            && self.board == earlier.board
            && self.rights == earlier.rights
            && self.double_step == earlier.double_step
    }
}

/// Returns the glyph of a piece.
pub(super) fn glyph(piece: Piece) -> Glyph {
    match piece.role {
        Role::Pawn => Glyph::BerolinaPawn(piece.color),
        role => role.glyph(piece.color),
    }
}
