//! The move generator: takes the squares that each piece reaches, and tests the safety of its king.

use core::ops::ControlFlow;

use super::position::Position;
use crate::{
    Action, Bitboard, Position as _, Role, Square, attacks,
    batch::{ActionBatch, Generate, Visitor, plain},
};

impl Generate for Position {
    type Mover = ();

    fn batches<V: Visitor<()>>(&self, movers: Bitboard, visitor: &mut V) -> ControlFlow<V::Break> {
        let (us, mover) = (self.turn, ());
        for from in movers & self.board.color(us) {
            let is_safe = |to: &Square| {
                self.play_unchecked(plain(from, *to))
                    .checkers_of(us)
                    .is_empty()
            };
            let to = self.reach(from).filter(is_safe).collect();
            visitor.visit(match self.board.role_at(from) {
                Some(Role::Pawn) => ActionBatch::PawnMoves { mover, from, to },
                _ => ActionBatch::Moves { mover, from, to },
            })?;
        }
        ControlFlow::Continue(())
    }

    fn play_onto(&self, _: Option<()>, action: Action, next: &mut Position) {
        let (from, to, promotion) = action.as_move().expect("legal actions are plain moves");
        let role = self.board.role_at(from).expect("a piece is moved");
        *next = *self;
        next.board.clear(!self.turn, to);
        next.board.lift(self.turn, role, from);
        next.board.place(self.turn, promotion.unwrap_or(role), to);
        next.turn = !self.turn;
        next.n_turns = self.n_turns.saturating_add(1);
    }
}

impl Position {
    /// Returns the targets of a piece, regardless of the safety of its king; none once the game is won.
    pub(super) fn reach(&self, from: Square) -> Bitboard {
        let (us, occupied) = (self.turn, self.board.occupied());
        let reach = match self.board.role_at(from) {
            Some(_) if self.has_won() => Bitboard::EMPTY,
            Some(Role::Pawn) => {
                attacks::pawn(us, from) & occupied | attacks::pawn_steps(us, from, occupied)
            }
            Some(role) => attacks::piece(role, from, occupied),
            None => Bitboard::EMPTY,
        };
        reach & !self.board.color(us)
    }
}
