//! A small network, which corrects the value of the features.
//!
//! Each input is a piece on a square, from the perspective of the side to decide. It adds its row to the sums of one
//! hidden layer. The sums, clamped to the range from 0 to [`ONE`], are weighted into hundredths of a pawn. There are no
//! incremental updates: each position computes all sums from scratch, which takes about as long as the features.

use super::Playable;

/// The number of sums in the hidden layer.
pub(crate) const N_HIDDEN: usize = 64;

/// The count of numbers in the file of a network besides its rows: the initial sums, their weights, and the bias of the
/// result.
const N_REST: usize = 2 * N_HIDDEN + 1;

/// The maximum of a clamped sum.
pub(crate) const ONE: i16 = 255;

/// The number of units of the result per hundredth of a pawn, for each unit of a sum.
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
    /// Parses a network with this number of inputs: numbers of 16 bits, the lower byte first; the rows, then the rest.
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

    /// Returns the correction for the side to decide, in hundredths of a pawn.
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
