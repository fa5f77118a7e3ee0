//! The views of a game. Bario hides nothing, so all views are the same.

use alloc::vec::Vec;

use super::position::Position;
use crate::{
    Action, ByColor, Color, Fact, GameInput, Glyph, Marks, Position as _, Square,
    batch::Generate,
    castling::Castling,
    referee::{Referee, squares_of_action},
    view::Viewer,
};

impl Referee for Position {
    fn number(&self) -> u32 {
        // The turns of a position text can be odd when White is to move.
        match self.turn {
            Color::White => self.n_turns.div_ceil(2).saturating_add(1),
            Color::Black => self.n_turns / 2 + 1,
        }
    }

    fn add_facts(&self, input: GameInput, _: Viewer, facts: &mut Vec<Fact>) {
        if let GameInput::Action(action) = input {
            self.add_action_facts(action, facts);
        }
    }

    fn squares_of(last: Option<(Position, GameInput)>, _: &[Fact]) -> Vec<Square> {
        match last {
            Some((before, GameInput::Action(Action::Lose { .. }))) => {
                before.lost.into_iter().collect()
            }
            last => squares_of_action(last.map(|(_, input)| input)),
        }
    }

    /// Returns the kings in check: that of the side to decide, and one that a recycle has exposed (bario K9).
    fn marks(&self, _: Viewer) -> Marks {
        let is_in_check = |color: &Color| !self.checkers_of(*color).is_empty();
        let colors = Color::ALL.into_iter().filter(is_in_check);
        Marks {
            check: colors.filter_map(|color| self.king(color)).collect(),
            ..Marks::default()
        }
    }

    fn reserves(&self) -> ByColor<Vec<(Glyph, u8)>> {
        ByColor::from_fn(|color| {
            let count = |role| self.reserves[color].count(role);
            let types = Position::PROMOTIONS.iter();
            types
                .map(|&role| (role.glyph(color), count(role)))
                .collect()
        })
    }
}

impl Position {
    /// Adds the facts of an action, in the order in which they happen.
    fn add_action_facts(&self, action: Action, facts: &mut Vec<Fact>) {
        let us = self.turn;
        match action {
            Action::Drop { role, to } => facts.push(Fact::Dropped {
                glyph: role.glyph(us),
                at: to,
            }),
            Action::Lose { role } => facts.extend(self.lost.map(|at| Fact::Lost {
                glyph: role.glyph(us),
                at,
            })),
            Action::Define { role, from, to } => {
                let glyph = role.glyph(us);
                facts.push(Fact::Defined { glyph, at: from });
                facts.push(Fact::Moved { glyph, from, to });
            }
            Action::Move { from, to, .. } => {
                facts.extend(
                    self.piece_at(from)
                        .map(|glyph| Fact::Moved { glyph, from, to }),
                );
                if let Some(Castling { rook, rook_to, .. }) = self.castling_of(action) {
                    let glyph = Glyph::Rook(us);
                    facts.push(Fact::Defined { glyph, at: rook });
                    facts.push(Fact::Moved {
                        glyph,
                        from: rook,
                        to: rook_to,
                    });
                }
            }
            Action::Stealth { .. } | Action::Shell { .. } | Action::Swap { .. } => {}
        }
        if let Some(at) = self.captured_by(action) {
            facts.extend(self.piece_at(at).map(|glyph| Fact::Captured { glyph, at }));
        }
        if let Some((_, at, Some(role))) = action.as_move() {
            let into = role.glyph(us);
            facts.push(Fact::Promoted { into, at });
        }
        let (moved, after) = (self.carry_out(action), self.after(action));
        let is_reset = |color: &Color| moved.undefined[*color] != after.undefined[*color];
        facts.extend(Color::ALL.into_iter().filter(is_reset).map(Fact::Reset));
    }
}
