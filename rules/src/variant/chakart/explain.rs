//! Explanations of illegal actions, with the paragraph of the law, from the knowledge of the side to decide.

use super::{
    moves::{PROMOTIONS, Sight, SwapRules},
    position::{DueDecision, Phase, Position},
};
use crate::{
    Action, ChakartReason, Glyph, Outcome, Placed, Power, Reason, Role, Square, WinReason, attacks,
    explain::{Because, Case, Explain},
};

impl Explain for Position {
    fn explain(case: &Case<Position>, action: Action) -> Because {
        match case.position.phase {
            Phase::Decide(pending) => case.decision(pending, action),
            Phase::Roll(..) => ("chakart C56", Reason::ChanceFirst),
            Phase::Draw(_) => ("chakart C9", Reason::NotDrawn),
        }
    }

    fn law_of_end(outcome: Outcome) -> &'static str {
        match outcome {
            Outcome::Won {
                reason: WinReason::KingsCaptured,
                ..
            } => "chakart C51",
            Outcome::Won {
                reason: WinReason::NoDecision,
                ..
            } => "chakart C52",
            _ => "chakart, section 9",
        }
    }
}

/// Returns a reason that only Chakart has.
fn own(law: &'static str, reason: ChakartReason) -> Because {
    (law, Reason::Chakart(reason))
}

impl Case<'_, Position> {
    fn sight(&self) -> Sight {
        Sight::of_decider(self.position)
    }

    fn decision(&self, pending: DueDecision, action: Action) -> Because {
        match (pending, action) {
            (DueDecision::Swap, Action::Swap { a, b }) => self.swap(a, b),
            (DueDecision::Swap, _) => own("chakart C36", ChakartReason::SwapFirst),
            (DueDecision::Drop(brought), Action::Drop { role, to }) => own(
                "chakart C38",
                if role == brought {
                    ChakartReason::DropOn(self.seen.the(to))
                } else {
                    ChakartReason::OtherDrop { brought, role }
                },
            ),
            (DueDecision::Drop(brought), _) => {
                own("chakart C38", ChakartReason::DropFirst(brought))
            }
            (DueDecision::Promote { from, to, .. }, _) => {
                own("chakart C49", ChakartReason::PromotionFirst { from, to })
            }
            (_, Action::Swap { .. }) => own("chakart C36", ChakartReason::NoSwap),
            (_, Action::Drop { .. }) => own("chakart C38", ChakartReason::NoDrop),
            (_, Action::Define { .. } | Action::Lose { .. }) => {
                ("chakart C55", Reason::NoSuchAction(action))
            }
            (
                _,
                Action::Move { from, to, .. }
                | Action::Stealth { from, to }
                | Action::Shell { from, to },
            ) => {
                let piece = match self.seen.mover(from, to) {
                    Ok(piece) => piece,
                    Err(reason) => return ("chakart C55", reason),
                };
                if self.position.frozen.contains(from) {
                    return ("chakart C24", Reason::Frozen(piece));
                }
                match action {
                    Action::Stealth { .. } => self.stealth(piece, to),
                    Action::Shell { .. } => self.shell(piece, to),
                    _ => self.step(piece, to, action),
                }
            }
        }
    }

    fn swap(&self, a: Square, b: Square) -> Because {
        let pieces = self.sight().pieces();
        let other = [a, b].into_iter().find(|&at| !pieces.contains(at));
        let partners = SwapRules::new(self.position).partners(a);
        let reason = match other {
            _ if a == b => ChakartReason::SwapWithItself,
            Some(square) => match self.seen.get(square) {
                Some(object) => ChakartReason::SwapObject(object),
                None => ChakartReason::SwapEmpty(square),
            },
            None if !partners.contains(b) => ChakartReason::SwapPawn,
            None => return own("chakart C55", ChakartReason::SwapOrder(Action::swap(a, b))),
        };
        own("chakart C36", reason)
    }

    fn step(&self, piece: Placed, to: Square, action: Action) -> Because {
        let obstacle = match piece.glyph {
            Glyph::Pawn(_) => self.pawn(piece, to),
            _ => self.seen.piece(piece, to).map(|reason| {
                let law = match (&reason, piece.glyph) {
                    (Reason::OwnPiece(_), _) => "chakart C19",
                    (_, Glyph::Knight(_) | Glyph::King(_)) => "chakart C18",
                    _ => "chakart C17",
                };
                (law, reason)
            }),
        };
        let promotion = || {
            let (_, _, promotion) = action.as_move()?;
            self.seen.promotion(piece, to, promotion, &PROMOTIONS)
        };
        let promotion = || {
            (
                "chakart C49",
                promotion().expect("only a promotion is left to forbid a move"),
            )
        };
        obstacle.unwrap_or_else(promotion)
    }

    fn pawn(&self, piece: Placed, to: Square) -> Option<Because> {
        let pawn = piece.at;
        if self.sight().targets(Role::Pawn, pawn).contains(to) {
            return None;
        }
        Some(match self.seen.ahead(pawn, to) {
            (_, ..=0) => ("chakart C20", Reason::NotForward(pawn)),
            (0, 1) => {
                let target = self.seen.the(to);
                ("chakart C20", Reason::CannotCapture { pawn, target })
            }
            (0, 2) if self.seen.us.relative_rank(pawn) > 1 => {
                ("chakart C21", Reason::NoDoubleStep(pawn))
            }
            (0, 2) => {
                let between = self.seen.nearest(pawn, attacks::between(pawn, to));
                let by = between.unwrap_or_else(|| self.seen.the(to));
                ("chakart C21", Reason::DoubleStepBlocked { pawn, by })
            }
            (1, 1) => match self.seen.own(to) {
                Some(reason) => ("chakart C19", reason),
                None => ("chakart C22", Reason::NothingToCapture { pawn, to }),
            },
            _ => ("chakart C20", Reason::CannotReach { piece, to }),
        })
    }

    fn stealth(&self, piece: Placed, to: Square) -> Because {
        if !matches!(piece.glyph, Glyph::Queen(_)) {
            return own("chakart C47", ChakartReason::StealthOf(piece));
        }
        if !self.position.powers.stealth[self.seen.us] {
            return own("chakart C45", ChakartReason::Spent(Power::Stealth));
        }
        match self.seen.piece(piece, to) {
            Some(reason @ (Reason::CannotReach { .. } | Reason::Blocked { .. })) => {
                ("chakart C47", reason)
            }
            _ => own("chakart C47", ChakartReason::StealthOnto(self.seen.the(to))),
        }
    }

    fn shell(&self, piece: Placed, to: Square) -> Because {
        let from = piece.at;
        if !matches!(piece.glyph, Glyph::King(_)) {
            return own("chakart C46", ChakartReason::ShellOf(piece));
        }
        if !self.position.powers.shell[self.seen.us] {
            return own("chakart C45", ChakartReason::Spent(Power::Shell));
        }
        let stop = self.seen.nearest(from, attacks::between(from, to));
        let reason = if !attacks::queen_rays(from).contains(to) {
            ChakartReason::ShellPath { from, to }
        } else if let Some(stop) = stop {
            ChakartReason::ShellStopped(stop)
        } else if let Some(reason) = self.seen.own(to) {
            return ("chakart C46", reason);
        } else {
            let object = self.seen.get(to).map(|object| object.glyph);
            ChakartReason::ShellMisses { at: to, object }
        };
        own("chakart C46", reason)
    }
}

#[cfg(test)]
mod tests;
