//! Training of a network.

use std::{num::NonZero, ops::Range, thread};

use engine::{SeededWords, tuning::Draft};

const N_HIDDEN: usize = Draft::N_HIDDEN;
/// The weight of the game's result; the rest is the weight of the search's estimate.
const RESULT: f32 = 0.4;
/// The number of positions after which the network is updated.
const BATCH: usize = 8192;
/// The number of parts of a batch, the same on every machine, so that sums are made in the same order.
const N_PARTS: usize = 4;
const RATE: f32 = 0.002;
/// The part of the learning rate by which weights shrink.
const DECAY: f32 = 0.1;

/// Positions to learn from.
pub(crate) struct Lessons {
    /// Hundredths of a pawn are divided by this before the logistic curve, so that it fits the features best.
    pub(crate) scale: f32,
    /// The bound below which inputs are squares.
    on_squares: u16,
    inputs: Vec<u16>,
    all: Vec<Position>,
}

/// A position by its index, and whether left and right are exchanged: the rules are the same then, except for castling.
type Seen = (usize, bool);

struct Position {
    inputs: Range<usize>,
    /// The evaluation of the features, in units of the logistic curve.
    features: f32,
    expected: f32,
}

impl Lessons {
    /// Reads the output of `play`, with at most this many inputs.
    pub(crate) fn read(bytes: &[u8], n_inputs: usize) -> Option<Lessons> {
        let numbers = bytes
            .chunks_exact(2)
            .map(|pair| u16::from_le_bytes([pair[0], pair[1]]));
        let numbers: Vec<u16> = numbers.collect();
        let mut lessons = Lessons {
            scale: 1.0,
            on_squares: (n_inputs / 64 * 64) as u16,
            inputs: Vec::new(),
            all: Vec::new(),
        };
        let mut rest = &numbers[..];
        while let [n, centipawns, thought, result, others @ ..] = rest {
            let (inputs, others) = others.split_at_checked(usize::from(*n))?;
            rest = others;
            let begin = lessons.inputs.len();
            lessons.inputs.extend(inputs);
            let share = |number: u16| f32::from(number) / f32::from(u16::MAX);
            lessons.all.push(Position {
                inputs: begin..lessons.inputs.len(),
                features: f32::from(*centipawns as i16),
                expected: RESULT * share(*result) + (1.0 - RESULT) * share(*thought),
            });
        }
        let is_complete = rest.is_empty()
            && lessons
                .inputs
                .iter()
                .all(|&input| usize::from(input) < n_inputs);
        lessons.fit_scale();
        is_complete.then_some(lessons)
    }

    fn fit_scale(&mut self) {
        let error = |scale: &f32| {
            let errors = self.all.iter().map(|position| {
                let found = logistic(position.features / scale);
                (found - position.expected).powi(2)
            });
            errors.sum::<f32>()
        };
        let scales = (4..60).map(|at| 25.0 * at as f32);
        let best = scales.min_by(|one, other| error(one).total_cmp(&error(other)));
        self.scale = best.unwrap_or(250.0);
        for position in &mut self.all {
            position.features /= self.scale;
        }
    }

    /// Returns the active inputs of a position.
    fn inputs(&self, position: &Position, is_mirrored: bool) -> impl Iterator<Item = usize> {
        let inputs = self.inputs[position.inputs.clone()].iter();
        inputs.map(move |&input| {
            if is_mirrored && input < self.on_squares {
                usize::from(input ^ 7)
            } else {
                usize::from(input)
            }
        })
    }

    /// Returns the positions kept back for validation, and those for training. No game is in both except the one at the
    /// border.
    pub(crate) fn split(&self) -> (Range<usize>, Range<usize>) {
        let n_kept = self.all.len() / 10;
        (0..n_kept, n_kept..self.all.len())
    }

