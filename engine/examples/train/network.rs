//! Training of a network.

use std::{num::NonZero, ops::Range, thread};

use engine::{
    SeededWords,
    training::{Inputs, TrainedWeights},
};

const N_HIDDEN: usize = TrainedWeights::N_HIDDEN;
/// The number of positions after which the network is updated.
const BATCH: usize = 8192;
/// The number of parts of a batch, the same on every machine, so that sums are made in the same order.
const N_PARTS: usize = 4;
const RATE: f32 = 0.0015;
/// The part of the learning rate by which weights shrink.
const DECAY: f32 = 0.01;

/// Positions to learn from.
pub(crate) struct Lessons {
    shape: Inputs,
    inputs: Vec<u16>,
    all: Vec<Position>,
}

/// A position by its index, and whether left and right are exchanged: the rules are the same then, except for castling.
type Sample = (usize, bool);

struct Position {
    inputs: Range<usize>,
    bucket: usize,
    expected: f32,
}

impl Lessons {
    /// Reads the output of `play` for a variant with these inputs. `of_result` is the weight of the game's result in the target.
    pub(crate) fn read(bytes: &[u8], shape: Inputs, of_result: f32) -> Option<Lessons> {
        let numbers = bytes
            .chunks_exact(2)
            .map(|pair| u16::from_le_bytes([pair[0], pair[1]]));
        let numbers: Vec<u16> = numbers.collect();
        let mut lessons = Lessons {
            shape,
            inputs: Vec::new(),
            all: Vec::new(),
        };
        let mut rest = &numbers[..];
        while let [n, n_pieces, thought, result, others @ ..] = rest {
            let (inputs, others) = others.split_at_checked(usize::from(*n))?;
            rest = others;
            let begin = lessons.inputs.len();
            lessons.inputs.extend(inputs);
            let share = |number: u16| f32::from(number) / f32::from(u16::MAX);
            lessons.all.push(Position {
                inputs: begin..lessons.inputs.len(),
                bucket: TrainedWeights::bucket((*n_pieces).into()),
                expected: of_result * share(*result) + (1.0 - of_result) * share(*thought),
            });
        }
        let mut inputs = lessons.inputs.iter();
        let is_complete = rest.is_empty() && inputs.all(|&input| usize::from(input) < shape.n());
        is_complete.then_some(lessons)
    }

    /// Returns the active inputs of a position.
    fn inputs(&self, position: &Position, is_mirrored: bool) -> impl Iterator<Item = usize> {
        let inputs = self.inputs[position.inputs.clone()].iter();
        inputs.map(move |&input| match usize::from(input) {
            input if is_mirrored => self.shape.mirrored(input),
            input => input,
        })
    }

    /// Returns the positions kept back for validation, and those for training. No game is in both except the one at the
    /// border.
    pub(crate) fn split(&self) -> (Range<usize>, Range<usize>) {
        let n_kept = self.all.len() / 20;
        (0..n_kept, n_kept..self.all.len())
    }
}

fn logistic(value: f32) -> f32 {
    1.0 / (1.0 + (-value).exp())
}

/// All numbers of a network in one row: rows, start, weights of each bucket, biases.
#[derive(Clone)]
struct Numbers {
    n_inputs: usize,
    all: Vec<f32>,
}

type Sums = [f32; N_HIDDEN];

impl Numbers {
    fn zero(n_inputs: usize) -> Numbers {
        let n_rows = n_inputs + 1 + 2 * TrainedWeights::N_BUCKETS;
        Numbers {
            n_inputs,
            all: vec![0.0; n_rows * N_HIDDEN + TrainedWeights::N_BUCKETS],
        }
    }

    fn row(&self, at: usize) -> &Sums {
        let row = self.all[at * N_HIDDEN..].first_chunk();
        row.expect("the row is there")
    }

    fn row_mut(&mut self, at: usize) -> &mut Sums {
        let row = self.all[at * N_HIDDEN..].first_chunk_mut();
        row.expect("the row is there")
    }

