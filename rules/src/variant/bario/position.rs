//! The state that the rules of the board need, and the effect of each action on it.

use crate::{
    Action, ByColor, Color, Role, Square, attacks,
    bitboard::Bitboard,
    board::Board,
    castling::{Castling, Rights},
};

/// The types that an undefined piece can become, in the order of texts.
pub(super) const TYPES: [Role; 4] = [Role::Rook, Role::Knight, Role::Bishop, Role::Queen];

/// The two rule sets of Bario.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum RuleSet {
    /// Each side places its king, there is no castling, and a reset judges each side separately (the B paragraphs).
    Modern,
    /// Kings start on the e-file and can castle, a recycle takes both sides (the K paragraphs).
    Classic,
}

/// A legal position: one king each unless they are still to be placed, reserves that fit the undefined pieces.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Position {
    /// Kings, pawns and defined pieces.
    pub(super) board: Board,
    pub(super) undefined: ByColor<Bitboard>,
    pub(super) reserves: ByColor<Reserve>,
    /// The finished turns since the start of the game.
    pub(super) n_turns: u32,
    pub(super) turn: Color,
    pub(super) rules: RuleSet,
    pub(super) rights: Rights,
    /// The square that a pawn just skipped, even if no pawn can capture en passant (bario B11).
    pub(super) skipped: Option<Square>,
    /// The square where the side to decide lost an undefined piece and still has to name its role (bario B19).
    pub(super) lost: Option<Square>,
}

const _: () = assert!(size_of::<Position>() <= 512, "a position is small");

/// The count of each type that the undefined pieces of a side can still become (bario B2).
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) struct Reserve([u8; Role::ALL.len()]);

impl Reserve {
    pub(super) const EMPTY: Reserve = Reserve([0; Role::ALL.len()]);

    /// Returns two rooks, two knights, two bishops and a queen (bario B5).
    pub(super) fn full() -> Reserve {
        let mut reserve = Reserve::EMPTY;
        for (role, count) in TYPES.into_iter().zip([2, 2, 2, 1]) {
            reserve.add(role, count);
        }
        reserve
    }

    #[inline(always)]
    pub(super) fn count(&self, role: Role) -> u8 {
        self.0[role as usize]
    }

    #[inline(always)]
    pub(super) fn has(&self, role: Role) -> bool {
        self.count(role) > 0
    }

    /// Returns the types with a count of at least one.
    #[inline(always)]
    pub(super) fn types(self) -> impl Iterator<Item = Role> {
        TYPES.into_iter().filter(move |&role| self.has(role))
    }

    pub(super) fn size(&self) -> u32 {
        self.0.into_iter().map(u32::from).sum()
    }

    /// Returns all counts in one word.
    pub(super) fn word(&self) -> u64 {
        let counts = self.0.iter().copied();
        counts.fold(0, |word, count| word << 8 | u64::from(count))
    }

    /// Adds `count` pieces of a type.
    pub(super) fn add(&mut self, role: Role, count: u8) {
        self.0[role as usize] += count;
    }

    /// Removes one piece of a type that has a count of at least one.
    fn take(&mut self, role: Role) {
        self.0[role as usize] -= 1;
    }
}

/// The attackers of a side: undefined pieces attack as every type in the reserve (bario B14).
#[derive(Clone, Copy)]
pub(super) struct Force {
    color: Color,
    /// The pieces that slide along ranks and files.
    pub(super) straight: Bitboard,
    /// The pieces that slide along diagonals.
    pub(super) diagonal: Bitboard,
    knights: Bitboard,
    pawns: Bitboard,
    king: Bitboard,
}

impl Force {
    #[inline(always)]
    pub(super) fn of(position: &Position, color: Color) -> Force {
        let board = &position.board;
        let reserve = &position.reserves[color];
        let undefined = |is_any: bool| {
            if is_any {
                position.undefined[color]
            } else {
                Bitboard::EMPTY
            }
        };
        let has_queen = reserve.has(Role::Queen);
        Force {
            color,
            straight: board.pieces(color, Role::Rook)
                | board.pieces(color, Role::Queen)
                | undefined(has_queen || reserve.has(Role::Rook)),
            diagonal: board.pieces(color, Role::Bishop)
                | board.pieces(color, Role::Queen)
                | undefined(has_queen || reserve.has(Role::Bishop)),
            knights: board.pieces(color, Role::Knight) | undefined(reserve.has(Role::Knight)),
            pawns: board.pieces(color, Role::Pawn),
            king: board.pieces(color, Role::King),
        }
    }

