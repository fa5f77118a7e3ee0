//! Berolina chess: pawns move diagonally and capture straight ahead. The law is `law/berolina.md`.
//!
//! - `position`: the state of the board, and the effect of each kind of move on it;
//! - `moves`: all legal moves;
//! - `text`: position text;
//! - `notation`: the peculiarities of its notation;
//! - `explain`: the reasons why a move is illegal;
//! - `start`: the names and the usual start;
//! - `show`: the views of a game.

mod explain;
mod moves;
mod notation;
mod position;
mod show;
mod start;
mod text;

use core::ops::ControlFlow;

pub use self::position::Position;
use crate::{
    Action, Bitboard, Color, DrawReason, Glyph, Outcome, Role, Square, Variant, VariantPosition,
    batch::{Each, Selection, actions_in_batches},
    position::end_of_moves,
    zobrist,
};

impl VariantPosition for Position {
    const VARIANT: Variant = Variant::Berolina;

    fn turns(&self) -> u32 {
        (u32::from(self.number) - 1) * 2 + self.turn as u32
    }
}

impl crate::Position for Position {
    actions_in_batches!();

    fn side_to_move(&self) -> Color {
        self.turn
    }

    fn outcome(&self) -> Option<Outcome> {
        // Berolina O19.
        end_of_moves(self).or_else(|| draw_on_board(self))
    }

    fn noisy_actions<B>(&self, visit: impl FnMut(Action) -> ControlFlow<B>) -> ControlFlow<B> {
        let mut each = Each::action_of::<Position>(visit);
        moves::generate(Selection::Noisy, self, Bitboard::FULL, &mut each)
    }

    fn pass(&self) -> Option<Position> {
        if !self.checkers().is_empty() {
            return None;
        }
        Some(Position {
            turn: !self.turn,
            double_step: None,
            ..*self
        })
    }

    #[inline(always)]
    fn key(&self) -> u64 {
        let double_step = self.double_step.map_or(0, |step| {
            zobrist::word(1, (64 * step.skipped.index() + step.stepper.index()) as u64)
        });
        self.board.key() ^ self.rights.key() ^ zobrist::turn(self.turn) ^ double_step
    }

    fn pieces(&self, color: Color) -> Bitboard {
        self.board.color(color)
    }

    fn squares(&self, glyph: Glyph) -> Bitboard {
        match (glyph.color(), glyph.role()) {
            (Some(color), Some(role)) if glyph != Glyph::Pawn(color) => {
                self.board.pieces(color, role)
            }
            _ => Bitboard::EMPTY,
        }
    }

    fn piece_at(&self, square: Square) -> Option<Glyph> {
        self.board.get(square).map(show::glyph)
    }

    fn checkers_of(&self, color: Color) -> Bitboard {
        self.checkers_of(color)
    }

    fn attackers_given(&self, square: Square, by: Color, occupied: Bitboard) -> Bitboard {
        self.attackers_given(square, by, occupied) & occupied
    }

    fn captured(&self, action: Action) -> Bitboard {
        self.captured_by(action).into_iter().collect()
    }
}

/// Returns a draw that comes at once, regardless of legal moves (berolina O20).
fn draw_on_board(position: &Position) -> Option<Outcome> {
    let reason = if is_dead(position) {
        DrawReason::DeadPosition
    } else if position.quiet >= text::MAX_QUIET {
        DrawReason::FiftyMoves
    } else {
        return None;
    };
    Some(Outcome::Drawn { reason })
}

/// Tells whether king stands against king with at most one bishop or knight on the board.
fn is_dead(position: &Position) -> bool {
    let board = &position.board;
    let minor = board.role(Role::Bishop) | board.role(Role::Knight);
    let rest = board.occupied() & !board.role(Role::King) & !minor;
    rest.is_empty() && !minor.is_several()
}

#[cfg(test)]
mod tests;
