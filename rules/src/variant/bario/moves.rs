//! The move generator: finds all legal actions once and emits them in batches.

use core::ops::ControlFlow;

use super::position::{Force, Position, RuleSet};
use crate::{
    Action, Color, Role, Square, attacks,
    batch::{ActionBatch, Generate, Selection, Visitor},
    bitboard::Bitboard,
};

impl Generate for Position {
    type Mover = ();

    #[inline(always)]
    fn batches<V: Visitor<()>>(&self, movers: Bitboard, visitor: &mut V) -> ControlFlow<V::Break> {
        generate(self, movers, visitor)
    }

    #[inline(always)]
    fn play_onto(&self, _: Option<()>, action: Action, next: &mut Position) {
        *next = self.after(action);
    }
}

/// Passes the legal actions of these pieces, and those of no piece, to the visitor until it breaks off.
#[inline(always)]
fn generate<V: Visitor<()>>(
    position: &Position,
    movers: Bitboard,
    visitor: &mut V,
) -> ControlFlow<V::Break> {
    if position.has_recycled_into_check() {
        return ControlFlow::Continue(());
    }
    let us = position.turn;
    if position.lost.is_some() {
        for role in position.reserves[us].types() {
            visitor.visit(ActionBatch::Loss { role })?;
        }
        return ControlFlow::Continue(());
    }
    match position.king(us) {
        None => visitor.visit(ActionBatch::Drops {
            role: Role::King,
            to: position.undefined[us],
        }),
        Some(king) => {
            let context = MoveContext::new(position, king, movers);
            generate_moves(Selection::All, position, &context, visitor)
        }
    }
}

/// Passes the captures and promotions to the visitor until it breaks. The placement of a king and the name of a lost piece
/// are neither.
#[inline(always)]
pub(super) fn generate_noisy<V: Visitor<()>>(
    position: &Position,
    visitor: &mut V,
) -> ControlFlow<V::Break> {
    let is_move = position.lost.is_none() && !position.has_recycled_into_check();
    match position.king(position.turn).filter(|_| is_move) {
        None => ControlFlow::Continue(()),
        Some(king) => {
            let context = MoveContext::new(position, king, Bitboard::FULL);
            generate_moves(Selection::Noisy, position, &context, visitor)
        }
    }
}

/// The limits of the moves.
struct MoveContext {
    us: Color,
    king: Square,
    foe: Force,
    occupied: Bitboard,
    /// The pieces to generate moves for.
    movers: Bitboard,
    checkers: Bitboard,
    /// The pinned pieces, which must stay on their line with the king.
    pinned: Bitboard,
    /// The allowed targets of all pieces but the king.
    target: Bitboard,
}

impl MoveContext {
    #[inline(always)]
    fn new(position: &Position, king: Square, movers: Bitboard) -> MoveContext {
        let us = position.turn;
        let own = position.side(us);
        let occupied = position.occupied();
        let foe = Force::of(position, !us);
        let snipers =
            attacks::rook_rays(king) & foe.straight | attacks::bishop_rays(king) & foe.diagonal;
        let mut checkers = foe.leapers_on(king);
        let mut pinned = Bitboard::EMPTY;
        for sniper in snipers {
            let blockers = attacks::between(king, sniper) & occupied;
            if blockers.is_empty() {
                checkers |= Bitboard::from(sniper);
            } else if !blockers.is_several() {
                pinned |= blockers & own;
            }
        }
        let target = match checkers.first() {
            None => !own,
            // In double check only the king can move.
            Some(_) if checkers.is_several() => Bitboard::EMPTY,
            Some(checker) => attacks::between(king, checker) | checkers,
        };
        MoveContext {
            us,
            king,
            foe,
            occupied,
            movers,
            checkers,
            pinned,
            target,
        }
    }

    /// Returns the allowed targets of the piece on this square.
    #[inline(always)]
    fn of(&self, from: Square) -> Bitboard {
        if self.pinned.contains(from) {
            self.target & attacks::line(self.king, from)
        } else {
            self.target
        }
    }

    /// Returns the squares that a piece other than king and pawn reaches.
    #[inline(always)]
    fn reach(&self, role: Role, from: Square) -> Bitboard {
        attacks::piece(role, from, self.occupied) & self.of(from)
    }
}