    /// Returns the pieces that attack a square, given the `occupied` squares.
    #[inline(always)]
    pub(super) fn on(&self, square: Square, occupied: Bitboard) -> Bitboard {
        self.leapers_on(square)
            | attacks::king(square) & self.king
            | attacks::rook(square, occupied) & self.straight
            | attacks::bishop(square, occupied) & self.diagonal
    }

    /// Returns the knights and pawns that attack a square.
    #[inline(always)]
    pub(super) fn leapers_on(&self, square: Square) -> Bitboard {
        let behind = Bitboard::from(square).ahead(!self.color);
        attacks::knight(square) & self.knights | (behind.west() | behind.east()) & self.pawns
    }
}

impl Position {
    /// Returns the start of each rule set (bario B5, K1).
    pub(crate) fn start(rules: RuleSet) -> Position {
        let mut position = Position::empty(rules);
        for color in Color::ALL {
            let home = Bitboard::rank(color.home_rank());
            position.undefined[color] = home;
            position.reserves[color] = Reserve::full();
            for square in Bitboard::rank(color.second_rank()) {
                position.board.place(color, Role::Pawn, square);
            }
            if rules == RuleSet::Classic {
                position.rights = Rights::ALL;
                for square in home & Bitboard::file(4) {
                    position.enthrone(color, square);
                }
            }
        }
        position
    }

    pub(super) fn empty(rules: RuleSet) -> Position {
        Position {
            board: Board::EMPTY,
            undefined: ByColor::from_fn(|_| Bitboard::EMPTY),
            reserves: ByColor::from_fn(|_| Reserve::EMPTY),
            n_turns: 0,
            turn: Color::White,
            rules,
            rights: Rights::NONE,
            skipped: None,
            lost: None,
        }
    }

    /// Tells whether the classic rules hold (bario K1).
    #[inline(always)]
    pub fn is_classic(&self) -> bool {
        self.rules == RuleSet::Classic
    }

    /// Returns the number of undefined pieces of a side that can still become this role (bario B2).
    #[inline(always)]
    pub fn in_reserve(&self, color: Color, role: Role) -> u8 {
        self.reserves[color].count(role)
    }

    /// Returns the square of a king, once it was placed.
    #[inline(always)]
    pub(super) fn king(&self, color: Color) -> Option<Square> {
        self.board.pieces(color, Role::King).first()
    }

    /// Returns the squares with pieces of this side, defined or not.
    #[inline(always)]
    pub(super) fn side(&self, color: Color) -> Bitboard {
        self.board.color(color) | self.undefined[color]
    }

    /// Returns the squares with pieces.
    #[inline(always)]
    pub(super) fn occupied(&self) -> Bitboard {
        self.board.occupied() | self.undefined.white | self.undefined.black
    }

    /// Returns the pieces that give check to `color` (bario B15); none while kings are placed (bario B7).
    #[inline(always)]
    pub(super) fn checkers_of(&self, color: Color) -> Bitboard {
        match self.king(color) {
            Some(king) => Force::of(self, !color).on(king, self.occupied()),
            None => Bitboard::EMPTY,
        }
    }

    /// Tells whether the side that moved last left its own king in check by a recycle and lost (bario K9).
    #[inline(always)]
    pub(super) fn has_recycled_into_check(&self) -> bool {
        self.rules == RuleSet::Classic && !self.checkers_of(!self.turn).is_empty()
    }

    /// Returns the number of types of a side (bario B4).
    fn n_types(&self, color: Color) -> usize {
        let has_undefined = !self.undefined[color].is_empty();
        let has = |role| {
            !self.board.pieces(color, role).is_empty()
                || has_undefined && self.reserves[color].has(role)
        };
        TYPES.into_iter().filter(|&role| has(role)).count()
    }

    /// Returns the square of the piece that a pseudo-legal action captures.
    pub(super) fn captured_by(&self, action: Action) -> Option<Square> {
        let (Action::Move { from, to, .. } | Action::Define { from, to, .. }) = action else {
            return None;
        };
        if self.side(!self.turn).contains(to) {
            return Some(to);
        }
        let is_slant = self.board.role(Role::Pawn).contains(from) && from.file() != to.file();
        let stepper = Bitboard::from(to).ahead(!self.turn).first();
        stepper.filter(|_| is_slant && self.skipped == Some(to))
    }

    /// Returns the castling that a king's move is; a king never moves two squares otherwise (bario K2).
    pub(super) fn castling_of(&self, action: Action) -> Option<Castling> {
        let (from, to, _) = action.as_move()?;
        let is_king = self.rules == RuleSet::Classic && self.king(self.turn) == Some(from);
        Castling::of_king_move(self.turn, from, to).filter(|_| is_king)
    }

