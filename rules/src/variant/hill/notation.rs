//! What people write for a move: as in chess.

use super::position::Position;
use crate::{Role, Square, notation::Notation};

impl Notation for Position {
    type Kind = Role;

    const PAWN: Role = Role::Pawn;

    fn kind_at(&self, square: Square) -> Option<Role> {
        self.board.role_at(square)
    }
}
