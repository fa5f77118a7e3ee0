//! The network of Bario: its inputs are the pieces, the reserve, and whether the rules are the classic ones.

use rules::{ByColor, Glyph, Position as _, Role, bario::Position};

use super::{Kind, Network, Networks, Planes, Playable, Shape, planes};

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
const MOST_IN_RESERVE: u8 = 2;
/// The roles of the pieces in reserve.
const RESERVED: [Role; 4] = [Role::Knight, Role::Bishop, Role::Rook, Role::Queen];

impl Playable for Position {
    const NETWORK: &'static [u8] = include_bytes!("../../networks/bario.network");
    const SHAPE: Shape = Shape {
        n_kinds: KINDS.len(),
        n_objects: 0,
        n_flags: 4 * MOST_IN_RESERVE as usize + 1,
    };
    // Undefined pieces give check along all lines, so that extensions would never end.
    const EXTENDS_CHECKS: bool = false;
    const WORTH: &'static [i32] = &[100, 320, 330, 500, 950, 0, 420];

    fn network(networks: &Networks) -> Option<&Network> {
        networks.bario.as_ref()
    }

    #[inline(always)]
    fn planes(&self) -> Planes {
        let mut planes = planes(self, &KINDS);
        planes.flags = ByColor::from_fn(|color| {
            let is_classic = u16::from(self.is_classic());
            let in_reserve = RESERVED.map(|role| self.in_reserve(color, role).min(MOST_IN_RESERVE));
            in_reserve.into_iter().fold(is_classic, |flags, n| {
                flags << MOST_IN_RESERVE | ((1 << n) - 1)
            })
        });
        planes
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