    /// Plays an action that is legal, or legal except for the safety of the king.
    pub(super) fn after(&self, action: Action) -> Position {
        let mut next = self.carry_out(action);
        match self.rules {
            RuleSet::Modern => next.reset_after(action),
            RuleSet::Classic => next.recycle_after(self),
        }
        next
    }

    /// Plays an action without its reset or recycle.
    pub(super) fn carry_out(&self, action: Action) -> Position {
        let us = self.turn;
        let mut next = *self;
        next.skipped = None;
        match action {
            Action::Lose { role } => {
                // Naming the lost piece is a step of the same turn (bario B20).
                next.reserves[us].take(role);
                next.lost = None;
                return next;
            }
            Action::Drop { to, .. } => next.enthrone(us, to),
            Action::Define { role, from, to } => {
                next.define(role, from);
                next.shift(role, from, to);
            }
            Action::Move {
                from,
                to,
                promotion,
            } => match self.castling_of(action) {
                Some(castling) => next.castle(castling),
                None => {
                    let role = self.board.get(from).expect("a piece is moved").role;
                    next.go(role, from, to);
                    if let Some(into) = promotion {
                        next.board.lift(us, role, to);
                        next.board.place(us, into, to);
                    }
                    if let Some(at) = self.captured_by(action).filter(|&at| at != to) {
                        next.board.lift(!us, Role::Pawn, at);
                    }
                }
            },
            Action::Stealth { .. } | Action::Shell { .. } | Action::Swap { .. } => {
                unreachable!("such an action is never legal in Bario")
            }
        }
        next.n_turns = self.n_turns.saturating_add(1);
        next.turn = !us;
        next
    }

    /// Replaces an undefined piece by the king; the reserve is unchanged (bario B6).
    fn enthrone(&mut self, color: Color, square: Square) {
        self.undefined[color] &= !Bitboard::from(square);
        self.board.place(color, Role::King, square);
    }

    fn define(&mut self, role: Role, at: Square) {
        self.undefined[self.turn] ^= Bitboard::from(at);
        self.reserves[self.turn].take(role);
        self.board.place(self.turn, role, at);
    }

    fn go(&mut self, role: Role, from: Square, to: Square) {
        self.shift(role, from, to);
        if role == Role::Pawn && from.rank().abs_diff(to.rank()) == 2 {
            self.skipped = attacks::between(from, to).first();
        }
    }

    /// Moves a piece from one square to another, and captures the piece there (bario B13).
    fn shift(&mut self, role: Role, from: Square, to: Square) {
        let (us, them) = (self.turn, !self.turn);
        if self.undefined[them].contains(to) {
            self.undefined[them] ^= Bitboard::from(to);
            self.lost = Some(to);
        } else if self.board.color(them).contains(to) {
            self.board.clear(them, to);
        }
        self.board.lift(us, role, from);
        self.board.place(us, role, to);
        self.rights = self.rights.after(from).after(to);
    }

    /// Castles: the undefined piece in the corner becomes a rook of the reserve (bario K2).
    fn castle(&mut self, castling: Castling) {
        self.define(Role::Rook, castling.rook);
        self.shift(Role::Rook, castling.rook, castling.rook_to);
        self.shift(Role::King, castling.king, castling.king_to);
    }

    /// Makes the reset, if the last undefined piece of the side that moved was defined (bario B24 to B26).
    fn reset_after(&mut self, action: Action) {
        let Action::Define { .. } = action else {
            return;
        };
        if !self.undefined[!self.turn].is_empty() {
            return;
        }
        for color in Color::ALL {
            if self.n_types(color) > 1 {
                self.dissolve(color);
            }
        }
    }

    /// Makes the recycle, if either side has lost its last undefined piece (bario K5 to K8).
    fn recycle_after(&mut self, before: &Position) {
        let is_last_gone =
            |color| self.undefined[color].is_empty() && !before.undefined[color].is_empty();
        let has_ceased = || {
            Color::ALL
                .into_iter()
                .any(|color| before.n_types(color) < 2)
        };
        if Color::ALL.into_iter().any(is_last_gone) && !has_ceased() {
            for color in Color::ALL {
                self.dissolve(color);
            }
        }
    }

    /// Makes all defined pieces of a side undefined on their squares.
    fn dissolve(&mut self, color: Color) {
        for role in TYPES {
            for square in self.board.pieces(color, role) {
                self.board.lift(color, role, square);
                self.undefined[color] |= Bitboard::from(square);
                self.reserves[color].add(role, 1);
            }
        }
    }
}
