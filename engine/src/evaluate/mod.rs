//! Static evaluation: a sum of features with weights from self-play, and a correction from a small network.
//!
//! A variant lists its features once, as calls of [`Tally::add`]. [`Sum`] multiplies them by their weights. The tuner
//! collects them instead, so both use the same features.

mod bario;
mod baroque;
mod berolina;
mod chakart;
mod common;
mod network;
mod weights;

use rules::{Color, Glyph, Position, Square};

pub(crate) use self::{
    network::{N_HIDDEN, Network, ONE, UNITS_PER_CENTIPAWN},
    weights::{Weight, Weights},
};
use crate::{
    random::mixed,
    value::{Value, bounded},
};

/// A position for the search: the rules plus the data for its evaluation.
pub(crate) trait Playable: Position {
    /// The groups of features, in the order of their numbers.
    const GROUPS: &'static [Group];

    /// The weights from self-play, as text.
    const WEIGHTS: &'static str;

    /// The number of inputs of the network.
    const N_INPUTS: usize = 0;

    /// The network from self-play, as bytes; empty if it wins no more games than the features alone.
    const NETWORK: &'static [u8] = &[];

    /// The approximate value of each kind of piece in hundredths of a pawn, for move ordering.
    const WORTH: &'static [i32];

    /// The number of units of value per hundredth of a pawn, in an even position.
    const UNIT: Value = 1;

    /// True if the third occurrence of a position ends the game.
    const HAS_REPETITION: bool = false;

    /// True if the search extends every action that gives check.
    const EXTENDS_CHECKS: bool = true;

    /// Adds every feature.
    fn tally(&self, tally: &mut impl Tally);

    /// Passes every active input of the network to `see`, from the perspective of this side.
    fn inputs(&self, _us: Color, _see: &mut impl FnMut(usize)) {}

    /// Returns the amount of material on the board, from 0 to [`FULL_BOARD`].
    fn fullness(&self) -> i32;

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
        let mut hash = 0;
        for color in Color::ALL {
            for at in self.squares(Glyph::Pawn(color)) | self.squares(Glyph::BerolinaPawn(color)) {
                hash ^= mixed((color as u64) << 6 | at.index() as u64);
            }
        }
        hash
    }

    /// Returns the approximate value of the piece on a square; 0 for an empty square.
    #[inline(always)]
    fn worth_at(&self, square: Square) -> i32 {
        let kind = self.piece_at(square).and_then(Self::kind);
        kind.and_then(|kind| Self::WORTH.get(kind))
            .copied()
            .unwrap_or(0)
    }

    /// Converts hundredths of a pawn to a value for the side to decide.
    fn value(centipawns: i32) -> Value {
        bounded(centipawns)
    }

    /// Returns the evaluation for the side to decide, in hundredths of a pawn.
    fn centipawns(&self, evaluation: &Evaluation) -> i32 {
        let network = evaluation.network.as_ref();
        self.centipawns_of_features(&evaluation.weights)
            + network.map_or(0, |network| network.centipawns(self))
    }

    /// Returns the evaluation by the features alone, in hundredths of a pawn.
    fn centipawns_of_features(&self, weights: &Weights) -> i32 {
        let mut sum = Sum {
            weights: weights.all(),
            full: 0,
            empty: 0,
        };
        self.tally(&mut sum);
        let fullness = self.fullness().clamp(0, FULL_BOARD);
        let white = (sum.full * fullness + sum.empty * (FULL_BOARD - fullness)) / FULL_BOARD;
        match self.side_to_move() {
            Color::White => white + TEMPO,
            Color::Black => TEMPO - white,
        }
    }
}

/// The evaluation function of a variant.
#[derive(Clone, Debug)]
pub(crate) struct Evaluation {
    pub(crate) weights: Weights,
    /// The network; `None` if the variant has none that is worth its time.
    pub(crate) network: Option<Network>,
}

impl Evaluation {
    /// Loads the evaluation from self-play.
    pub(crate) fn of<P: Playable>() -> Option<Evaluation> {
        Some(Evaluation {
            weights: Weights::read(P::GROUPS, P::WEIGHTS)?,
            network: Network::read(P::N_INPUTS, P::NETWORK),
        })
    }
}

/// The value of the right to decide, in hundredths of a pawn.
const TEMPO: i32 = 12;

/// The amount of material at the start of a game.
pub(crate) const FULL_BOARD: i32 = 24;

/// A group of features of one kind, with consecutive numbers.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Group {
    /// The name in the file of weights.
    pub(crate) name: &'static str,
    /// The number of features.
    pub(crate) n: usize,
}

/// A collector of features.
pub(crate) trait Tally {
    /// Adds a feature, with its count for White minus that for Black.
    fn add(&mut self, feature: usize, count: i32);
}

/// The sum of features by their weights.
struct Sum<'a> {
    weights: &'a [Weight],
    full: i32,
    empty: i32,
}

impl Tally for Sum<'_> {
    #[inline(always)]
    fn add(&mut self, feature: usize, count: i32) {
        let weight = self.weights[feature];
        self.full += count * i32::from(weight.full);
        self.empty += count * i32::from(weight.empty);
    }
}

/// Returns 1 for White, -1 for Black.
#[inline(always)]
fn sign(color: Color) -> i32 {
    match color {
        Color::White => 1,
        Color::Black => -1,
    }
}

/// Returns the index of a square from the perspective of a side, with mirrored files merged: less than 32.
#[inline(always)]
fn folded(color: Color, square: Square) -> usize {
    let file = usize::from(square.file().min(7 - square.file()));
    usize::from(color.relative_rank(square)) * 4 + file
}

/// Returns the first feature of a group.
const fn first_of(groups: &[Group], group: usize) -> usize {
    let (mut first, mut at) = (0, 0);
    while at < group {
        first += groups[at].n;
        at += 1;
    }
    first
}

#[cfg(test)]
mod tests;
