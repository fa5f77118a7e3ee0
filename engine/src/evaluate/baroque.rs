//! Baroque: the value of a piece depends on its mobility and on adjacent immobilizers.

use rules::{Bitboard, Color, Glyph, Position as _, attacks, baroque::Position};

use super::{
    Group, Playable, Tally,
    common::{Kind, Reach, around, group, stand},
    first_of, sign,
};

const GROUPS: [Group; 13] = [
    group("pieces", 7),
    group("pincer-squares", 32),
    group("coordinator-squares", 32),
    group("leaper-squares", 32),
    group("chameleon-squares", 32),
    group("withdrawer-squares", 32),
    group("immobilizer-squares", 32),
    group("king-squares", 32),
    group("frozen", 7),
    group("reach", 5),
    group("near-king", 5),
    group("pincer-beside-enemy", 7),
    group("leaper-in-line", 7),
];

const PIECES: usize = 0;
const SQUARES: usize = first_of(&GROUPS, 1);
const FROZEN: usize = first_of(&GROUPS, 8);
const REACH: usize = first_of(&GROUPS, 9);
const NEAR_KING: usize = first_of(&GROUPS, 10);
const BESIDE: usize = first_of(&GROUPS, 11);
const IN_LINE: usize = first_of(&GROUPS, 12);

const KINDS: [Kind; 7] = [
    Glyph::Pawn,
    Glyph::Rook,
    Glyph::Knight,
    Glyph::Bishop,
    Glyph::Queen,
    Glyph::Immobilizer,
    Glyph::King,
];

impl Playable for Position {
    const GROUPS: &'static [Group] = &GROUPS;
    const WEIGHTS: &'static str = include_str!("../../weights/baroque.txt");
    const WORTH: &'static [i32] = &[100, 250, 500, 300, 500, 700, 0];
    const HAS_REPETITION: bool = true;

    #[inline(always)]
    fn tally(&self, tally: &mut impl Tally) {
        stand(self, &KINDS, (PIECES, SQUARES), tally);
        let mut reach = Reach::new(|_| Bitboard::EMPTY);
        for color in Color::ALL {
            side(self, color, &mut reach, tally);
        }
    }

    fn fullness(&self) -> i32 {
        let all = self.pieces(Color::White) | self.pieces(Color::Black);
        all.len() as i32 - 8
    }

    fn kind(glyph: Glyph) -> Option<usize> {
        KINDS
            .iter()
            .position(|kind| kind(Color::White) == glyph || kind(Color::Black) == glyph)
    }
}

fn side(position: &Position, us: Color, reach: &mut Reach, tally: &mut impl Tally) {
    let (ours, theirs) = (position.pieces(us), position.pieces(!us));
    let all = ours | theirs;
    let frozen = position.frozen(us);
    let count = |squares: Bitboard| sign(us) * squares.len() as i32;
    let zone = around(position.squares(Glyph::King(!us)));
    for (at, kind) in KINDS.iter().enumerate() {
        let pieces = position.squares(kind(us));
        tally.add(FROZEN + at, count(pieces & frozen));
        if (1..=5).contains(&at) {
            let features = (REACH + at - 1, NEAR_KING + at - 1);
            let slide = |from| attacks::queen(from, all);
            reach.look(us, pieces & !frozen, (!all, zone), features, slide, tally);
        }
    }
    let pincers = position.squares(Glyph::Pawn(us));
    let beside = pincers.north() | pincers.south() | pincers.west() | pincers.east();
    let seen = position.squares(Glyph::Knight(us)) & !frozen;
    let seen = seen.fold(Bitboard::EMPTY, |seen, from| {
        seen | attacks::queen(from, all)
    });
    for (at, kind) in KINDS.iter().enumerate() {
        let pieces = position.squares(kind(!us));
        tally.add(BESIDE + at, count(pieces & beside));
        tally.add(IN_LINE + at, count(pieces & seen));
    }
}
