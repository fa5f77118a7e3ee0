//! Baroque: pieces that look like those of chess, but capture each in its own way. The law is `law/baroque.md`.
//!
//! - `board`: the pieces;
//! - `position`: the frozen pieces, the captures of a move, the pieces that give check;
//! - `moves`: all legal moves;
//! - `start`: the names, the options and the drawing of the start array;
//! - `text`: position text;
//! - `notation`: the peculiarities of its notation;
//! - `explain`: the reasons why a move is illegal;
//! - `show`: the views of a game.

mod board;
mod explain;
mod moves;
mod notation;
mod position;
mod show;
mod start;
mod text;

use core::ops::ControlFlow;

pub use self::position::Position;
use self::{
    board::{Kind, glyph},
    position::plain_step,
};
use crate::{
    Action, Bitboard, ChanceOutcome, Color, Glyph, Square, Variant, VariantPosition, attacks,
    batch::{Each, Selection, actions_in_batches},
    zobrist,
};

impl VariantPosition for Position {
    const VARIANT: Variant = Variant::Baroque;

    fn turns(&self) -> u32 {
        self.moves
    }
}

impl crate::Position for Position {
    actions_in_batches!();

    fn side_to_move(&self) -> Color {
        self.turn
    }

    fn noisy_actions<B>(&self, visit: impl FnMut(Action) -> ControlFlow<B>) -> ControlFlow<B> {
        let mut each = Each::action_of::<Position>(visit);
        moves::generate(Selection::Noisy, self, Bitboard::FULL, &mut each)
    }

    fn is_chance(&self) -> bool {
        self.draw.is_some()
    }

    fn chance_outcomes<B>(
        &self,
        mut visit: impl FnMut(ChanceOutcome, u32) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        let n_rows = self.draw.map_or(0, |_| start::N_ROWS);
        (0..n_rows).try_for_each(|index| visit(ChanceOutcome::Start(index), 1))
    }

    fn resolve(&self, outcome: ChanceOutcome) -> Position {
        match outcome {
            ChanceOutcome::Start(index) => self.drawn(index),
            _ => *self,
        }
    }

    fn resolutions<B>(
        &self,
        mut visit: impl FnMut(ChanceOutcome, u32, &Position) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        self.each_drawn(|outcome, next| visit(outcome, 1, &next))
    }

    fn pass(&self) -> Option<Position> {
        if self.draw.is_some() || !self.checkers().is_empty() {
            return None;
        }
        let turn = !self.turn;
        Some(Position { turn, ..*self })
    }

    #[inline(always)]
    fn key(&self) -> u64 {
        let draw = self.draw.map_or(0, |draw| draw as u64 + 1);
        self.board.key()
            ^ zobrist::turn(self.turn)
            ^ zobrist::word(1, draw)
            ^ zobrist::word(2, self.chameleon as u64)
    }

    fn pieces(&self, color: Color) -> Bitboard {
        self.board.color(color)
    }

    #[inline(always)]
    fn squares(&self, of: Glyph) -> Bitboard {
        let kind = match of {
            Glyph::Pawn(_) => Kind::Pincer,
            Glyph::Rook(_) => Kind::Coordinator,
            Glyph::Knight(_) => Kind::Leaper,
            Glyph::Bishop(_) => Kind::Chameleon,
            Glyph::Queen(_) => Kind::Withdrawer,
            Glyph::Immobilizer(_) => Kind::Immobilizer,
            Glyph::King(_) => Kind::King,
            _ => return Bitboard::EMPTY,
        };
        of.color()
            .map_or(Bitboard::EMPTY, |color| self.board.pieces(color, kind))
    }

    fn piece_at(&self, square: Square) -> Option<Glyph> {
        self.board.get(square).map(glyph)
    }

    fn checkers_of(&self, color: Color) -> Bitboard {
        match self.draw {
            Some(_) => Bitboard::EMPTY,
            None => self.checkers_of(color),
        }
    }

    /// Returns the king, if it attacks the square and is not frozen: no other piece captures on its target square (baroque
    /// Q11).
    fn attackers_given(&self, square: Square, by: Color, occupied: Bitboard) -> Bitboard {
        let kings = self.board.pieces(by, Kind::King) & !self.frozen(by);
        attacks::king(square) & kings & occupied
    }

    fn captured(&self, action: Action) -> Bitboard {
        let step = plain_step(action);
        let kind = step.and_then(|step| self.board.role_at(step.from));
        match (kind, step) {
            (Some(kind), Some(step)) => self.victims(kind, step),
            _ => Bitboard::EMPTY,
        }
    }
}

#[cfg(test)]
mod tests;
