//! What people see of a game. Nothing is hidden in Baroque, so everybody sees the same.

use alloc::{string::ToString, vec, vec::Vec};

use super::{
    Baroque, LastMove,
    board::{Board, Kind, Piece},
    notation,
    position::Position,
};
use crate::{
    Action, ByColor, Color, Fact, Glyph, Marks, PendingDecision, Square, Status, Turn, Variant,
    View,
};

pub(super) fn view(game: &Baroque, ply: usize) -> View {
    let position = &game.position;
    View {
        variant: Variant::Baroque,
        ply,
        cells: cells(&position.board),
        marks: match game.draw {
            Some(_) => Marks::default(),
            None => Marks {
                last: game.last.iter().flat_map(LastMove::squares).collect(),
                check: check(position),
                frozen: (position.frozen(Color::White) | position.frozen(Color::Black)).collect(),
                ..Marks::default()
            },
        },
        powers: ByColor::default(),
        reserves: ByColor::default(),
        status: match (game.outcome, game.draw) {
            (Some(outcome), _) => Status::Over(outcome),
            (None, Some(_)) => Status::ToRoll,
            (None, None) => Status::ToDecide(position.turn),
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

/// As the seed draws them: the pieces of chess, and an upside-down rook.
pub(super) fn glyph(Piece { color, kind }: Piece) -> Glyph {
    match kind {
        Kind::Pincer => Glyph::Pawn(color),
        Kind::Coordinator => Glyph::Rook(color),
        Kind::Leaper => Glyph::Knight(color),
        Kind::Chameleon => Glyph::Bishop(color),
        Kind::Withdrawer => Glyph::Queen(color),
        Kind::Immobilizer => Glyph::Immobilizer(color),
        Kind::King => Glyph::King(color),
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
    fn squares(&self) -> [Square; 2] {
        [self.step.from, self.step.to]
    }

    fn tell(&self) -> Turn {
        let action = Action::Move {
            from: self.step.from,
            to: self.step.to,
            promotion: None,
        };
        Turn {
            color: self.before.turn,
            number: self.before.number(),
            caption: notation::caption(&self.before, action),
            facts: self.facts(),
        }
    }

    fn facts(&self) -> Vec<Fact> {
        let (board, step) = (&self.before.board, self.step);
        let Some(piece) = board.get(step.from) else {
            return Vec::new();
        };
        let moved = Fact::Moved {
            glyph: glyph(piece),
            from: step.from,
            to: step.to,
        };
        let captured = notation::victims(&self.before, piece.kind, step)
            .into_iter()
            .filter_map(|at| {
                let glyph = glyph(board.get(at)?);
                Some(Fact::Captured { glyph, at })
            });
        [moved].into_iter().chain(captured).collect()
    }
}
