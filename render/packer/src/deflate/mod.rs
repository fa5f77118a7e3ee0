//! Compression of single tiles, so that a picture is a concatenation of packed tiles.
//!
//! A picture is one block of deflate (RFC 1951) under one prefix code. Each tile is packed separately. Its bits never refer to
//! pixels outside the tile, so the tile fits anywhere in a picture of the intended width. Assembling a picture then is little
//! more than copying bits.

mod code;
mod packed;

use std::sync::Arc;

pub use self::packed::{PackedTile, Tile};
use self::{
    code::{Code, LONGEST, SHORTEST, Token, Weights},
    packed::{PackedRow, Sums, repeat},
};
use crate::{PackError, bits::Bits};

/// A prefix code for the tiles of pictures of one width. It packs tiles, and assembles pictures from them.
pub struct TileCode {
    code: Code,
    /// The number of bytes of a row: the filter byte and the pixels.
    stride: usize,
}

impl TileCode {
    /// The maximum width of a picture. A repeat of deflate reaches 32 KiB back, and the packer looks three rows up.
    pub const MAX_WIDTH: usize = 10_921;

    /// Makes the optimal code for pictures of this width with tiles like these samples.
    ///
    /// # Errors
    ///
    /// Returns [`PackError::TooWide`] if the width exceeds [`TileCode::MAX_WIDTH`].
    pub fn new(width: usize, samples: &[Tile<'_>]) -> Result<TileCode, PackError> {
        let max = TileCode::MAX_WIDTH;
        if width > max {
            return Err(PackError::TooWide { width, max });
        }
        let stride = width + 1;
        // The choice of repeats depends on the code; a code with equal lengths is a good enough start.
        let rough = Code::new(&Weights::new());
        let mut weights = Weights::new();
        for sample in samples {
            packed::weigh(sample, stride, &rough, &mut weights);
        }
        let code = Code::new(&weights);
        Ok(TileCode { code, stride })
    }

    /// Packs a tile.
    pub fn pack(&self, tile: &Tile<'_>) -> PackedTile {
        PackedTile::new(tile, self.stride, &self.code)
    }

    /// Assembles the zlib stream of a picture from bands of tiles, from top to bottom, with a filter byte (0: none) before
    /// each row of pixels. A PNG file takes it as its `IDAT` chunk.
    ///
    /// This code must have packed all tiles. Equal tiles in a band should be the same `Arc`; that makes the stream smaller.
    ///
    /// # Errors
    ///
    /// Returns [`PackError::Uneven`] if the tiles of a band have different heights, or are together not as wide as the
    /// picture.
    pub fn zlib(&self, bands: &[Vec<Arc<PackedTile>>]) -> Result<Vec<u8>, PackError> {
        for (number, band) in bands.iter().enumerate() {
            let width: usize = band.iter().map(|tile| tile.width).sum();
            if width + 1 != self.stride || band.iter().any(|tile| tile.rows.len() != height(band)) {
                return Err(PackError::Uneven { band: number });
            }
        }
        let mut writer = BlockWriter {
            code: &self.code,
            stride: self.stride,
            bits: self.code.header(),
            run: 0,
            checksum: Checksum {
                plain: 1,
                weighted: 0,
            },
        };
        // A picture has about half a bit per pixel after compression.
        let n_rows: usize = bands.iter().map(|band| height(band)).sum();
        writer.bits.reserve(self.stride * n_rows / 14);
        for (number, band) in bands.iter().enumerate() {
            let twins = twins(band);
            for y in 0..height(band) {
                writer.filter_byte(number + y > 0 && band[0].rows[y].head > 0);
                for (tile, twin) in band.iter().zip(&twins) {
                    writer.row(tile, &tile.rows[y], *twin);
                }
            }
        }
        Ok(writer.finish())
    }
}

/// Returns the number of rows of a band.
fn height(band: &[Arc<PackedTile>]) -> usize {
    band.first().map_or(0, |tile| tile.rows.len())
}

/// Returns for each tile the distance in pixels to an equal tile on its left in the same band, if there is one.
fn twins(band: &[Arc<PackedTile>]) -> Vec<Option<usize>> {
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

    fn row(&mut self, tile: &PackedTile, row: &PackedRow, twin: Option<usize>) {
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
