//! The network of Berolina: its inputs are the pieces.

use rules::{Color, Glyph, Position as _, berolina::Position};

use super::{Kind, Network, Networks, Planes, Playable, Shape, planes};

const KINDS: [Kind; 6] = [
    Glyph::BerolinaPawn,
    Glyph::Knight,
    Glyph::Bishop,
    Glyph::Rook,
    Glyph::Queen,
    Glyph::King,
];

impl Playable for Position {
    const NETWORK: &'static [u8] = include_bytes!("../../networks/berolina.network");
    const SHAPE: Shape = Shape {
        n_kinds: KINDS.len(),
        n_objects: 0,
        n_flags: 0,
    };
    const WORTH: &'static [i32] = &[100, 325, 335, 500, 950, 0];
    const HAS_REPETITION: bool = true;

    fn network(networks: &Networks) -> Option<&Network> {
        networks.berolina.as_ref()
    }

    #[inline(always)]
    fn planes(&self) -> Planes {
        planes(self, &KINDS)
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
