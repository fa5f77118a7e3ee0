//! Why a move is illegal, in words, with the paragraph of the law.

use alloc::{format, string::String};

use super::{
    generate::PROMOTIONS,
    position::Position,
};
use crate::{
    Position as _, Action, Color, DrawReason, Outcome, Role, Square, WhyNot, WinReason, attacks,
    bitboard::Bitboard, board::Piece, castling::Castling,
};

/// Why a move is illegal; `None` exactly when it is legal.
pub(super) fn why_not(position: &Position, action: Action) -> Option<WhyNot> {
    let Some((from, to, promotion)) = action.as_move() else {
        let reason = format!(
            "{action} is no move of Berolina, where a piece goes from one square to another, such as e2e4"
        );
        return Some(because("berolina O22", reason));
    };
    let case = Case {
        position,
        us: position.turn,
        from,
        to,
        promotion,
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
        } => "berolina O19",
        Outcome::Drawn {
            reason: DrawReason::Repetition | DrawReason::FiftyMoves | DrawReason::DeadPosition,
        } => "berolina O20",
        Outcome::Won {
            reason:
                WinReason::Resignation
                | WinReason::KingsCaptured
                | WinReason::NoDecision
                | WinReason::RecycledIntoCheck,
            ..
        }
        | Outcome::Drawn {
            reason: DrawReason::Agreement | DrawReason::TurnLimit,
        } => "berolina, End",
    };
    because(law, format!("the game is over: {outcome}"))
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
    promotion: Option<Role>,
}

