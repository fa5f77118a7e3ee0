//! All legal moves, found once and handed in sets to whoever wants them: counted, listed, searched or played.

use super::position::{DoubleStep, Position};
use crate::{
    Action, Actions, Color, Role, Square, attacks,
    bitboard::Bitboard,
    castling::{Castling, Wing},
};

/// What a pawn becomes on its last rank (berolina O8), in the order in which the choices are listed.
pub(super) const PROMOTIONS: [Role; 4] = [Role::Queen, Role::Rook, Role::Bishop, Role::Knight];

/// Takes the legal moves of a position.
trait Sink {
    /// The pieces whose moves are still wanted; those of others may be left out.
    #[inline(always)]
    fn movers(&self) -> Bitboard {
        Bitboard::FULL
    }
    /// A piece that is no pawn may go to each of these squares.
    fn piece(&mut self, role: Role, from: Square, to: Bitboard);
    /// A pawn may go to each of these squares in this way.
    fn pawns(&mut self, way: PawnWay, to: Bitboard);
    /// A pawn may capture en passant.
    fn en_passant(&mut self, from: Square, step: DoubleStep);
    /// The king may castle.
    fn castling(&mut self, castling: Castling);
}

/// How a pawn goes: so many times a step that changes the index of its square by `stride`.
#[derive(Clone, Copy)]
struct PawnWay {
    stride: i8,
    n_steps: i8,
}

impl PawnWay {
    /// Where a pawn comes from that got to this square.
    #[inline(always)]
    fn from(self, to: Square) -> Square {
        back(to, self.stride * self.n_steps)
    }

    /// The double step that ends here, if this is one.
    #[inline(always)]
    fn double_step(self, to: Square) -> Option<DoubleStep> {
        (self.n_steps == 2).then(|| DoubleStep {
            skipped: back(to, self.stride),
            stepper: to,
        })
    }
}

#[inline(always)]
fn back(square: Square, stride: i8) -> Square {
    Square::from_index((square.index() as u8).wrapping_sub(stride as u8))
}

/// How many legal moves there are.
pub(super) fn count(position: &Position) -> u64 {
    let mut sink = Count(0);
    generate(position, &mut sink);
    sink.0
}

/// Whether there is a legal move.
pub(super) fn has_move(position: &Position) -> bool {
    let mut sink = First(false);
    generate(position, &mut sink);
    sink.0
}

/// Adds every legal move to `out`.
pub(super) fn list(position: &Position, out: &mut Actions) {
    generate(position, &mut List(out));
}

/// Whether a move is legal.
pub(super) fn is_legal(position: &Position, action: Action) -> bool {
    let Some((from, to, promotion)) = action.as_move() else {
        return false;
    };
    let mut sink = Search {
        from,
        to,
        promotion,
        found: false,
    };
    generate(position, &mut sink);
    sink.found
}

/// Plays each legal move and visits the positions that come of them.
pub(super) fn successors(position: &Position, visit: impl FnMut(Position)) {
    generate(position, &mut Play { position, visit });
}

#[inline(always)]
fn generate(position: &Position, sink: &mut impl Sink) {
    // Each call is compiled for its side.
    match position.turn {
        Color::White => generate_for(Color::White, position, sink),
        Color::Black => generate_for(Color::Black, position, sink),
    }
}

#[inline(always)]
fn generate_for(us: Color, position: &Position, sink: &mut impl Sink) {
    let king = position.king(us);
    let (checkers, pinned) = threats(us, position, king);
    let scope = Scope {
        movers: sink.movers() & position.board.color(us),
        king,
        pinned,
        target: match checkers.first() {
            None => !position.board.color(us),
            // From two checkers at once only the king escapes.
            Some(_) if checkers.is_several() => Bitboard::EMPTY,
            Some(checker) => attacks::between(king, checker) | checkers,
        },
    };
    pieces(position, &scope, sink);
    pawns(us, position, &scope, sink);
    en_passant(us, position, king, sink);
    if checkers.is_empty() && !position.rights.is_none() {
        castlings(us, position, sink);
    }
    // Last, because these cost most: each square is looked at from all sides.
    if sink.movers().contains(king) {
        king_steps(us, position, king, sink);
    }
}

/// What limits the moves of all pieces but the king.
struct Scope {
    /// The pieces to move.
    movers: Bitboard,
    king: Square,
    /// Pieces that must stay on their line with the king.
    pinned: Bitboard,
    /// Where moves may end.
    target: Bitboard,
}

impl Scope {
    /// Where a move of the piece on this square may end.
    #[inline(always)]
    fn of(&self, from: Square) -> Bitboard {
        if self.pinned.contains(from) {
            self.target & attacks::line(self.king, from)
        } else {
            self.target
        }
    }
}

