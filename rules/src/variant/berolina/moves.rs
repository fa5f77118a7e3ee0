//! The move generator: finds all legal moves once and emits them in batches.

use core::ops::ControlFlow;

use super::position::Position;
use crate::{
    Action, Color, Role, Square, attacks,
    batch::{ActionBatch, Generate, Selection, Visitor},
    bitboard::Bitboard,
};

impl Generate for Position {
    type Mover = Role;

    #[inline(always)]
    fn batches<V: Visitor<Role>>(
        &self,
        movers: Bitboard,
        visitor: &mut V,
    ) -> ControlFlow<V::Break> {
        generate(Selection::All, self, movers, visitor)
    }

    #[inline(always)]
    fn play_onto(&self, mover: Option<Role>, action: Action, next: &mut Position) {
        let (from, to, promotion) = action.as_move().expect("legal actions are plain moves");
        let role = mover.or_else(|| self.board.role_at(from));
        self.play_move(role.expect("a piece is moved"), from, to, promotion, next);
    }
}

/// Passes the selected actions of the pieces on `movers` to the visitor until it breaks.
#[inline(always)]
pub(super) fn generate<V: Visitor<Role>>(
    selection: Selection,
    position: &Position,
    movers: Bitboard,
    visitor: &mut V,
) -> ControlFlow<V::Break> {
    // Each call is compiled for its side.
    match position.turn {
        Color::White => generate_for(Color::White, selection, position, movers, visitor),
        Color::Black => generate_for(Color::Black, selection, position, movers, visitor),
    }
}

#[inline(always)]
fn generate_for<V: Visitor<Role>>(
    us: Color,
    selection: Selection,
    position: &Position,
    movers: Bitboard,
    visitor: &mut V,
) -> ControlFlow<V::Break> {
    let king = position.king(us);
    let foe = position.board.color(!us);
    let (checkers, pinned) = threats(us, position, king);
    let safe = match checkers.first() {
        None => !position.board.color(us),
        // In double check only the king can move.
        Some(_) if checkers.is_several() => Bitboard::EMPTY,
        Some(checker) => attacks::between(king, checker) | checkers,
    };
    let scope = Scope {
        movers: movers & position.board.color(us),
        king,
        pinned,
        target: safe & selection.targets(foe),
        pawn_target: safe & selection.pawn_targets(foe),
    };
    pieces(position, &scope, visitor)?;
    pawns(us, position, &scope, visitor)?;
    en_passant(us, position, king, visitor)?;
    if selection == Selection::All && checkers.is_empty() && !position.rights.is_none() {
        castlings(us, position, visitor)?;
    }
    // The king comes last, because its moves cost most: each target is tested for attacks from all sides.
    if movers.contains(king) {
        let targets = selection.targets(foe) & !position.board.color(us);
        king_steps(us, position, king, targets, visitor)?;
    }
    ControlFlow::Continue(())
}

/// The limits of the moves of all pieces but the king.
struct Scope {
    /// The pieces to generate moves for.
    movers: Bitboard,
    king: Square,
    /// The pinned pieces, which must stay on their line with the king.
    pinned: Bitboard,
    /// The allowed targets of all pieces but pawns.
    target: Bitboard,
    pawn_target: Bitboard,
}

impl Scope {
    /// Returns the allowed targets of the piece on this square, which is no pawn.
    #[inline(always)]
    fn of(&self, from: Square) -> Bitboard {
        if self.pinned.contains(from) {
            self.target & attacks::line(self.king, from)
        } else {
            self.target
        }
    }
}

/// Returns the pieces that give check, and the pinned pieces of the side to move.
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
fn king_steps<V: Visitor<Role>>(
    us: Color,
    position: &Position,
    king: Square,
    targets: Bitboard,
    visitor: &mut V,
) -> ControlFlow<V::Break> {
    // The king does not hide the squares behind it from a slider.
    let occupied = position.board.occupied() ^ Bitboard::from(king);
    let mut safe = Bitboard::EMPTY;
    for to in attacks::king(king) & targets {
        if position.attackers_given(to, !us, occupied).is_empty() {
            safe |= Bitboard::from(to);
        }
    }
    visitor.visit(ActionBatch::Moves {
        mover: Role::King,
        from: king,
        to: safe,
    })
}

