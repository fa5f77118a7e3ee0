//! Static evaluation: a network for each variant, from self-play.

mod bario;
mod baroque;
mod berolina;
mod chakart;
pub(crate) mod network;

use std::sync::{Arc, LazyLock};

use rules::{ByColor, Color, Glyph, Square, VariantPosition};

pub(crate) use self::network::{
    Accumulator, CENTIPAWNS, MOST_WEIGHT, N_BUCKETS, N_HIDDEN, Network, ONE, ONE_OF_WEIGHTS,
    Planes, Shape, bucket, packed,
};
use crate::{
    random::mixed,
    value::{Value, bounded},
};

/// A position for the search: the rules plus the data for its evaluation.
pub(crate) trait Playable: VariantPosition {
    /// The inputs of the network.
    const SHAPE: Shape;

    /// The network from self-play, as bytes.
    const NETWORK: &'static [u8];

    /// The approximate value of each kind of piece in hundredths of a pawn, for move ordering.
    const WORTH: &'static [i32];

    /// The number of units of value per hundredth of a pawn, in an even position.
    const UNIT: Value = 1;

    /// True if the third occurrence of a position ends the game.
    const HAS_REPETITION: bool = false;

    /// True if a piece captures by moving to the square of another, so that exchanges can be counted.
    const CAPTURES_BY_DISPLACEMENT: bool = true;

    /// True if the search extends every action that gives check.
    const EXTENDS_CHECKS: bool = true;

    /// Returns the network of the variant; `None` if its bytes cannot be read.
    fn network(networks: &Networks) -> Option<&Network>;

    /// Returns the active inputs of the network.
    fn planes(&self) -> Planes;

    /// Returns the index of a piece in [`Playable::WORTH`], if it has a value.
    fn kind(glyph: Glyph) -> Option<usize>;

    /// Returns whether the game can be over although there are legal actions.
    fn may_be_over(&self) -> bool {
        false
    }

    /// Returns whether a pass probably harms the side, so that the search can try a null move.
    fn may_pass(&self) -> bool {
        true
    }

    /// Returns whether the other side threatens to win at once in a variant without check. The search then prunes and reduces
    /// nothing, as in check. The quiescence search keeps its static evaluation, since the answers to all threats would take
    /// most of its nodes.
    fn is_in_danger(&self) -> bool {
        false
    }

    /// Returns a hash of the squares of all pawns.
    fn pawns(&self) -> u64 {
        let [white, black]: [u64; 2] = Color::ALL.map(|color| {
            (self.squares(Glyph::Pawn(color)) | self.squares(Glyph::BerolinaPawn(color))).into()
        });
        mixed(white ^ mixed(black))
    }

    /// Returns the approximate value of the piece on a square; 0 for an empty square.
    #[inline(always)]
    fn worth_at(&self, square: Square) -> i32 {
        let kind = self.piece_at(square).and_then(Self::kind);
        kind.and_then(|kind| Self::WORTH.get(kind))
            .copied()
            .unwrap_or(0)
    }

    /// Returns the value for the side to decide by a network, in hundredths of a pawn. The accumulator has the sums of any
    /// position.
    #[inline]
    fn centipawns(&self, network: &Network, accumulator: &mut Accumulator) -> i32 {
        let us = self.side_to_move();
        let n_pieces = (self.pieces(us) | self.pieces(!us)).len();
        network.centipawns((&self.planes(), Self::SHAPE), us, n_pieces, accumulator)
    }

    /// Converts hundredths of a pawn to a value for the side to decide.
    fn value(centipawns: i32) -> Value {
        bounded(centipawns)
    }
}

/// The networks of all variants; `None` for one whose bytes cannot be read.
#[derive(Clone)]
pub(crate) struct Networks {
    pub(crate) berolina: Option<Network>,
    pub(crate) baroque: Option<Network>,
    pub(crate) bario: Option<Network>,
    pub(crate) chakart: Option<Network>,
}

impl Networks {
    /// Returns those of this program, which it reads once.
    pub(crate) fn ours() -> Arc<Networks> {
        static OURS: LazyLock<Arc<Networks>> = LazyLock::new(|| {
            Arc::new(Networks {
                berolina: read::<rules::berolina::Position>(),
                baroque: read::<rules::baroque::Position>(),
                bario: read::<rules::bario::Position>(),
                chakart: read::<rules::chakart::Position>(),
            })
        });
        Arc::clone(&OURS)
    }
}

/// Reads the network of a variant.
fn read<P: Playable>() -> Option<Network> {
    Network::read(P::SHAPE, P::NETWORK).ok()
}

/// Evaluates an expression with the position type of a variant.
macro_rules! with_position {
    ($variant:expr, $P:ident => $done:expr) => {
        match $variant {
            Variant::Berolina => {
                type $P = rules::berolina::Position;
                $done
            }
            Variant::Baroque => {
                type $P = rules::baroque::Position;
                $done
            }
            Variant::Chakart => {
                type $P = rules::chakart::Position;
                $done
            }
            Variant::Bario => {
                type $P = rules::bario::Position;
                $done
            }
        }
    };
}

pub(crate) use with_position;

/// A kind of piece: its glyph by color.
type Kind = fn(Color) -> Glyph;

/// Returns the pieces of each kind, as inputs of the network.
#[inline(always)]
fn planes<P: VariantPosition>(position: &P, kinds: &[Kind]) -> Planes {
    let mut planes = Planes::EMPTY;
    for (plane, kind) in planes.pieces.iter_mut().zip(kinds) {
        *plane = ByColor::from_fn(|color| position.squares(kind(color)));
    }
    planes
}

#[cfg(test)]
use self::network::unpacked;
#[cfg(test)]
mod tests;