/// The pieces that give check, and those of our own that only just prevent one.
#[inline(always)]
fn threats(us: Color, position: &Position, king: Square) -> (Bitboard, Bitboard) {
    let board = &position.board;
    let straight = board.role(Role::Rook) | board.role(Role::Queen);
    let diagonal = board.role(Role::Bishop) | board.role(Role::Queen);
    let snipers = (attacks::rook_rays(king) & straight | attacks::bishop_rays(king) & diagonal)
        & board.color(!us);
    let mut checkers = attacks::knight(king) & board.pieces(!us, Role::Knight)
        | Bitboard::from(king).ahead(us) & board.pieces(!us, Role::Pawn);
    let mut pinned = Bitboard::EMPTY;
    for sniper in snipers {
        let blockers = attacks::between(king, sniper) & board.occupied();
        if blockers.is_empty() {
            checkers |= Bitboard::from(sniper);
        } else if !blockers.is_several() {
            pinned |= blockers & board.color(us);
        }
    }
    (checkers, pinned)
}

#[inline(always)]
fn king_steps(us: Color, position: &Position, king: Square, sink: &mut impl Sink) {
    // The king does not hide the squares behind it from a slider.
    let occupied = position.board.occupied() ^ Bitboard::from(king);
    let mut safe = Bitboard::EMPTY;
    for to in attacks::king(king) & !position.board.color(us) {
        if position.attackers(to, !us, occupied).is_empty() {
            safe |= Bitboard::from(to);
        }
    }
    sink.piece(Role::King, king, safe);
}

#[inline(always)]
fn pieces(position: &Position, scope: &Scope, sink: &mut impl Sink) {
    let board = &position.board;
    let occupied = board.occupied();
    // A pinned knight never stays on its line.
    for from in scope.movers & board.role(Role::Knight) & !scope.pinned {
        sink.piece(Role::Knight, from, attacks::knight(from) & scope.target);
    }
    for from in scope.movers & board.role(Role::Bishop) {
        sink.piece(
            Role::Bishop,
            from,
            attacks::bishop(from, occupied) & scope.of(from),
        );
    }
    for from in scope.movers & board.role(Role::Rook) {
        sink.piece(
            Role::Rook,
            from,
            attacks::rook(from, occupied) & scope.of(from),
        );
    }
    for from in scope.movers & board.role(Role::Queen) {
        let reach = attacks::bishop(from, occupied) | attacks::rook(from, occupied);
        sink.piece(Role::Queen, from, reach & scope.of(from));
    }
}

#[inline(always)]
fn pawns(us: Color, position: &Position, scope: &Scope, sink: &mut impl Sink) {
    let pawns = scope.movers & position.board.role(Role::Pawn);
    pawn_moves(us, position, pawns & !scope.pinned, scope.target, sink);
    for from in pawns & scope.pinned {
        pawn_moves(us, position, Bitboard::from(from), scope.of(from), sink);
    }
}

/// Diagonal steps onto empty squares, captures straight ahead (berolina O4 to O6).
#[inline(always)]
fn pawn_moves(
    us: Color,
    position: &Position,
    pawns: Bitboard,
    target: Bitboard,
    sink: &mut impl Sink,
) {
    let empty = !position.board.occupied();
    let forward = match us {
        Color::White => 8,
        Color::Black => -8,
    };
    let way = |stride, n_steps| PawnWay { stride, n_steps };
    // The squares between second and fourth rank that a double step may skip.
    let third = Bitboard::rank(us.second_rank()).ahead(us);
    let west = pawns.ahead(us).west() & empty;
    let east = pawns.ahead(us).east() & empty;
    sink.pawns(way(forward - 1, 1), west & target);
    sink.pawns(way(forward + 1, 1), east & target);
    sink.pawns(
        way(forward - 1, 2),
        (west & third).ahead(us).west() & empty & target,
    );
    sink.pawns(
        way(forward + 1, 2),
        (east & third).ahead(us).east() & empty & target,
    );
    sink.pawns(
        way(forward, 1),
        pawns.ahead(us) & position.board.color(!us) & target,
    );
}

/// At most one pawn can capture en passant: the one straight before the skipped square (berolina O12).
#[inline(always)]
fn en_passant(us: Color, position: &Position, king: Square, sink: &mut impl Sink) {
    let Some(step) = position.double_step else {
        return;
    };
    let capturer = Bitboard::from(step.skipped).ahead(!us) & position.board.pieces(us, Role::Pawn);
    let Some(from) = capturer.first() else { return };
    // Two pieces leave their lines at once, so no mask of pins will do: play it and look (berolina O14).
    let next = position.captured_en_passant(from, step);
    if next.attackers(king, !us, next.board.occupied()).is_empty() {
        sink.en_passant(from, step);
    }
}

/// Castling when the king is not in check (berolina O16, O17).
#[inline(always)]
fn castlings(us: Color, position: &Position, sink: &mut impl Sink) {
    let occupied = position.board.occupied();
    for wing in Wing::ALL {
        let castling = Castling::new(us, wing);
        if position.rights.has(us, wing)
            && (attacks::between(castling.king, castling.rook) & occupied).is_empty()
            && position
                .attackers(castling.rook_to, !us, occupied)
                .is_empty()
            && position
                .attackers(castling.king_to, !us, occupied)
                .is_empty()
        {
            sink.castling(castling);
        }
    }
}

struct Count(u64);

