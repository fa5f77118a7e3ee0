//! What a position is worth without looking ahead: a sum of features, each with a weight that self-play has found, and what a
//! small network adds to it.
//!
//! A variant lists its features once, as calls of [`Tally::add`]. [`Sum`] multiplies them by their weights; whoever tunes
//! weights collects them instead, so both look at the same.

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
use crate::value::{Value, bounded};

/// A position that the engine can play on: what a search asks beside the rules.
pub(crate) trait Playable: Position {
    /// The groups of features, in the order of their numbers.
    const GROUPS: &'static [Group];

    /// The weights that self-play has found, as text.
    const WEIGHTS: &'static str;

    /// How many inputs the network has.
    const N_INPUTS: usize = 0;

    /// The network that was trained by self-play, as bytes; none where it wins no more games than the features alone.
    const NETWORK: &'static [u8] = &[];

    /// What each kind of piece is worth about, in hundredths of a pawn, to look at the best captures first.
    const WORTH: &'static [i32];

    /// How many units of value a hundredth of a pawn is, in a position that is even.
    const UNIT: Value = 1;

    /// Whether the same position a third time ends the game.
    const HAS_REPETITION: bool = false;

    /// Adds every feature.
    fn tally(&self, tally: &mut impl Tally);

    /// Tells every input of the network that is there, as this side sees the board.
    fn inputs(&self, _us: Color, _see: &mut impl FnMut(usize)) {}

    /// How much is left on the board, from 0 to [`FULL_BOARD`].
    fn fullness(&self) -> i32;

    /// Where a piece is in the table of worths, if it is worth anything.
    fn kind(glyph: Glyph) -> Option<usize>;

    /// Whether the rules of the board may have ended the game although there is something to play.
    fn may_be_over(&self) -> bool {
        false
    }

    /// Whether a side that passes its turn is likely to be worse off, so that a search may try it.
    fn may_pass(&self) -> bool {
        true
    }

    /// What the piece on a square is worth about; nothing where none is.
    #[inline(always)]
    fn worth_at(&self, square: Square) -> i32 {
        let kind = self.piece_at(square).and_then(Self::kind);
        kind.and_then(|kind| Self::WORTH.get(kind))
            .copied()
            .unwrap_or(0)
    }

    /// A value for the side to decide, from hundredths of a pawn.
    fn value(centipawns: i32) -> Value {
        bounded(centipawns)
    }

    /// Hundredths of a pawn for the side to decide.
    fn centipawns(&self, evaluation: &Evaluation) -> i32 {
        let network = evaluation.network.as_ref();
        self.centipawns_of_features(&evaluation.weights)
            + network.map_or(0, |network| network.centipawns(self))
    }

    /// The same by the features alone.
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

/// How the positions of a variant are evaluated.
#[derive(Clone, Debug)]
pub(crate) struct Evaluation {
    pub(crate) weights: Weights,
    /// Nothing while there is none that is worth its time.
    pub(crate) network: Option<Network>,
}

impl Evaluation {
    /// What self-play has found.
    pub(crate) fn of<P: Playable>() -> Option<Evaluation> {
        Some(Evaluation {
            weights: Weights::read(P::GROUPS, P::WEIGHTS)?,
            network: Network::read(P::N_INPUTS, P::NETWORK),
        })
    }
}

/// What the right to decide is worth, in hundredths of a pawn.
const TEMPO: i32 = 12;

/// How full a board is at the start of a game.
pub(crate) const FULL_BOARD: i32 = 24;

/// Features of one kind, which are numbered one after the other.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Group {
    /// What they are, as the file of weights names them.
    pub(crate) name: &'static str,
    /// How many.
    pub(crate) n: usize,
}

/// Collects features.
pub(crate) trait Tally {
    /// This feature is there so many times more for White than for Black.
    fn add(&mut self, feature: usize, count: i32);
}

/// Adds up features by their weights.
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

/// 1 for White, -1 for Black.
#[inline(always)]
fn sign(color: Color) -> i32 {
    match color {
        Color::White => 1,
        Color::Black => -1,
    }
}

/// A square as its side sees it, with the files folded upon each other: less than 32.
#[inline(always)]
fn folded(color: Color, square: Square) -> usize {
    let file = usize::from(square.file().min(7 - square.file()));
    usize::from(color.relative_rank(square)) * 4 + file
}

/// The first feature of a group.
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
