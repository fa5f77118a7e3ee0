//! The network of Chakart: its inputs are the pieces, which of them are frozen or stealthy, the objects, and the powers.

use rules::{ByColor, Color, Glyph, Position as _, Power, chakart::Position};

use super::{Kind, Network, Networks, Planes, Playable, Shape, planes};
use crate::value::{EXPECTED_PER_CENTIPAWN, Value, expectation};

const KINDS: [Kind; 6] = [
    Glyph::Pawn,
    Glyph::Knight,
    Glyph::Bishop,
    Glyph::Rook,
    Glyph::Queen,
    Glyph::King,
];

/// The objects that the network distinguishes.
const OBJECTS: [Glyph; 4] = [Glyph::Mushroom, Glyph::Egg, Glyph::Banana, Glyph::Bomb];

impl Playable for Position {
    const NETWORK: &'static [u8] = include_bytes!("../../networks/chakart.network");
    const SHAPE: Shape = Shape {
        n_kinds: KINDS.len() + 2,
        n_objects: 4,
        n_flags: 2,
    };
    const WORTH: &'static [i32] = &[100, 300, 320, 480, 900, 2000];
    const UNIT: Value = EXPECTED_PER_CENTIPAWN;

    fn network(networks: &Networks) -> Option<&Network> {
        networks.chakart.as_ref()
    }

    #[inline(always)]
    fn planes(&self) -> Planes {
        let mut planes = planes(self, &KINDS);
        let held = [self.frozen(), self.stealthy()];
        for (plane, held) in planes.pieces[KINDS.len()..].iter_mut().zip(held) {
            *plane = ByColor::from_fn(|color| held & self.pieces(color));
        }
        planes.objects = OBJECTS.map(|object| self.squares(object));
        planes.flags = ByColor::from_fn(|color| {
            let has = |power| u16::from(self.has_power(color, power));
            has(Power::Shell) | has(Power::Stealth) << 1
        });
        planes
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
