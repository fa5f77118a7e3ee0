//! The state that the rules of the board need: the frozen pieces, the captures of a move, the pieces that give check.

use core::cmp::Ordering;

use super::board::{Board, Kind};
use crate::{Action, Color, Square, attacks, bitboard::Bitboard};

/// A legal position: one king each, and the side that is not to move is not in check.
///
/// Every action is an [`Action::Move`](crate::Action) without a promotion; its captures follow from the moving piece. The
/// glyph identifies the piece:
///
/// | [`Glyph`](crate::Glyph) | piece | captures |
/// | --- | --- | --- |
/// | `Pawn` | pincer | pieces that it encloses with another piece of its side |
/// | `Rook` | coordinator | pieces where its rank and file cross those of its king |
/// | `Knight` | long leaper | pieces that it leaps over |
/// | `Bishop` | chameleon | as its victim would, and freezes immobilizers |
/// | `Queen` | withdrawer | the piece that it moves away from |
/// | `Immobilizer` | immobilizer | nothing; enemy pieces beside it cannot move |
/// | `King` | king | the piece on its target |
///
/// Under the option `chameleon=pure`, a chameleon that leaps captures only the pieces that it leaps over.
///
/// Only drawn starts use chance, and nothing is hidden. A program needs only this to play:
///
/// ```
/// use rules::{Color, Game, Next, Position, Setup, Variant, baroque};
///
/// let setup = Setup::new(Variant::Baroque);
/// let mut game = Game::new(&setup);
/// let mut position = setup.start_position::<baroque::Position>().expect("the variant fits");
/// while game.next() == Next::Decision(position.side_to_move()) && game.turns() < 40 {
///     let actions = position.legal_list();
///     let best = actions.into_iter().max_by_key(|&action| position.captured(action).len());
///     let best = best.expect("a side that is to decide can");
///     position = position.play_unchecked(best);
///     // The game knows what a position does not: repetition, and what to show to people.
///     game.act(best)?;
/// }
/// assert_eq!(game.public_view().as_view().position, position.to_string());
/// # Ok::<(), rules::IllegalAction>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Position {
    pub(super) board: Board,
    /// The stage of the draw. While it lasts, there are no kings and no moves.
    pub(super) draw: Option<DrawStage>,
    /// The plies since the start of the game.
    pub(super) moves: u32,
    pub(super) turn: Color,
    pub(super) chameleon: ChameleonRule,
}

const _: () = assert!(size_of::<Position>() <= 512, "a position is small");

/// The captures of a chameleon that leaps (baroque Q24, Q24b).
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum ChameleonRule {
    /// It captures by leaping and in all other ways at once.
    Combined,
    /// It captures only the pieces that it leaps over.
    Pure,
}

/// The stage of the draw before the first move; each draw takes one row.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum DrawStage {
    /// One row for both sides.
    Both,
    /// White's row, then Black's.
    White,
    /// Black's row; White's stands on the board.
    Black,
}

/// A move: origin and target fix the path and therefore the victims (baroque Q38).
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) struct Path {
    pub(super) from: Square,
    pub(super) to: Square,
}

/// Returns a move from square to square; pieces of Baroque are never promoted (baroque Q5).
pub(super) fn plain_step(action: Action) -> Option<Path> {
    match action.as_move()? {
        (from, to, None) => Some(Path { from, to }),
        _ => None,
    }
}

impl Position {
    /// Returns the usual start array (baroque Q2).
    pub(crate) fn start() -> Position {
        Position::of_rows(Some(USUAL_ROW.map(mirror)), Some(USUAL_ROW))
    }

    /// Returns pincers on the second ranks, and the back rows that are known, from the a-file to the h-file.
    pub(super) fn of_rows(white: Option<BackRow>, black: Option<BackRow>) -> Position {
        let mut position = Position {
            board: Board::EMPTY,
            draw: None,
            moves: 0,
            turn: Color::White,
            chameleon: ChameleonRule::Combined,
        };
        for (color, row) in [(Color::White, white), (Color::Black, black)] {
            for square in Bitboard::rank(color.second_rank()) {
                position.board.place(color, Kind::Pincer, square);
            }
            if let Some(row) = row {
                position.board.line_up(color, row);
            }
        }
        position
    }

