//! Why a move is illegal, in words, with the paragraph of the law.

use alloc::{format, string::String};

use super::{
    board::Kind,
    position::{Position, Step},
};
use crate::{
    Position as _, Action, Color, DrawReason, Outcome, Square, WhyNot, WinReason, attacks, bitboard::Bitboard,
};

/// Why a move is illegal; `None` exactly when it is legal.
pub(super) fn why_not(position: &Position, action: Action) -> Option<WhyNot> {
    let Some((from, to, promotion)) = action.as_move() else {
        let reason = format!("in Baroque a move goes from square to square, and {action} does not");
        return Some(because("baroque Q38", reason));
    };
    let is_legal = position.is_legal(action);
    let case = Case {
        position,
        us: position.turn,
        from,
        to,
    };
    (!is_legal).then(|| match case.mover() {
        Err(why) => why,
        Ok(_) if promotion.is_some() => because(
            "baroque Q5",
            format!("nothing is promoted in Baroque; write {from}{to} alone"),
        ),
        Ok(kind) => case.explain(kind),
    })
}

/// Nothing is legal once the game is over.
pub(super) fn game_over(outcome: Outcome) -> WhyNot {
    let law = match outcome {
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
    };
    because(law, format!("the game is over: {outcome}"))
}

/// Nothing is legal before the start is drawn.
pub(super) fn undrawn() -> WhyNot {
    because(
        "baroque Q3",
        "the pieces on the back rows are still to be drawn".into(),
    )
}

fn because(law: &'static str, reason: String) -> WhyNot {
    WhyNot { reason, law }
}

/// An illegal move.
struct Case<'a> {
    position: &'a Position,
    us: Color,
    from: Square,
    to: Square,
}

