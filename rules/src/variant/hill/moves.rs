//! All legal moves: where a piece reaches, tried for the safety of its king.

use core::ops::ControlFlow;

use super::position::Position;
use crate::{
    Action, Bitboard, Role, Square, attacks,
    batch::{Batch, Generate, Visitor, plain},
};

impl Generate for Position {
    type Mover = ();

    const PROMOTIONS: &'static [Role] = &[Role::Queen, Role::Rook, Role::Bishop, Role::Knight];

    fn batches<V: Visitor<()>>(&self, movers: Bitboard, visitor: &mut V) -> ControlFlow<V::Break> {
        if self.has_won() {
            return ControlFlow::Continue(());
        }
        for from in movers & self.board.color(self.turn) {
            let is_safe = |to: &Square| {
                let next = self.after(plain(from, *to));
                next.checkers_of(self.turn).is_empty()
            };
            let (mover, to) = ((), self.reach(from).filter(is_safe).collect());
            visitor.visit(match self.board.role_at(from) {
                Some(Role::Pawn) => Batch::PawnMoves { mover, from, to },
                _ => Batch::Moves { mover, from, to },
            })?;
        }
        ControlFlow::Continue(())
    }

    fn play_onto(&self, _: Option<()>, action: Action, next: &mut Position) {
        *next = self.after(action);
    }
}

impl Position {
    /// Where a piece may go, whatever becomes of its king.
    pub(super) fn reach(&self, from: Square) -> Bitboard {
        let (us, occupied) = (self.turn, self.board.occupied());
        let pawn = attacks::pawn(us, from) & occupied | attacks::pawn_steps(us, from, occupied);
        let reach = match self.board.role_at(from) {
            Some(Role::Pawn) => pawn,
            Some(Role::Knight) => attacks::knight(from),
            Some(Role::Bishop) => attacks::bishop(from, occupied),
            Some(Role::Rook) => attacks::rook(from, occupied),
            Some(Role::Queen) => attacks::queen(from, occupied),
            _ => attacks::king(from),
        };
        reach & !self.board.color(us)
    }
}
