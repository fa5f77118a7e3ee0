//! What people see of a game. Nothing is hidden in Bario, so everybody sees the same.

use alloc::{string::ToString, vec, vec::Vec};

use super::{Bario, LastTurn, generate::PROMOTIONS, notation, position::Position};
use crate::{
    Action, ByColor, Color, Fact, Glyph, Marks, Role, Square, Status, Turn, Variant, View,
    castling::Castling, variant::Rules,
};

pub(super) fn view(game: &Bario, ply: usize) -> View {
    let position = &game.position;
    View {
        variant: Variant::Bario,
        ply,
        cells: cells(position),
        marks: Marks {
            last: game
                .last
                .as_ref()
                .map(LastTurn::squares)
                .unwrap_or_default(),
            check: check(position),
            ..Marks::default()
        },
        powers: ByColor::default(),
        reserves: ByColor::from_fn(|color| reserve(position, color)),
        status: match game.outcome {
            Some(outcome) => Status::Over(outcome),
            None => Status::ToDecide(position.turn),
        },
        pending: game.pending(),
        turn: game.last.as_ref().map(LastTurn::tell),
        position: position.to_string(),
    }
}

fn cells(position: &Position) -> [Option<Glyph>; 64] {
    let mut cells = [None; 64];
    for square in position.occupied() {
        cells[square.index()] = glyph_at(position, square);
    }
    cells
}

pub(super) fn glyph_at(position: &Position, square: Square) -> Option<Glyph> {
    if let Some(piece) = position.board.get(square) {
        return Some(glyph(piece.color, piece.role));
    }
    let owner = Color::ALL
        .into_iter()
        .find(|&color| position.undefined[color].contains(square))?;
    Some(Glyph::Undefined(owner))
}

pub(super) fn glyph(color: Color, role: Role) -> Glyph {
    match role {
        Role::Pawn => Glyph::Pawn(color),
        Role::Knight => Glyph::Knight(color),
        Role::Bishop => Glyph::Bishop(color),
        Role::Rook => Glyph::Rook(color),
        Role::Queen => Glyph::Queen(color),
        Role::King => Glyph::King(color),
    }
}

/// The kings in check: that of the side to decide, and one that a recycle has exposed (bario K9).
fn check(position: &Position) -> Vec<Square> {
    let is_in_check = |color: &Color| !position.checkers(*color).is_empty();
    let colors = Color::ALL.into_iter().filter(is_in_check);
    colors.filter_map(|color| position.king(color)).collect()
}

fn reserve(position: &Position, color: Color) -> Vec<(Glyph, u8)> {
    let count = |role| (glyph(color, role), position.reserves[color].count(role));
    PROMOTIONS.map(count).to_vec()
}

impl LastTurn {
    fn squares(&self) -> Vec<Square> {
        match self.steps().last() {
            Some((_, Action::Move { from, to, .. } | Action::Define { from, to, .. })) => {
                vec![from, to]
            }
            Some((_, Action::Drop { to, .. })) => vec![to],
            Some((before, _)) => before.lost.into_iter().collect(),
            None => Vec::new(),
        }
    }

    /// A choice, if one was owed, and what was played after it.
    fn tell(&self) -> Turn {
        let captions: Vec<_> = self
            .steps()
            .map(|(before, action)| notation::caption(&before, action))
            .collect();
        Turn {
            color: self.before.turn,
            number: self.before.number(),
            caption: captions.join(" "),
            facts: self
                .steps()
                .flat_map(|(before, action)| facts(&before, action))
                .collect(),
        }
    }
}

/// What an action brings about, in the order in which it happens.
fn facts(before: &Position, action: Action) -> Vec<Fact> {
    let us = before.turn;
    let mut facts = Vec::new();
    match action {
        Action::Drop { role, to } => facts.push(Fact::Dropped {
            glyph: glyph(us, role),
            at: to,
        }),
        Action::Lose { role } => facts.extend(before.lost.map(|at| Fact::Lost {
            glyph: glyph(us, role),
            at,
        })),
        Action::Define { role, from, to } => {
            let glyph = glyph(us, role);
            facts.push(Fact::Defined { glyph, at: from });
            facts.push(Fact::Moved { glyph, from, to });
        }
        Action::Move { from, to, .. } => {
            facts.extend(glyph_at(before, from).map(|glyph| Fact::Moved { glyph, from, to }));
            if let Some(Castling { rook, rook_to, .. }) = before.castling_of(action) {
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
    if let Some(at) = before.captured_by(action) {
        facts.extend(glyph_at(before, at).map(|glyph| Fact::Captured { glyph, at }));
    }
    if let Some((_, at, Some(role))) = action.as_move() {
        let into = glyph(us, role);
        facts.push(Fact::Promoted { into, at });
    }
    let (moved, after) = (before.carry_out(action), before.play(action));
    let is_reset = |color: &Color| moved.undefined[*color] != after.undefined[*color];
    facts.extend(Color::ALL.into_iter().filter(is_reset).map(Fact::Reset));
    facts
}
