//! Why a move is illegal.

use super::position::Position;
use crate::{Action, Glyph, Position as _, Reason, Role, batch::Generate, variant::explain::Seen};

/// Why a move is illegal that is so.
pub(super) fn explain(position: &Position, action: Action) -> Reason {
    let Some((from, to, promotion)) = action.as_move() else {
        return Reason::NoSuchAction(action);
    };
    let us = position.turn;
    let seen = Seen {
        us,
        glyph: &|square| position.piece_at(square),
        blocking: position.board.occupied(),
    };
    let piece = match seen.mover(from, to) {
        Ok(piece) => piece,
        Err(reason) => return reason,
    };
    let can_reach = position.reach(from).contains(to);
    let obstacle = match piece.glyph {
        Glyph::Pawn(_) => (!can_reach).then_some(Reason::CannotReach { piece, to }),
        _ => seen.piece(piece, to),
    };
    let promotion = || seen.promotion(piece, to, promotion, Position::PROMOTIONS);
    obstacle.or_else(promotion).unwrap_or_else(|| {
        let next = position.after(action);
        let king = next.board.pieces(us, Role::King).first();
        let king = king.expect("each side has a king");
        let reason = seen.unsafe_king(piece, king, next.checkers_of(us), position.checkers());
        reason.expect("only the safety of its king is left to forbid a move")
    })
}
