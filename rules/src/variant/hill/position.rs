//! The state of the board.

use crate::{Bitboard, Color, Role, board::Board};

/// A legal position: one king each, and the side that is not to move is not in check.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Position {
    pub(super) board: Board,
    pub(super) turn: Color,
    pub(super) n_turns: u32,
}

impl Position {
    /// Tells whether the king of the side that moved last stands on d4, e4, d5 or e5.
    pub(super) fn has_won(&self) -> bool {
        let files = Bitboard::file(3) | Bitboard::file(4);
        let hill = files & (Bitboard::rank(3) | Bitboard::rank(4));
        !(hill & self.board.pieces(!self.turn, Role::King)).is_empty()
    }
}
