//! A network of one variant: from the pieces on their squares to the value for the side to decide.
//!
//! Each input is a piece on a square, or a flag. Seen by a side, it adds its row to the sums of one hidden layer. The sums of
//! the side to decide and of the other side, clamped to the range from 0 to 1 and squared, are weighted into one value. The
//! weights depend on the number of pieces.
//!
//! An [`Accumulator`] keeps the sums of the position that it saw last, so that the next one costs only what differs.

use core::fmt;

use rules::{Bitboard, ByColor, Color, Square};

use crate::value::bounded;

/// The number of sums of each side.
pub(crate) const N_HIDDEN: usize = 128;
/// The number of sets of weights, from the fewest pieces to the most.
pub(crate) const N_BUCKETS: usize = 8;
/// The maximum number of kinds of pieces of one side.
pub(crate) const MOST_KINDS: usize = 8;
/// The maximum number of kinds of objects.
pub(crate) const MOST_OBJECTS: usize = 4;
/// The number of units of a sum that count as 1.
pub(crate) const ONE: i16 = 255;
/// The number of units of an output weight that count as 1.
pub(crate) const ONE_OF_WEIGHTS: i16 = 64;
/// The value of an output of 1, in hundredths of a pawn: the scale of the logistic curve of expected results.
pub(crate) const CENTIPAWNS: i32 = 250;
/// The first bytes of a file, with the version of the format.
const MAGIC: [u8; 8] = *b"oddnet 1";

type Sums = [i16; N_HIDDEN];

/// The inputs of the network of a variant, in the order of their numbers: a board for each kind of one's own pieces, one for each
/// kind of the other side's, one for each kind of objects, one's own flags, those of the other side.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Shape {
    /// The number of kinds of pieces, at most [`MOST_KINDS`].
    pub(crate) n_kinds: usize,
    /// The number of kinds of objects, at most [`MOST_OBJECTS`].
    pub(crate) n_objects: usize,
    /// The number of flags of each side, at most 16.
    pub(crate) n_flags: usize,
}

impl Shape {
    /// Returns the number of all inputs.
    pub(crate) const fn n_inputs(self) -> usize {
        self.first_flag() + 2 * self.n_flags
    }

    /// Returns the number of inputs for squares, which is that of the first flag.
    pub(crate) const fn first_flag(self) -> usize {
        64 * (2 * self.n_kinds + self.n_objects)
    }

    /// Returns the input that the other side sees where a side sees this one.
    pub(crate) fn as_other_side(self, input: usize) -> usize {
        let (one_side, objects) = (64 * self.n_kinds, 128 * self.n_kinds);
        match input {
            own if own < one_side => (own ^ 56) + one_side,
            theirs if theirs < objects => (theirs ^ 56) - one_side,
            object if object < self.first_flag() => object ^ 56,
            own if own < self.first_flag() + self.n_flags => own + self.n_flags,
            theirs => theirs - self.n_flags,
        }
    }

    /// Returns the first input for a kind of pieces of the viewer or of the other side.
    #[inline(always)]
    fn board(self, kind: usize, is_own: bool) -> usize {
        64 * if is_own { kind } else { self.n_kinds + kind }
    }

    /// Returns the first flag of the viewer or of the other side.
    #[inline(always)]
    fn flags(self, is_own: bool) -> usize {
        self.first_flag() + if is_own { 0 } else { self.n_flags }
    }
}

/// The active inputs of a position.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) struct Planes {
    pub(crate) pieces: [ByColor<Bitboard>; MOST_KINDS],
    pub(crate) objects: [Bitboard; MOST_OBJECTS],
    /// A bit for each flag of a side.
    pub(crate) flags: ByColor<u16>,
}

impl Planes {
    /// No input.
    pub(crate) const EMPTY: Planes = Planes {
        pieces: [ByColor {
            white: Bitboard::EMPTY,
            black: Bitboard::EMPTY,
        }; MOST_KINDS],
        objects: [Bitboard::EMPTY; MOST_OBJECTS],
        flags: ByColor { white: 0, black: 0 },
    };

