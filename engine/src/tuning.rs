//! Tools for programs that tune weights and train networks: features and inputs of positions, and the file formats.
//!
//! `engine/examples/tune.rs` and `train.rs` are those programs. Play needs none of this.

use rules::{Position as _, SeatHistory, Variant, bario, baroque, berolina, chakart};

use crate::{
    evaluate::{self, Evaluation, FULL_BOARD, Network, Playable, Tally, Weight, Weights},
    think::Engine,
};

/// The features of a position.
#[derive(Clone, Debug, Default)]
pub struct Sample {
    /// The numbers of the features, with the count for White minus that for Black; each feature at most once.
    pub features: Vec<(usize, i32)>,
    /// The amount of material on the board, from 0 to 1.
    pub fullness: f64,
}

impl Tally for Sample {
    fn add(&mut self, feature: usize, count: i32) {
        if count != 0 {
            self.features.push((feature, count));
        }
    }
}

/// Evaluates an expression with the position type of a variant.
macro_rules! with_position {
    ($variant:expr, $P:ident => $done:expr) => {
        match $variant {
            Variant::Berolina => {
                type $P = berolina::Position;
                Some($done)
            }
            Variant::Baroque => {
                type $P = baroque::Position;
                Some($done)
            }
            Variant::Chakart => {
                type $P = chakart::Position;
                Some($done)
            }
            Variant::Bario => {
                type $P = bario::Position;
                Some($done)
            }
        }
    };
}

pub(crate) use with_position;

/// Returns the features of the current position of a seat; `None` if the seat does not know the position.
pub fn sample(history: &SeatHistory) -> Option<Sample> {
    with_position!(history.variant(), P => sample_of(&history.sample::<P>(&mut || 0)?))
}

fn sample_of<P: Playable>(position: &P) -> Sample {
    let mut all = Sample::default();
    position.tally(&mut all);
    all.features.sort_unstable_by_key(|(feature, _)| *feature);
    let mut sample = Sample {
        features: Vec::new(),
        fullness: f64::from(position.fullness().clamp(0, FULL_BOARD)) / f64::from(FULL_BOARD),
    };
    for (feature, count) in all.features {
        match sample.features.last_mut() {
            Some((last, sum)) if *last == feature => *sum += count,
            _ => sample.features.push((feature, count)),
        }
    }
    sample.features.retain(|(_, count)| *count != 0);
    sample
}

/// Returns the current weights of a variant, in hundredths of a pawn: on a full board and on an empty one.
pub fn weights(variant: Variant) -> Option<Vec<(f64, f64)>> {
    with_position!(variant, P => {
        let weights = Weights::read(P::GROUPS, P::WEIGHTS)?;
        let both = |weight: &Weight| (weight.full.into(), weight.empty.into());
        weights.all().iter().map(both).collect()
    })
}

/// Makes an engine with other weights for a variant; `None` if the text is invalid.
pub fn engine(memory: usize, variant: Variant, text: &str) -> Option<Engine> {
    let evaluation = with_position!(variant, P => Evaluation {
        weights: Weights::read(P::GROUPS, text)?,
        network: None,
    })?;
    Some(engine_with(memory, variant, evaluation))
}

/// Returns the text form of weights, as in `engine/weights`.
pub fn text(variant: Variant, weights: &[(f64, f64)]) -> Option<String> {
    let weight = |(full, empty): &(f64, f64)| Weight {
        full: full.round() as i16,
        empty: empty.round() as i16,
    };
    let weights = Weights::new(weights.iter().map(weight).collect());
    with_position!(variant, P => weights.text(P::GROUPS))
}

/// The inputs of the network for a position.
#[derive(Clone, Debug)]
pub struct Drill {
    /// The active inputs.
    pub inputs: Vec<u16>,
    /// The value of the features, in hundredths of a pawn for the side to decide.
    pub centipawns: i32,
}

/// Returns the inputs of the network for the decision of a seat; `None` if the seat does not know the position.
pub fn drill(history: &SeatHistory) -> Option<Drill> {
    with_position!(history.variant(), P => {
        let position = history.sample::<P>(&mut || 0)?;
        let mut inputs = Vec::new();
        position.inputs(position.side_to_move(), &mut |input| inputs.push(input as u16));
        let weights = Weights::read(P::GROUPS, P::WEIGHTS)?;
        Drill { inputs, centipawns: position.centipawns_of_features(&weights) }
    })
}

/// Returns the number of inputs of the network of a variant; `None` if it has no network.
pub fn n_inputs(variant: Variant) -> Option<usize> {
    with_position!(variant, P => P::N_INPUTS).filter(|&n| n > 0)
}

/// A network in training: the row of each input, the initial sums, their weights, and the bias. Sums count from 0 to 1,
/// and the result is in hundredths of a pawn.
#[derive(Clone, Debug)]
pub struct Draft {
    /// A row of [`Draft::N_HIDDEN`] numbers for each input.
    pub rows: Vec<f32>,
    /// The initial sums, as long as a row.
    pub start: Vec<f32>,
    /// The weights of the sums, as long as a row.
    pub weights: Vec<f32>,
    /// The bias of the result.
    pub added: f32,
}

impl Draft {
    /// The number of sums.
    pub const N_HIDDEN: usize = evaluate::N_HIDDEN;

    /// Returns the file of the network, as in `engine/weights`.
    pub fn bytes(&self) -> Vec<u8> {
        let one = f32::from(evaluate::ONE);
        let bound = |value: f32| {
            value
                .round()
                .clamp(f32::from(i16::MIN), f32::from(i16::MAX)) as i16
        };
        let row = self.rows.iter().map(|weight| bound(weight * one));
        let start = self.start.iter().map(|sum| bound(sum * one));
        let weights = self
            .weights
            .iter()
            .map(|weight| bound(weight * evaluate::UNITS_PER_CENTIPAWN as f32));
        row.chain(start)
            .chain(weights)
            .chain([bound(self.added)])
            .flat_map(i16::to_le_bytes)
            .collect()
    }
}

/// Makes an engine with another network for a variant, or without one if `bytes` is empty. Returns `None` if the bytes
/// are not a network.
pub fn engine_with_network(memory: usize, variant: Variant, bytes: &[u8]) -> Option<Engine> {
    let evaluation = with_position!(variant, P => Evaluation {
        network: match bytes {
            [] => None,
            _ => Some(Network::read(P::N_INPUTS, bytes)?),
        },
        ..Evaluation::of::<P>()?
    })?;
    Some(engine_with(memory, variant, evaluation))
}

fn engine_with(memory: usize, variant: Variant, evaluation: Evaluation) -> Engine {
    let mut engine = Engine::new(memory);
    engine.replace_evaluation(variant, evaluation);
    engine
}
