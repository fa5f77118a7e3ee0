//! Explanations of illegal actions, with the paragraph of the law.

use super::position::{Force, Position, RuleSet, TYPES};
use crate::{
    Action, BarioReason, DrawReason, Glyph, NoCastling, Outcome, Placed, Position as _, Reason,
    Role, Square, WinReason, attacks,
    bitboard::Bitboard,
    castling::Castling,
    explain::{Because, Case, Explain},
};

/// Returns a reason that only Bario has.
fn own(law: &'static str, reason: BarioReason) -> Because {
    (law, Reason::Bario(reason))
}

impl Explain for Position {
    fn explain(case: &Case<Position>, action: Action) -> Because {
        let position = case.position;
        if let Some(at) = position.lost {
            return case.loss(at, action);
        }
        if position.king(case.seen.us).is_none() {
            return case.king_to_be_placed(action);
        }
        match action {
            Action::Move { .. } => case.step(action),
            Action::Define { role, from, to } => case.definition(action, role, from, to),
            Action::Drop { .. } => match position.rules {
                RuleSet::Modern => own("bario B6", BarioReason::KingStands),
                RuleSet::Classic => own("bario K1", BarioReason::NothingPlaced),
            },
            Action::Lose { .. } => own("bario B20", BarioReason::NothingLost),
            Action::Stealth { .. } | Action::Shell { .. } | Action::Swap { .. } => {
                ("bario B10", Reason::NoSuchAction(action))
            }
        }
    }

    fn law_of_end(outcome: Outcome) -> &'static str {
        match outcome {
            Outcome::Won {
                reason: WinReason::Checkmate,
                ..
            }
            | Outcome::Drawn {
                reason: DrawReason::Stalemate,
            } => "bario B17",
            Outcome::Won {
                reason: WinReason::RecycledIntoCheck,
                ..
            } => "bario K9",
            _ => "bario B18",
        }
    }
}