    /// Passes each input that differs from an earlier state to `change`, as a viewer sees it, with whether it is new.
    #[inline(always)]
    pub(crate) fn changes(
        &self,
        earlier: &Planes,
        shape: Shape,
        mut change: impl FnMut(ByColor<usize>, bool),
    ) {
        let mut compare = |old: Bitboard, new: Bitboard, first: ByColor<usize>| {
            let input =
                |at: Square| ByColor::from_fn(|viewer| first[viewer] + seen_by(viewer, at.index()));
            for square in old & !new {
                change(input(square), false);
            }
            for square in new & !old {
                change(input(square), true);
            }
        };
        for kind in 0..shape.n_kinds {
            for owner in Color::ALL {
                let first = ByColor::from_fn(|viewer| shape.board(kind, viewer == owner));
                compare(earlier.pieces[kind][owner], self.pieces[kind][owner], first);
            }
        }
        for kind in 0..shape.n_objects {
            let first = ByColor::from_fn(|_| 64 * (2 * shape.n_kinds + kind));
            compare(earlier.objects[kind], self.objects[kind], first);
        }
        for owner in Color::ALL {
            let (old, new) = (earlier.flags[owner], self.flags[owner]);
            for flag in 0..shape.n_flags {
                if (old ^ new) >> flag & 1 == 1 {
                    let input = ByColor::from_fn(|viewer| shape.flags(viewer == owner) + flag);
                    change(input, new >> flag & 1 == 1);
                }
            }
        }
    }
}

/// Returns the index of a square as a side sees it: the own first rank is below.
#[inline(always)]
pub(crate) fn seen_by(viewer: Color, square: usize) -> usize {
    match viewer {
        Color::White => square,
        Color::Black => square ^ 56,
    }
}

/// A network of one variant.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Network {
    rows: Vec<Sums>,
    start: Sums,
    outputs: [Output; N_BUCKETS],
}

/// The weights of the sums of both sides, the side to decide first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Output {
    weights: [[i16; N_HIDDEN]; 2],
    /// In units of `ONE * ONE_OF_WEIGHTS`.
    bias: i32,
}

/// The sums of a position for each side.
#[derive(Clone)]
pub(crate) struct Accumulator {
    planes: Planes,
    sums: ByColor<Sums>,
}

impl Network {
    /// Parses a network with these inputs.
    pub(crate) fn read(shape: Shape, bytes: &[u8]) -> Result<Network, NetworkError> {
        let packed = bytes.strip_prefix(&MAGIC).ok_or(NetworkError::Magic)?;
        let numbers = unpacked(packed).ok_or(NetworkError::Length)?;
        let mut numbers = numbers.into_iter();
        let mut next = || numbers.next().ok_or(NetworkError::Length);
        let (n_hidden, n_rows) = (next()?, next()?);
        let expected = (N_HIDDEN as i32, shape.n_inputs() as i32);
        if (n_hidden, n_rows) != expected {
            let found = (n_hidden, n_rows);
            return Err(NetworkError::Size { expected, found });
        }
        let mut sums = || -> Result<Sums, NetworkError> {
            let mut sums = [0; N_HIDDEN];
            for sum in &mut sums {
                *sum = i16::try_from(next()?).map_err(|_| NetworkError::Range)?;
            }
            Ok(sums)
        };
        let rows = (0..n_rows).map(|_| sums()).collect::<Result<_, _>>()?;
        let start = sums()?;
        let mut outputs = [Output {
            weights: [[0; N_HIDDEN]; 2],
            bias: 0,
        }; N_BUCKETS];
        for output in &mut outputs {
            output.weights = [sums()?, sums()?];
        }
        if outputs
            .iter()
            .flat_map(|output| output.weights)
            .flatten()
            .any(|weight| !(-MOST_WEIGHT..=MOST_WEIGHT).contains(&weight))
        {
            return Err(NetworkError::Range);
        }
        for output in &mut outputs {
            output.bias = numbers.next().ok_or(NetworkError::Length)?;
        }
        if numbers.next().is_some() {
            return Err(NetworkError::Length);
        }
        Ok(Network {
            rows,
            start,
            outputs,
        })
    }

    /// Returns the sums without any input.
    pub(crate) fn accumulator(&self) -> Accumulator {
        Accumulator {
            planes: Planes::EMPTY,
            sums: ByColor::from_fn(|_| self.start),
        }
    }