    #[inline(always)]
    pub(super) fn king(&self, color: Color) -> Square {
        self.board
            .pieces(color, Kind::King)
            .first()
            .expect("every position has a king of each side")
    }

    /// Returns the pieces of this side that are frozen and have no move (baroque Q27 to Q30).
    #[inline(always)]
    pub fn frozen(&self, color: Color) -> Bitboard {
        let board = &self.board;
        let ours = board.color(color);
        let mut frozen = Bitboard::EMPTY;
        for immobilizer in board.pieces(!color, Kind::Immobilizer) {
            frozen |= ours & self.frozen_by(immobilizer, color);
        }
        // An enemy chameleon freezes an adjacent immobilizer regardless of other pieces (baroque Q30).
        for chameleon in board.pieces(!color, Kind::Chameleon) {
            frozen |= attacks::king(chameleon) & board.pieces(color, Kind::Immobilizer);
        }
        frozen
    }

    /// Returns the piece that freezes the piece on a square: an immobilizer, or a chameleon that freezes an immobilizer.
    pub(super) fn freezer_of(&self, square: Square) -> Option<Square> {
        let piece = self.board.get(square)?;
        let touching = |kind| attacks::king(square) & self.board.pieces(!piece.color, kind);
        let chameleon = touching(Kind::Chameleon)
            .first()
            .filter(|_| piece.role == Kind::Immobilizer);
        let holds = |at: &Square| self.frozen_by(*at, piece.color).contains(square);
        chameleon.or_else(|| touching(Kind::Immobilizer).find(holds))
    }

    /// Returns the squares on which an immobilizer freezes the pieces of `color`.
    #[inline(always)]
    fn frozen_by(&self, immobilizer: Square, color: Color) -> Bitboard {
        let touched = attacks::king(immobilizer);
        let releasers = touched & self.releasers(color);
        if releasers.is_empty() {
            touched
        } else if releasers.is_several() {
            Bitboard::EMPTY
        } else {
            // It releases all other pieces but not itself (baroque Q28).
            releasers
        }
    }

    /// Returns the pieces of a side that cancel an enemy immobilizer by touching it.
    #[inline(always)]
    pub(super) fn releasers(&self, color: Color) -> Bitboard {
        (self.board.role(Kind::Chameleon) | self.board.role(Kind::Immobilizer))
            & self.board.color(color)
    }

    /// Returns the victims of a move of the side to move, all found on the board before the move (baroque Q11).
    #[inline(always)]
    pub(super) fn victims(&self, kind: Kind, step: Path) -> Bitboard {
        let board = &self.board;
        let them = board.color(!self.turn);
        let Path { from, to } = step;
        match kind {
            Kind::King => them & Bitboard::from(to),
            Kind::Pincer => self.pinched(step) & them,
            Kind::Coordinator => self.corners(to) & them,
            Kind::Leaper => attacks::between(from, to) & them,
            Kind::Withdrawer => attacks::beyond(to, from) & them,
            Kind::Immobilizer => Bitboard::EMPTY,
            Kind::Chameleon => {
                // It leaps over leapers only (baroque Q23).
                let leapt = attacks::between(from, to) & them;
                if self.spares(step) {
                    leapt
                } else {
                    leapt | self.copied(step)
                }
            }
        }
    }

    /// Tells whether a chameleon's move captures only the pieces that it leaps over (baroque Q24b).
    #[inline(always)]
    pub(super) fn spares(&self, Path { from, to }: Path) -> bool {
        self.chameleon == ChameleonRule::Pure
            && !(attacks::between(from, to) & self.board.occupied()).is_empty()
    }

    /// Returns the victims of a chameleon that it does not leap over: it captures each kind by its own method, and by all
    /// methods at once (baroque Q21 to Q25).
    #[inline(always)]
    pub(super) fn copied(&self, step: Path) -> Bitboard {
        let board = &self.board;
        let Path { from, to } = step;
        let mut victims = attacks::beyond(to, from) & board.role(Kind::Withdrawer)
            | self.corners(to) & board.role(Kind::Coordinator);
        if from.file() == to.file() || from.rank() == to.rank() {
            victims |= self.pinched(step) & board.role(Kind::Pincer);
        }
        victims & board.color(!self.turn)
    }

