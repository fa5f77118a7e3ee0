//! Why a decision is illegal, in words, with the paragraph of the law, from what the side to decide knows.

use alloc::{format, string::String};

use super::{
    generate::{Sight, SwapRules},
    position::{Lens, Object, Pending, Position, Stage, Trap},
};
use crate::{
    Action, Color, DrawReason, Outcome, Position as _, Role, Square, WhyNot, WinReason, attacks,
    bitboard::Bitboard, variant::Viewer,
};

/// Why a decision is illegal; `None` exactly when it is legal.
pub(super) fn why_not(position: &Position, action: Action) -> Option<WhyNot> {
    if position.is_legal(action) {
        return None;
    }
    let case = Case {
        position,
        sight: Sight::of_decider(position),
        lens: position.lens(Viewer::Seat(position.turn)),
        us: position.turn,
    };
    Some(match position.stage {
        Stage::Decide(pending) => case.explain(pending, action),
        Stage::Roll(..) => because(
            "chakart C56",
            "chance has to go on with the last decision first",
        ),
        Stage::Draw(_) => because("chakart C9", "the back rows have to be drawn first"),
    })
}

/// Nothing is legal once the game is over.
pub(super) fn game_over(outcome: Outcome) -> WhyNot {
    let law = match outcome {
        Outcome::Won {
            reason: WinReason::KingsCaptured,
            ..
        } => "chakart C51",
        Outcome::Won {
            reason: WinReason::NoDecision,
            ..
        } => "chakart C52",
        Outcome::Won { .. }
        | Outcome::Drawn {
            reason:
                DrawReason::Stalemate
                | DrawReason::Repetition
                | DrawReason::FiftyMoves
                | DrawReason::DeadPosition
                | DrawReason::Agreement
                | DrawReason::TurnLimit,
        } => "chakart, section 9",
    };
    because(law, format!("the game is over: {outcome}"))
}

fn because(law: &'static str, reason: impl Into<String>) -> WhyNot {
    WhyNot {
        reason: reason.into(),
        law,
    }
}

/// An illegal decision of a side, and what that side sees.
struct Case<'a> {
    position: &'a Position,
    sight: Sight,
    lens: Lens,
    us: Color,
}

