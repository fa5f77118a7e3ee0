//! The move generator: all legal actions, from the beliefs of the side to decide (chakart, section 4 and H2).

use alloc::vec::Vec;
use core::{convert::Infallible, ops::ControlFlow};

use super::position::{DueDecision, Phase, Position};
use crate::{
    Action, Color, Role, Square, attacks,
    batch::{ActionBatch, Each, First, Generate, Selection, Visitor},
    bitboard::Bitboard,
    view::Viewer,
};

/// The promotion roles of a pawn (chakart C49).
pub(super) const PROMOTIONS: [Role; 5] = [
    Role::Queen,
    Role::Rook,
    Role::Bishop,
    Role::Knight,
    Role::King,
];

/// The board as a viewer sees it, for the side to decide.
#[derive(Clone, Copy)]
pub(super) struct Sight {
    pub(super) us: Color,
    pub(super) own: Bitboard,
    /// The visible pieces of the other side.
    pub(super) foe: Bitboard,
    pub(super) objects: Bitboard,
    /// The known bananas and bombs, which block (chakart C4).
    pub(super) walls: Bitboard,
}

impl Sight {
    #[inline(always)]
    pub(super) fn new(position: &Position, viewer: Viewer) -> Sight {
        let lens = position.lens(viewer);
        let us = position.turn;
        let walls = lens.traps.all();
        Sight {
            us,
            own: position.board.color(us) & !lens.unseen,
            foe: position.board.color(!us) & !lens.unseen,
            objects: position.objects.mushrooms | position.objects.eggs | walls,
            walls,
        }
    }

    /// Returns the board as the side to decide sees it.
    #[inline(always)]
    pub(super) fn of_decider(position: &Position) -> Sight {
        Sight::new(position, Viewer::Seat(position.turn))
    }

    #[inline(always)]
    pub(super) fn pieces(&self) -> Bitboard {
        self.own | self.foe
    }

    /// Returns the squares that no piece flies over (chakart C4).
    #[inline(always)]
    pub(super) fn blocking(&self) -> Bitboard {
        self.pieces() | self.walls
    }

    /// Returns the targets of a piece of this role on a square (chakart C17 to C22).
    #[inline(always)]
    pub(super) fn targets(&self, role: Role, from: Square) -> Bitboard {
        match role {
            Role::Pawn => self.pawn_targets(from),
            _ => attacks::piece(role, from, self.blocking()) & !self.own,
        }
    }

    /// Returns the squares that a queen reaches, blocking squares included.
    #[inline(always)]
    fn rays(&self, from: Square) -> Bitboard {
        attacks::queen(from, self.blocking())
    }

    #[inline(always)]
    fn pawn_targets(&self, from: Square) -> Bitboard {
        let one = Bitboard::from(from).ahead(self.us);
        let diagonal = (one.west() | one.east()) & (self.foe | self.objects);
        let two = if self.us.relative_rank(from) <= 1 {
            (one & !self.blocking()).ahead(self.us)
        } else {
            Bitboard::EMPTY
        };
        diagonal | (one | two) & !self.pieces()
    }

    /// Returns the targets of a queen's stealth move: empty squares (chakart C47).
    #[inline(always)]
    pub(super) fn stealth_targets(&self, from: Square) -> Bitboard {
        self.rays(from) & !self.pieces() & !self.objects
    }

    /// Returns the targets of a king's shell (chakart C46).
    #[inline(always)]
    pub(super) fn shell_targets(&self, from: Square) -> Bitboard {
        self.rays(from) & self.foe
    }
}

/// Returns the pieces of the side to decide that are not frozen (chakart C24).
#[inline(always)]
fn movers(position: &Position, sight: &Sight, role: Role) -> Bitboard {
    sight.own & position.board.role(role) & !position.frozen
}

impl Generate for Position {
    type Mover = ();

    const PROMOTIONS: &'static [Role] = &PROMOTIONS;

    /// Emits the legal actions; none once a side has lost its kings (chakart C51).
    #[inline(always)]
    fn batches<V: Visitor<()>>(&self, movers: Bitboard, visitor: &mut V) -> ControlFlow<V::Break> {
        if has_ended(self) {
            return ControlFlow::Continue(());
        }
        decisions(self, &Sight::of_decider(self), movers, visitor)
    }

    #[inline(always)]
    fn play_onto(&self, _: Option<()>, action: Action, next: &mut Position) {
        *next = *self;
        next.carry_out(action, &mut ());
    }
}

/// Tells whether a side has lost its kings (chakart C51).
#[inline(always)]
fn has_ended(position: &Position) -> bool {
    let mut colors = Color::ALL.into_iter();
    colors.any(|color| position.has_lost_kings(color))
}

/// Passes the captures and promotions to the visitor until it breaks, as far as the side to decide sees them. Swaps and
/// drops are neither.
#[inline(always)]
pub(super) fn generate_noisy<V: Visitor<()>>(
    position: &Position,
    visitor: &mut V,
) -> ControlFlow<V::Break> {
    if has_ended(position) {
        return ControlFlow::Continue(());
    }
    match position.phase {
        Phase::Decide(DueDecision::Move | DueDecision::Again) => {
            let sight = Sight::of_decider(position);
            moves(Selection::Noisy, position, &sight, Bitboard::FULL, visitor)
        }
        Phase::Decide(DueDecision::Promote { from, to, .. }) => promotions(from, to, visitor),
        _ => ControlFlow::Continue(()),
    }
}

