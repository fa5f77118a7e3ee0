//! The views of a game. Baroque hides nothing, so all views are the same.

use alloc::vec::Vec;

use super::{
    board::glyph,
    notation,
    position::{Position, plain_step},
};
use crate::{Color, Fact, GameInput, Marks, Position as _, Square, referee::Referee, view::Viewer};

impl Referee for Position {
    fn number(&self) -> u32 {
        // The plies of a position text can be odd when White is to move.
        match self.turn {
            Color::White => self.moves.div_ceil(2).saturating_add(1),
            Color::Black => self.moves / 2 + 1,
        }
    }

    /// Tells whether an earlier position can come again: only captures are irreversible (baroque Q36).
    fn may_repeat(&self, before: &Position) -> bool {
        self.board.occupied().len() == before.board.occupied().len() && before.draw.is_none()
    }

    fn repeats(&self, earlier: &Position) -> bool {
        self.board == earlier.board && self.turn == earlier.turn
    }

    fn add_facts(&self, input: GameInput, _: Viewer, facts: &mut Vec<Fact>) {
        let GameInput::Action(action) = input else {
            return;
        };
        let Some(step) = plain_step(action) else {
            return;
        };
        let Some(piece) = self.board.get(step.from) else {
            return;
        };
        facts.push(Fact::Moved {
            glyph: glyph(piece),
            from: step.from,
            to: step.to,
        });
        for at in notation::victims(self, piece.role, step) {
            facts.extend(self.piece_at(at).map(|glyph| Fact::Captured { glyph, at }));
        }
    }

    fn marks(&self, _: Viewer) -> Marks {
        if self.is_chance() {
            return Marks::default();
        }
        let is_in_check = !self.checkers().is_empty();
        let frozen = self.frozen(Color::White) | self.frozen(Color::Black);
        let freezer = |square: Square| Some((square, self.freezer_of(square)?));
        Marks {
            check: is_in_check
                .then(|| self.king(self.turn))
                .into_iter()
                .collect(),
            frozen: frozen.collect(),
            freezers: frozen.filter_map(freezer).collect(),
            ..Marks::default()
        }
    }
}
