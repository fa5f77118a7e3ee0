//! The network of Baroque: its inputs are the pieces, and which of them are immobilized.

use rules::{ByColor, Color, Glyph, baroque::Position};

use super::{Kind, Network, Networks, Planes, Playable, Shape, planes};

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
    const NETWORK: &'static [u8] = include_bytes!("../../networks/baroque.network");
    const SHAPE: Shape = Shape {
        n_kinds: KINDS.len() + 1,
        n_objects: 0,
        n_flags: 0,
    };
    const WORTH: &'static [i32] = &[100, 250, 500, 300, 500, 700, 0];
    const CAPTURES_BY_DISPLACEMENT: bool = false;
    const HAS_REPETITION: bool = true;

    fn network(networks: &Networks) -> Option<&Network> {
        networks.baroque.as_ref()
    }

    #[inline(always)]
    fn planes(&self) -> Planes {
        let mut planes = planes(self, &KINDS);
        planes.pieces[KINDS.len()] = ByColor::from_fn(|color| self.frozen(color));
        planes
    }

    fn kind(glyph: Glyph) -> Option<usize> {
        KINDS
            .iter()
            .position(|kind| kind(Color::White) == glyph || kind(Color::Black) == glyph)
    }
}
