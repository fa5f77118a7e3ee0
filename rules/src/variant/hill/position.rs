//! The state of the board and how a move changes it.

use crate::{Action, Bitboard, Color, Role, attacks, board::Board};

/// A legal position: one king each, the side that is not to move not in check.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Position {
    pub(super) board: Board,
    pub(super) turn: Color,
    pub(super) n_turns: u32,
}

impl Position {
    /// Whether the king of the side that moved last stands on d4, e4, d5 or e5.
    pub(super) fn has_won(&self) -> bool {
        let files = Bitboard::file(3) | Bitboard::file(4);
        let hill = files & (Bitboard::rank(3) | Bitboard::rank(4));
        !(hill & self.board.pieces(!self.turn, Role::King)).is_empty()
    }

    pub(super) fn checkers_of(&self, color: Color) -> Bitboard {
        let Some(king) = self.board.pieces(color, Role::King).first() else {
            return Bitboard::EMPTY;
        };
        let pawns = attacks::pawn(color, king) & self.board.role(Role::Pawn);
        let others = self.board.attackers_but_pawns(king, self.board.occupied());
        (pawns | others) & self.board.color(!color)
    }

    /// Plays a move that is legal, or so but for the safety of the king.
    pub(super) fn after(&self, action: Action) -> Position {
        let (from, to, promotion) = action.as_move().expect("legal actions are plain moves");
        let role = self.board.role_at(from).expect("a piece is moved");
        let mut next = *self;
        next.board.clear(!self.turn, to);
        next.board.lift(self.turn, role, from);
        next.board.place(self.turn, promotion.unwrap_or(role), to);
        next.turn = !self.turn;
        next.n_turns = self.n_turns.saturating_add(1);
        next
    }
}
