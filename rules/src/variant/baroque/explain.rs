//! Explanations of illegal moves, with the paragraph of the law.

use super::{
    board::Kind,
    position::{Position, plain_step},
};
use crate::{
    Action, BaroqueReason, DrawReason, Outcome, Placed, Reason, Square, WinReason, attacks,
    bitboard::Bitboard,
    explain::{Because, Case, Explain},
};

impl Explain for Position {
    fn explain(case: &Case<Position>, action: Action) -> Because {
        if case.position.draw.is_some() {
            return ("baroque Q3", Reason::NotDrawn);
        }
        let Some((from, to, promotion)) = action.as_move() else {
            return ("baroque Q38", Reason::NoSuchAction(action));
        };
        let piece = match case.seen.mover(from, to) {
            Ok(piece) => piece,
            Err(Reason::NoWay(at)) => return ("baroque Q10", Reason::NoWay(at)),
            Err(reason) => return ("baroque Q38", reason),
        };
        if let Some(into) = promotion {
            return ("baroque Q5", Reason::NoPromotion { from, to, into });
        }
        let kind = case.position.board.role_at(from).expect("a piece moves");
        case.frozen(piece)
            .or_else(|| case.out_of_reach(kind, piece, to))
            .or_else(|| case.occupied_target(kind, piece, to))
            .or_else(|| case.blocked(kind, piece, to))
            .unwrap_or_else(|| case.exposed_king(piece, action))
    }

    fn law_of_end(outcome: Outcome) -> &'static str {
        match outcome {
            Outcome::Won {
                reason: WinReason::Checkmate,
                ..
            }
            | Outcome::Drawn {
                reason: DrawReason::Stalemate,
            } => "baroque Q35",
            Outcome::Drawn {
                reason: DrawReason::Repetition,
            } => "baroque Q36",
            _ => "baroque, Check and end",
        }
    }
}

impl Case<'_, Position> {
    fn frozen(&self, piece: Placed) -> Option<Because> {
        let position = self.position;
        let by = position.freezer_of(piece.at)?;
        let law = if position.board.role_at(by) == Some(Kind::Chameleon) {
            "baroque Q30"
        } else if position.releasers(self.seen.us).contains(piece.at) {
            "baroque Q28"
        } else {
            "baroque Q27"
        };
        let by = self.seen.the(by);
        Some((law, Reason::FrozenBy { piece, by }))
    }

    fn out_of_reach(&self, kind: Kind, piece: Placed, to: Square) -> Option<Because> {
        let (law, reach) = match kind {
            Kind::King => ("baroque Q7", attacks::king(piece.at)),
            Kind::Pincer => ("baroque Q6", attacks::rook_rays(piece.at)),
            _ => ("baroque Q8", attacks::queen_rays(piece.at)),
        };
        (!reach.contains(to)).then_some((law, Reason::CannotReach { piece, to }))
    }

    fn occupied_target(&self, kind: Kind, piece: Placed, to: Square) -> Option<Because> {
        let target = self.seen.get(to)?;
        let reason = self.seen.own(to).or_else(|| {
            let reason = BaroqueReason::StepUpon { piece, target };
            (kind != Kind::King).then_some(Reason::Baroque(reason))
        });
        reason.map(|reason| ("baroque Q9", reason))
    }

    fn blocked(&self, kind: Kind, piece: Placed, to: Square) -> Option<Because> {
        let board = &self.position.board;
        let enemies = board.color(!self.seen.us);
        let law = match kind {
            Kind::Leaper => return self.blocked_leap("baroque Q18", piece, to, enemies),
            Kind::Chameleon => {
                let leapers = enemies & board.role(Kind::Leaper);
                return self.blocked_leap("baroque Q23", piece, to, leapers);
            }
            Kind::Pincer => "baroque Q6",
            _ => "baroque Q8",
        };
        self.seen.blocked(piece, to).map(|reason| (law, reason))
    }

    /// Returns the reason why the way of a piece that leaps over its prey is blocked: the first obstacle counts.
    fn blocked_leap(
        &self,
        law: &'static str,
        piece: Placed,
        to: Square,
        prey: Bitboard,
    ) -> Option<Because> {
        let own = self.position.board.color(self.seen.us);
        let mut way = attacks::between(piece.at, to);
        while let Some(over) = self.seen.nearest(piece.at, way) {
            if own.contains(over.at) {
                return Some((law, Reason::Blocked { piece, by: over }));
            }
            if !prey.contains(over.at) {
                let reason = BaroqueReason::LeapOver { piece, over };
                return Some(("baroque Q23", Reason::Baroque(reason)));
            }
            let landing = attacks::beyond(piece.at, over.at);
            if let Some(behind) = self.seen.nearest(piece.at, landing) {
                let law = if own.contains(behind.at) {
                    "baroque Q17"
                } else {
                    "baroque Q18"
                };
                let reason = BaroqueReason::NoLanding {
                    piece,
                    over,
                    behind,
                };
                return Some((law, Reason::Baroque(reason)));
            }
            way &= !Bitboard::from(over.at);
        }
        None
    }

    /// Returns the reason of a move that only the safety of its king forbids.
    fn exposed_king(&self, piece: Placed, action: Action) -> Because {
        let frozen = self.position.frozen(!self.seen.us);
        let spared = self.spared(action);
        match self.unsafe_king(piece, action) {
            Reason::Exposed { king, by } if frozen.contains(by.at) => {
                let reason = BaroqueReason::Released { king, by };
                ("baroque Q34", Reason::Baroque(reason))
            }
            Reason::Exposed { king, by } | Reason::InCheck { king, by }
                if spared.contains(by.at) =>
            {
                let reason = BaroqueReason::Spared { piece, king, by };
                ("baroque Q24b", Reason::Baroque(reason))
            }
            reason @ Reason::Attacked { .. } => ("baroque Q31", reason),
            reason => ("baroque Q34", reason),
        }
    }

    /// Returns the pieces that a chameleon would capture if its move did not leap (baroque Q24b).
    fn spared(&self, action: Action) -> Bitboard {
        let chameleons = self.position.board.role(Kind::Chameleon);
        let leap = plain_step(action)
            .filter(|&step| chameleons.contains(step.from) && self.position.spares(step));
        leap.map_or(Bitboard::EMPTY, |step| self.position.copied(step))
    }
}

#[cfg(test)]
mod tests;
