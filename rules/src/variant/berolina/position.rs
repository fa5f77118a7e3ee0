//! The state that the rules of the board need, and the effect of each kind of move on it.

use crate::{
    Action, Color, Role, Square,
    bitboard::Bitboard,
    board::Board,
    castling::{Castling, Rights},
};

/// A legal position: one king each, no pawn on an edge rank, the side that is not to move is not in check. Castling rights
/// and double step are possible.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Position {
    pub(super) board: Board,
    /// The number of the move, counted as in chess.
    pub(super) number: u16,
    /// The plies since the last capture or pawn move.
    pub(super) quiet: u8,
    pub(super) turn: Color,
    pub(super) rights: Rights,
    /// The double step just made, even if no pawn can capture en passant (berolina O24).
    pub(super) double_step: Option<DoubleStep>,
}

const _: () = assert!(size_of::<Position>() <= 512, "a position is small");

/// A double step that was just made. Both squares count, because two pawns can be next to a capturer (berolina O11).
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) struct DoubleStep {
    pub(super) skipped: Square,
    pub(super) stepper: Square,
}

impl Position {
    /// Returns the orthodox start array (berolina O1).
    pub(crate) fn start() -> Position {
        Position {
            board: Board::orthodox(),
            number: 1,
            quiet: 0,
            turn: Color::White,
            rights: Rights::ALL,
            double_step: None,
        }
    }

    /// Returns the plies since the last capture or pawn move (berolina O20).
    #[inline(always)]
    pub fn quiet_moves(&self) -> u8 {
        self.quiet
    }

    #[inline(always)]
    pub(super) fn king(&self, color: Color) -> Square {
        self.board
            .pieces(color, Role::King)
            .first()
            .expect("every position has a king of each side")
    }

    /// Returns the pieces of `by` that attack a square, given the `occupied` squares.
    #[inline(always)]
    pub(super) fn attackers_given(
        &self,
        square: Square,
        by: Color,
        occupied: Bitboard,
    ) -> Bitboard {
        // A pawn attacks the square straight ahead and nothing else (berolina O7).
        let behind = Bitboard::from(square).ahead(!by);
        let pawns = behind & self.board.role(Role::Pawn);
        (self.board.attackers_but_pawns(square, occupied) | pawns) & self.board.color(by)
    }

    /// Returns the pieces that give check to `color`.
    pub(super) fn checkers_of(&self, color: Color) -> Bitboard {
        self.attackers_given(self.king(color), !color, self.board.occupied())
    }

    /// Returns the square of the piece that a pseudo-legal move captures.
    pub(super) fn captured_by(&self, action: Action) -> Option<Square> {
        let (from, to, _) = action.as_move()?;
        if self.board.color(!self.turn).contains(to) {
            return Some(to);
        }
        let is_straight = self.board.role(Role::Pawn).contains(from) && from.file() == to.file();
        self.double_step
            .filter(|step| is_straight && step.skipped == to)
            .map(|step| step.stepper)
    }

    /// Plays a move that is legal, or legal except for the safety of the king.
    #[inline(always)]
    pub(super) fn play_move(
        &self,
        role: Role,
        from: Square,
        to: Square,
        promotion: Option<Role>,
        next: &mut Position,
    ) {
        let (us, them) = (self.turn, !self.turn);
        let captures = self.board.color(them).contains(to);
        *next = Position {
            board: self.board,
            number: self.number.saturating_add(us as u16),
            // Berolina O23. Perft continues beyond a hundred quiet plies, so the counter saturates instead of overflowing.
            quiet: if captures || role == Role::Pawn {
                0
            } else {
                self.quiet.saturating_add(1)
            },
            turn: them,
            rights: self.rights.after(from).after(to),
            double_step: None,
        };
        if captures {
            next.board.clear(them, to);
        }
        next.board.lift(us, role, from);
        next.board.place(us, promotion.unwrap_or(role), to);
        match role {
            Role::Pawn => self.finish_pawn_move(next, from, to),
            Role::King => {
                if let Some(castling) = Castling::of_king_move(us, from, to) {
                    next.board.lift(us, Role::Rook, castling.rook);
                    next.board.place(us, Role::Rook, castling.rook_to);
                }
            }
            _ => {}
        }
    }

    /// Applies the further effects of a pawn's move (berolina O6, O9).
    #[inline(always)]
    fn finish_pawn_move(&self, next: &mut Position, from: Square, to: Square) {
        // A single step always changes the lowest bit of the rank, a double step only the next one.
        if from.rank() ^ to.rank() == 2 {
            next.double_step = Some(DoubleStep {
                skipped: Square::from_index((from.index() + to.index()) as u8 / 2),
                stepper: to,
            });
        } else if let Some(step) = self.double_step
            && step.skipped == to
            && from.file() == to.file()
        {
            // A capture en passant removes the stepper from its square, which is not the target.
            next.board.lift(!self.turn, Role::Pawn, step.stepper);
        }
    }
}
