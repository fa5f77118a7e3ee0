//! What people see of a game. Nothing is hidden in Berolina, so everybody sees the same.

use alloc::{string::ToString, vec, vec::Vec};

use super::{Berolina, LastMove, notation, position::Position};
use crate::{
    ByColor, Fact, Glyph, Marks, PendingDecision, Role, Square, Status, Turn, Variant, View,
    board::{Board, Piece},
    castling::Castling,
};

pub(super) fn view(game: &Berolina, ply: usize) -> View {
    let position = &game.position;
    View {
        variant: Variant::Berolina,
        ply,
        cells: cells(&position.board),
        marks: Marks {
            last: game.last.iter().flat_map(LastMove::squares).collect(),
            check: check(position),
            ..Marks::default()
        },
        powers: ByColor::default(),
        reserves: ByColor::default(),
        status: match game.outcome {
            Some(outcome) => Status::Over(outcome),
            None => Status::ToDecide(position.turn),
        },
        pending: PendingDecision::Move,
        turn: game.last.as_ref().map(LastMove::tell),
        position: position.to_string(),
    }
}

fn cells(board: &Board) -> [Option<Glyph>; 64] {
    let mut cells = [None; 64];
    for square in board.occupied() {
        cells[square.index()] = board.get(square).map(glyph);
    }
    cells
}

pub(super) fn glyph(piece: Piece) -> Glyph {
    match piece.role {
        Role::Pawn => Glyph::BerolinaPawn(piece.color),
        Role::Knight => Glyph::Knight(piece.color),
        Role::Bishop => Glyph::Bishop(piece.color),
        Role::Rook => Glyph::Rook(piece.color),
        Role::Queen => Glyph::Queen(piece.color),
        Role::King => Glyph::King(piece.color),
    }
}

fn check(position: &Position) -> Vec<Square> {
    if position.checkers(position.turn).is_empty() {
        Vec::new()
    } else {
        vec![position.king(position.turn)]
    }
}

impl LastMove {
    fn squares(&self) -> Vec<Square> {
        let plain = self.action.as_move().into_iter();
        plain.flat_map(|(from, to, _)| [from, to]).collect()
    }

    fn tell(&self) -> Turn {
        Turn {
            color: self.before.turn,
            number: u32::from(self.before.number),
            caption: notation::caption(&self.before, self.action),
            facts: self.facts(),
        }
    }

    fn facts(&self) -> Vec<Fact> {
        let turn = self.before.turn;
        let mut facts = Vec::new();
        let Some((from, to, promotion)) = self.action.as_move() else {
            return facts;
        };
        let Some(piece) = self.before.board.get(from) else {
            return facts;
        };
        facts.push(Fact::Moved {
            glyph: glyph(piece),
            from,
            to,
        });
        let castling = Castling::of_king_move(turn, from, to).filter(|_| piece.role == Role::King);
        if let Some(Castling { rook, rook_to, .. }) = castling {
            facts.push(Fact::Moved {
                glyph: Glyph::Rook(turn),
                from: rook,
                to: rook_to,
            });
        }
        if let Some(at) = self.before.captured_by(self.action) {
            facts.extend(self.before.board.get(at).map(|piece| Fact::Captured {
                glyph: glyph(piece),
                at,
            }));
        }
        if let Some(role) = promotion {
            let into = glyph(Piece { color: turn, role });
            facts.push(Fact::Promoted { into, at: to });
        }
        facts
    }
}