    /// Returns the mean square error of the features alone.
    pub(crate) fn error_without(&self, part: Range<usize>) -> f32 {
        let n = part.len() as f32;
        let errors = self.all[part]
            .iter()
            .map(|position| (logistic(position.features) - position.expected).powi(2));
        errors.sum::<f32>() / n
    }
}

fn logistic(value: f32) -> f32 {
    1.0 / (1.0 + (-value).exp())
}

/// All numbers of a network in one row: rows, start, weights, added.
#[derive(Clone)]
struct Numbers(Vec<f32>);

impl Numbers {
    fn zero(n_inputs: usize) -> Numbers {
        Numbers(vec![0.0; (n_inputs + 2) * N_HIDDEN + 1])
    }

    fn row(&self, at: usize) -> &[f32] {
        &self.0[at * N_HIDDEN..][..N_HIDDEN]
    }

    fn row_mut(&mut self, at: usize) -> &mut [f32] {
        &mut self.0[at * N_HIDDEN..][..N_HIDDEN]
    }
}

/// A network under training with Adam.
pub(crate) struct Trainer {
    n_inputs: usize,
    numbers: Numbers,
    mean: Vec<f32>,
    square: Vec<f32>,
    n_steps: i32,
    words: SeededWords,
}

impl Trainer {
    pub(crate) fn new(n_inputs: usize) -> Trainer {
        let mut words = SeededWords::new(1);
        let mut numbers = Numbers::zero(n_inputs);
        let mut chance = |most: f32| (words.word() % 65_536) as f32 / 32_768.0 * most - most;
        for weight in &mut numbers.0[..n_inputs * N_HIDDEN] {
            *weight = chance(0.12);
        }
        numbers.row_mut(n_inputs).fill(0.3);
        for weight in numbers.row_mut(n_inputs + 1) {
            *weight = chance(0.1);
        }
        let n = numbers.0.len();
        Trainer {
            n_inputs,
            numbers,
            mean: vec![0.0; n],
            square: vec![0.0; n],
            n_steps: 0,
            words,
        }
    }

    /// Returns the network in its present state.
    pub(crate) fn draft(&self, scale: f32) -> Draft {
        Draft {
            rows: self.numbers.0[..self.n_inputs * N_HIDDEN].to_vec(),
            start: self.numbers.row(self.n_inputs).to_vec(),
            weights: self
                .numbers
                .row(self.n_inputs + 1)
                .iter()
                .map(|weight| weight * scale)
                .collect(),
            added: self.numbers.0.last().copied().unwrap_or(0.0) * scale,
        }
    }

    /// Returns the mean square error.
    pub(crate) fn error(&self, lessons: &Lessons, part: Range<usize>) -> f32 {
        let n = part.len() as f32;
        let error = |position| {
            let (_, value) = self.look(lessons, position, false);
            (logistic(value) - position.expected).powi(2)
        };
        lessons.all[part].iter().map(error).sum::<f32>() / n
    }

    /// Learns from each position once. Returns the mean square error on the way.
    pub(crate) fn learn(&mut self, lessons: &Lessons, part: Range<usize>, progress: f32) -> f32 {
        let words = &mut self.words;
        let mut order: Vec<Seen> = part.map(|at| (at, words.word() % 2 == 1)).collect();
        for at in (1..order.len()).rev() {
            order.swap(at, (self.words.word() % (at as u64 + 1)) as usize);
        }
        let rate = RATE * (1.0 - progress).powi(2).max(0.01);
        let mut error = 0.0;
        for batch in order.chunks(BATCH) {
            let (slope, squares) = self.slope(lessons, batch);
            error += squares;
            self.step(&slope.0, rate, batch.len() as f32);
        }
        error / order.len() as f32
    }