    /// Returns the value of a position with these inputs and so many pieces for the side to decide, in hundredths of a pawn.
    /// Updates the sums.
    #[inline(always)]
    pub(crate) fn centipawns(
        &self,
        (planes, shape): (&Planes, Shape),
        us: Color,
        n_pieces: u32,
        accumulator: &mut Accumulator,
    ) -> i32 {
        accumulator.see(self, planes, shape);
        let output = &self.outputs[bucket(n_pieces as usize)];
        let [own, theirs] = &output.weights;
        let sums = &accumulator.sums;
        let sum = weighted(&sums[us], own) + weighted(&sums[!us], theirs);
        let value = i64::from(sum / i32::from(ONE)) + i64::from(output.bias);
        let unit = i64::from(ONE) * i64::from(ONE_OF_WEIGHTS);
        bounded((value * i64::from(CENTIPAWNS) / unit) as i32)
    }
}

/// The maximum of an output weight, so that its product with a sum fits into 16 bits.
pub(crate) const MOST_WEIGHT: i16 = 127;

/// Returns the set of weights for a number of pieces.
#[inline(always)]
pub(crate) fn bucket(n_pieces: usize) -> usize {
    (n_pieces.saturating_sub(1) / 4).min(N_BUCKETS - 1)
}

/// Returns the sum of the squares of the clamped sums, by their weights.
#[inline(always)]
fn weighted(sums: &Sums, weights: &[i16; N_HIDDEN]) -> i32 {
    let terms = sums.iter().zip(weights).map(|(&sum, &weight)| {
        let sum = sum.clamp(0, ONE);
        i32::from(sum * weight) * i32::from(sum)
    });
    terms.sum()
}

impl Accumulator {
    /// Updates the sums to a position with these inputs.
    #[inline(always)]
    fn see(&mut self, network: &Network, planes: &Planes, shape: Shape) {
        let Accumulator { planes: seen, sums } = self;
        planes.changes(seen, shape, |inputs, is_new| {
            for viewer in Color::ALL {
                let row = &network.rows[inputs[viewer]];
                let sums = sums[viewer].iter_mut().zip(row);
                if is_new {
                    sums.for_each(|(sum, weight)| *sum = sum.wrapping_add(*weight));
                } else {
                    sums.for_each(|(sum, weight)| *sum = sum.wrapping_sub(*weight));
                }
            }
        });
        *seen = *planes;
    }
}

/// Writes numbers in one to five bytes each: small ones take one.
pub(crate) fn packed(numbers: impl IntoIterator<Item = i32>) -> Vec<u8> {
    let mut bytes = MAGIC.to_vec();
    for number in numbers {
        let mut rest = (number << 1 ^ number >> 31) as u32;
        while rest >= 128 {
            bytes.push(rest as u8 | 128);
            rest >>= 7;
        }
        bytes.push(rest as u8);
    }
    bytes
}

/// Reads the numbers that [`packed`] writes; `None` if the last one is incomplete.
pub(super) fn unpacked(bytes: &[u8]) -> Option<Vec<i32>> {
    let mut numbers = Vec::new();
    let mut bytes = bytes.iter();
    while !bytes.as_slice().is_empty() {
        let mut zigzag = 0_u32;
        for shift in [0, 7, 14, 21, 28] {
            let byte = *bytes.next()?;
            zigzag |= u32::from(byte & 127) << shift;
            if byte < 128 {
                break;
            }
        }
        numbers.push((zigzag >> 1) as i32 ^ -((zigzag & 1) as i32));
    }
    Some(numbers)
}

/// The error for bytes that are no network of this program and variant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NetworkError {
    /// The first bytes are not those of a network of this version.
    Magic,
    /// The network has another number of sums and of inputs.
    Size {
        /// The numbers of this program.
        expected: (i32, i32),
        /// The numbers of the file.
        found: (i32, i32),
    },
    /// The bytes end too early or too late.
    Length,
    /// A number is too large.
    Range,
}

impl fmt::Display for NetworkError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            NetworkError::Magic => {
                f.write_str("this is no network, or one of another version; train it anew")
            }
            NetworkError::Size { expected, found } => write!(
                f,
                "the network has {} sums and {} inputs, but those of this variant have {} and {}",
                found.0, found.1, expected.0, expected.1
            ),
            NetworkError::Length => {
                f.write_str("the file of the network is incomplete or too long")
            }
            NetworkError::Range => f.write_str("the network has a weight out of range"),
        }
    }
}

impl core::error::Error for NetworkError {}