    /// Returns the index of the row of weights for the sums of a side; side 0 is to decide.
    fn output(&self, bucket: usize, side: usize) -> usize {
        self.n_inputs + 1 + 2 * bucket + side
    }

    fn bias(&self, bucket: usize) -> usize {
        self.all.len() - TrainedWeights::N_BUCKETS + bucket
    }
}

/// A network under training with Adam.
pub(crate) struct Trainer {
    numbers: Numbers,
    mean: Vec<f32>,
    square: Vec<f32>,
    n_steps: i32,
    words: SeededWords,
}

/// What the network makes of a position.
struct Look {
    /// The sums of both sides before they are clamped, the side to decide first.
    sums: [Sums; 2],
    value: f32,
}

impl Trainer {
    pub(crate) fn new(n_inputs: usize) -> Trainer {
        let mut words = SeededWords::new(1);
        let mut numbers = Numbers::zero(n_inputs);
        let mut chance = |most: f32| (words.word() % 65_536) as f32 / 32_768.0 * most - most;
        for weight in &mut numbers.all[..n_inputs * N_HIDDEN] {
            *weight = chance(0.1);
        }
        numbers.row_mut(n_inputs).fill(0.25);
        for output in 0..2 * TrainedWeights::N_BUCKETS {
            let row = n_inputs + 1 + output;
            numbers.row_mut(row).fill_with(|| chance(0.15));
        }
        let n = numbers.all.len();
        Trainer {
            numbers,
            mean: vec![0.0; n],
            square: vec![0.0; n],
            n_steps: 0,
            words,
        }
    }

    /// Returns the network in its present state.
    pub(crate) fn weights(&self) -> TrainedWeights {
        let (n_inputs, all) = (self.numbers.n_inputs, &self.numbers.all);
        let (rows, rest) = all.split_at(n_inputs * N_HIDDEN);
        let (start, rest) = rest.split_at(N_HIDDEN);
        let (weights, biases) = rest.split_at(2 * TrainedWeights::N_BUCKETS * N_HIDDEN);
        TrainedWeights {
            rows: rows.to_vec(),
            start: start.to_vec(),
            weights: weights.to_vec(),
            biases: biases.to_vec(),
        }
    }

    /// Returns the mean square error.
    pub(crate) fn error(&self, lessons: &Lessons, part: Range<usize>) -> f32 {
        let n = part.len() as f32;
        let error = |position| {
            let look = self.look(lessons, position, false);
            (logistic(look.value) - position.expected).powi(2)
        };
        lessons.all[part].iter().map(error).sum::<f32>() / n
    }

    /// Learns from each position once. Returns the mean square error on the way.
    pub(crate) fn learn(&mut self, lessons: &Lessons, part: Range<usize>, progress: f32) -> f32 {
        let words = &mut self.words;
        let mut order: Vec<Sample> = part.map(|at| (at, words.word() % 2 == 1)).collect();
        for at in (1..order.len()).rev() {
            order.swap(at, (self.words.word() % (at as u64 + 1)) as usize);
        }
        let rate = RATE * (1.0 - progress).powi(2).max(0.01);
        let mut error = 0.0;
        for batch in order.chunks(BATCH) {
            let (gradient, squares) = self.gradient(lessons, batch);
            error += squares;
            self.step(&gradient.all, rate, batch.len() as f32);
        }
        error / order.len() as f32
    }

    fn look(&self, lessons: &Lessons, position: &Position, is_mirrored: bool) -> Look {
        let numbers = &self.numbers;
        let mut sums = [*numbers.row(numbers.n_inputs); 2];
        for input in lessons.inputs(position, is_mirrored) {
            let inputs = [input, lessons.shape.as_other_side(input)];
            for (sums, input) in sums.iter_mut().zip(inputs) {
                for (sum, weight) in sums.iter_mut().zip(numbers.row(input)) {
                    *sum += weight;
                }
            }
        }
        let mut value = numbers.all[numbers.bias(position.bucket)];
        for (side, sums) in sums.iter().enumerate() {
            let weights = numbers.row(numbers.output(position.bucket, side));
            let terms = sums.iter().zip(weights);
            value += terms
                .map(|(sum, weight)| sum.clamp(0.0, 1.0).powi(2) * weight)
                .sum::<f32>();
        }
        Look { sums, value }
    }

