//! What a program needs that finds weights: the features of positions, and the weights as text.
//!
//! `engine/examples/tune.rs` is that program. Nothing here is needed to play.

use rules::{SeatHistory, Variant, bario, baroque, berolina, chakart};

use crate::{
    evaluate::{FULL_BOARD, Playable, Tally, Weight, Weights},
    think::Engine,
};

/// What the evaluation sees in a position.
#[derive(Clone, Debug, Default)]
pub struct Sample {
    /// Features by their numbers, and how many times more each is there for White than for Black; each once.
    pub features: Vec<(usize, i32)>,
    /// How much is left on the board, from 0 to 1.
    pub fullness: f64,
}

impl Tally for Sample {
    fn add(&mut self, feature: usize, count: i32) {
        if count != 0 {
            self.features.push((feature, count));
        }
    }
}

/// Does the same with the positions of a variant.
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
            #[cfg(feature = "hill")]
            Variant::Hill => None,
        }
    };
}

pub(crate) use with_position;

/// What the evaluation sees where a seat is; nothing if the seat does not know the position.
pub fn sample(told: &SeatHistory) -> Option<Sample> {
    with_position!(told.variant(), P => sample_of(&told.sample::<P>(&mut || 0)?))
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

/// The weights of a variant as they are now, in hundredths of a pawn: on a full board and on an empty one.
pub fn weights(variant: Variant) -> Option<Vec<(f64, f64)>> {
    with_position!(variant, P => {
        let weights = Weights::read(P::GROUPS, P::WEIGHTS)?;
        let both = |weight: &Weight| (weight.full.into(), weight.empty.into());
        weights.all().iter().map(both).collect()
    })
}

/// An engine with other weights for a variant; nothing if the text is not one of them.
pub fn engine(memory: usize, variant: Variant, text: &str) -> Option<Engine> {
    let weights = with_position!(variant, P => Weights::read(P::GROUPS, text))??;
    let mut engine = Engine::new(memory);
    engine.replace_weights(variant, weights);
    Some(engine)
}

/// The text of weights, as `engine/weights` keeps it.
pub fn text(variant: Variant, weights: &[(f64, f64)]) -> Option<String> {
    let weight = |(full, empty): &(f64, f64)| Weight {
        full: full.round() as i16,
        empty: empty.round() as i16,
    };
    let weights = Weights::new(weights.iter().map(weight).collect());
    with_position!(variant, P => weights.text(P::GROUPS))
}
