//! Why an action is illegal, in words, with the paragraph of the law.

use alloc::{format, string::String, vec::Vec};

use super::{
    generate::PROMOTIONS,
    position::{Force, Position, RuleSet, TYPES},
};
use crate::{
    Position as _, Action, Color, DrawReason, Outcome, Role, Square, WhyNot, WinReason, attacks,
    bitboard::Bitboard, castling::Castling,
};

/// Why an action is illegal; `None` exactly when it is legal.
pub(super) fn why_not(position: &Position, action: Action) -> Option<WhyNot> {
    let case = Case {
        position,
        us: position.turn,
        action,
    };
    (!position.is_legal(action)).then(|| case.explain())
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
        } => "bario B17",
        Outcome::Won {
            reason: WinReason::RecycledIntoCheck,
            ..
        } => "bario K9",
        _ => "bario B18",
    };
    because(law, format!("the game is over: {outcome}"))
}

fn because(law: &'static str, reason: String) -> WhyNot {
    WhyNot { reason, law }
}

/// An illegal action.
struct Case<'a> {
    position: &'a Position,
    us: Color,
    action: Action,
}

impl Case<'_> {
    fn explain(&self) -> WhyNot {
        let Case {
            position,
            us,
            action,
        } = *self;
        if let Some(at) = position.lost {
            return self.choice_owed(at);
        }
        if position.king(us).is_none() {
            return self.king_to_be_placed();
        }
        match action {
            Action::Move {
                from,
                to,
                promotion,
            } => self.plain_move(from, to, promotion),
            Action::Define { role, from, to } => self.definition(role, from, to),
            Action::Drop { .. } => match position.rules {
                RuleSet::Modern => because(
                    "bario B6",
                    "your king stands already, and nothing else is placed".into(),
                ),
                RuleSet::Classic => because(
                    "bario K1",
                    "kings begin on e1 and e8, and nothing is placed".into(),
                ),
            },
            Action::Lose { .. } => because(
                "bario B20",
                "none of your undefined pieces was captured by the last move".into(),
            ),
            Action::Stealth { .. } | Action::Shell { .. } | Action::Swap { .. } => because(
                "bario B10",
                format!(
                    "{action} is no move of Bario; write e2e4, or N@d1e3 for an undefined piece"
                ),
            ),
        }
    }

    fn choice_owed(&self, at: Square) -> WhyNot {
        let choices: Vec<String> = self
            .reserve_types()
            .map(|role| format!("-{}", role.letter()))
            .collect();
        let choices = choices.join(" or ");
        match self.action {
            Action::Lose { role } if TYPES.contains(&role) => because(
                "bario B20",
                format!(
                    "there is no {role} left in your reserve; what you lost on {at} is {choices}"
                ),
            ),
            Action::Lose { role } => because(
                "bario B20",
                format!("an undefined piece is no {role}; what you lost on {at} is {choices}"),
            ),
            _ => because(
                "bario B21",
                format!("say first what the undefined piece was that you lost on {at}: {choices}"),
            ),
        }
    }

    fn reserve_types(&self) -> impl Iterator<Item = Role> {
        self.position.reserves[self.us].types()
    }

    fn king_to_be_placed(&self) -> WhyNot {
        let rank = self.us.home_rank() + 1;
        let reason = match self.action {
            Action::Drop {
                role: Role::King,
                to,
            } => {
                format!(
                    "your king takes the place of an undefined piece on rank {rank}, and {to} is elsewhere"
                )
            }
            Action::Drop { role, .. } => {
                format!("only the king is placed, not a {role}: K@a{rank} to K@h{rank}")
            }
            _ => format!("your king comes first, anywhere on rank {rank}: K@a{rank} to K@h{rank}"),
        };
        because("bario B6", reason)
    }

    fn plain_move(&self, from: Square, to: Square, promotion: Option<Role>) -> WhyNot {
        let Case { position, us, .. } = *self;
        if let Some(why) = self.no_man_of_ours(from, to) {
            return why;
        }
        let Some(piece) = position.board.get(from) else {
            let into = self.reserve_types().next().unwrap_or(Role::Knight).letter();
            let reason = format!(
                "the piece on {from} is undefined: say what it becomes as it moves, such as {into}@{from}{to}"
            );
            return because("bario B10", reason);
        };
        let castling = Castling::of_king_move(us, from, to).filter(|_| piece.role == Role::King);
        let obstacle = match (piece.role, castling) {
            (Role::Pawn, _) => self.pawn(from, to),
            (_, Some(castling)) => self.castling(castling),
            (role, None) => self.piece(role, from, to, "bario B9"),
        };
        obstacle
            .or_else(|| promotion_flaw(piece.role, from, to, promotion))
            .unwrap_or_else(|| self.king_unsafe(piece.role, to))
    }

    /// There is nothing to move, or it is the other side's.
    fn no_man_of_ours(&self, from: Square, to: Square) -> Option<WhyNot> {
        let Case { position, us, .. } = *self;
        if position.side(!us).contains(from) {
            let reason = format!("{} is {}'s, and it is {us}'s move", self.the(from), !us);
            return Some(because("bario B10", reason));
        }
        if !position.side(us).contains(from) {
            return Some(because(
                "bario B10",
                format!("there is no piece of yours on {from}"),
            ));
        }
        let reason =
            || format!("a move goes from one square to another, not from {from} to {from}");
        (from == to).then(|| because("bario B10", reason()))
    }

    fn definition(&self, role: Role, from: Square, to: Square) -> WhyNot {
        let Case { position, us, .. } = *self;
        if let Some(why) = self.no_man_of_ours(from, to) {
            return why;
        }
        if !position.undefined[us].contains(from) {
            let reason = format!(
                "{} is nothing to be defined; write {from}{to}",
                self.the(from)
            );
            return because("bario B10", reason);
        }
        if !TYPES.contains(&role) {
            let reason =
                format!("an undefined piece becomes a queen, rook, bishop or knight, not a {role}");
            return because("bario B10", reason);
        }
        if !position.reserves[us].has(role) {
            return because(
                "bario B10",
                format!("there is no {role} left in your reserve"),
            );
        }
        self.piece(role, from, to, "bario B10")
            .unwrap_or_else(|| self.king_unsafe(role, to))
    }

    /// Why a piece that is no pawn cannot go there, whatever becomes of the king.
    fn piece(&self, role: Role, from: Square, to: Square, law: &'static str) -> Option<WhyNot> {
        let (reach, how) = match role {
            Role::Knight => (
                attacks::knight(from),
                "a knight goes two squares along a rank or file and one aside",
            ),
            Role::Bishop => (attacks::bishop_rays(from), "a bishop moves along diagonals"),
            Role::Rook => (
                attacks::rook_rays(from),
                "a rook moves along ranks and files",
            ),
            Role::Queen => (
                attacks::queen_rays(from),
                "a queen moves along ranks, files and diagonals",
            ),
            Role::King | Role::Pawn => (attacks::king(from), "a king moves one square"),
        };
        if !reach.contains(to) {
            let reason = format!("the {role} on {from} cannot reach {to}: {how}");
            return Some(because(law, reason));
        }
        if let Some(blocker) = self.nearest(from, attacks::between(from, to)) {
            let reason = format!("the {role} on {from} is blocked by {}", self.the(blocker));
            return Some(because(law, reason));
        }
        self.own_piece(to, law)
    }

    fn own_piece(&self, to: Square, law: &'static str) -> Option<WhyNot> {
        let is_ours = self.position.side(self.us).contains(to);
        is_ours.then(|| because(law, format!("your own {} stands on {to}", self.name(to))))
    }

    fn pawn(&self, from: Square, to: Square) -> Option<WhyNot> {
        let us = self.us;
        let n_files = from.file().abs_diff(to.file());
        let n_ranks = us.relative_rank(to) as i8 - us.relative_rank(from) as i8;
        match (n_files, n_ranks) {
            (_, ..=0) => Some(because(
                "bario B9",
                format!("the pawn on {from} moves forward only"),
            )),
            (0, 1) => self.pawn_ahead(from, to, "bario B9"),
            (0, 2) if us.relative_rank(from) == 1 => self.pawn_ahead(from, to, "bario B11"),
            (0, 2) => Some(because(
                "bario B11",
                format!(
                    "the pawn on {from} is not on its second rank, so it moves one square only"
                ),
            )),
            (1, 1) => self.pawn_aside(from, to),
            _ => Some(because(
                "bario B9",
                format!(
                    "the pawn on {from} cannot reach {to}: it moves one square straight ahead, or two from its second rank, \
                     and captures one square diagonally forward"
                ),
            )),
        }
    }

    fn pawn_ahead(&self, from: Square, to: Square, law: &'static str) -> Option<WhyNot> {
        let blocker = self.nearest(from, attacks::between(from, to) | Bitboard::from(to))?;
        Some(because(
            law,
            format!("the pawn on {from} is blocked by {}", self.the(blocker)),
        ))
    }

    fn pawn_aside(&self, from: Square, to: Square) -> Option<WhyNot> {
        let Case { position, us, .. } = *self;
        if let Some(own) = self.own_piece(to, "bario B9") {
            return Some(own);
        }
        if position.side(!us).contains(to) || position.skipped == Some(to) {
            return None;
        }
        let stepper = Bitboard::from(to).ahead(!us) & position.board.pieces(!us, Role::Pawn);
        Some(if us.relative_rank(from) == 4 && !stepper.is_empty() {
            because(
                "bario B11",
                format!(
                    "the pawn on {from} can capture en passant only right after a double step over {to}; the last move was \
                     none such"
                ),
            )
        } else {
            because(
                "bario B9",
                format!(
                    "the pawn on {from} moves straight ahead; it captures diagonally only, and {to} is empty"
                ),
            )
        })
    }

    fn castling(&self, castling: Castling) -> Option<WhyNot> {
        let Case { position, us, .. } = *self;
        let Castling {
            wing,
            king,
            king_to,
            rook,
            rook_to,
        } = castling;
        if position.rules == RuleSet::Modern {
            let reason = format!("the king on {king} moves one square, and there is no castling");
            return Some(because("bario B8", reason));
        }
        if !position.undefined[us].contains(rook) {
            let reason = format!("castling: there is no undefined piece of yours on {rook}");
            return Some(because("bario K2", reason));
        }
        if !position.rights.has(us, wing) {
            let reason = format!(
                "castling: the king has moved before, or the piece on {rook} is not the one of the start"
            );
            return Some(because("bario K4", reason));
        }
        if !position.reserves[us].has(Role::Rook) {
            let reason = format!(
                "castling: the piece on {rook} becomes a rook, and there is none left in your reserve"
            );
            return Some(because("bario K2", reason));
        }
        if let Some(blocker) = self.nearest(king, attacks::between(king, rook)) {
            let reason = format!(
                "castling: {} stands between king and corner",
                self.the(blocker)
            );
            return Some(because("bario K3", reason));
        }
        let foe = Force::of(position, !us);
        let dangers = [
            (king, format!("the king on {king} is in check from")),
            (
                rook_to,
                format!("the king would cross {rook_to}, attacked by"),
            ),
            (
                king_to,
                format!("the king would end on {king_to}, attacked by"),
            ),
        ];
        dangers.into_iter().find_map(|(square, danger)| {
            let attacker = foe.on(square, position.occupied()).first()?;
            Some(because(
                "bario K3",
                format!("castling: {danger} {}", self.the(attacker)),
            ))
        })
    }

    /// The move is fine but for the king.
    fn king_unsafe(&self, role: Role, to: Square) -> WhyNot {
        let Case {
            position,
            us,
            action,
        } = *self;
        let law = match position.rules {
            RuleSet::Modern => "bario B16",
            RuleSet::Classic => "bario K9",
        };
        let moved = position.carry_out(action);
        let king = moved.king(us).unwrap_or(to);
        let attackers = moved.checkers_of(us);
        let Some(attacker) = attackers.first() else {
            return self.exposed_by_reset(king);
        };
        let the_attacker = self.the(attacker);
        let reason = if role == Role::King {
            match (moved.board.role(Role::King) & attackers).first() {
                Some(other) => format!("the king cannot stand on {to}, beside the king on {other}"),
                None => format!("the king cannot go to {to}, which {the_attacker} attacks"),
            }
        } else if position.checkers_of(us).contains(attacker) {
            format!("your king on {king} is in check from {the_attacker}, and this does not help")
        } else {
            format!("that leaves your king on {king} in check from {the_attacker}")
        };
        because(law, reason)
    }

    /// The reset that is part of the move lets more of the enemy attack (bario B16, R1).
    fn exposed_by_reset(&self, king: Square) -> WhyNot {
        let after = self.position.play(self.action);
        let attacker = after.checkers_of(self.us).first().unwrap_or(king);
        let reason = format!(
            "that defines your last undefined piece, and after the reset the undefined piece on {attacker} attacks your king \
             on {king}"
        );
        because("bario B16", reason)
    }

    /// The piece on one of these squares that is nearest to where the move begins.
    fn nearest(&self, from: Square, squares: Bitboard) -> Option<Square> {
        let distance = |square: &Square| {
            let n_files = square.file().abs_diff(from.file());
            n_files.max(square.rank().abs_diff(from.rank()))
        };
        (squares & self.position.occupied()).min_by_key(distance)
    }

    /// `the rook on a1`, as it stands before the move.
    fn the(&self, square: Square) -> String {
        format!("the {} on {square}", self.name(square))
    }

    /// `rook`, `undefined piece`.
    fn name(&self, square: Square) -> String {
        match self.position.board.get(square) {
            Some(piece) => format!("{}", piece.role),
            None => "undefined piece".into(),
        }
    }
}

fn promotion_flaw(role: Role, from: Square, to: Square, promotion: Option<Role>) -> Option<WhyNot> {
    let reaches_end = role == Role::Pawn && Bitboard::EDGE_RANKS.contains(to);
    let reason = match promotion {
        None if reaches_end => {
            format!("the pawn reaches its last rank: add what it becomes, such as {from}{to}=Q")
        }
        Some(into) if reaches_end && !PROMOTIONS.contains(&into) => {
            format!("a pawn becomes a queen, rook, bishop or knight, not a {into}")
        }
        Some(into) if !reaches_end => {
            let letter = into.letter();
            format!(
                "only a pawn that reaches its last rank becomes something else; leave out ={letter}"
            )
        }
        _ => return None,
    };
    Some(because("bario B12", reason))
}

#[cfg(test)]
mod tests;
