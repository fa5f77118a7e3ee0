//! Chakart: a side can have several kings, kings are captured, pieces freeze, and powers can be in reserve.

use rules::{Bitboard, Color, Glyph, Position as _, Power, chakart::Position};

use super::{
    Group, Playable, Tally,
    common::{ChessPieces, Kind, Reach, around, group, stand},
    first_of, sign,
};
use crate::value::{EXPECTED_PER_CENTIPAWN, Value, expectation};

const GROUPS: [Group; 14] = [
    group("pieces", 6),
    group("pawn-squares", 32),
    group("knight-squares", 32),
    group("bishop-squares", 32),
    group("rook-squares", 32),
    group("queen-squares", 32),
    group("king-squares", 32),
    group("kings", 4),
    group("frozen", 6),
    group("powers", 2),
    group("reach", 5),
    group("near-king", 5),
    group("hanging", 6),
    group("eggs-near-king", 1),
];

const PIECES: usize = 0;
const SQUARES: usize = first_of(&GROUPS, 1);
const KINGS: usize = first_of(&GROUPS, 7);
const FROZEN: usize = first_of(&GROUPS, 8);
const POWERS: usize = first_of(&GROUPS, 9);
const REACH: usize = first_of(&GROUPS, 10);
const NEAR_KING: usize = first_of(&GROUPS, 11);
const HANGING: usize = first_of(&GROUPS, 12);
const EGGS: usize = first_of(&GROUPS, 13);

const KINDS: [Kind; 6] = [
    Glyph::Pawn,
    Glyph::Knight,
    Glyph::Bishop,
    Glyph::Rook,
    Glyph::Queen,
    Glyph::King,
];

impl Playable for Position {
    const GROUPS: &'static [Group] = &GROUPS;
    const WEIGHTS: &'static str = include_str!("../../weights/chakart.txt");
    const WORTH: &'static [i32] = &[100, 300, 320, 480, 900, 2000];
    const UNIT: Value = EXPECTED_PER_CENTIPAWN;

    #[inline(always)]
    fn tally(&self, tally: &mut impl Tally) {
        stand(self, &KINDS, (PIECES, SQUARES), tally);
        let mut reach = Reach::new(|color| {
            let ahead = self.squares(Glyph::Pawn(color)).ahead(color);
            ahead.west() | ahead.east()
        });
        for color in Color::ALL {
            pieces(self, color, &mut reach, tally);
            let kings = self.squares(Glyph::King(color));
            tally.add(KINGS + kings.len().min(3) as usize, sign(color));
            let powers = [Power::Shell, Power::Stealth].into_iter().enumerate();
            for (at, power) in powers {
                tally.add(
                    POWERS + at,
                    sign(color) * i32::from(self.has_power(color, power)),
                );
            }
            let eggs = self.squares(Glyph::Egg) & around(kings);
            tally.add(EGGS, sign(color) * eggs.len() as i32);
        }
        reach.hanging(self, &KINDS, HANGING, tally);
    }

    fn fullness(&self) -> i32 {
        let all = self.pieces(Color::White) | self.pieces(Color::Black);
        all.len() as i32 - 8
    }

    fn kind(glyph: Glyph) -> Option<usize> {
        glyph.role().map(|role| role as usize)
    }

    fn may_be_over(&self) -> bool {
        // Chakart C51.
        let has_king = |color| !self.squares(Glyph::King(color)).is_empty();
        !Color::ALL.into_iter().all(has_king)
    }

    fn is_in_danger(&self) -> bool {
        let us = self.side_to_move();
        let kings = self.squares(Glyph::King(us));
        let is_attacked = |king| !self.attackers(king, !us).is_empty();
        !kings.is_several() && kings.first().is_some_and(is_attacked)
    }

    fn value(centipawns: i32) -> Value {
        expectation(centipawns)
    }
}

fn pieces(position: &Position, us: Color, reach: &mut Reach, tally: &mut impl Tally) {
    let (ours, theirs) = (position.pieces(us), position.pieces(!us));
    // Bananas and bombs block a side that knows them (chakart C4).
    let blocking = ours | theirs | position.known_traps(us);
    let frozen = position.frozen();
    reach.look_as_in_chess(
        ChessPieces {
            position,
            kinds: &KINDS,
            color: us,
            movers: !frozen,
            blocking,
            targets: !ours,
            reached: REACH,
            near_king: NEAR_KING,
        },
        tally,
    );
    for (at, kind) in KINDS.iter().enumerate() {
        let held: Bitboard = position.squares(kind(us)) & frozen;
        tally.add(FROZEN + at, sign(us) * held.len() as i32);
    }
}
