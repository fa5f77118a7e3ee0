//! Packs tiles once, so that a picture is put together from packed tiles.
//!
//! A picture is one block of deflate (RFC 1951) under one [`Code`]. A tile is packed on its own: its bits never refer
//! to pixels outside of it, so it may stand anywhere in a picture of the width it was packed for. Putting a picture
//! together then is little more than copying bits.

mod code;
mod packed;

use std::sync::Arc;

pub(crate) use self::{code::Code, packed::Packed};
use self::{
    code::{LONGEST, SHORTEST, Token, Weights},
    packed::{PackedRow, Sums, repeat},
};
use super::bits::Bits;

/// The code that packs tiles like these best: of each the pixels and the width.
pub(crate) fn code(samples: &[(Vec<u8>, usize)], stride: usize) -> Code {
    // What is worth repeating depends on the code; one in which all symbols are alike is near enough to begin with.
    let rough = Code::new(&Weights::new());
    let mut weights = Weights::new();
    for (pixels, width) in samples {
        packed::weigh(pixels, *width, stride, &rough, &mut weights);
    }
    Code::new(&weights)
}

/// The zlib stream of a picture: bands of packed tiles, a filter byte (0: none) before each row of pixels.
///
/// A tile that stands in a band more than once must be the same `Arc` each time; the stream is smaller for it.
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
    // A picture has about half a bit a pixel in the end.
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

/// How many pixels to the left the same tile stands in the same band, where it does.
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

/// Puts a picture together.
struct BlockWriter<'a> {
    code: &'a Code,
    /// How many bytes a row has.
    stride: usize,
    bits: Bits,
    /// How many bytes, not written yet, are as in the row above; 0 or at least [`SHORTEST`].
    run: usize,
    checksum: Checksum,
}

impl BlockWriter<'_> {
    /// The byte before a row, which is part of a run if one is open or follows it.
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
            // Neither a part nor what is left of the run may be too short for a repeat.
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

    /// Takes in this many bytes with these sums.
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