impl Case<'_, Position> {
    fn loss(&self, at: Square, action: Action) -> Because {
        let choices = self.position.reserves[self.seen.us].types().collect();
        match action {
            Action::Lose { role } => own("bario B20", BarioReason::NotLost { role, at, choices }),
            _ => own("bario B21", BarioReason::LossFirst { at, choices }),
        }
    }

    fn king_to_be_placed(&self, action: Action) -> Because {
        let color = self.seen.us;
        let reason = match action {
            Action::Drop {
                role: Role::King,
                to,
            } => BarioReason::KingElsewhere { color, to },
            Action::Drop { role, .. } => BarioReason::OnlyKing { color, role },
            _ => BarioReason::KingFirst(color),
        };
        own("bario B6", reason)
    }

    fn step(&self, action: Action) -> Because {
        let obstacle = |piece: Placed, to| {
            let (from, castling) = (piece.at, Castling::of_king_move(self.seen.us, piece.at, to));
            match (piece.glyph, castling) {
                (Glyph::Undefined(_), _) => {
                    let us = self.seen.us;
                    let goes = |role: &Role| {
                        let glyph = role.glyph(us);
                        self.seen.piece(Placed { glyph, ..piece }, to).is_none()
                    };
                    let types = || self.position.reserves[us].types();
                    let role = types().find(goes).or_else(|| types().next());
                    let role = role.expect("an undefined piece has a type left");
                    let example = Action::Define { role, from, to };
                    let reason = BarioReason::Undefined { at: from, example };
                    Some(own("bario B10", reason))
                }
                (Glyph::Pawn(_), _) => self.pawn(piece, to),
                (Glyph::King(_), Some(castling)) => self.castling(castling),
                _ => self.seen.piece(piece, to).map(|it| ("bario B9", it)),
            }
        };
        let exposed_king = |piece, _| self.exposed_king(piece, action);
        self.plain_move(action, ["bario B10", "bario B12"], obstacle, exposed_king)
    }

    fn definition(&self, action: Action, role: Role, from: Square, to: Square) -> Because {
        let law = "bario B10";
        let piece = match self.seen.mover(from, to) {
            Ok(piece) => piece,
            Err(reason) => return (law, reason),
        };
        if !matches!(piece.glyph, Glyph::Undefined(_)) {
            return own(law, BarioReason::Defined { piece, to });
        }
        if !TYPES.contains(&role) {
            let (glyph, into) = (piece.glyph, role);
            return (law, Reason::CannotBecome { glyph, into });
        }
        if !self.position.reserves[self.seen.us].has(role) {
            return own(law, BarioReason::NotInReserve(role));
        }
        let defined = Placed {
            glyph: role.glyph(self.seen.us),
            at: from,
        };
        let obstacle = self.seen.piece(defined, to).map(|reason| (law, reason));
        obstacle.unwrap_or_else(|| self.exposed_king(defined, action))
    }

    fn pawn(&self, piece: Placed, to: Square) -> Option<Because> {
        let pawn = piece.at;
        match self.seen.ahead(pawn, to) {
            (_, ..=0) => Some(("bario B9", Reason::NotForward(pawn))),
            (0, 1) => self.pawn_ahead("bario B9", piece, to),
            (0, 2) if self.seen.us.relative_rank(pawn) == 1 => {
                self.pawn_ahead("bario B11", piece, to)
            }
            (0, 2) => Some(("bario B11", Reason::NoDoubleStep(pawn))),
            (1, 1) => self.pawn_aside(pawn, to),
            _ => Some(("bario B9", Reason::CannotReach { piece, to })),
        }
    }

    fn pawn_ahead(&self, law: &'static str, piece: Placed, to: Square) -> Option<Because> {
        let way = attacks::between(piece.at, to) | Bitboard::from(to);
        let by = self.seen.nearest(piece.at, way)?;
        Some((law, Reason::Blocked { piece, by }))
    }

    fn pawn_aside(&self, pawn: Square, to: Square) -> Option<Because> {
        let (position, us) = (self.position, self.seen.us);
        if let Some(reason) = self.seen.own(to) {
            return Some(("bario B9", reason));
        }
        if self.seen.get(to).is_some() || position.skipped == Some(to) {
            return None;
        }
        let stepper = Bitboard::from(to).ahead(!us) & position.board.pieces(!us, Role::Pawn);
        Some(if us.relative_rank(pawn) == 4 && !stepper.is_empty() {
            ("bario B11", Reason::TooLate { pawn, to })
        } else {
            ("bario B9", Reason::NothingToCapture { pawn, to })
        })
    }

    fn castling(&self, castling: Castling) -> Option<Because> {
        let (position, us) = (self.position, self.seen.us);
        let Castling {
            wing, king, rook, ..
        } = castling;
        let (law, reason) = if position.rules == RuleSet::Modern {
            ("bario B8", NoCastling::Never(king))
        } else if !position.undefined[us].contains(rook) {
            ("bario K2", NoCastling::NoPartner(rook))
        } else if !position.rights.has(us, wing) {
            let partner = rook;
            ("bario K4", NoCastling::Moved { king, partner })
        } else if !position.reserves[us].has(Role::Rook) {
            ("bario K2", NoCastling::NoRookLeft(rook))
        } else {
            let foe = Force::of(position, !us);
            let attackers = |square| foe.on(square, position.occupied());
            ("bario K3", self.seen.castling(castling, attackers)?)
        };
        Some((law, Reason::Castling(reason)))
    }

    /// Returns the reason of a move that only the safety of its king forbids.
    fn exposed_king(&self, piece: Placed, action: Action) -> Because {
        let (position, us) = (self.position, self.seen.us);
        let law = match position.rules {
            RuleSet::Modern => "bario B16",
            RuleSet::Classic => "bario K9",
        };
        let moved = position.carry_out(action);
        if let Some(reason) = self.attacked_king(piece, &moved) {
            return (law, reason);
        }
        // The reset of the move opens more attacks of the enemy (bario B16, R1).
        let attackers = position.play_unchecked(action).checkers_of(us);
        let at = attackers
            .first()
            .expect("only the safety of its king is left to forbid a move");
        let by = Placed {
            glyph: Glyph::Undefined(!us),
            at,
        };
        let king = moved.king(us).expect("the kings stand");
        own("bario B16", BarioReason::ExposedByReset { king, by })
    }
}

#[cfg(test)]
mod tests;
