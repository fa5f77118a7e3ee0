//! Tools for programs that train networks: the inputs of positions, and the file format.
//!
//! `engine/examples/train.rs` is such a program. Play needs none of this.

use rules::{Action, PendingDecision, Position as _, SeatHistory, Variant};

pub use crate::evaluate::network::NetworkError;
use crate::{
    evaluate::{self, Network, Networks, Planes, Playable, Shape, with_position},
    think::Engine,
};

/// A position, as a network sees it.
#[derive(Clone, Debug)]
pub struct Features {
    /// The active inputs, as the side to decide sees them.
    pub inputs: Vec<u16>,
    /// The number of pieces.
    pub n_pieces: usize,
}

/// Returns the features of the position in which a seat chooses a move; `None` if the seat does not know the position, is in check,
/// has to decide on something else, or captures or promotes a piece.
pub fn quiet_features(history: &SeatHistory, action: Action) -> Option<Features> {
    with_position!(history.variant(), P => {
        let position = history.sample::<P>(&mut || 0)?;
        let is_quiet = position.pending() == PendingDecision::Move
            && position.checkers().is_empty()
            && position.captured(action).is_empty()
            && !action.promotes();
        is_quiet.then(|| features_of(&position))
    })
}

fn features_of<P: Playable>(position: &P) -> Features {
    let us = position.side_to_move();
    let mut inputs = Vec::new();
    let planes = position.planes();
    planes.changes(&Planes::EMPTY, P::SHAPE, |input, _| {
        inputs.push(input[us] as u16)
    });
    let n_pieces = (position.pieces(us) | position.pieces(!us)).len() as usize;
    Features { inputs, n_pieces }
}

/// The inputs of the network of a variant, by their numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Inputs(Shape);

impl Inputs {
    /// Returns those of a variant.
    pub fn of(variant: Variant) -> Inputs {
        with_position!(variant, P => Inputs(P::SHAPE))
    }

    /// Returns their number.
    pub fn n(self) -> usize {
        self.0.n_inputs()
    }

    /// Returns the input that the other side sees where a side sees this one.
    pub fn as_other_side(self, input: usize) -> usize {
        self.0.as_other_side(input)
    }

    /// Returns the input with left and right exchanged.
    pub fn mirrored(self, input: usize) -> usize {
        if input < self.0.first_flag() {
            input ^ 7
        } else {
            input
        }
    }
}

/// A network in training, in numbers from 0 to 1 for sums, and results in units of the logistic curve.
#[derive(Clone, Debug)]
pub struct TrainedWeights {
    /// A row of [`TrainedWeights::N_HIDDEN`] numbers for each input.
    pub rows: Vec<f32>,
    /// The sums without any input, as long as a row.
    pub start: Vec<f32>,
    /// For each bucket the weights of both sides' sums, the side to decide first.
    pub weights: Vec<f32>,
    /// The bias of each bucket.
    pub biases: Vec<f32>,
}

impl TrainedWeights {
    /// The number of sums of a side.
    pub const N_HIDDEN: usize = evaluate::N_HIDDEN;
    /// The number of buckets.
    pub const N_BUCKETS: usize = evaluate::N_BUCKETS;
    /// The maximum of a weight of a sum.
    pub const MOST_WEIGHT: f32 = evaluate::MOST_WEIGHT as f32 / evaluate::ONE_OF_WEIGHTS as f32;
    /// The value of a result of 1, in hundredths of a pawn.
    pub const CENTIPAWNS: i32 = evaluate::CENTIPAWNS;

    /// Returns the bucket for a number of pieces.
    pub fn bucket(n_pieces: usize) -> usize {
        evaluate::bucket(n_pieces)
    }

    /// Returns the file of the network, as in `engine/networks`.
    pub fn bytes(&self) -> Vec<u8> {
        let rounded = |value: &f32, unit: f32| (value * unit).round() as i32;
        let one = f32::from(evaluate::ONE);
        let one_of_weights = f32::from(evaluate::ONE_OF_WEIGHTS);
        let sizes = [Self::N_HIDDEN, self.rows.len() / Self::N_HIDDEN];
        let sums = self.rows.iter().chain(&self.start);
        let sums = sums.map(|weight| rounded(weight, one).clamp(i16::MIN.into(), i16::MAX.into()));
        let most = i32::from(evaluate::MOST_WEIGHT);
        let weights = self.weights.iter();
        let weights = weights.map(|weight| rounded(weight, one_of_weights).clamp(-most, most));
        let biases = self.biases.iter();
        let biases = biases.map(|bias| rounded(bias, one * one_of_weights));
        let sizes = sizes.map(|size| size as i32).into_iter();
        evaluate::packed(sizes.chain(sums).chain(weights).chain(biases))
    }
}

/// Makes an engine with another network for a variant.
///
/// # Errors
///
/// Fails if the bytes are not a network of the variant.
pub fn engine_with_network(
    memory: usize,
    variant: Variant,
    bytes: &[u8],
) -> Result<Engine, NetworkError> {
    let network = with_position!(variant, P => Network::read(P::SHAPE, bytes))?;
    let mut networks = Networks::clone(&Networks::ours());
    let place = match variant {
        Variant::Berolina => &mut networks.berolina,
        Variant::Baroque => &mut networks.baroque,
        Variant::Bario => &mut networks.bario,
        Variant::Chakart => &mut networks.chakart,
    };
    *place = Some(network);
    let mut engine = Engine::new(memory);
    engine.set_networks(networks);
    Ok(engine)
}
