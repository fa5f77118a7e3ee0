//! One tile, packed.

use std::ops::Range;

use super::code::{Code, LONGEST, SHORTEST, Token, Weights};
use crate::{PackError, bits::Word};

/// The reach of repeats: for each row upwards, the number of columns to either side.
const REACH: [isize; 4] = [4, 4, 2, 1];

/// The number of equal pixels from which a stretch is repeated without a search for alternatives.
const STRETCH: usize = 24;

/// The pixels of a tile, row by row.
pub struct Tile<'a> {
    pixels: &'a [u8],
    width: usize,
}

/// A tile as bits under a code, row by row.
pub struct PackedTile {
    pub(super) width: usize,
    pub(super) rows: Vec<PackedRow>,
    words: Vec<Word>,
}

/// One row of a tile: pixels equal to the row above, then bits, then again pixels equal to the row above.
pub(super) struct PackedRow {
    /// The number of first pixels equal to the row above, 0 or at least [`SHORTEST`]. A row that equals the one above
    /// has nothing else.
    pub(super) head: usize,
    pub(super) tail: usize,
    /// The range of the other pixels' bits in the words of the tile.
    start: usize,
    end: usize,
    /// The number of those bits.
    pub(super) n_bits: u32,
    pub(super) sums: Sums,
}

/// The sums of a stretch of bytes for the checksum of a stream.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Sums {
    /// The sum of the bytes.
    pub(super) plain: u64,
    /// The weighted sum of the bytes: the last one once, the one before twice, and so on.
    pub(super) weighted: u64,
}

impl Sums {
    fn of(bytes: &[u8]) -> Sums {
        bytes.iter().fold(Sums::default(), |sums, &byte| {
            let plain = sums.plain + u64::from(byte);
            Sums {
                plain,
                weighted: sums.weighted + plain,
            }
        })
    }
}

impl PackedTile {
    /// Packs a tile for pictures with rows of `stride` bytes.
    pub(super) fn new(tile: &Tile<'_>, stride: usize, code: &Code) -> PackedTile {
        let mut packed = PackedTile {
            width: tile.width,
            rows: Vec::new(),
            words: Vec::new(),
        };
        for y in 0..tile.height() {
            let (head, tail) = tile.ends(y);
            let start = packed.words.len();
            let mut n_bits = 0;
            for token in tile.tokens(y, head, tile.width - tail, stride, code) {
                let word = code.spell(token);
                n_bits += word.len;
                match packed.words[start..].last_mut() {
                    Some(last) if last.len + word.len <= Word::MAX => *last = last.then(word),
                    _ => packed.words.push(word),
                }
            }
            packed.rows.push(PackedRow {
                head,
                tail,
                start,
                end: packed.words.len(),
                n_bits,
                sums: Sums::of(tile.row(y)),
            });
        }
        packed
    }

    /// Returns the bits of a row.
    pub(super) fn words(&self, row: &PackedRow) -> &[Word] {
        &self.words[row.start..row.end]
    }

    /// Returns the approximate size in memory, in bytes.
    pub fn n_bytes(&self) -> usize {
        size_of_val(&self.rows[..]) + size_of_val(&self.words[..])
    }
}

/// Counts the symbols of a packed tile.
pub(super) fn weigh(tile: &Tile<'_>, stride: usize, code: &Code, weights: &mut Weights) {
    // A band has about three tiles that are not blank; the pixels in between equal the row above.
    let gap = (stride / 3).saturating_sub(tile.width);
    let mut run = 0;
    for y in 0..tile.height() {
        let (head, tail) = tile.ends(y);
        run += gap + head;
        if head + tail < tile.width {
            weigh_run(run, stride, weights);
            run = tail;
        }
        for token in tile.tokens(y, head, tile.width - tail, stride, code) {
            weights.count(token);
        }
    }
    weigh_run(run, stride, weights);
}

/// Counts the symbols for this number of pixels that equal the row above.
fn weigh_run(mut run: usize, stride: usize, weights: &mut Weights) {
    while run >= SHORTEST {
        weights.count(repeat(run.min(LONGEST), stride));
        run = run.saturating_sub(LONGEST);
    }
}

/// Makes a repeat from values that are known to fit.
pub(super) fn repeat(length: usize, distance: usize) -> Token {
    debug_assert!((SHORTEST..=LONGEST).contains(&length) && (1..=32_768).contains(&distance));
    Token::Repeat {
        length: length as u16,
        distance: distance as u16,
    }
}

impl<'a> Tile<'a> {
    /// Makes a tile of this width.
    ///
    /// # Errors
    ///
    /// Returns [`PackError::NotRows`] unless there are one or more rows of this width.
    pub fn new(pixels: &'a [u8], width: usize) -> Result<Tile<'a>, PackError> {
        if width == 0 || pixels.is_empty() || !pixels.len().is_multiple_of(width) {
            let n_pixels = pixels.len();
            return Err(PackError::NotRows { n_pixels, width });
        }
        Ok(Tile { pixels, width })
    }

    fn height(&self) -> usize {
        self.pixels.len() / self.width
    }
}

impl Tile<'_> {
    fn row(&self, y: usize) -> &[u8] {
        &self.pixels[y * self.width..(y + 1) * self.width]
    }

