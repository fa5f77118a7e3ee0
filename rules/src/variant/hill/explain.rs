//! Explanations of illegal moves.

use super::position::Position;
use crate::{
    Action, Glyph, Outcome, Placed, Reason, Square,
    explain::{Because, Case, Explain},
};

const LAW: &str = "hill H1";

impl Explain for Position {
    fn explain(case: &Case<Position>, action: Action) -> Because {
        let obstacle = |piece: Placed, to: Square| match piece.glyph {
            Glyph::Pawn(_) if case.position.reach(piece.at).contains(to) => None,
            Glyph::Pawn(_) => Some((LAW, Reason::CannotReach { piece, to })),
            _ => case.seen.piece(piece, to).map(|reason| (LAW, reason)),
        };
        let exposed_king = |piece, _| (LAW, case.unsafe_king(piece, action));
        case.plain_move(action, [LAW; 2], obstacle, exposed_king)
    }

    fn law_of_end(_: Outcome) -> &'static str {
        LAW
    }
}
