//! Explanations of illegal moves, with the paragraph of the law.

use super::position::Position;
use crate::{
    Action, BerolinaReason, DrawReason, Glyph, NoCastling, Outcome, Placed, Reason, Role, Square,
    WinReason, attacks,
    bitboard::Bitboard,
    castling::Castling,
    explain::{Because, Case, Explain},
};

impl Explain for Position {
    fn explain(case: &Case<Position>, action: Action) -> Because {
        let laws = ["berolina O22", "berolina O8"];
        let obstacle = |piece: Placed, to| {
            let castling = Castling::of_king_move(case.seen.us, piece.at, to);
            match (piece.glyph, castling) {
                (Glyph::BerolinaPawn(_), _) => case.pawn(piece, to),
                (Glyph::King(_), Some(castling)) => case.castling(castling),
                _ => case.seen.piece(piece, to).map(|it| ("berolina O3", it)),
            }
        };
        let exposed_king = |piece, to| case.exposed_king(piece, to, action);
        case.plain_move(action, laws, obstacle, exposed_king)
    }

    fn law_of_end(outcome: Outcome) -> &'static str {
        match outcome {
            Outcome::Won {
                reason: WinReason::Checkmate,
                ..
            }
            | Outcome::Drawn {
                reason: DrawReason::Stalemate,
            } => "berolina O19",
            Outcome::Drawn {
                reason: DrawReason::Repetition | DrawReason::FiftyMoves | DrawReason::DeadPosition,
            } => "berolina O20",
            _ => "berolina, End",
        }
    }
}

impl Case<'_, Position> {
    fn pawn(&self, piece: Placed, to: Square) -> Option<Because> {
        let pawn = piece.at;
        match self.seen.ahead(pawn, to) {
            (_, ..=0) => Some(("berolina O4", Reason::NotForward(pawn))),
            (0, 1) => self.straight_step(pawn, to),
            (1, 1) => self.diagonal_step(pawn, to),
            (2, 2) => self.double_step(pawn, to),
            (0, 2) if self.seen.us.relative_rank(pawn) == 1 => {
                let reason = BerolinaReason::StraightDoubleStep { pawn, to };
                Some(("berolina O6", Reason::Berolina(reason)))
            }
            _ => Some(("berolina O4", Reason::CannotReach { piece, to })),
        }
    }

    fn straight_step(&self, pawn: Square, to: Square) -> Option<Because> {
        let position = self.position;
        if let Some(Reason::OwnPiece(own)) = self.seen.own(to) {
            let reason = BerolinaReason::OwnAhead { pawn, own };
            return Some(("berolina O5", Reason::Berolina(reason)));
        }
        let is_en_passant = position.double_step.is_some_and(|step| step.skipped == to);
        if is_en_passant || position.board.occupied().contains(to) {
            None
        } else if self.is_beside_stepper(pawn) {
            Some(("berolina O9", Reason::TooLate { pawn, to }))
        } else {
            Some(("berolina O5", Reason::NothingToCapture { pawn, to }))
        }
    }

    /// Tells whether a pawn that may have made a double step earlier is next to this one.
    fn is_beside_stepper(&self, pawn: Square) -> bool {
        let us = self.seen.us;
        let here = Bitboard::from(pawn);
        let beside = (here.west() | here.east()) & self.position.board.pieces(!us, Role::Pawn);
        us.relative_rank(pawn) == 4 && !beside.is_empty()
    }

    fn diagonal_step(&self, pawn: Square, to: Square) -> Option<Because> {
        if let Some(own) = self.seen.own(to) {
            return Some(("berolina O4", own));
        }
        let target = self.seen.get(to)?;
        Some(("berolina O5", Reason::CannotCapture { pawn, target }))
    }

    fn double_step(&self, pawn: Square, to: Square) -> Option<Because> {
        if self.seen.us.relative_rank(pawn) != 1 {
            return Some(("berolina O6", Reason::NoDoubleStep(pawn)));
        }
        let way = attacks::between(pawn, to) | Bitboard::from(to);
        let by = self.seen.nearest(pawn, way)?;
        Some(("berolina O6", Reason::DoubleStepBlocked { pawn, by }))
    }

    fn castling(&self, castling: Castling) -> Option<Because> {
        let Castling {
            wing, king, rook, ..
        } = castling;
        let (position, us) = (self.position, self.seen.us);
        let occupied = position.board.occupied();
        let reason = if !position.board.pieces(us, Role::Rook).contains(rook) {
            NoCastling::NoPartner(rook)
        } else if !position.rights.has(us, wing) {
            let partner = rook;
            NoCastling::Moved { king, partner }
        } else {
            let attackers = |square| position.attackers_given(square, !us, occupied);
            self.seen.castling(castling, attackers)?
        };
        let law = match reason {
            NoCastling::OutOfCheck(_, by)
            | NoCastling::ThroughCheck(_, by)
            | NoCastling::IntoCheck(_, by)
                if matches!(by.glyph, Glyph::BerolinaPawn(_)) =>
            {
                "berolina O17"
            }
            _ => "berolina O16",
        };
        Some((law, Reason::Castling(reason)))
    }

    /// Returns the reason of a move that only the safety of its king forbids.
    fn exposed_king(&self, piece: Placed, to: Square, action: Action) -> Because {
        let reason = self.unsafe_king(piece, action);
        let captured = self.position.captured_by(action);
        let law = if captured.is_some_and(|at| at != to) {
            "berolina O14"
        } else {
            "berolina O19"
        };
        (law, reason)
    }
}

#[cfg(test)]
mod tests;