    /// Returns the number of pixels at either end of a row that equal the row above.
    fn ends(&self, y: usize) -> (usize, usize) {
        if y == 0 {
            return (0, 0);
        }
        let pairs = || self.row(y).iter().zip(self.row(y - 1));
        let head = pairs().take_while(|(here, above)| here == above).count();
        if head == self.width {
            return (head, 0);
        }
        let tail = pairs()
            .rev()
            .take_while(|(here, above)| here == above)
            .count();
        let long_enough = |length: usize| if length < SHORTEST { 0 } else { length };
        (long_enough(head), long_enough(tail))
    }

    /// Finds a cheap encoding of the pixels of a row from `start` to `end`.
    fn tokens(&self, y: usize, start: usize, end: usize, stride: usize, code: &Code) -> Vec<Token> {
        let mut tokens = Vec::new();
        let sources = self.sources(y, stride, code);
        let mut from = start;
        // A long stretch that equals the row above, or has one color, is repeated without a search for anything better.
        for (at, length, distance) in self.stretches(y, start, end, stride) {
            self.cheapest(y, from..at, &sources, code, &mut tokens);
            tokens.push(repeat(length, distance));
            from = at + length;
        }
        self.cheapest(y, from..end, &sources, code, &mut tokens);
        tokens
    }

    fn stretches(
        &self,
        y: usize,
        start: usize,
        end: usize,
        stride: usize,
    ) -> Vec<(usize, usize, usize)> {
        let row = self.row(y);
        let same = |x: usize| {
            if y > 0 {
                row[x] == self.row(y - 1)[x]
            } else {
                x > 0 && row[x] == row[x - 1]
            }
        };
        let distance = if y > 0 { stride } else { 1 };
        let mut stretches = Vec::new();
        let mut x = start;
        while x < end {
            let length = (x..end.min(x + LONGEST)).take_while(|&x| same(x)).count();
            if length >= STRETCH {
                stretches.push((x, length, distance));
            }
            x += length.max(1);
        }
        stretches
    }

    /// Appends the cheapest encoding of these pixels of a row.
    fn cheapest(
        &self,
        y: usize,
        part: Range<usize>,
        sources: &[RepeatSource<'_>],
        code: &Code,
        tokens: &mut Vec<Token>,
    ) {
        let (row, start, end) = (self.row(y), part.start, part.end);
        // For each pixel: the cost in bits, and the first token, of the cheapest encoding from there to the end.
        let mut best: Vec<(u32, Token)> = vec![(0, Token::End); end - start + 1];
        let mut lengths = vec![0; sources.len()];
        for x in (start..end).rev() {
            let literal = Token::Literal(row[x]);
            let mut cheapest = (code.spell(literal).len + best[x - start + 1].0, literal);
            for (source, length) in sources.iter().zip(&mut lengths) {
                *length = if source.pixel(x) == Some(row[x]) {
                    *length + 1
                } else {
                    0
                };
                if *length >= SHORTEST {
                    let n = (*length).min(LONGEST);
                    let cost =
                        code.spell_length(n as u16).len + source.cost + best[x - start + n].0;
                    if cost < cheapest.0 {
                        cheapest = (cost, repeat(n, source.distance));
                    }
                }
            }
            best[x - start] = cheapest;
        }
        let mut x = start;
        while x < end {
            let (_, token) = best[x - start];
            tokens.push(token);
            x += match token {
                Token::Repeat { length, .. } => usize::from(length),
                Token::Literal(_) | Token::End => 1,
            };
        }
    }

    /// Returns the sources for repeats in a row.
    fn sources(&self, y: usize, stride: usize, code: &Code) -> Vec<RepeatSource<'_>> {
        let mut sources = Vec::new();
        for (up, reach) in REACH.into_iter().enumerate().take(y + 1) {
            // In the row itself only the pixels to the left are already encoded.
            let last = if up == 0 { -1 } else { reach };
            for shift in -reach..=last {
                let distance = (up * stride).wrapping_add_signed(-shift);
                sources.push(RepeatSource {
                    row: self.row(y - up),
                    shift,
                    distance,
                    cost: code.spell_distance(distance as u16).len,
                });
            }
        }
        sources
    }
}

/// A source of repeats: pixels at a fixed distance.
struct RepeatSource<'a> {
    row: &'a [u8],
    /// The shift of the source to the right of the copy.
    shift: isize,
    distance: usize,
    /// The cost of the distance, in bits.
    cost: u32,
}

impl RepeatSource<'_> {
    fn pixel(&self, x: usize) -> Option<u8> {
        self.row.get(x.wrapping_add_signed(self.shift)).copied()
    }
}
