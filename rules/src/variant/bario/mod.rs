//! Bario: pieces that stay undefined until they move. The law is `law/bario.md`.
//!
//! - `position`: the state of the board, and the effect of each kind of action on it;
//! - `moves`: all legal actions;
//! - `start`: the names, the options;
//! - `text`: position text;
//! - `notation`: the peculiarities of its notation;
//! - `explain`: the reasons why an action is illegal;
//! - `show`: the views of a game.

mod explain;
mod moves;
mod notation;
mod position;
mod show;
mod start;
mod text;

use core::ops::ControlFlow;

use self::position::Force;
pub use self::position::Position;
use crate::{
    Action, Bitboard, Color, Glyph, Outcome, PendingDecision, Square, Variant, VariantPosition,
    WinReason,
    batch::{Each, actions_in_batches},
    board::Piece,
    position::end_of_moves,
    zobrist,
};

impl VariantPosition for Position {
    const VARIANT: Variant = Variant::Bario;

    fn turns(&self) -> u32 {
        self.n_turns
    }
}

impl crate::Position for Position {
    actions_in_batches!();

    fn side_to_move(&self) -> Color {
        self.turn
    }

    fn pending(&self) -> PendingDecision {
        match self.lost {
            Some(at) => PendingDecision::LostPiece(at),
            None if self.king(self.turn).is_none() => PendingDecision::KingPlace,
            None => PendingDecision::Move,
        }
    }

    /// Returns a loss by a recycle into check, before anything else (bario K9); else mate or stalemate (bario B17). While a
    /// lost piece is to be named there is always a choice, so nothing ends (bario B22).
    fn outcome(&self) -> Option<Outcome> {
        if self.has_recycled_into_check() {
            Some(Outcome::Won {
                winner: self.turn,
                reason: WinReason::RecycledIntoCheck,
            })
        } else {
            end_of_moves(self)
        }
    }

    fn noisy_actions<B>(&self, visit: impl FnMut(Action) -> ControlFlow<B>) -> ControlFlow<B> {
        moves::generate_noisy(self, &mut Each::action_of::<Position>(visit))
    }

    fn pass(&self) -> Option<Position> {
        if self.pending() != PendingDecision::Move || !self.checkers().is_empty() {
            return None;
        }
        let turn = !self.turn;
        Some(Position {
            turn,
            skipped: None,
            ..*self
        })
    }

    #[inline(always)]
    fn key(&self) -> u64 {
        let square = |square: Option<Square>| square.map_or(0, |square| square.index() as u64 + 1);
        self.board.key()
            ^ self.rights.key()
            ^ zobrist::turn(self.turn)
            ^ zobrist::word(1, self.undefined.white.0)
            ^ zobrist::word(2, self.undefined.black.0)
            ^ zobrist::word(3, self.reserves.white.word())
            ^ zobrist::word(4, self.reserves.black.word())
            ^ zobrist::word(5, square(self.skipped))
            ^ zobrist::word(6, square(self.lost))
            ^ zobrist::word(7, self.rules as u64)
    }

    fn pieces(&self, color: Color) -> Bitboard {
        self.side(color)
    }

    fn squares(&self, glyph: Glyph) -> Bitboard {
        match (glyph, glyph.color(), glyph.role()) {
            (Glyph::Undefined(color), ..) => self.undefined[color],
            (Glyph::BerolinaPawn(_), ..) => Bitboard::EMPTY,
            (_, Some(color), Some(role)) => self.board.pieces(color, role),
            _ => Bitboard::EMPTY,
        }
    }

    fn piece_at(&self, square: Square) -> Option<Glyph> {
        let undefined = |color: &Color| self.undefined[*color].contains(square);
        let defined = self.board.get(square).map(Piece::glyph);
        defined.or_else(|| Color::ALL.into_iter().find(undefined).map(Glyph::Undefined))
    }

    fn checkers_of(&self, color: Color) -> Bitboard {
        self.checkers_of(color)
    }

    /// Returns the attackers of a side; an undefined piece attacks as every type in the reserve (bario B14).
    fn attackers_given(&self, square: Square, by: Color, occupied: Bitboard) -> Bitboard {
        Force::of(self, by).on(square, occupied) & occupied
    }

    fn captured(&self, action: Action) -> Bitboard {
        self.captured_by(action).into_iter().collect()
    }
}

#[cfg(test)]
mod tests;
