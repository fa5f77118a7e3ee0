//! Compression of single tiles, so that a picture is a concatenation of packed tiles.
//!
//! A picture is one block of deflate (RFC 1951) under one [`Code`]. Each tile is packed separately. Its bits never refer to
//! pixels outside the tile, so the tile fits anywhere in a picture of the intended width. Assembling a picture then is little
//! more than copying bits.

mod code;
mod packed;

use std::sync::Arc;

pub(crate) use self::{code::Code, packed::Packed};
use self::{
    code::{LONGEST, SHORTEST, Token, Weights},
    packed::{PackedRow, Sums, repeat},
};
use super::bits::Bits;

/// Makes the optimal code for tiles like these samples, each given as pixels and width.
pub(crate) fn code(samples: &[(Vec<u8>, usize)], stride: usize) -> Code {
    // The choice of repeats depends on the code; a code with equal lengths is a good enough start.
    let rough = Code::new(&Weights::new());
    let mut weights = Weights::new();
    for (pixels, width) in samples {
        packed::weigh(pixels, *width, stride, &rough, &mut weights);
    }
    Code::new(&weights)
}

/// Assembles the zlib stream of a picture from bands of packed tiles, with a filter byte (0: none) before each row of
/// pixels.
///
/// Equal tiles in a band must be the same `Arc`; that makes the stream smaller.
pub(crate) fn zlib(code: &Code, bands: &[Vec<Arc<Packed>>]) -> Vec<u8> {
    let stride = bands
        .first()
        .map_or(0, |band| band.iter().map(|tile| tile.width).sum())
        + 1;
    let mut writer = BlockWriter {
        code,
        stride,
        bits: code.header(),
        run: 0,
        checksum: Checksum {
            plain: 1,
            weighted: 0,
        },
    };
    // A picture has about half a bit per pixel after compression.
    let height: usize = bands
        .iter()
        .filter_map(|band| band.first())
        .map(|tile| tile.rows.len())
        .sum();
    writer.bits.reserve(stride * height / 14);
    for (number, band) in bands.iter().enumerate() {
        let twins = twins(band);
        let height = band.first().map_or(0, |tile| tile.rows.len());
        for y in 0..height {
            writer.filter_byte(number + y > 0 && band[0].rows[y].head > 0);
            for (tile, twin) in band.iter().zip(&twins) {
                writer.row(tile, &tile.rows[y], *twin);
            }
        }
    }
    writer.finish()
}

/// Returns for each tile the distance in pixels to an equal tile on its left in the same band, if there is one.
fn twins(band: &[Arc<Packed>]) -> Vec<Option<usize>> {
    (0..band.len())
        .map(|at| {
            let twin = band[..at]
                .iter()
                .rposition(|other| Arc::ptr_eq(other, &band[at]))?;
            Some(band[twin..at].iter().map(|tile| tile.width).sum())
        })
        .collect()
}

/// A writer of the block of a picture.
struct BlockWriter<'a> {
    code: &'a Code,
    /// The number of bytes of a row.
    stride: usize,
    bits: Bits,
    /// The number of pending bytes that equal the row above; 0 or at least [`SHORTEST`].
    run: usize,
    checksum: Checksum,
}

impl BlockWriter<'_> {
    /// Writes the filter byte of a row, which joins an open or a following run.
    fn filter_byte(&mut self, run_follows: bool) {
        self.checksum.add(1, Sums::default());
        if self.run > 0 || run_follows {
            self.run += 1;
        } else {
            self.bits.put(self.code.spell(Token::Literal(0)));
        }
    }

    fn row(&mut self, tile: &Packed, row: &PackedRow, twin: Option<usize>) {
        self.checksum.add(tile.width, row.sums);
        self.run += row.head;
        let middle = tile.width - row.head - row.tail;
        if middle == 0 {
            return;
        }
        self.end_run();
        let copy = twin
            .filter(|_| (SHORTEST..=LONGEST).contains(&middle))
            .map(|distance| self.code.spell(repeat(middle, distance)))
            .filter(|word| word.len < row.n_bits);
        match copy {
            Some(word) => self.bits.put(word),
            None => tile.words(row).iter().for_each(|word| self.bits.put(*word)),
        }
        self.run = row.tail;
    }

    fn end_run(&mut self) {
        while self.run > 0 {
            // Both the part and the rest of the run must be long enough for a repeat.
            let length = match self.run {
                all if all <= LONGEST => all,
                more if more < LONGEST + SHORTEST => more - SHORTEST,
                _ => LONGEST,
            };
            self.bits.put(self.code.spell(repeat(length, self.stride)));
            self.run -= length;
        }
    }

    fn finish(mut self) -> Vec<u8> {
        self.end_run();
        self.bits.put(self.code.spell(Token::End));
        let mut stream = self.bits.into_bytes();
        stream.extend(self.checksum.value().to_be_bytes());
        stream
    }
}

/// Adler-32 (RFC 1950).
struct Checksum {
    plain: u64,
    weighted: u64,
}

impl Checksum {
    const MODULUS: u64 = 65_521;

    /// Adds this number of bytes with these sums.
    fn add(&mut self, n_bytes: usize, sums: Sums) {
        self.weighted =
            (self.weighted + n_bytes as u64 * self.plain + sums.weighted) % Checksum::MODULUS;
        self.plain = (self.plain + sums.plain) % Checksum::MODULUS;
    }

    fn value(&self) -> u32 {
        (self.weighted << 16 | self.plain) as u32
    }
}

#[cfg(test)]
mod tests;
