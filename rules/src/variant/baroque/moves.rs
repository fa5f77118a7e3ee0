//! The move generator: finds all legal moves once and emits them in batches.

use core::ops::ControlFlow;

use super::{
    board::Kind,
    position::{Danger, Path, Position},
};
use crate::{
    Action, Color, Role, Square, attacks,
    batch::{ActionBatch, Generate, Selection, Visitor},
    bitboard::Bitboard,
};

impl Generate for Position {
    type Mover = Kind;

    /// Pieces of Baroque are never promoted (baroque Q5).
    const PROMOTIONS: &'static [Role] = &[];

    #[inline(always)]
    fn batches<V: Visitor<Kind>>(
        &self,
        movers: Bitboard,
        visitor: &mut V,
    ) -> ControlFlow<V::Break> {
        generate(Selection::All, self, movers, visitor)
    }

    #[inline(always)]
    fn play_onto(&self, mover: Option<Kind>, action: Action, next: &mut Position) {
        let (from, to, _) = action.as_move().expect("legal actions are plain moves");
        let kind = mover.or_else(|| self.board.role_at(from));
        *next = self.moved(kind.expect("a piece is moved"), Path { from, to });
    }
}

/// Passes the selected actions of the pieces on `movers` to the visitor until it breaks.
#[inline(always)]
pub(super) fn generate<V: Visitor<Kind>>(
    selection: Selection,
    position: &Position,
    movers: Bitboard,
    visitor: &mut V,
) -> ControlFlow<V::Break> {
    if position.draw.is_some() {
        return ControlFlow::Continue(());
    }
    let moves = Moves::of(position);
    for mover in Kind::ALL {
        for from in moves.movable & movers & position.board.role(mover) {
            let targets = match selection {
                Selection::All => moves.reach(mover, from),
                Selection::Noisy => moves.captures(mover, from),
            };
            let to = moves.legal(mover, from, targets);
            visitor.visit(ActionBatch::Moves { mover, from, to })?;
        }
    }
    ControlFlow::Continue(())
}

/// Data about a position that is computed before its moves.
struct Moves<'a> {
    position: &'a Position,
    us: Color,
    king: Square,
    occupied: Bitboard,
    /// The pieces of the side to move that are not frozen.
    movable: Bitboard,
    danger: Danger<'a>,
    /// The screens: a move must clear one of these squares to bring its king in check. If the king is in check now, it is
    /// all squares.
    ///
    /// A piece that a move puts on the board never helps the enemy to a capture: it can only block. An empty square can
    /// help, and so can an immobilizer that no longer freezes.
    screens: Bitboard,
}

