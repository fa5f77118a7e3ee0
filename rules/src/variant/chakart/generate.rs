//! All legal decisions, from what the side to decide believes (chakart, section 4 and H2).

use super::position::{Pending, Position, Stage};
use crate::{Action, Color, Role, Square, attacks, bitboard::Bitboard, variant::Viewer};

/// What a pawn may become (chakart C49).
pub(super) const PROMOTIONS: [Role; 5] = [
    Role::Queen,
    Role::Rook,
    Role::Bishop,
    Role::Knight,
    Role::King,
];

/// The board as somebody sees it, for the side to decide.
#[derive(Clone, Copy)]
pub(super) struct Sight {
    pub(super) us: Color,
    pub(super) own: Bitboard,
    /// Pieces of the other side that are seen.
    pub(super) foe: Bitboard,
    pub(super) objects: Bitboard,
    /// Bananas and bombs that are known: they block (chakart C4).
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

    /// What the side to decide sees.
    #[inline(always)]
    pub(super) fn of_decider(position: &Position) -> Sight {
        Sight::new(position, Viewer::Seat(position.turn))
    }

    #[inline(always)]
    pub(super) fn pieces(&self) -> Bitboard {
        self.own | self.foe
    }

    /// Squares that nothing flies over (chakart C4).
    #[inline(always)]
    pub(super) fn blocking(&self) -> Bitboard {
        self.pieces() | self.walls
    }

    /// Where a piece of this role may go from a square (chakart C17 to C22).
    #[inline(always)]
    pub(super) fn targets(&self, role: Role, from: Square) -> Bitboard {
        match role {
            Role::Pawn => self.pawn_targets(from),
            Role::Knight => attacks::knight(from) & !self.own,
            Role::King => attacks::king(from) & !self.own,
            Role::Bishop => attacks::bishop(from, self.blocking()) & !self.own,
            Role::Rook => attacks::rook(from, self.blocking()) & !self.own,
            Role::Queen => self.rays(from) & !self.own,
        }
    }

    /// What a queen reaches, blocking squares included.
    #[inline(always)]
    fn rays(&self, from: Square) -> Bitboard {
        let blocking = self.blocking();
        attacks::rook(from, blocking) | attacks::bishop(from, blocking)
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

    /// Where a queen may go unseen: to empty squares (chakart C47).
    #[inline(always)]
    pub(super) fn stealth_targets(&self, from: Square) -> Bitboard {
        self.rays(from) & !self.pieces() & !self.objects
    }

    /// What a king may shoot at (chakart C46).
    #[inline(always)]
    pub(super) fn shell_targets(&self, from: Square) -> Bitboard {
        self.rays(from) & self.foe
    }
}

/// Pieces of the side to decide that are not frozen (chakart C24).
#[inline(always)]
fn movers(position: &Position, sight: &Sight, role: Role) -> Bitboard {
    sight.own & position.board.role(role) & !position.frozen
}

/// Adds every legal decision to `out`.
pub(super) fn list(position: &Position, sight: &Sight, out: &mut impl Extend<Action>) {
    match position.stage {
        Stage::Decide(Pending::Move | Pending::Again) => list_moves(position, sight, out),
        Stage::Decide(Pending::Swap) => out.extend(swaps(position, sight)),
        Stage::Decide(Pending::Drop(role)) => {
            out.extend((!sight.pieces()).map(|to| Action::Drop { role, to }))
        }
        Stage::Decide(Pending::Promote { from, to, .. }) => out.extend(promotions(from, to)),
        Stage::Roll(..) | Stage::Draw(_) => {}
    }
}

fn list_moves(position: &Position, sight: &Sight, out: &mut impl Extend<Action>) {
    let us = sight.us;
    for from in movers(position, sight, Role::Pawn) {
        let targets = sight.targets(Role::Pawn, from);
        if us.relative_rank(from) == 6 {
            out.extend(targets.flat_map(|to| promotions(from, to)));
        } else {
            out.extend(targets.map(|to| step(from, to)));
        }
    }
    for role in [
        Role::Knight,
        Role::Bishop,
        Role::Rook,
        Role::Queen,
        Role::King,
    ] {
        for from in movers(position, sight, role) {
            out.extend(sight.targets(role, from).map(|to| step(from, to)));
        }
    }
    if position.powers.stealth[us] {
        for from in movers(position, sight, Role::Queen) {
            out.extend(
                sight
                    .stealth_targets(from)
                    .map(|to| Action::Stealth { from, to }),
            );
        }
    }
    if position.powers.shell[us] {
        for from in movers(position, sight, Role::King) {
            out.extend(
                sight
                    .shell_targets(from)
                    .map(|to| Action::Shell { from, to }),
            );
        }
    }
}

#[inline(always)]
fn step(from: Square, to: Square) -> Action {
    Action::Move {
        from,
        to,
        promotion: None,
    }
}

#[inline(always)]
fn promotions(from: Square, to: Square) -> impl Iterator<Item = Action> {
    PROMOTIONS.into_iter().map(move |role| Action::Move {
        from,
        to,
        promotion: Some(role),
    })
}

/// All swaps (chakart C36).
fn swaps(position: &Position, sight: &Sight) -> impl Iterator<Item = Action> {
    let pairs = SwapRules::new(position);
    let pieces = sight.pieces();
    pieces.flat_map(move |one| {
        let above = Bitboard(!0 << one.index() << 1);
        let others = pieces & above & pairs.partners(one);
        others.map(move |other| Action::swap(one, other))
    })
}

/// Which squares hold pawns that must not come to a last rank.
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