    /// Returns the sums before they are bounded, and the value.
    fn look(
        &self,
        lessons: &Lessons,
        position: &Position,
        is_mirrored: bool,
    ) -> ([f32; N_HIDDEN], f32) {
        let mut sums = [0.0; N_HIDDEN];
        sums.copy_from_slice(self.numbers.row(self.n_inputs));
        for input in lessons.inputs(position, is_mirrored) {
            for (sum, weight) in sums.iter_mut().zip(self.numbers.row(input)) {
                *sum += weight;
            }
        }
        let weights = self.numbers.row(self.n_inputs + 1);
        let weighed = sums
            .iter()
            .zip(weights)
            .map(|(sum, weight)| sum.clamp(0.0, 1.0) * weight);
        let added = self.numbers.0.last().copied().unwrap_or(0.0);
        (sums, position.features + weighed.sum::<f32>() + added)
    }

    /// Returns the gradient of a batch's error, and the error.
    fn slope(&self, lessons: &Lessons, batch: &[Seen]) -> (Numbers, f32) {
        let size = batch.len().div_ceil(N_PARTS).max(1);
        let parts: Vec<&[Seen]> = batch.chunks(size).collect();
        let n_threads = thread::available_parallelism().map_or(1, NonZero::get);
        let slopes = thread::scope(|scope| {
            let threads: Vec<_> = parts
                .chunks(parts.len().div_ceil(n_threads).max(1))
                .map(|parts| {
                    scope.spawn(|| {
                        parts
                            .iter()
                            .map(|part| self.slope_of(lessons, part))
                            .collect::<Vec<_>>()
                    })
                })
                .collect();
            threads
                .into_iter()
                .flat_map(|thread| thread.join().expect("sums are made"))
                .collect::<Vec<_>>()
        });
        let mut total = (Numbers::zero(self.n_inputs), 0.0);
        for (slope, error) in slopes {
            for (sum, part) in total.0.0.iter_mut().zip(&slope.0) {
                *sum += part;
            }
            total.1 += error;
        }
        total
    }

    fn slope_of(&self, lessons: &Lessons, part: &[Seen]) -> (Numbers, f32) {
        let mut slope = Numbers::zero(self.n_inputs);
        let mut squares = 0.0;
        for &(at, is_mirrored) in part {
            let position = &lessons.all[at];
            let (sums, value) = self.look(lessons, position, is_mirrored);
            let found = logistic(value);
            let error = found - position.expected;
            squares += error * error;
            let pull = error * found * (1.0 - found);
            if let Some(added) = slope.0.last_mut() {
                *added += pull;
            }
            let weights = self.numbers.row(self.n_inputs + 1);
            let mut below = [0.0; N_HIDDEN];
            for at in 0..N_HIDDEN {
                let is_free = sums[at] > 0.0 && sums[at] < 1.0;
                below[at] = if is_free { pull * weights[at] } else { 0.0 };
            }
            for (slope, sum) in slope.row_mut(self.n_inputs + 1).iter_mut().zip(&sums) {
                *slope += pull * sum.clamp(0.0, 1.0);
            }
            let inputs = lessons.inputs(position, is_mirrored);
            for row in inputs.chain([self.n_inputs]) {
                for (slope, below) in slope.row_mut(row).iter_mut().zip(&below) {
                    *slope += below;
                }
            }
        }
        (slope, squares)
    }

    fn step(&mut self, slope: &[f32], rate: f32, n: f32) {
        self.n_steps += 1;
        let (old_mean, old_square) = (
            1.0 - 0.9_f32.powi(self.n_steps),
            1.0 - 0.999_f32.powi(self.n_steps),
        );
        for (at, number) in self.numbers.0.iter_mut().enumerate() {
            let pull = slope[at] / n;
            self.mean[at] = 0.9 * self.mean[at] + 0.1 * pull;
            self.square[at] = 0.999 * self.square[at] + 0.001 * pull * pull;
            *number -=
                rate * (self.mean[at] / old_mean) / ((self.square[at] / old_square).sqrt() + 1e-8);
            *number -= rate * DECAY * *number;
        }
    }
}