#[inline(always)]
fn pieces<V: Visitor<Role>>(
    position: &Position,
    scope: &Scope,
    visitor: &mut V,
) -> ControlFlow<V::Break> {
    let board = &position.board;
    let occupied = board.occupied();
    // A pinned knight never stays on its line.
    for from in scope.movers & board.role(Role::Knight) & !scope.pinned {
        visitor.visit(ActionBatch::Moves {
            mover: Role::Knight,
            from,
            to: attacks::knight(from) & scope.target,
        })?;
    }
    for from in scope.movers & board.role(Role::Bishop) {
        visitor.visit(ActionBatch::Moves {
            mover: Role::Bishop,
            from,
            to: attacks::bishop(from, occupied) & scope.of(from),
        })?;
    }
    for from in scope.movers & board.role(Role::Rook) {
        visitor.visit(ActionBatch::Moves {
            mover: Role::Rook,
            from,
            to: attacks::rook(from, occupied) & scope.of(from),
        })?;
    }
    for from in scope.movers & board.role(Role::Queen) {
        visitor.visit(ActionBatch::Moves {
            mover: Role::Queen,
            from,
            to: attacks::queen(from, occupied) & scope.of(from),
        })?;
    }
    ControlFlow::Continue(())
}

#[inline(always)]
fn pawns<V: Visitor<Role>>(
    us: Color,
    position: &Position,
    scope: &Scope,
    visitor: &mut V,
) -> ControlFlow<V::Break> {
    let pawns = scope.movers & position.board.role(Role::Pawn);
    let target = scope.pawn_target;
    pawn_moves(us, position, pawns & !scope.pinned, target, visitor)?;
    for from in pawns & scope.pinned {
        let target = target & attacks::line(scope.king, from);
        pawn_moves(us, position, Bitboard::from(from), target, visitor)?;
    }
    ControlFlow::Continue(())
}

/// Emits the pawn moves: diagonal steps onto empty squares, captures straight ahead (berolina O4 to O6).
#[inline(always)]
fn pawn_moves<V: Visitor<Role>>(
    us: Color,
    position: &Position,
    pawns: Bitboard,
    target: Bitboard,
    visitor: &mut V,
) -> ControlFlow<V::Break> {
    let empty = !position.board.occupied();
    let forward = match us {
        Color::White => 8,
        Color::Black => -8,
    };
    // The squares between second and fourth rank that a double step can skip.
    let third = Bitboard::rank(us.second_rank()).ahead(us);
    let west = pawns.ahead(us).west() & empty;
    let east = pawns.ahead(us).east() & empty;
    let far_west = (west & third).ahead(us).west() & empty;
    let far_east = (east & third).ahead(us).east() & empty;
    let captured = pawns.ahead(us) & position.board.color(!us);
    let ways = [
        (forward - 1, west),
        (forward + 1, east),
        (2 * (forward - 1), far_west),
        (2 * (forward + 1), far_east),
        (forward, captured),
    ];
    for (stride, to) in ways {
        visitor.visit(ActionBatch::Strides {
            mover: Role::Pawn,
            stride,
            to: to & target,
        })?;
    }
    ControlFlow::Continue(())
}

/// Emits the capture en passant. At most one pawn can make it: the one straight before the skipped square (berolina O12).
#[inline(always)]
fn en_passant<V: Visitor<Role>>(
    us: Color,
    position: &Position,
    king: Square,
    visitor: &mut V,
) -> ControlFlow<V::Break> {
    let Some(step) = position.double_step else {
        return ControlFlow::Continue(());
    };
    let capturer = Bitboard::from(step.skipped).ahead(!us) & position.board.pieces(us, Role::Pawn);
    let Some(from) = capturer.first() else {
        return ControlFlow::Continue(());
    };
    // Two pieces leave their lines at once, so no pin mask covers it: play the move and test the king (berolina O14).
    let mover = Role::Pawn;
    let mut next = *position;
    position.play_move(mover, from, step.skipped, None, &mut next);
    if !next
        .attackers_given(king, !us, next.board.occupied())
        .is_empty()
    {
        return ControlFlow::Continue(());
    }
    let to = Bitboard::from(step.skipped);
    visitor.visit(ActionBatch::Moves { mover, from, to })
}

/// Emits castling, if the king is not in check (berolina O16, O17).
#[inline(always)]
fn castlings<V: Visitor<Role>>(
    us: Color,
    position: &Position,
    visitor: &mut V,
) -> ControlFlow<V::Break> {
    let occupied = position.board.occupied();
    let is_safe = |square| position.attackers_given(square, !us, occupied).is_empty();
    for castling in position.rights.castlings(us, occupied, is_safe) {
        visitor.visit(ActionBatch::Moves {
            mover: Role::King,
            from: castling.king,
            to: castling.king_to.into(),
        })?;
    }
    ControlFlow::Continue(())
}
