//! Bario: the value of an undefined piece follows from the reserve and the distance to a reset.

use rules::{Bitboard, Color, Glyph, Position as _, Role, attacks, bario::Position};

use super::{
    Group, Playable, Tally,
    common::{ChessPieces, Kind, Reach, around, group, see_pieces, shelter, stand},
    first_of, sign,
};

const GROUPS: [Group; 16] = [
    group("pieces", 7),
    group("pawn-squares", 32),
    group("knight-squares", 32),
    group("bishop-squares", 32),
    group("rook-squares", 32),
    group("queen-squares", 32),
    group("king-squares", 32),
    group("undefined-squares", 32),
    group("in-reserve", 6),
    group("undefined-left", 9),
    group("reach", 5),
    group("near-king", 5),
    group("undefined-near-king", 1),
    group("hanging", 7),
    group("free-pawn-on-rank", 8),
    group("king-shelter", 1),
];

const PIECES: usize = 0;
const SQUARES: usize = first_of(&GROUPS, 1);
const IN_RESERVE: usize = first_of(&GROUPS, 8);
const LEFT: usize = first_of(&GROUPS, 9);
const REACH: usize = first_of(&GROUPS, 10);
const NEAR_KING: usize = first_of(&GROUPS, 11);
const UNDEFINED_NEAR_KING: usize = first_of(&GROUPS, 12);
const HANGING: usize = first_of(&GROUPS, 13);
const FREE: usize = first_of(&GROUPS, 14);
const SHELTER: usize = first_of(&GROUPS, 15);

const KINDS: [Kind; 7] = [
    Glyph::Pawn,
    Glyph::Knight,
    Glyph::Bishop,
    Glyph::Rook,
    Glyph::Queen,
    Glyph::King,
    Glyph::Undefined,
];

/// The maximum number of pieces of a kind in reserve that the network distinguishes.
const MOST_IN_RESERVE: usize = 2;

impl Playable for Position {
    const GROUPS: &'static [Group] = &GROUPS;
    const WEIGHTS: &'static str = include_str!("../../weights/bario.txt");
    const N_INPUTS: usize = 64 * 2 * KINDS.len() + 2 * 4 * MOST_IN_RESERVE;
    const NETWORK: &'static [u8] = include_bytes!("../../weights/bario.network");
    // Undefined pieces give check along all lines, so that extensions would never end.
    const EXTENDS_CHECKS: bool = false;
    const WORTH: &'static [i32] = &[100, 320, 330, 500, 950, 0, 420];

    #[inline(always)]
    fn tally(&self, tally: &mut impl Tally) {
        stand(self, &KINDS, (PIECES, SQUARES), tally);
        let mut reach = Reach::new(|color| {
            let ahead = self.squares(Glyph::Pawn(color)).ahead(color);
            ahead.west() | ahead.east()
        });
        for color in Color::ALL {
            pieces(self, color, &mut reach, tally);
            undefined(self, color, &mut reach, tally);
            pawns(self, color, tally);
        }
        reach.hanging(self, &KINDS, HANGING, tally);
    }

    fn inputs(&self, us: Color, tell: &mut impl FnMut(usize)) {
        see_pieces(self, us, &KINDS, tell);
        let mut input = 64 * 2 * KINDS.len();
        for side in [us, !us] {
            for role in [Role::Knight, Role::Bishop, Role::Rook, Role::Queen] {
                for at in 0..usize::from(self.in_reserve(side, role)).min(MOST_IN_RESERVE) {
                    tell(input + at);
                }
                input += MOST_IN_RESERVE;
            }
        }
    }

    fn fullness(&self) -> i32 {
        let pawns =
            self.squares(Glyph::Pawn(Color::White)) | self.squares(Glyph::Pawn(Color::Black));
        let all = self.pieces(Color::White) | self.pieces(Color::Black);
        (2 * (all & !pawns).len() as i32 - 4).max(0)
    }

    fn kind(glyph: Glyph) -> Option<usize> {
        match glyph {
            Glyph::Undefined(_) => Some(6),
            _ => glyph.role().map(|role| role as usize),
        }
    }

    fn may_be_over(&self) -> bool {
        // A recycle may have left the king of the side that moved last in check (bario K9).
        !self.checkers_of(!self.side_to_move()).is_empty()
    }

    fn may_pass(&self) -> bool {
        let us = self.side_to_move();
        let weak = self.squares(Glyph::Pawn(us)) | self.squares(Glyph::King(us));
        !(self.pieces(us) & !weak).is_empty()
    }
}

fn pieces(position: &Position, us: Color, reach: &mut Reach, tally: &mut impl Tally) {
    let (ours, theirs) = (position.pieces(us), position.pieces(!us));
    let all = ours | theirs;
    reach.look_as_in_chess(
        ChessPieces {
            position,
            kinds: &KINDS,
            color: us,
            movers: Bitboard::FULL,
            blocking: all,
            targets: !ours,
            reached: REACH,
            near_king: NEAR_KING,
        },
        tally,
    );
    shelter(position, Glyph::Pawn, (us, SHELTER), tally);
}

/// Adds the reach of undefined pieces, which move like every piece that their reserve permits (bario B14).
fn undefined(position: &Position, us: Color, reach: &mut Reach, tally: &mut impl Tally) {
    let undefined = position.squares(Glyph::Undefined(us));
    let n = undefined.len() as usize;
    tally.add(LEFT + n.min(8), sign(us));
    let in_reserve = |role| position.in_reserve(us, role);
    for role in [Role::Knight, Role::Bishop, Role::Rook, Role::Queen] {
        tally.add(
            IN_RESERVE + role as usize,
            sign(us) * i32::from(in_reserve(role)),
        );
    }
    let all = position.pieces(us) | position.pieces(!us);
    let has_queen = in_reserve(Role::Queen) > 0;
    let mut reached = Bitboard::EMPTY;
    for from in undefined {
        if has_queen || in_reserve(Role::Rook) > 0 {
            reached |= attacks::rook(from, all);
        }
        if has_queen || in_reserve(Role::Bishop) > 0 {
            reached |= attacks::bishop(from, all);
        }
        if in_reserve(Role::Knight) > 0 {
            reached |= attacks::knight(from);
        }
    }
    reach.all[us] |= reached;
    let zone = around(position.squares(Glyph::King(!us)));
    tally.add(
        UNDEFINED_NEAR_KING,
        sign(us) * (reached & zone).len() as i32,
    );
}

fn pawns(position: &Position, us: Color, tally: &mut impl Tally) {
    let theirs = position.squares(Glyph::Pawn(!us));
    for pawn in position.squares(Glyph::Pawn(us)) {
        let mut ahead = Bitboard::from(pawn).ahead(us);
        let mut cone = Bitboard::EMPTY;
        while !ahead.is_empty() {
            cone |= ahead | ahead.west() | ahead.east();
            ahead = ahead.ahead(us);
        }
        if (cone & theirs).is_empty() {
            tally.add(FREE + usize::from(us.relative_rank(pawn)), sign(us));
        }
    }
}
