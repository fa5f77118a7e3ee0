//! The state that the rules of the board look at, and how each kind of move changes it.

use crate::{
    Action, Color, Role, Square, attacks,
    bitboard::Bitboard,
    board::Board,
    castling::{Castling, Rights},
};

/// A legal position: one king each, no pawn on an edge rank, the side that is not to move not in check, castling rights
/// and double step as they can be.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) struct Position {
    pub(super) board: Board,
    /// The number of the move, counted as in chess.
    pub(super) number: u16,
    /// Half-moves since the last capture or pawn move.
    pub(super) quiet: u8,
    pub(super) turn: Color,
    pub(super) rights: Rights,
    /// The double step just made, whether or not anybody can capture en passant (berolina O24).
    pub(super) double_step: Option<DoubleStep>,
}

const _: () = assert!(size_of::<Position>() <= 512, "a position is small");

/// A double step that was just made: two pawns may stand beside a capturer, so both squares count (berolina O11).
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) struct DoubleStep {
    pub(super) skipped: Square,
    pub(super) stepper: Square,
}

impl Position {
    /// The orthodox array (berolina O1).
    pub(crate) fn start() -> Position {
        let mut board = Board::EMPTY;
        let row = [
            Role::Rook,
            Role::Knight,
            Role::Bishop,
            Role::Queen,
            Role::King,
            Role::Bishop,
            Role::Knight,
            Role::Rook,
        ];
        for color in Color::ALL {
            for (square, role) in Bitboard::rank(color.home_rank()).zip(row) {
                board.place(color, role, square);
            }
            for square in Bitboard::rank(color.second_rank()) {
                board.place(color, Role::Pawn, square);
            }
        }
        Position {
            board,
            number: 1,
            quiet: 0,
            turn: Color::White,
            rights: Rights::ALL,
            double_step: None,
        }
    }

    /// Whether it counts as the same for repetition as one of the same side to move: board, castling rights, double step
    /// (berolina O21).
    pub(super) fn repeats(&self, other: &Position) -> bool {
        self.board == other.board
            && self.rights == other.rights
            && self.double_step == other.double_step
    }

    #[inline(always)]
    pub(super) fn king(&self, color: Color) -> Square {
        self.board
            .pieces(color, Role::King)
            .first()
            .expect("every position has a king of each side")
    }

    /// The pieces of `by` that attack a square, when only the squares of `occupied` are.
    #[inline(always)]
    pub(super) fn attackers(&self, square: Square, by: Color, occupied: Bitboard) -> Bitboard {
        let board = &self.board;
        let straight = board.role(Role::Rook) | board.role(Role::Queen);
        let diagonal = board.role(Role::Bishop) | board.role(Role::Queen);
        // A pawn attacks the square straight ahead and nothing else (berolina O7).
        let behind = Bitboard::from(square).ahead(!by);
        let all = attacks::knight(square) & board.role(Role::Knight)
            | attacks::king(square) & board.role(Role::King)
            | behind & board.role(Role::Pawn)
            | attacks::rook(square, occupied) & straight
            | attacks::bishop(square, occupied) & diagonal;
        all & board.color(by)
    }

    /// The pieces that give check to `color`.
    pub(super) fn checkers(&self, color: Color) -> Bitboard {
        self.attackers(self.king(color), !color, self.board.occupied())
    }

    /// The square whose piece a pseudo-legal move captures.
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

    /// Plays a move that is legal, or so but for the safety of the king.
    pub(super) fn play(&self, action: Action) -> Position {
        let (from, to, promotion) = action.as_move().expect("legal actions are plain moves");
        let role = self.board.get(from).expect("a piece is moved").role;
        match role {
            Role::Pawn => self.play_pawn(from, to, promotion),
            Role::King => match Castling::of_king_move(self.turn, from, to) {
                Some(castling) => self.castled(castling),
                None => self.moved(role, from, to),
            },
            _ => self.moved(role, from, to),
        }
    }

    fn play_pawn(&self, from: Square, to: Square, promotion: Option<Role>) -> Position {
        if let Some(role) = promotion {
            return self.promoted(from, to, role);
        }
        if from.rank().abs_diff(to.rank()) == 2 {
            return self.double_stepped(DoubleStep {
                skipped: Square::from_index((from.index() + to.index()) as u8 / 2),
                stepper: to,
            });
        }
        match self.double_step {
            Some(step) if step.skipped == to && from.file() == to.file() => {
                self.captured_en_passant(from, step)
            }
            _ => self.moved(Role::Pawn, from, to),
        }
    }

    /// A piece went from a square to another and captured what stood there.
    #[inline(always)]
    pub(super) fn moved(&self, role: Role, from: Square, to: Square) -> Position {
        self.replaced(role, from, role, to)
    }

    /// A pawn reached its last rank (berolina O8).
    #[inline(always)]
    pub(super) fn promoted(&self, from: Square, to: Square, into: Role) -> Position {
        self.replaced(Role::Pawn, from, into, to)
    }

    /// A pawn made a double step (berolina O6).
    #[inline(always)]
    pub(super) fn double_stepped(&self, step: DoubleStep) -> Position {
        let from = Square::from_index((2 * step.skipped.index() - step.stepper.index()) as u8);
        let mut next = self.moved(Role::Pawn, from, step.stepper);
        next.double_step = Some(step);
        next
    }

    /// A pawn went straight ahead to the skipped square, and the stepper is gone (berolina O9).
    #[inline(always)]
    pub(super) fn captured_en_passant(&self, from: Square, step: DoubleStep) -> Position {
        let mut next = self.moved(Role::Pawn, from, step.skipped);
        next.board.lift(!self.turn, Role::Pawn, step.stepper);
        next
    }

    #[inline(always)]
    pub(super) fn castled(&self, castling: Castling) -> Position {
        let mut next = self.moved(Role::King, castling.king, castling.king_to);
        next.board.lift(self.turn, Role::Rook, castling.rook);
        next.board.place(self.turn, Role::Rook, castling.rook_to);
        next
    }

    #[inline(always)]
    fn replaced(&self, role: Role, from: Square, becomes: Role, to: Square) -> Position {
        let mut next = *self;
        let captures = self.board.color(!self.turn).contains(to);
        if captures {
            next.board.clear(!self.turn, to);
        }
        next.board.lift(self.turn, role, from);
        next.board.place(self.turn, becomes, to);
        next.rights = self.rights.after(from).after(to);
        next.double_step = None;
        // Berolina O23. Perft plays on beyond a hundred quiet half-moves, so the clock stops rather than overflows.
        next.quiet = if captures || role == Role::Pawn {
            0
        } else {
            self.quiet.saturating_add(1)
        };
        next.number = self.number.saturating_add(self.turn as u16);
        next.turn = !self.turn;
        next
    }
}