    /// Returns the squares adjacent to `to`, along ranks and files, with a piece of the side to move right behind them (baroque
    /// Q13).
    #[inline(always)]
    fn pinched(&self, step: Path) -> Bitboard {
        let to = Bitboard::from(step.to);
        let anvils = self.board.color(self.turn) & !Bitboard::from(step.from);
        to.north() & anvils.south()
            | to.south() & anvils.north()
            | to.east() & anvils.west()
            | to.west() & anvils.east()
    }

    /// Returns the two other corners of the rectangle that a square makes with the king of the side to move (baroque Q15).
    #[inline(always)]
    fn corners(&self, to: Square) -> Bitboard {
        let king = self.king(self.turn);
        if king.file() == to.file() || king.rank() == to.rank() {
            return Bitboard::EMPTY;
        }
        let cross = |square: Square| Bitboard::rank(square.rank()) | Bitboard::file(square.file());
        cross(king) & cross(to)
    }

    /// Returns the pieces of the other side that could remove this side's king if it were their move (baroque Q31 to Q33).
    #[inline(always)]
    pub(super) fn checkers_of(&self, color: Color) -> Bitboard {
        Danger::of(self, !color).to(self.king(color))
    }

    /// Returns the position after a move of the side to move.
    #[inline(always)]
    pub(super) fn moved(&self, kind: Kind, step: Path) -> Position {
        self.moved_taking(kind, step, self.victims(kind, step))
    }

    #[inline(always)]
    pub(super) fn moved_taking(
        &self,
        kind: Kind,
        Path { from, to }: Path,
        victims: Bitboard,
    ) -> Position {
        let mut next = *self;
        for victim in victims {
            next.board.clear(!self.turn, victim);
        }
        next.board.lift(self.turn, kind, from);
        next.board.place(self.turn, kind, to);
        next.moves = self.moves.saturating_add(1);
        next.turn = !self.turn;
        next
    }
}

/// The threats of a side against the enemy king.
#[derive(Clone, Copy)]
pub(super) struct Danger<'a> {
    /// The board, which has the kinds of the pieces.
    pub(super) board: &'a Board,
    /// The squares with pieces of both sides.
    pub(super) occupied: Bitboard,
    /// The pieces of the threatening side.
    pub(super) pieces: Bitboard,
    /// Its pieces that can move.
    pub(super) free: Bitboard,
    /// The square of the king of the threatening side.
    pub(super) king: Square,
}