impl<'a> Moves<'a> {
    #[inline(always)]
    fn of(position: &'a Position) -> Moves<'a> {
        let us = position.turn;
        let king = position.king(us);
        let danger = Danger::of(position, !us);
        Moves {
            position,
            us,
            king,
            occupied: danger.occupied,
            movable: position.board.color(us) & !position.frozen(us),
            danger,
            screens: if danger.to(king).is_empty() {
                screens(&danger, king)
            } else {
                !Bitboard::EMPTY
            },
        }
    }

    /// Returns the targets of a piece, except for the safety of its king (baroque Q6 to Q9).
    #[inline(always)]
    fn reach(&self, kind: Kind, from: Square) -> Bitboard {
        let board = &self.position.board;
        match kind {
            Kind::King => attacks::king(from) & !board.color(self.us),
            Kind::Pincer => attacks::rook(from, self.occupied) & !self.occupied,
            Kind::Leaper => self.slide_and_leap(from, board.color(!self.us)),
            Kind::Chameleon => self.slide_and_leap(from, board.pieces(!self.us, Kind::Leaper)),
            Kind::Coordinator | Kind::Withdrawer | Kind::Immobilizer => self.slides(from),
        }
    }

    /// Returns those of the targets of a piece on which it captures (baroque Q11 to Q25).
    #[inline(always)]
    fn captures(&self, kind: Kind, from: Square) -> Bitboard {
        let board = &self.position.board;
        let foe = board.color(!self.us);
        match kind {
            Kind::King => attacks::king(from) & foe,
            Kind::Pincer => self.reach(kind, from) & self.pinches(foe),
            Kind::Coordinator => self.slides(from) & self.coordinates(foe),
            Kind::Leaper => self.all_leaps(from, foe),
            Kind::Withdrawer => self.slides(from) & retreats(from, foe),
            Kind::Immobilizer => Bitboard::EMPTY,
            Kind::Chameleon => {
                let prey = |kind| board.pieces(!self.us, kind);
                let captures = self.coordinates(prey(Kind::Coordinator))
                    | retreats(from, prey(Kind::Withdrawer))
                    | self.pinches(prey(Kind::Pincer)) & attacks::rook_rays(from);
                self.slides(from) & captures | self.all_leaps(from, prey(Kind::Leaper))
            }
        }
    }

    /// Returns the squares next to each piece in `prey` that has a piece of the side to move right behind it (baroque Q13).
    #[inline(always)]
    fn pinches(&self, prey: Bitboard) -> Bitboard {
        let anvils = self.position.board.color(self.us);
        (prey & anvils.south()).south()
            | (prey & anvils.north()).north()
            | (prey & anvils.west()).west()
            | (prey & anvils.east()).east()
    }

    /// Returns the squares that make a rectangle with the king and a piece in `prey` on a corner between (baroque Q15).
    #[inline(always)]
    fn coordinates(&self, prey: Bitboard) -> Bitboard {
        let file = Bitboard::file(self.king.file());
        let rank = Bitboard::rank(self.king.rank());
        let mut squares = Bitboard::EMPTY;
        for at in prey & file {
            squares |= Bitboard::rank(at.rank());
        }
        for at in prey & rank {
            squares |= Bitboard::file(at.file());
        }
        squares & !(file | rank)
    }

    /// Returns the empty squares along the lines of a queen, up to the first piece.
    #[inline(always)]
    fn slides(&self, from: Square) -> Bitboard {
        attacks::queen(from, self.occupied) & !self.occupied
    }

    /// Returns the targets of all leaps that begin over a piece in `prey`.
    #[inline(always)]
    fn all_leaps(&self, from: Square, prey: Bitboard) -> Bitboard {
        let mut targets = Bitboard::EMPTY;
        for over in attacks::queen(from, self.occupied) & prey {
            targets |= self.leaps(from, over, prey);
        }
        targets
    }

    /// Returns the targets along the lines of a queen. The lines continue over each of the pieces in `prey` that has an empty
    /// square behind it (baroque Q17, Q18, Q23).
    #[inline(always)]
    fn slide_and_leap(&self, from: Square, prey: Bitboard) -> Bitboard {
        let attacked = attacks::queen(from, self.occupied);
        let mut reach = attacked & !self.occupied;
        for over in attacked & prey {
            reach |= self.leaps(from, over, prey);
        }
        reach
    }

    /// Returns the targets of a leap with its first victim on the square `over`.
    fn leaps(&self, from: Square, over: Square, prey: Bitboard) -> Bitboard {
        let mut reach = Bitboard::EMPTY;
        let mut next = attacks::beyond(from, over) & !self.occupied;
        while let Some(at) = next.first() {
            reach |= next;
            next = attacks::beyond(from, at);
            if let Some(victim) = (next & prey).first() {
                next = attacks::beyond(from, victim);
            }
            next &= !self.occupied;
        }
        reach
    }

    /// Returns the legal ones of the targets of a piece.
    #[inline(always)]
    fn legal(&self, kind: Kind, from: Square, reach: Bitboard) -> Bitboard {
        let may_clear = Bitboard::from(from) | self.position.board.color(!self.us);
        if (self.screens & may_clear).is_empty() && !self.needs_look(kind, from) {
            return reach;
        }
        let mut legal = Bitboard::EMPTY;
        for to in reach {
            if self.is_safe(kind, Path { from, to }) {
                legal |= Bitboard::from(to);
            }
        }
        legal
    }

    /// Tells whether a move that is legal otherwise does not leave the king in check (baroque Q34).
    #[inline(always)]
    fn is_safe(&self, kind: Kind, step: Path) -> bool {
        let victims = self.position.victims(kind, step);
        let cleared = victims | Bitboard::from(step.from);
        if (cleared & self.screens).is_empty() && !self.needs_look(kind, step.from) {
            return true;
        }
        let releasers = self.position.releasers(!self.us);
        if kind == Kind::Immobilizer || !(victims & releasers).is_empty() {
            // It can change which pieces are frozen.
            let next = self.position.moved_taking(kind, step, victims);
            return next.checkers_of(self.us).is_empty();
        }
        let danger = Danger {
            occupied: (self.occupied & !cleared) | Bitboard::from(step.to),
            pieces: self.danger.pieces & !victims,
            free: self.danger.free & !victims,
            ..self.danger
        };
        danger
            .to(if kind == Kind::King {
                step.to
            } else {
                self.king
            })
            .is_empty()
    }

    /// Tells whether all moves of a piece have to be played to know whether they are safe. That holds for the king, and for
    /// an immobilizer that can release an enemy.
    #[inline(always)]
    fn needs_look(&self, kind: Kind, from: Square) -> bool {
        match kind {
            Kind::King => true,
            Kind::Immobilizer => {
                !(attacks::king(from) & self.position.board.color(!self.us)).is_empty()
            }
            _ => false,
        }
    }
}

/// Returns the lines through a square and each adjacent piece in `prey` (baroque Q19).
#[inline(always)]
fn retreats(from: Square, prey: Bitboard) -> Bitboard {
    let mut lines = Bitboard::EMPTY;
    for at in attacks::king(from) & prey {
        lines |= attacks::line(from, at);
    }
    lines
}

/// Returns the screens of the king of the side to move: a move must clear at least one of them to expose it. That holds if the
/// king is not in check, and the move is not by the king or an immobilizer. Some more squares do no harm.
#[inline(always)]
fn screens(danger: &Danger, king: Square) -> Bitboard {
    let occupied = danger.occupied;
    let mut screens = Bitboard::EMPTY;
    for withdrawer in danger.touching_withdrawers(king) {
        screens |= attacks::beyond(king, withdrawer);
    }
    for leaper in danger.aligned_leapers(king) {
        let landing = attacks::beyond(leaper, king);
        screens |= if (landing & !occupied).is_empty() {
            landing
        } else {
            attacks::between(leaper, king)
        };
    }
    if !danger.pincers().is_empty() {
        for (beside, _) in danger.pinches(king) {
            screens |= if occupied.contains(beside) {
                Bitboard::from(beside)
            } else {
                attacks::rook(beside, occupied)
            };
        }
    }
    if !danger.line_of_coordinates(king).is_empty() {
        for coordinator in danger.coordinators() {
            screens |= attacks::queen(coordinator, occupied);
        }
    }
    screens & occupied
}
