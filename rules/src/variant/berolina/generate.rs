//! All legal moves, found once and handed over in batches.

use core::ops::ControlFlow;

use super::position::Position;
use crate::{
    Action, Color, Role, Square, attacks,
    batch::{Batch, Generate},
    bitboard::Bitboard,
    castling::{Castling, Wing},
};

/// What a pawn becomes on its last rank (berolina O8), in the order in which the choices are listed.
pub(super) const PROMOTIONS: [Role; 4] = [Role::Queen, Role::Rook, Role::Bishop, Role::Knight];

impl Generate for Position {
    type Mover = Role;

    const PROMOTIONS: &'static [Role] = &PROMOTIONS;

    #[inline(always)]
    fn batches<B>(
        &self,
        movers: Bitboard,
        visit: &mut impl FnMut(Batch<Role>) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        // Each call is compiled for its side.
        match self.turn {
            Color::White => generate_for(Color::White, self, movers, visit),
            Color::Black => generate_for(Color::Black, self, movers, visit),
        }
    }

    #[inline(always)]
    fn play_as(&self, mover: Option<Role>, action: Action) -> Position {
        let (from, to, promotion) = action.as_move().expect("legal actions are plain moves");
        let role = mover.or_else(|| self.board.role_at(from));
        self.play_move(role.expect("a piece is moved"), from, to, promotion)
    }
}

#[inline(always)]
fn generate_for<B>(us: Color, position: &Position, movers: Bitboard, visit: &mut impl FnMut(Batch<Role>) -> ControlFlow<B>) -> ControlFlow<B> {
    let king = position.king(us);
    let (checkers, pinned) = threats(us, position, king);
    let scope = Scope {
        movers: movers & position.board.color(us),
        king,
        pinned,
        target: match checkers.first() {
            None => !position.board.color(us),
            // From two checkers at once only the king escapes.
            Some(_) if checkers.is_several() => Bitboard::EMPTY,
            Some(checker) => attacks::between(king, checker) | checkers,
        },
    };
    pieces(position, &scope, visit)?;
    pawns(us, position, &scope, visit)?;
    en_passant(us, position, king, visit)?;
    if checkers.is_empty() && !position.rights.is_none() {
        castlings(us, position, visit)?;
    }
    // Last, because these cost most: each square is looked at from all sides.
    if movers.contains(king) {
        king_steps(us, position, king, visit)?;
    }
    ControlFlow::Continue(())
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
fn king_steps<B>(us: Color, position: &Position, king: Square, visit: &mut impl FnMut(Batch<Role>) -> ControlFlow<B>) -> ControlFlow<B> {
    // The king does not hide the squares behind it from a slider.
    let occupied = position.board.occupied() ^ Bitboard::from(king);
    let mut safe = Bitboard::EMPTY;
    for to in attacks::king(king) & !position.board.color(us) {
        if position.attackers(to, !us, occupied).is_empty() {
            safe |= Bitboard::from(to);
        }
    }
    visit(Batch::Moves {
        mover: Role::King,
        from: king,
        to: safe,
    })
}

#[inline(always)]
fn pieces<B>(position: &Position, scope: &Scope, visit: &mut impl FnMut(Batch<Role>) -> ControlFlow<B>) -> ControlFlow<B> {
    let board = &position.board;
    let occupied = board.occupied();
    let mut moves = |mover, from, to| visit(Batch::Moves { mover, from, to });
    // A pinned knight never stays on its line.
    for from in scope.movers & board.role(Role::Knight) & !scope.pinned {
        moves(Role::Knight, from, attacks::knight(from) & scope.target)?;
    }
    for from in scope.movers & board.role(Role::Bishop) {
        moves(Role::Bishop, from, attacks::bishop(from, occupied) & scope.of(from))?;
    }
    for from in scope.movers & board.role(Role::Rook) {
        moves(Role::Rook, from, attacks::rook(from, occupied) & scope.of(from))?;
    }
    for from in scope.movers & board.role(Role::Queen) {
        moves(Role::Queen, from, attacks::queen(from, occupied) & scope.of(from))?;
    }
    ControlFlow::Continue(())
}

#[inline(always)]
fn pawns<B>(us: Color, position: &Position, scope: &Scope, visit: &mut impl FnMut(Batch<Role>) -> ControlFlow<B>) -> ControlFlow<B> {
    let pawns = scope.movers & position.board.role(Role::Pawn);
    pawn_moves(us, position, pawns & !scope.pinned, scope.target, visit)?;
    for from in pawns & scope.pinned {
        pawn_moves(us, position, Bitboard::from(from), scope.of(from), visit)?;
    }
    ControlFlow::Continue(())
}

/// Diagonal steps onto empty squares, captures straight ahead (berolina O4 to O6).
#[inline(always)]
fn pawn_moves<B>(
    us: Color,
    position: &Position,
    pawns: Bitboard,
    target: Bitboard,
    visit: &mut impl FnMut(Batch<Role>) -> ControlFlow<B>,
) -> ControlFlow<B> {
    let empty = !position.board.occupied();
    let forward = match us {
        Color::White => 8,
        Color::Black => -8,
    };
    // The squares between second and fourth rank that a double step may skip.
    let third = Bitboard::rank(us.second_rank()).ahead(us);
    let west = pawns.ahead(us).west() & empty;
    let east = pawns.ahead(us).east() & empty;
    let far_west = (west & third).ahead(us).west() & empty;
    let far_east = (east & third).ahead(us).east() & empty;
    let captured = pawns.ahead(us) & position.board.color(!us);
    let mut strides = |stride, to: Bitboard| {
        let mover = Role::Pawn;
        visit(Batch::Strides { mover, stride, to: to & target })
    };
    strides(forward - 1, west)?;
    strides(forward + 1, east)?;
    strides(2 * (forward - 1), far_west)?;
    strides(2 * (forward + 1), far_east)?;
    strides(forward, captured)
}

/// At most one pawn can capture en passant: the one straight before the skipped square (berolina O12).
#[inline(always)]
fn en_passant<B>(us: Color, position: &Position, king: Square, visit: &mut impl FnMut(Batch<Role>) -> ControlFlow<B>) -> ControlFlow<B> {
    let Some(step) = position.double_step else {
        return ControlFlow::Continue(());
    };
    let capturer = Bitboard::from(step.skipped).ahead(!us) & position.board.pieces(us, Role::Pawn);
    let Some(from) = capturer.first() else {
        return ControlFlow::Continue(());
    };
    // Two pieces leave their lines at once, so no mask of pins will do: play it and look (berolina O14).
    let mover = Role::Pawn;
    let next = position.play_move(mover, from, step.skipped, None);
    if !next.attackers(king, !us, next.board.occupied()).is_empty() {
        return ControlFlow::Continue(());
    }
    let to = Bitboard::from(step.skipped);
    visit(Batch::Moves { mover, from, to })
}

/// Castling when the king is not in check (berolina O16, O17).
#[inline(always)]
fn castlings<B>(us: Color, position: &Position, visit: &mut impl FnMut(Batch<Role>) -> ControlFlow<B>) -> ControlFlow<B> {
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
            visit(Batch::Moves {
                mover: Role::King,
                from: castling.king,
                to: castling.king_to.into(),
            })?;
        }
    }
    ControlFlow::Continue(())
}