impl Case<'_> {
    fn explain(&self, pending: Pending, action: Action) -> WhyNot {
        match (pending, action) {
            (Pending::Swap, Action::Swap { a, b }) => self.swap(a, b),
            (Pending::Swap, _) => because(
                "chakart C36",
                "King Boo: you must swap two pieces, written such as a1<>b2",
            ),
            (Pending::Drop(brought), Action::Drop { role, to }) => self.drop(brought, role, to),
            (Pending::Drop(brought), _) => because(
                "chakart C38",
                format!(
                    "Toadette: you must place a {brought}, written such as {}@d4",
                    brought.letter()
                ),
            ),
            (Pending::Promote { from, to, .. }, _) => because(
                "chakart C49",
                format!(
                    "the pawn on {from} is forced to {to}: say what it becomes, such as {from}{to}=Q (Q, R, B, N or K)"
                ),
            ),
            (Pending::Move | Pending::Again, Action::Swap { .. }) => because(
                "chakart C36",
                "pieces are swapped only when an egg brings King Boo",
            ),
            (Pending::Move | Pending::Again, Action::Drop { .. }) => because(
                "chakart C38",
                "a piece is placed only when an egg brings Toadette",
            ),
            (
                Pending::Move | Pending::Again,
                Action::Move {
                    from,
                    to,
                    promotion,
                },
            ) => self.step(from, to, promotion),
            (Pending::Move | Pending::Again, Action::Stealth { from, to }) => {
                self.stealth(from, to)
            }
            (Pending::Move | Pending::Again, Action::Shell { from, to }) => self.shell(from, to),
            (Pending::Move | Pending::Again, Action::Define { .. } | Action::Lose { .. }) => {
                because(
                    "chakart C55",
                    format!(
                        "{action} is no decision of Chakart, where a piece goes from one square to another, such as e2e4"
                    ),
                )
            }
        }
    }

    fn swap(&self, a: Square, b: Square) -> WhyNot {
        if a == b {
            return because("chakart C36", "a swap needs two squares");
        }
        let empty = [a, b]
            .into_iter()
            .find(|&square| !self.sight.pieces().contains(square));
        if let Some(square) = empty {
            let reason = match self.object(square) {
                Some(object) => format!(
                    "a {} lies on {square}, and objects cannot be swapped",
                    name(object)
                ),
                None => format!("no piece stands on {square}"),
            };
            return because("chakart C36", reason);
        }
        let is_barred = !SwapRules::new(self.position).partners(a).contains(b);
        if is_barred {
            return because("chakart C36", "that would put a pawn on its own last rank");
        }
        because(
            "chakart C55",
            format!("write the swap as {}", Action::swap(a, b)),
        )
    }

    fn drop(&self, brought: Role, role: Role, to: Square) -> WhyNot {
        if role != brought {
            return because(
                "chakart C38",
                format!("Toadette brought a {brought}, not a {role}"),
            );
        }
        because(
            "chakart C38",
            format!(
                "a piece is placed where none stands, and {} does",
                self.the(to)
            ),
        )
    }

    /// The piece that is to move, one of the side to decide and free to move.
    fn mover(&self, from: Square) -> Result<Role, WhyNot> {
        let Case { us, position, .. } = self;
        if self.sight.foe.contains(from) {
            let reason = format!("{} is {}'s, and {us} is to decide", self.the(from), !*us);
            return Err(because("chakart C55", reason));
        }
        if !self.sight.own.contains(from) {
            let reason = match self.object(from) {
                Some(object) => format!("a {} lies on {from}; objects do not move", name(object)),
                None => format!("there is no piece of yours on {from}"),
            };
            return Err(because("chakart C55", reason));
        }
        if position.frozen.contains(from) {
            let reason = format!(
                "{} is frozen until you have made another decision",
                self.the(from)
            );
            return Err(because("chakart C24", reason));
        }
        Ok(position.role_at(from))
    }

    fn step(&self, from: Square, to: Square, promotion: Option<Role>) -> WhyNot {
        let role = match self.mover(from) {
            Ok(role) => role,
            Err(why) => return why,
        };
        if from == to {
            return because(
                "chakart C55",
                format!("a move goes from one square to another, not from {from} to {from}"),
            );
        }
        if !self.sight.targets(role, from).contains(to) {
            return match role {
                Role::Pawn => self.pawn(from, to),
                _ => self.piece(role, from, to),
            };
        }
        self.promotion(role, from, to, promotion)
    }

    fn piece(&self, role: Role, from: Square, to: Square) -> WhyNot {
        let (reach, law, how) = match role {
            Role::Knight => (
                attacks::knight(from),
                "chakart C18",
                "a knight goes two squares along a rank or file and one aside",
            ),
            Role::King | Role::Pawn => (
                attacks::king(from),
                "chakart C18",
                "a king moves one square",
            ),
            Role::Bishop => (
                attacks::bishop_rays(from),
                "chakart C17",
                "a bishop moves along diagonals",
            ),
            Role::Rook => (
                attacks::rook_rays(from),
                "chakart C17",
                "a rook moves along ranks and files",
            ),
            Role::Queen => (
                queen_rays(from),
                "chakart C17",
                "a queen moves along ranks, files and diagonals",
            ),
        };
        if !reach.contains(to) {
            return because(
                law,
                format!("the {role} on {from} cannot reach {to}: {how}"),
            );
        }
        match self.blocker(from, to) {
            Some(blocker) => because(
                law,
                format!("the {role} on {from} is blocked by {}", self.the(blocker)),
            ),
            None => because("chakart C19", format!("your own {}", self.stands(to))),
        }
    }

    fn pawn(&self, from: Square, to: Square) -> WhyNot {
        let us = self.us;
        let n_files = from.file().abs_diff(to.file());
        let n_ranks = us.relative_rank(to) as i8 - us.relative_rank(from) as i8;
        match (n_files, n_ranks) {
            (_, ..=0) => because(
                "chakart C20",
                format!("the pawn on {from} moves forward only"),
            ),
            (0, 1) => because(
                "chakart C20",
                format!(
                    "the pawn on {from} cannot capture straight ahead, and {} is in its way",
                    self.the(to)
                ),
            ),
            (0, 2) if us.relative_rank(from) > 1 => because(
                "chakart C21",
                format!(
                    "the pawn on {from} is beyond its second rank, so it moves one square only"
                ),
            ),
            (0, 2) => {
                let blocker = self.blocker(from, to).unwrap_or(to);
                because(
                    "chakart C21",
                    format!(
                        "the double step of the pawn on {from} is blocked by {}",
                        self.the(blocker)
                    ),
                )
            }
            (1, 1) if self.sight.own.contains(to) => {
                because("chakart C19", format!("your own {}", self.stands(to)))
            }
            (1, 1) => because(
                "chakart C22",
                format!(
                    "the pawn on {from} goes diagonally onto an enemy piece or an object only, and {to} is empty"
                ),
            ),
            _ => because(
                "chakart C20",
                format!(
                    "the pawn on {from} cannot reach {to}: it moves one square ahead, two from its first or second rank, \
                     and one diagonally onto an enemy piece or an object"
                ),
            ),
        }
    }

    /// The move is fine but for what the pawn becomes.
    fn promotion(&self, role: Role, from: Square, to: Square, promotion: Option<Role>) -> WhyNot {
        let reaches_end = role == Role::Pawn && self.us.relative_rank(to) == 7;
        let reason = match promotion {
            Some(into) if reaches_end => {
                format!("a pawn becomes a queen, rook, bishop, knight or king, not a {into}")
            }
            None => {
                format!("the pawn reaches its last rank: add what it becomes, such as {from}{to}=Q")
            }
            Some(into) => format!(
                "only a pawn that reaches its last rank becomes something else; leave out ={}",
                into.letter()
            ),
        };
        because("chakart C49", reason)
    }

    fn stealth(&self, from: Square, to: Square) -> WhyNot {
        let role = match self.mover(from) {
            Ok(role) => role,
            Err(why) => return why,
        };
        if role != Role::Queen {
            return because(
                "chakart C47",
                format!("only a queen moves unseen, and a {}", self.stands(from)),
            );
        }
        if !self.position.powers.stealth[self.us] {
            return because("chakart C45", "your stealth move is spent");
        }
        if from == to || !queen_rays(from).contains(to) {
            return because(
                "chakart C47",
                format!(
                    "the queen on {from} cannot reach {to}: a queen moves along ranks, files and diagonals"
                ),
            );
        }
        match self.blocker(from, to) {
            Some(blocker) => because(
                "chakart C47",
                format!("the queen on {from} is blocked by {}", self.the(blocker)),
            ),
            None => because(
                "chakart C47",
                format!(
                    "a stealth move ends on an empty square, and {}",
                    self.holds(to)
                ),
            ),
        }
    }

    fn shell(&self, from: Square, to: Square) -> WhyNot {
        let role = match self.mover(from) {
            Ok(role) => role,
            Err(why) => return why,
        };
        if role != Role::King {
            return because(
                "chakart C46",
                format!("only a king throws the shell, and a {}", self.stands(from)),
            );
        }
        if !self.position.powers.shell[self.us] {
            return because("chakart C45", "your shell is spent");
        }
        if from == to || !queen_rays(from).contains(to) {
            return because(
                "chakart C46",
                format!(
                    "the shell flies along ranks, files and diagonals, so not from {from} to {to}"
                ),
            );
        }
        if let Some(blocker) = self.blocker(from, to) {
            return because(
                "chakart C46",
                format!("the shell is stopped by {}", self.the(blocker)),
            );
        }
        let reason = if self.sight.own.contains(to) {
            format!("your own {}", self.stands(to))
        } else {
            format!("the shell hits enemy pieces only, and {}", self.holds(to))
        };
        because("chakart C46", reason)
    }

    /// What stops a slider between two squares, the nearest first.
    fn blocker(&self, from: Square, to: Square) -> Option<Square> {
        let blockers = attacks::between(from, to) & self.sight.blocking();
        if from < to {
            blockers.first()
        } else {
            blockers.last()
        }
    }

    /// The object that the side to decide knows of on a square.
    fn object(&self, square: Square) -> Option<Object> {
        let objects = &self.position.objects;
        if objects.mushrooms.contains(square) {
            Some(Object::Mushroom)
        } else if objects.eggs.contains(square) {
            Some(Object::Egg)
        } else {
            self.lens.traps.get(square).map(Object::Trap)
        }
    }

    /// `rook stands on a1`.
    fn stands(&self, square: Square) -> String {
        match self.seen(square) {
            Some(role) => format!("{role} stands on {square}"),
            None => format!("nothing stands on {square}"),
        }
    }

    /// `the rook on a1`, `the banana on c3`.
    fn the(&self, square: Square) -> String {
        match (self.seen(square), self.object(square)) {
            (Some(role), _) => format!("the {role} on {square}"),
            (None, Some(object)) => format!("the {} on {square}", name(object)),
            (None, None) => format!("{square}"),
        }
    }

    /// `c3 is empty`, `a rook stands on c3`, `a banana lies on c3`.
    fn holds(&self, square: Square) -> String {
        match (self.seen(square), self.object(square)) {
            (Some(role), _) => format!("a {role} stands on {square}"),
            (None, Some(object)) => format!("a {} lies on {square}", name(object)),
            (None, None) => format!("{square} is empty"),
        }
    }

    /// The role of a piece that the side to decide sees.
    fn seen(&self, square: Square) -> Option<Role> {
        self.sight
            .pieces()
            .contains(square)
            .then(|| self.position.role_at(square))
    }
}

fn queen_rays(from: Square) -> Bitboard {
    attacks::rook_rays(from) | attacks::bishop_rays(from)
}

fn name(object: Object) -> &'static str {
    match object {
        Object::Mushroom => "mushroom",
        Object::Egg => "egg",
        Object::Trap(Trap::Banana) => "banana",
        Object::Trap(Trap::Bomb) => "bomb",
    }
}

#[cfg(test)]
mod tests;