impl Sink for Count {
    #[inline(always)]
    fn piece(&mut self, _: Role, _: Square, to: Bitboard) {
        self.0 += u64::from(to.len());
    }

    #[inline(always)]
    fn pawns(&mut self, _: PawnWay, to: Bitboard) {
        let promotions = (to & Bitboard::EDGE_RANKS).len();
        self.0 += u64::from(to.len() + promotions * (PROMOTIONS.len() as u32 - 1));
    }

    #[inline(always)]
    fn en_passant(&mut self, _: Square, _: DoubleStep) {
        self.0 += 1;
    }

    #[inline(always)]
    fn castling(&mut self, _: Castling) {
        self.0 += 1;
    }
}

/// Wants one move, whichever it is.
struct First(bool);

impl Sink for First {
    #[inline(always)]
    fn movers(&self) -> Bitboard {
        if self.0 {
            Bitboard::EMPTY
        } else {
            Bitboard::FULL
        }
    }

    #[inline(always)]
    fn piece(&mut self, _: Role, _: Square, to: Bitboard) {
        self.0 |= !to.is_empty();
    }

    #[inline(always)]
    fn pawns(&mut self, _: PawnWay, to: Bitboard) {
        self.0 |= !to.is_empty();
    }

    #[inline(always)]
    fn en_passant(&mut self, _: Square, _: DoubleStep) {
        self.0 = true;
    }

    #[inline(always)]
    fn castling(&mut self, _: Castling) {
        self.0 = true;
    }
}

struct List<'a>(&'a mut Actions);

impl List<'_> {
    #[inline(always)]
    fn push(&mut self, from: Square, to: Square, promotion: Option<Role>) {
        self.0.push(Action::Move {
            from,
            to,
            promotion,
        });
    }
}

impl Sink for List<'_> {
    #[inline(always)]
    fn piece(&mut self, _: Role, from: Square, to: Bitboard) {
        for to in to {
            self.push(from, to, None);
        }
    }

    #[inline(always)]
    fn pawns(&mut self, way: PawnWay, to: Bitboard) {
        for to in to & !Bitboard::EDGE_RANKS {
            self.push(way.from(to), to, None);
        }
        for to in to & Bitboard::EDGE_RANKS {
            for into in PROMOTIONS {
                self.push(way.from(to), to, Some(into));
            }
        }
    }

    #[inline(always)]
    fn en_passant(&mut self, from: Square, step: DoubleStep) {
        self.push(from, step.skipped, None);
    }

    #[inline(always)]
    fn castling(&mut self, castling: Castling) {
        self.push(castling.king, castling.king_to, None);
    }
}

struct Search {
    from: Square,
    to: Square,
    promotion: Option<Role>,
    found: bool,
}

impl Search {
    #[inline(always)]
    fn see(&mut self, from: Square, to: Square) {
        self.found |= from == self.from && to == self.to && self.promotion.is_none();
    }
}

impl Sink for Search {
    #[inline(always)]
    fn movers(&self) -> Bitboard {
        self.from.into()
    }

    #[inline(always)]
    fn piece(&mut self, _: Role, from: Square, to: Bitboard) {
        self.found |= from == self.from && to.contains(self.to) && self.promotion.is_none();
    }

    #[inline(always)]
    fn pawns(&mut self, way: PawnWay, to: Bitboard) {
        let promotion_fits = match self.promotion {
            Some(into) => Bitboard::EDGE_RANKS.contains(self.to) && PROMOTIONS.contains(&into),
            None => !Bitboard::EDGE_RANKS.contains(self.to),
        };
        self.found |= to.contains(self.to) && way.from(self.to) == self.from && promotion_fits;
    }

    #[inline(always)]
    fn en_passant(&mut self, from: Square, step: DoubleStep) {
        self.see(from, step.skipped);
    }

    #[inline(always)]
    fn castling(&mut self, castling: Castling) {
        self.see(castling.king, castling.king_to);
    }
}

struct Play<'a, F> {
    position: &'a Position,
    visit: F,
}

impl<F: FnMut(Position)> Sink for Play<'_, F> {
    #[inline(always)]
    fn piece(&mut self, role: Role, from: Square, to: Bitboard) {
        for to in to {
            (self.visit)(self.position.moved(role, from, to));
        }
    }

    #[inline(always)]
    fn pawns(&mut self, way: PawnWay, to: Bitboard) {
        for to in to & !Bitboard::EDGE_RANKS {
            (self.visit)(match way.double_step(to) {
                Some(step) => self.position.double_stepped(step),
                None => self.position.moved(Role::Pawn, way.from(to), to),
            });
        }
        for to in to & Bitboard::EDGE_RANKS {
            for into in PROMOTIONS {
                (self.visit)(self.position.promoted(way.from(to), to, into));
            }
        }
    }

    #[inline(always)]
    fn en_passant(&mut self, from: Square, step: DoubleStep) {
        (self.visit)(self.position.captured_en_passant(from, step));
    }

    #[inline(always)]
    fn castling(&mut self, castling: Castling) {
        (self.visit)(self.position.castled(castling));
    }
}