/// Returns the actions of the side to decide that are legal in the sight of a viewer.
pub(super) fn list(position: &Position, sight: &Sight) -> Vec<Action> {
    let mut actions = Vec::new();
    let mut each = Each::action_of::<Position>(|action| {
        actions.push(action);
        ControlFlow::<Infallible>::Continue(())
    });
    let _ = decisions(position, sight, Bitboard::FULL, &mut each);
    actions
}

/// Emits the actions of the side to decide that are legal in its own sight.
#[inline(always)]
fn decisions<V: Visitor<()>>(
    position: &Position,
    sight: &Sight,
    allowed: Bitboard,
    visitor: &mut V,
) -> ControlFlow<V::Break> {
    match position.phase {
        Phase::Decide(DueDecision::Move | DueDecision::Again) => {
            moves(Selection::All, position, sight, allowed, visitor)
        }
        Phase::Decide(DueDecision::Swap) => {
            let pairs = SwapRules::new(position);
            for one in sight.pieces() & allowed {
                let above = Bitboard(!0 << one.index() << 1);
                let others = sight.pieces() & above & pairs.partners(one);
                visitor.visit(ActionBatch::Swaps { one, others })?;
            }
            ControlFlow::Continue(())
        }
        Phase::Decide(DueDecision::Drop(role)) => visitor.visit(ActionBatch::Drops {
            role,
            to: !sight.pieces(),
        }),
        Phase::Decide(DueDecision::Promote { from, to, .. }) => promotions(from, to, visitor),
        Phase::Roll(..) | Phase::Draw(_) => ControlFlow::Continue(()),
    }
}

/// Emits the promotions of a pawn that is forced to its last rank (chakart C49).
#[inline(always)]
fn promotions<V: Visitor<()>>(from: Square, to: Square, visitor: &mut V) -> ControlFlow<V::Break> {
    visitor.visit(ActionBatch::PawnMoves {
        mover: (),
        from,
        to: to.into(),
    })
}

#[inline(always)]
fn moves<V: Visitor<()>>(
    selection: Selection,
    position: &Position,
    sight: &Sight,
    allowed: Bitboard,
    visitor: &mut V,
) -> ControlFlow<V::Break> {
    let mover = ();
    for from in movers(position, sight, Role::Pawn) & allowed {
        let to = sight.targets(Role::Pawn, from) & selection.pawn_targets(sight.foe);
        visitor.visit(ActionBatch::PawnMoves { mover, from, to })?;
    }
    for role in [
        Role::Knight,
        Role::Bishop,
        Role::Rook,
        Role::Queen,
        Role::King,
    ] {
        for from in movers(position, sight, role) & allowed {
            let to = sight.targets(role, from) & selection.targets(sight.foe);
            visitor.visit(ActionBatch::Moves { mover, from, to })?;
        }
    }
    if selection == Selection::All && position.powers.stealth[sight.us] {
        for from in movers(position, sight, Role::Queen) & allowed {
            let to = sight.stealth_targets(from);
            visitor.visit(ActionBatch::Stealths { mover, from, to })?;
        }
    }
    if position.powers.shell[sight.us] {
        for from in movers(position, sight, Role::King) & allowed {
            let to = sight.shell_targets(from);
            visitor.visit(ActionBatch::Shells { mover, from, to })?;
        }
    }
    ControlFlow::Continue(())
}

/// Returns the pieces of a side that can capture on a square as that side sees it, as if only the `occupied` squares had
/// pieces.
pub(super) fn attackers(
    position: &Position,
    square: Square,
    by: Color,
    occupied: Bitboard,
) -> Bitboard {
    let lens = position.lens(Viewer::Seat(by));
    let blocking = occupied & !lens.unseen | lens.traps.all();
    let board = &position.board;
    let pawns = attacks::pawn(!by, square) & board.role(Role::Pawn);
    let attackers = board.attackers_but_pawns(square, blocking) | pawns;
    attackers & board.color(by) & !position.frozen & occupied
}

/// The pawns that a swap must not put on their last rank.
#[derive(Clone, Copy)]
pub(super) struct SwapRules {
    white_pawns: Bitboard,
    black_pawns: Bitboard,
}

impl SwapRules {
    pub(super) fn new(position: &Position) -> SwapRules {
        SwapRules {
            white_pawns: position.board.pieces(Color::White, Role::Pawn),
            black_pawns: position.board.pieces(Color::Black, Role::Pawn),
        }
    }

    /// Returns the squares of the pieces that can swap with the piece on a square, as far as the rules about pawns allow.
    pub(super) fn partners(self, square: Square) -> Bitboard {
        let mut barred = Bitboard::EMPTY;
        for (pawns, last_rank) in [(self.white_pawns, 7), (self.black_pawns, 0)] {
            if pawns.contains(square) {
                barred |= Bitboard::rank(last_rank);
            }
            if square.rank() == last_rank {
                barred |= pawns;
            }
        }
        !barred
    }
}

/// Tells whether the side to decide has a legal action, even if a side has lost its kings (chakart C44, C52, H19).
pub(super) fn can_decide(position: &Position) -> bool {
    let sight = Sight::of_decider(position);
    decisions(position, &sight, Bitboard::FULL, &mut First).is_break()
}