#[inline(always)]
fn generate_moves<V: Visitor<()>>(
    selection: Selection,
    position: &Position,
    context: &MoveContext,
    visitor: &mut V,
) -> ControlFlow<V::Break> {
    let board = &position.board;
    let movers = context.movers & board.color(context.us);
    let foe = position.side(!context.us);
    for role in [Role::Knight, Role::Bishop, Role::Rook, Role::Queen] {
        for from in movers & board.role(role) {
            let to = context.reach(role, from) & selection.targets(foe);
            visitor.visit(ActionBatch::Moves {
                mover: (),
                from,
                to,
            })?;
        }
    }
    for from in movers & board.role(Role::Pawn) {
        let to = pawn_moves(position, context, from, selection.pawn_targets(foe));
        visitor.visit(ActionBatch::PawnMoves {
            mover: (),
            from,
            to,
        })?;
    }
    definitions(position, context, selection.targets(foe), visitor)?;
    if context.movers.contains(context.king) {
        let mut to = king_steps(position, context, selection.targets(foe));
        if selection == Selection::All {
            to |= castlings(position, context);
        }
        visitor.visit(ActionBatch::Moves {
            mover: (),
            from: context.king,
            to,
        })?;
    }
    ControlFlow::Continue(())
}

/// Returns the pawn moves: steps straight ahead, captures along the diagonal, en passant (bario B9, B11).
#[inline(always)]
fn pawn_moves(
    position: &Position,
    context: &MoveContext,
    from: Square,
    targets: Bitboard,
) -> Bitboard {
    let us = context.us;
    let diagonal = attacks::pawn(us, from);
    let steps = attacks::pawn_steps(us, from, context.occupied);
    let to = (steps | diagonal & position.side(!us)) & context.of(from) & targets;
    let Some(skipped) = position
        .skipped
        .filter(|&skipped| diagonal.contains(skipped))
    else {
        return to;
    };
    // Two pieces leave their lines at once, so no pin mask covers it: play the move and test the king.
    let action = Action::Move {
        from,
        to: skipped,
        promotion: None,
    };
    if position.carry_out(action).checkers_of(us).is_empty() {
        to | Bitboard::from(skipped)
    } else {
        to
    }
}

/// Emits every undefined piece as every type of the reserve (bario B10).
#[inline(always)]
fn definitions<V: Visitor<()>>(
    position: &Position,
    context: &MoveContext,
    targets: Bitboard,
    visitor: &mut V,
) -> ControlFlow<V::Break> {
    let undefined = position.undefined[context.us];
    // The definition of the last undefined piece causes a reset, which must not expose the king either (bario B16).
    let may_expose = position.rules == RuleSet::Modern && !undefined.is_several();
    for from in undefined & context.movers {
        for role in position.reserves[context.us].types() {
            let mut to = context.reach(role, from) & targets;
            if may_expose {
                let is_exposed = |to: &Square| {
                    let next = position.after(Action::Define {
                        role,
                        from,
                        to: *to,
                    });
                    !next.checkers_of(context.us).is_empty()
                };
                for exposed in to.filter(is_exposed) {
                    to ^= Bitboard::from(exposed);
                }
            }
            visitor.visit(ActionBatch::Definitions { role, from, to })?;
        }
    }
    ControlFlow::Continue(())
}

#[inline(always)]
fn king_steps(position: &Position, context: &MoveContext, targets: Bitboard) -> Bitboard {
    // The king does not hide the squares behind it from a slider.
    let occupied = context.occupied ^ Bitboard::from(context.king);
    let mut safe = Bitboard::EMPTY;
    for to in attacks::king(context.king) & targets & !position.side(context.us) {
        if context.foe.on(to, occupied).is_empty() {
            safe |= Bitboard::from(to);
        }
    }
    safe
}

/// Returns the castlings with the undefined piece of a corner, if the king is not in check (bario K2, K3).
#[inline(always)]
fn castlings(position: &Position, context: &MoveContext) -> Bitboard {
    let mut to = Bitboard::EMPTY;
    let is_possible = context.checkers.is_empty() && position.reserves[context.us].has(Role::Rook);
    if position.rights.is_none() || !is_possible {
        return to;
    }
    let is_safe = |square| context.foe.on(square, context.occupied).is_empty();
    for castling in position
        .rights
        .castlings(context.us, context.occupied, is_safe)
    {
        to |= Bitboard::from(castling.king_to);
    }
    to
}