impl<'a> Danger<'a> {
    /// Returns the threats of this side.
    #[inline(always)]
    pub(super) fn of(position: &'a Position, by: Color) -> Danger<'a> {
        let pieces = position.board.color(by);
        Danger {
            board: &position.board,
            occupied: position.board.occupied(),
            pieces,
            free: pieces & !position.frozen(by),
            king: position.king(by),
        }
    }

    /// Returns the pieces that could remove an enemy king from this square.
    #[inline(always)]
    pub(super) fn to(&self, king: Square) -> Bitboard {
        let touching = attacks::king(king) & self.free;
        // A chameleon can capture a king only in the way of a king.
        touching & (self.board.role(Kind::King) | self.board.role(Kind::Chameleon))
            | self.by_withdrawers(king)
            | self.by_leapers(king)
            | self.by_pincers(king)
            | self.by_coordinators(king)
    }

    #[inline(always)]
    fn by_withdrawers(&self, king: Square) -> Bitboard {
        let has_room =
            |withdrawer| !(attacks::beyond(king, withdrawer) & !self.occupied).is_empty();
        filter(self.touching_withdrawers(king), has_room)
    }

    #[inline(always)]
    pub(super) fn touching_withdrawers(&self, king: Square) -> Bitboard {
        attacks::king(king) & self.free & self.board.role(Kind::Withdrawer)
    }

    #[inline(always)]
    fn by_leapers(&self, king: Square) -> Bitboard {
        filter(self.aligned_leapers(king), |leaper| {
            self.can_leap(leaper, king)
        })
    }

    #[inline(always)]
    pub(super) fn aligned_leapers(&self, king: Square) -> Bitboard {
        attacks::queen_rays(king) & self.free & self.board.role(Kind::Leaper)
    }

    /// Tells whether a leaper can leap over the enemy king on its line, perhaps over other pieces first (baroque Q17, Q18).
    #[inline(always)]
    fn can_leap(&self, leaper: Square, king: Square) -> bool {
        let landing = attacks::beyond(leaper, king) & !self.occupied;
        let passed = attacks::between(leaper, king) & self.occupied;
        let jumped = passed | Bitboard::from(king);
        !landing.is_empty()
            && (passed & self.pieces).is_empty()
            && !has_neighbors(jumped, leaper, king)
    }

    #[inline(always)]
    fn by_pincers(&self, king: Square) -> Bitboard {
        let mut pincers = Bitboard::EMPTY;
        for (beside, anvil) in self.pinches(king) {
            if !self.occupied.contains(beside) {
                // An anvil must not move.
                pincers |= attacks::rook(beside, self.occupied) & self.pincers() & !anvil;
            }
        }
        pincers
    }

    #[inline(always)]
    pub(super) fn pincers(&self) -> Bitboard {
        self.free & self.board.role(Kind::Pincer)
    }

    /// Returns each square next to an enemy king from which a pincer can capture it, with the opposite anvil.
    #[inline(always)]
    pub(super) fn pinches(&self, king: Square) -> impl Iterator<Item = (Square, Bitboard)> {
        let here = Bitboard::from(king);
        let (north, south, east, west) = (here.north(), here.south(), here.east(), here.west());
        let pieces = self.pieces;
        [(north, south), (south, north), (east, west), (west, east)]
            .into_iter()
            .filter(move |&(_, anvil)| !(anvil & pieces).is_empty())
            .filter_map(|(beside, anvil)| Some((beside.first()?, anvil)))
    }

    #[inline(always)]
    fn by_coordinators(&self, king: Square) -> Bitboard {
        let target = self.line_of_coordinates(king) & !self.occupied;
        if target.is_empty() {
            return target;
        }
        let reaches_target =
            |coordinator| !(attacks::queen(coordinator, self.occupied) & target).is_empty();
        filter(self.coordinators(), reaches_target)
    }

    #[inline(always)]
    pub(super) fn coordinators(&self) -> Bitboard {
        self.free & self.board.role(Kind::Coordinator)
    }

    /// Returns the squares on which a coordinator has to land to capture the enemy king. They are on its file if both kings
    /// share a rank, on its rank if they share a file (baroque Q15).
    #[inline(always)]
    pub(super) fn line_of_coordinates(&self, king: Square) -> Bitboard {
        if king.rank() == self.king.rank() {
            Bitboard::file(king.file())
        } else if king.file() == self.king.file() {
            Bitboard::rank(king.rank())
        } else {
            Bitboard::EMPTY
        }
    }
}

#[inline(always)]
fn filter(squares: Bitboard, keep: impl Fn(Square) -> bool) -> Bitboard {
    let kept = squares.filter(|&square| keep(square));
    kept.fold(Bitboard::EMPTY, |kept, square| {
        kept | Bitboard::from(square)
    })
}

/// Tells whether two squares of this set, all of them on the line through `a` and `b`, are neighbors.
#[inline(always)]
fn has_neighbors(pieces: Bitboard, a: Square, b: Square) -> bool {
    let stride = match (a.file().cmp(&b.file()), a.rank().cmp(&b.rank())) {
        (_, Ordering::Equal) => 1,
        (Ordering::Equal, _) => 8,
        (files, ranks) if files == ranks => 9,
        _ => 7,
    };
    !(pieces & Bitboard(pieces.0 << stride)).is_empty()
}

/// A back row, from the a-file to the h-file.
pub(super) type BackRow = [Kind; 8];

/// Black's usual back row (baroque Q2).
pub(super) const USUAL_ROW: BackRow = [
    Kind::Coordinator,
    Kind::Leaper,
    Kind::Chameleon,
    Kind::Withdrawer,
    Kind::King,
    Kind::Chameleon,
    Kind::Leaper,
    Kind::Immobilizer,
];

/// Returns the kind opposite in the usual array. Coordinator and immobilizer face each other crosswise: each stands where
/// the other side has the other (baroque Q2, Q3).
pub(super) fn mirror(kind: Kind) -> Kind {
    match kind {
        Kind::Coordinator => Kind::Immobilizer,
        Kind::Immobilizer => Kind::Coordinator,
        other => other,
    }
}