    /// The squares whose pieces may change places with that of a square, as far as pawns are concerned.
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

/// Whether the side to decide has a legal decision (chakart C44, C52, H19).
pub(super) fn can_decide(position: &Position) -> bool {
    let sight = Sight::of_decider(position);
    match position.stage {
        Stage::Decide(Pending::Move | Pending::Again) => can_move(position, &sight),
        Stage::Decide(Pending::Swap) => swaps(position, &sight).next().is_some(),
        Stage::Decide(Pending::Drop(_)) => !(!sight.pieces()).is_empty(),
        Stage::Decide(Pending::Promote { .. }) => true,
        Stage::Roll(..) | Stage::Draw(_) => false,
    }
}

fn can_move(position: &Position, sight: &Sight) -> bool {
    let moves = |role| {
        let mut pieces = movers(position, sight, role);
        pieces.any(|from| !sight.targets(role, from).is_empty())
    };
    // Whoever moves unseen may as well be seen, so stealth adds nothing.
    let shoots = || {
        let mut kings = movers(position, sight, Role::King);
        position.powers.shell[sight.us] && kings.any(|from| !sight.shell_targets(from).is_empty())
    };
    Role::ALL.into_iter().any(moves) || shoots()
}

/// The kings of a side that the other one could take if it were to decide, from what the side knows.
pub(super) fn threatened(position: &Position, seat: Color) -> Bitboard {
    let mut position = *position;
    position.turn = !seat;
    let mut sight = Sight::new(&position, Viewer::Seat(seat));
    // The other side flies over a queen that it does not see (chakart H14).
    sight.foe &= !position.stealthy;
    let mut reached = Bitboard::EMPTY;
    for role in Role::ALL {
        for from in movers(&position, &sight, role) {
            reached |= sight.targets(role, from);
        }
    }
    if position.powers.shell[sight.us] {
        for from in movers(&position, &sight, Role::King) {
            reached |= sight.shell_targets(from);
        }
    }
    position.board.pieces(seat, Role::King) & reached
}

/// Whether the side to decide may do that.
pub(super) fn is_legal(position: &Position, action: Action) -> bool {
    let Stage::Decide(pending) = position.stage else {
        return false;
    };
    let sight = Sight::of_decider(position);
    match (pending, action) {
        (
            Pending::Move | Pending::Again,
            Action::Move {
                from,
                to,
                promotion,
            },
        ) => {
            let is_mover = (sight.own & !position.frozen).contains(from);
            if !is_mover {
                return false;
            }
            let role = position.role_at(from);
            let promotes = role == Role::Pawn && sight.us.relative_rank(from) == 6;
            sight.targets(role, from).contains(to) && may_become(promotes, promotion)
        }
        (Pending::Move | Pending::Again, Action::Stealth { from, to }) => {
            position.powers.stealth[sight.us]
                && movers(position, &sight, Role::Queen).contains(from)
                && sight.stealth_targets(from).contains(to)
        }
        (Pending::Move | Pending::Again, Action::Shell { from, to }) => {
            position.powers.shell[sight.us]
                && movers(position, &sight, Role::King).contains(from)
                && sight.shell_targets(from).contains(to)
        }
        (Pending::Swap, Action::Swap { a, b }) => {
            let pieces = sight.pieces();
            let is_in_order = action == Action::swap(b, a) && a != b;
            is_in_order
                && pieces.contains(a)
                && (pieces & SwapRules::new(position).partners(a)).contains(b)
        }
        (Pending::Drop(pending), Action::Drop { role, to }) => {
            pending == role && !sight.pieces().contains(to)
        }
        (Pending::Promote { from, to, .. }, Action::Move { .. }) => {
            promotions(from, to).any(|answer| answer == action)
        }
        _ => false,
    }
}

fn may_become(promotes: bool, promotion: Option<Role>) -> bool {
    match promotion {
        None => !promotes,
        Some(role) => promotes && role != Role::Pawn,
    }
}