impl Case<'_> {
    fn explain(&self) -> WhyNot {
        let piece = match self.mover() {
            Ok(piece) => piece,
            Err(why) => return why,
        };
        let castling = Castling::of_king_move(self.us, self.from, self.to)
            .filter(|_| piece.role == Role::King);
        let obstacle = match (piece.role, castling) {
            (Role::Pawn, _) => self.pawn(),
            (_, Some(castling)) => self.castling(castling),
            (role, None) => self.piece(role),
        };
        obstacle
            .or_else(|| self.promotion(piece.role))
            .unwrap_or_else(|| self.king_unsafe(piece.role))
    }

    /// The piece that moves, one of the side to move.
    fn mover(&self) -> Result<Piece, WhyNot> {
        let Case { from, us, .. } = *self;
        match self.position.board.get(from) {
            None => Err(because(
                "berolina O22",
                format!("there is no piece of yours on {from}"),
            )),
            Some(piece) if piece.color != us => Err(because(
                "berolina O22",
                format!(
                    "the {} on {from} is {}'s, and it is {us}'s move",
                    piece.role, piece.color
                ),
            )),
            Some(_) if from == self.to => Err(because(
                "berolina O22",
                format!("a move goes from one square to another, not from {from} to {from}"),
            )),
            Some(piece) => Ok(piece),
        }
    }

    fn piece(&self, role: Role) -> Option<WhyNot> {
        let Case { from, to, .. } = *self;
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
                attacks::rook_rays(from) | attacks::bishop_rays(from),
                "a queen moves along ranks, files and diagonals",
            ),
            Role::King | Role::Pawn => (attacks::king(from), "a king moves one square"),
        };
        if !reach.contains(to) {
            return Some(because(
                "berolina O3",
                format!("the {role} on {from} cannot reach {to}: {how}"),
            ));
        }
        if let Some(blocker) = self.nearest(attacks::between(from, to)) {
            return Some(because(
                "berolina O3",
                format!("the {role} on {from} is blocked by {}", self.the(blocker)),
            ));
        }
        self.own_piece("berolina O3")
    }

    fn own_piece(&self, law: &'static str) -> Option<WhyNot> {
        let piece = self
            .position
            .board
            .get(self.to)
            .filter(|piece| piece.color == self.us)?;
        Some(because(
            law,
            format!("your own {} stands on {}", piece.role, self.to),
        ))
    }

    fn pawn(&self) -> Option<WhyNot> {
        let Case { from, to, us, .. } = *self;
        let n_files = from.file().abs_diff(to.file());
        let n_ranks = us.relative_rank(to) as i8 - us.relative_rank(from) as i8;
        match (n_files, n_ranks) {
            (_, ..=0) => Some(because(
                "berolina O4",
                format!("the pawn on {from} moves forward only"),
            )),
            (0, 1) => self.straight_step(),
            (1, 1) => self.diagonal_step(),
            (2, 2) => self.double_step(),
            (0, 2) if us.relative_rank(from) == 1 => Some(because(
                "berolina O6",
                format!(
                    "the pawn on {from} makes its double step along a diagonal, not straight to {to}"
                ),
            )),
            _ => Some(because(
                "berolina O4",
                format!(
                    "the pawn on {from} cannot reach {to}: it moves one square diagonally forward, or two from its second \
                     rank, and captures one square straight ahead"
                ),
            )),
        }
    }

    fn straight_step(&self) -> Option<WhyNot> {
        let Case { from, to, .. } = *self;
        let is_en_passant = self
            .position
            .double_step
            .is_some_and(|step| step.skipped == to);
        match self.position.board.get(to) {
            Some(piece) if piece.color == self.us => Some(because(
                "berolina O5",
                format!(
                    "the pawn on {from} captures straight ahead, but your own {} stands on {to}",
                    piece.role
                ),
            )),
            Some(_) => None,
            None if is_en_passant => None,
            None if self.is_beside_stepper() => Some(because(
                "berolina O9",
                format!(
                    "the pawn on {from} can capture en passant only right after a double step over {to}; the last move was none such"
                ),
            )),
            None => Some(because(
                "berolina O5",
                format!(
                    "the pawn on {from} moves diagonally; it captures straight ahead only, and {to} is empty"
                ),
            )),
        }
    }

    /// Whether a pawn stands beside that might have made a double step earlier.
    fn is_beside_stepper(&self) -> bool {
        let here = Bitboard::from(self.from);
        let beside = (here.west() | here.east()) & self.position.board.pieces(!self.us, Role::Pawn);
        self.us.relative_rank(self.from) == 4 && !beside.is_empty()
    }

    fn diagonal_step(&self) -> Option<WhyNot> {
        let Case { from, to, .. } = *self;
        let own = self.own_piece("berolina O4");
        own.or_else(|| {
            self.position.board.get(to)?;
            let there = self.the(to);
            Some(because(
                "berolina O5",
                format!("the pawn on {from} captures straight ahead only, so not {there}"),
            ))
        })
    }

    fn double_step(&self) -> Option<WhyNot> {
        let Case { from, to, .. } = *self;
        if self.us.relative_rank(from) != 1 {
            let reason = format!(
                "the pawn on {from} is not on its second rank, so it moves one square only"
            );
            return Some(because("berolina O6", reason));
        }
        let blocker = self.nearest(attacks::between(from, to) | Bitboard::from(to))?;
        let reason = format!(
            "the double step of the pawn on {from} is blocked by {}",
            self.the(blocker)
        );
        Some(because("berolina O6", reason))
    }

    fn castling(&self, castling: Castling) -> Option<WhyNot> {
        let Castling {
            wing,
            king,
            king_to,
            rook,
            rook_to,
        } = castling;
        let has_rook = self
            .position
            .board
            .pieces(self.us, Role::Rook)
            .contains(rook);
        if !has_rook {
            return Some(because(
                "berolina O16",
                format!("castling: there is no rook of yours on {rook}"),
            ));
        }
        if !self.position.rights.has(self.us, wing) {
            let reason =
                format!("castling: the king on {king} or the rook on {rook} has moved before");
            return Some(because("berolina O16", reason));
        }
        if let Some(blocker) = self.nearest(attacks::between(king, rook)) {
            let reason = format!(
                "castling: {} stands between king and rook",
                self.the(blocker)
            );
            return Some(because("berolina O16", reason));
        }
        [
            (king, format!("the king on {king} is in check from")),
            (
                rook_to,
                format!("the king would cross {rook_to}, attacked by"),
            ),
            (
                king_to,
                format!("the king would end on {king_to}, attacked by"),
            ),
        ]
        .into_iter()
        .find_map(|(square, danger)| self.castling_danger(square, &danger))
    }

    fn castling_danger(&self, square: Square, danger: &str) -> Option<WhyNot> {
        let attackers = self
            .position
            .attackers(square, !self.us, self.position.board.occupied());
        let attacker = attackers.first()?;
        let by_pawn = self.position.board.role(Role::Pawn).contains(attacker);
        let law = if by_pawn {
            "berolina O17"
        } else {
            "berolina O16"
        };
        Some(because(
            law,
            format!("castling: {danger} {}", self.the(attacker)),
        ))
    }

    fn promotion(&self, role: Role) -> Option<WhyNot> {
        let Case { from, to, .. } = *self;
        let reaches_end = role == Role::Pawn && Bitboard::EDGE_RANKS.contains(to);
        let reason = match self.promotion {
            None if reaches_end => {
                format!("the pawn reaches its last rank: add what it becomes, such as {from}{to}=Q")
            }
            Some(into) if reaches_end && !PROMOTIONS.contains(&into) => {
                format!("a pawn becomes a queen, rook, bishop or knight, not a {into}")
            }
            Some(into) if !reaches_end => {
                format!(
                    "only a pawn that reaches its last rank becomes something else; leave out ={}",
                    into.letter()
                )
            }
            _ => return None,
        };
        Some(because("berolina O8", reason))
    }

    /// The move is fine but for the king.
    fn king_unsafe(&self, role: Role) -> WhyNot {
        let Case {
            from,
            to,
            promotion,
            us,
            ..
        } = *self;
        let next = self.position.play(Action::Move {
            from,
            to,
            promotion,
        });
        let king = next.king(us);
        let attackers = next.checkers_of(us);
        let attacker = self.the(attackers.first().unwrap_or(king));
        if role == Role::King {
            let by_king = next.board.role(Role::King) & attackers;
            let reason = match by_king.first() {
                Some(other) => format!("the king cannot stand on {to}, beside the king on {other}"),
                None => format!("the king cannot go to {to}, which {attacker} attacks"),
            };
            return because("berolina O19", reason);
        }
        let is_en_passant =
            role == Role::Pawn && from.file() == to.file() && self.position.board.get(to).is_none();
        let law = if is_en_passant {
            "berolina O14"
        } else {
            "berolina O19"
        };
        let was_in_check = !(self.position.checkers_of(us) & attackers).is_empty();
        let reason = if was_in_check {
            format!("your king on {king} is in check from {attacker}, and this does not help")
        } else {
            format!("that leaves your king on {king} in check from {attacker}")
        };
        because(law, reason)
    }

    /// The piece on one of these squares that is nearest to where the move begins.
    fn nearest(&self, squares: Bitboard) -> Option<Square> {
        let distance = |square: &Square| {
            let n_files = square.file().abs_diff(self.from.file());
            n_files.max(square.rank().abs_diff(self.from.rank()))
        };
        (squares & self.position.board.occupied()).min_by_key(distance)
    }

    /// `the rook on a1`.
    fn the(&self, square: Square) -> String {
        match self.position.board.get(square) {
            Some(piece) => format!("the {} on {square}", piece.role),
            None => format!("{square}"),
        }
    }
}

#[cfg(test)]
mod tests;