impl Case<'_> {
    fn explain(&self, kind: Kind) -> WhyNot {
        self.frozen(kind)
            .or_else(|| self.out_of_reach(kind))
            .or_else(|| self.occupied_target(kind))
            .or_else(|| self.blocked(kind))
            .unwrap_or_else(|| self.king_unsafe(kind))
    }

    /// The kind of piece that moves, one of the side to move.
    fn mover(&self) -> Result<Kind, WhyNot> {
        let Case { from, us, .. } = *self;
        match self.position.board.get(from) {
            None => Err(because(
                "baroque Q38",
                format!("there is no piece of yours on {from}"),
            )),
            Some(piece) if piece.color != us => Err(because(
                "baroque Q38",
                format!(
                    "the {} on {from} is {}'s, and it is {us}'s move",
                    piece.role, piece.color
                ),
            )),
            Some(_) if from == self.to => Err(because(
                "baroque Q10",
                format!(
                    "you cannot pass: a move goes from one square to another, not from {from} to {from}"
                ),
            )),
            Some(piece) => Ok(piece.role),
        }
    }

    fn frozen(&self, kind: Kind) -> Option<WhyNot> {
        let Case {
            position, us, from, ..
        } = *self;
        if !position.frozen(us).contains(from) {
            return None;
        }
        let touching = |other| (attacks::king(from) & position.board.pieces(!us, other)).first();
        if let (Kind::Immobilizer, Some(chameleon)) = (kind, touching(Kind::Chameleon)) {
            return Some(because(
                "baroque Q30",
                format!(
                    "the immobilizer on {from} is frozen: it touches the chameleon on {chameleon}"
                ),
            ));
        }
        let mut immobilizers = attacks::king(from) & position.board.pieces(!us, Kind::Immobilizer);
        let immobilizer =
            immobilizers.find(|&immobilizer| position.is_frozen_by(from, immobilizer))?;
        if position.releasers(us).contains(from) {
            return Some(because(
                "baroque Q28",
                format!(
                    "the {kind} on {from} is frozen by the immobilizer on {immobilizer}: it cannot release itself"
                ),
            ));
        }
        Some(because(
            "baroque Q27",
            format!(
                "the {kind} on {from} is frozen by the immobilizer on {immobilizer}, which no other chameleon or immobilizer \
                 of yours touches"
            ),
        ))
    }

    fn out_of_reach(&self, kind: Kind) -> Option<WhyNot> {
        let Case { from, to, .. } = *self;
        let (law, reach, how) = match kind {
            Kind::King => (
                "baroque Q7",
                attacks::king(from),
                "a king moves one square, and there is no castling",
            ),
            Kind::Pincer => (
                "baroque Q6",
                attacks::rook_rays(from),
                "a pincer moves along ranks and files",
            ),
            _ => (
                "baroque Q8",
                attacks::queen_rays(from),
                "all but pincers and kings move like a queen of chess",
            ),
        };
        (!reach.contains(to)).then(|| {
            because(
                law,
                format!("the {kind} on {from} cannot reach {to}: {how}"),
            )
        })
    }

    fn occupied_target(&self, kind: Kind) -> Option<WhyNot> {
        let Case { from, to, us, .. } = *self;
        let piece = self.position.board.get(to)?;
        if piece.color == us {
            return Some(because(
                "baroque Q9",
                format!("your own {} stands on {to}", piece.role),
            ));
        }
        let how = match kind {
            Kind::King => return None,
            Kind::Pincer => "a pincer takes what stands between it and another piece of yours",
            Kind::Coordinator => {
                "a coordinator takes on the two corners that it makes with your king"
            }
            Kind::Leaper => "a long leaper takes what it leaps over",
            Kind::Chameleon => "a chameleon takes each piece in that piece's own way",
            Kind::Withdrawer => "a withdrawer takes what it moves straight away from",
            Kind::Immobilizer => "an immobilizer never captures",
        };
        Some(because(
            "baroque Q9",
            format!(
                "the {kind} on {from} cannot step upon {}, as only a king does: {how}",
                self.the(to)
            ),
        ))
    }

    fn blocked(&self, kind: Kind) -> Option<WhyNot> {
        let Case {
            position,
            us,
            from,
            to,
        } = *self;
        let law = match kind {
            Kind::King => return None,
            Kind::Pincer => "baroque Q6",
            Kind::Leaper => return self.blocked_leap(kind, position.board.color(!us)),
            Kind::Chameleon => {
                return self.blocked_leap(kind, position.board.pieces(!us, Kind::Leaper));
            }
            Kind::Coordinator | Kind::Withdrawer | Kind::Immobilizer => "baroque Q8",
        };
        let blocker = self.nearest(attacks::between(from, to))?;
        let reason = format!("the {kind} on {from} is blocked by {}", self.the(blocker));
        Some(because(law, reason))
    }

    /// Why the way of a piece that leaps over its prey is not free: the first obstacle counts.
    fn blocked_leap(&self, kind: Kind, prey: Bitboard) -> Option<WhyNot> {
        let Case {
            position,
            us,
            from,
            to,
        } = *self;
        let mut way = attacks::between(from, to) & position.board.occupied();
        while let Some(square) = self.nearest(way) {
            let obstacle = self.the(square);
            if position.board.color(us).contains(square) {
                let law = if kind == Kind::Leaper {
                    "baroque Q18"
                } else {
                    "baroque Q23"
                };
                let reason = format!("the {kind} on {from} is blocked by {obstacle}, your own");
                return Some(because(law, reason));
            }
            if !prey.contains(square) {
                let reason = format!(
                    "the {kind} on {from} leaps over long leapers only, not over {obstacle}"
                );
                return Some(because("baroque Q23", reason));
            }
            if let Some(behind) =
                (attacks::beyond(from, square) & position.board.occupied()).first()
            {
                let law = if position.board.color(us).contains(behind) {
                    "baroque Q17"
                } else {
                    "baroque Q18"
                };
                return Some(because(
                    law,
                    format!(
                        "the {kind} on {from} cannot leap over {obstacle}: {} stands right behind",
                        self.the(behind)
                    ),
                ));
            }
            way &= !Bitboard::from(square);
        }
        None
    }

    /// The move is fine but for the king.
    fn king_unsafe(&self, kind: Kind) -> WhyNot {
        let Case {
            position,
            us,
            from,
            to,
        } = *self;
        let next = position.moved(kind, Step { from, to });
        let king = next.king(us);
        let attackers = next.checkers_of(us);
        let Some(attacker) = attackers.first() else {
            return because(
                "baroque Q34",
                format!("that leaves your king on {king} in check"),
            );
        };
        let by = self.the(attacker);
        if kind == Kind::King {
            return because(
                "baroque Q31",
                format!("the king cannot go to {to}, where {by} could take it"),
            );
        }
        let was_in_check = !(position.checkers_of(us) & attackers).is_empty();
        let reason = if was_in_check {
            format!("your king on {king} is in check from {by}, and this does not help")
        } else if position.frozen(!us).contains(attacker) {
            format!("that lets go {by}, which could then take your king on {king}")
        } else {
            format!("that leaves your king on {king} in check from {by}")
        };
        because("baroque Q34", reason)
    }

    /// The piece on one of these squares that is nearest to where the move begins.
    fn nearest(&self, squares: Bitboard) -> Option<Square> {
        let distance = |square: &Square| {
            let n_files = square.file().abs_diff(self.from.file());
            n_files.max(square.rank().abs_diff(self.from.rank()))
        };
        (squares & self.position.board.occupied()).min_by_key(distance)
    }

    /// `the coordinator on a1`.
    fn the(&self, square: Square) -> String {
        match self.position.board.role_at(square) {
            Some(kind) => format!("the {kind} on {square}"),
            None => format!("{square}"),
        }
    }
}

#[cfg(test)]
mod tests;
