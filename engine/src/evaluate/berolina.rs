//! Berolina: pieces as in chess, and pawns that guard the square straight ahead.

use rules::{Bitboard, Color, Glyph, Position as _, Square, berolina::Position};

use super::{
    Group, Playable, Tally,
    common::{ChessPieces, Kind, Reach, group, see_pieces, shelter, stand},
    first_of, sign,
};

const GROUPS: [Group; 18] = [
    group("pieces", 6),
    group("pawn-squares", 32),
    group("knight-squares", 32),
    group("bishop-squares", 32),
    group("rook-squares", 32),
    group("queen-squares", 32),
    group("king-squares", 32),
    group("reach", 5),
    group("near-king", 5),
    group("hanging", 6),
    group("bishop-pair", 1),
    group("pawn-guarded", 1),
    group("pawn-blocked", 1),
    group("pawn-beside-pawn", 1),
    group("pawn-threatens", 6),
    group("free-pawn-on-rank", 8),
    group("rook-on-open-file", 1),
    group("king-shelter", 1),
];

const PIECES: usize = 0;
const SQUARES: usize = first_of(&GROUPS, 1);
const REACH: usize = first_of(&GROUPS, 7);
const NEAR_KING: usize = first_of(&GROUPS, 8);
const HANGING: usize = first_of(&GROUPS, 9);
const BISHOP_PAIR: usize = first_of(&GROUPS, 10);
const GUARDED: usize = first_of(&GROUPS, 11);
const BLOCKED: usize = first_of(&GROUPS, 12);
const BESIDE: usize = first_of(&GROUPS, 13);
const THREATENS: usize = first_of(&GROUPS, 14);
const FREE: usize = first_of(&GROUPS, 15);
const OPEN_FILE: usize = first_of(&GROUPS, 16);
const SHELTER: usize = first_of(&GROUPS, 17);

const KINDS: [Kind; 6] = [
    Glyph::BerolinaPawn,
    Glyph::Knight,
    Glyph::Bishop,
    Glyph::Rook,
    Glyph::Queen,
    Glyph::King,
];

impl Playable for Position {
    const GROUPS: &'static [Group] = &GROUPS;
    const WEIGHTS: &'static str = include_str!("../../weights/berolina.txt");
    const N_INPUTS: usize = 64 * 2 * KINDS.len();
    const NETWORK: &'static [u8] = include_bytes!("../../weights/berolina.network");
    const WORTH: &'static [i32] = &[100, 325, 335, 500, 950, 0];
    const HAS_REPETITION: bool = true;

    #[inline(always)]
    fn tally(&self, tally: &mut impl Tally) {
        stand(self, &KINDS, (PIECES, SQUARES), tally);
        // A pawn guards the square straight ahead (berolina O7).
        let mut reach = Reach::new(|color| self.squares(Glyph::BerolinaPawn(color)).ahead(color));
        for color in Color::ALL {
            pieces(self, color, &mut reach, tally);
            pawns(self, color, tally);
        }
        reach.hanging(self, &KINDS, HANGING, tally);
    }

    fn inputs(&self, us: Color, tell: &mut impl FnMut(usize)) {
        see_pieces(self, us, &KINDS, tell);
    }

    fn fullness(&self) -> i32 {
        let count = |kind: Kind| {
            let both = Color::ALL.map(|color| self.squares(kind(color)).len());
            (both[0] + both[1]) as i32
        };
        count(Glyph::Knight)
            + count(Glyph::Bishop)
            + 2 * count(Glyph::Rook)
            + 4 * count(Glyph::Queen)
    }

    fn kind(glyph: Glyph) -> Option<usize> {
        glyph.role().map(|role| role as usize)
    }

    fn may_be_over(&self) -> bool {
        let all = self.pieces(Color::White) | self.pieces(Color::Black);
        all.len() <= 3 || self.quiet_moves() >= 100
    }

    fn may_pass(&self) -> bool {
        let us = self.side_to_move();
        let weak = self.squares(Glyph::BerolinaPawn(us)) | self.squares(Glyph::King(us));
        !(self.pieces(us) & !weak).is_empty()
    }
}

fn pieces(position: &Position, us: Color, reach: &mut Reach, tally: &mut impl Tally) {
    let (ours, theirs) = (position.pieces(us), position.pieces(!us));
    let all = ours | theirs;
    let guarded_by_pawns = position.squares(Glyph::BerolinaPawn(!us)).ahead(!us);
    reach.look_as_in_chess(
        ChessPieces {
            position,
            kinds: &KINDS,
            color: us,
            movers: Bitboard::FULL,
            blocking: all,
            targets: !ours & !guarded_by_pawns,
            reached: REACH,
            near_king: NEAR_KING,
        },
        tally,
    );
    if position.squares(Glyph::Bishop(us)).is_several() {
        tally.add(BISHOP_PAIR, sign(us));
    }
    let pawns = position.squares(Glyph::BerolinaPawn(us));
    let on_open_file = |rook: &Square| (Bitboard::file(rook.file()) & pawns).is_empty();
    let n_open = position
        .squares(Glyph::Rook(us))
        .filter(on_open_file)
        .count();
    tally.add(OPEN_FILE, sign(us) * n_open as i32);
    shelter(position, Glyph::BerolinaPawn, (us, SHELTER), tally);
}

fn pawns(position: &Position, us: Color, tally: &mut impl Tally) {
    let all = position.pieces(us) | position.pieces(!us);
    let pawns = position.squares(Glyph::BerolinaPawn(us));
    let count = |pawns: Bitboard| sign(us) * pawns.len() as i32;
    let guarded = pawns.ahead(us);
    tally.add(GUARDED, count(pawns & guarded));
    let back = (!all).ahead(!us);
    tally.add(BLOCKED, count(pawns & !(back.west() | back.east())));
    tally.add(BESIDE, count(pawns & (pawns.west() | pawns.east())));
    for (at, kind) in KINDS.iter().enumerate() {
        tally.add(THREATENS + at, count(guarded & position.squares(kind(!us))));
    }
    // A passed pawn has no enemy pawn ahead of it on any square that it can reach.
    let theirs = position.squares(Glyph::BerolinaPawn(!us));
    for pawn in pawns {
        let mut cone = Bitboard::from(pawn).ahead(us);
        let mut ahead = cone;
        while !ahead.is_empty() {
            ahead = (ahead.west() | ahead.east() | ahead).ahead(us);
            cone |= ahead;
        }
        if (cone & theirs).is_empty() {
            tally.add(FREE + usize::from(us.relative_rank(pawn)), sign(us));
        }
    }
}
