//! A small network: what the features of a position do not tell of its worth.
//!
//! Each input is something that stands on a square, as the side to decide sees the board. It adds its row to the sums of one
//! hidden layer, and what is left of them between 0 and [`ONE`] is weighed into hundredths of a pawn. Nothing is kept from one
//! position to the next: all sums are made anew, which takes about as long as to look at the features.

use super::Playable;

/// How many sums the hidden layer has.
pub(crate) const N_HIDDEN: usize = 64;

/// How many numbers the file of a network has beside its rows: the sums without any input, how they are weighed, and what is
/// added to that.
const N_REST: usize = 2 * N_HIDDEN + 1;

/// What is left of a sum at most.
pub(crate) const ONE: i16 = 255;

/// How many units of the result a hundredth of a pawn is, for each unit of a sum.
pub(crate) const UNITS_PER_CENTIPAWN: i32 = 16;

type Row = [i16; N_HIDDEN];

/// A network of one variant.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Network {
    rows: Vec<Row>,
    start: Row,
    weights: Row,
    added: i16,
}

impl Network {
    /// Reads a network with so many inputs: numbers of 16 bits, the lower byte first; the rows, then the rest.
    pub(crate) fn read(n_inputs: usize, bytes: &[u8]) -> Option<Network> {
        let numbers = bytes
            .chunks_exact(2)
            .map(|pair| i16::from_le_bytes([pair[0], pair[1]]));
        let numbers: Vec<i16> = numbers.collect();
        if bytes.len() != 2 * (n_inputs * N_HIDDEN + N_REST) {
            return None;
        }
        let mut rows: Vec<Row> = numbers
            .chunks_exact(N_HIDDEN)
            .map(|row| row.try_into().ok())
            .collect::<Option<_>>()?;
        let weights = rows.pop()?;
        let start = rows.pop()?;
        Some(Network {
            rows,
            start,
            weights,
            added: *numbers.last()?,
        })
    }

    /// Hundredths of a pawn for the side to decide, beside those of the features.
    #[inline]
    pub(crate) fn centipawns<P: Playable>(&self, position: &P) -> i32 {
        let mut sums = self.start;
        position.inputs(position.side_to_move(), &mut |input| {
            for (sum, weight) in sums.iter_mut().zip(&self.rows[input]) {
                *sum = sum.saturating_add(*weight);
            }
        });
        let weighed = sums
            .iter()
            .zip(&self.weights)
            .map(|(&sum, &weight)| i32::from(sum.clamp(0, ONE)) * i32::from(weight));
        weighed.sum::<i32>() / (i32::from(ONE) * UNITS_PER_CENTIPAWN) + i32::from(self.added)
    }
}