    /// Returns the gradient of a batch's error, and the error.
    fn gradient(&self, lessons: &Lessons, batch: &[Sample]) -> (Numbers, f32) {
        let size = batch.len().div_ceil(N_PARTS).max(1);
        let parts: Vec<&[Sample]> = batch.chunks(size).collect();
        let n_threads = thread::available_parallelism().map_or(1, NonZero::get);
        let gradients = thread::scope(|scope| {
            let threads: Vec<_> = parts
                .chunks(parts.len().div_ceil(n_threads).max(1))
                .map(|parts| {
                    scope.spawn(|| {
                        parts
                            .iter()
                            .map(|part| self.gradient_of(lessons, part))
                            .collect::<Vec<_>>()
                    })
                })
                .collect();
            threads
                .into_iter()
                .flat_map(|thread| thread.join().expect("sums are made"))
                .collect::<Vec<_>>()
        });
        let mut total = (Numbers::zero(self.numbers.n_inputs), 0.0);
        for (gradient, error) in gradients {
            for (sum, part) in total.0.all.iter_mut().zip(&gradient.all) {
                *sum += part;
            }
            total.1 += error;
        }
        total
    }

    fn gradient_of(&self, lessons: &Lessons, part: &[Sample]) -> (Numbers, f32) {
        let numbers = &self.numbers;
        let mut gradient = Numbers::zero(numbers.n_inputs);
        let mut squares = 0.0;
        for &(at, is_mirrored) in part {
            let position = &lessons.all[at];
            let look = self.look(lessons, position, is_mirrored);
            let found = logistic(look.value);
            let error = found - position.expected;
            squares += error * error;
            let error_gradient = error * found * (1.0 - found);
            let bias = gradient.bias(position.bucket);
            gradient.all[bias] += error_gradient;
            let mut hidden = [[0.0; N_HIDDEN]; 2];
            for (side, hidden) in hidden.iter_mut().enumerate() {
                let output = numbers.output(position.bucket, side);
                let weights = numbers.row(output);
                let learned = gradient.row_mut(output);
                for at in 0..N_HIDDEN {
                    let sum = look.sums[side][at].clamp(0.0, 1.0);
                    learned[at] += error_gradient * sum * sum;
                    let is_free = if sum < 1.0 { 2.0 } else { 0.0 };
                    hidden[at] = is_free * error_gradient * weights[at] * sum;
                }
            }
            let mut add = |row: usize, hidden: &Sums| {
                for (gradient, hidden) in gradient.row_mut(row).iter_mut().zip(hidden) {
                    *gradient += hidden;
                }
            };
            for input in lessons.inputs(position, is_mirrored) {
                add(input, &hidden[0]);
                add(lessons.shape.as_other_side(input), &hidden[1]);
            }
            add(numbers.n_inputs, &hidden[0]);
            add(numbers.n_inputs, &hidden[1]);
        }
        (gradient, squares)
    }

    fn step(&mut self, gradient: &[f32], rate: f32, n: f32) {
        self.n_steps += 1;
        let (mean_bias, square_bias) = (
            1.0 - 0.9_f32.powi(self.n_steps),
            1.0 - 0.999_f32.powi(self.n_steps),
        );
        let outputs = self.numbers.output(0, 0) * N_HIDDEN..self.numbers.bias(0);
        for (at, number) in self.numbers.all.iter_mut().enumerate() {
            let mean = gradient[at] / n;
            self.mean[at] = 0.9 * self.mean[at] + 0.1 * mean;
            self.square[at] = 0.999 * self.square[at] + 0.001 * mean * mean;
            *number -= rate * (self.mean[at] / mean_bias)
                / ((self.square[at] / square_bias).sqrt() + 1e-8);
            *number -= rate * DECAY * *number;
        }
        for weight in &mut self.numbers.all[outputs] {
            *weight = weight.clamp(-TrainedWeights::MOST_WEIGHT, TrainedWeights::MOST_WEIGHT);
        }
    }
}
