//! One tile, packed.

use super::code::{Code, LONGEST, SHORTEST, Token, Weights};
use crate::{cache::Bulk, pack::bits::Word};

/// The reach of repeats: for each row upwards, the number of columns to either side.
const REACH: [isize; 4] = [4, 4, 2, 1];

/// The number of equal pixels from which a stretch is repeated without a search for alternatives.
const STRETCH: usize = 24;

/// A tile as bits under a [`Code`], row by row.
pub(crate) struct Packed {
    pub(crate) width: usize,
    pub(crate) rows: Vec<PackedRow>,
    words: Vec<Word>,
}

/// One row of a tile: pixels equal to the row above, then bits, then again pixels equal to the row above.
pub(crate) struct PackedRow {
    /// The number of first pixels equal to the row above, 0 or at least [`SHORTEST`]. A row that equals the one above
    /// has nothing else.
    pub(crate) head: usize,
    pub(crate) tail: usize,
    /// The range of the other pixels' bits in the words of the tile.
    start: usize,
    end: usize,
    /// The number of those bits.
    pub(crate) n_bits: u32,
    pub(crate) sums: Sums,
}

/// The sums of a stretch of bytes for the checksum of a stream.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Sums {
    /// The sum of the bytes.
    pub(crate) plain: u64,
    /// The weighted sum of the bytes: the last one once, the one before twice, and so on.
    pub(crate) weighted: u64,
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

impl Packed {
    /// Packs a tile of this width for pictures with rows of `stride` bytes.
    pub(crate) fn new(pixels: &[u8], width: usize, stride: usize, code: &Code) -> Packed {
        let mut packed = Packed {
            width,
            rows: Vec::new(),
            words: Vec::new(),
        };
        let tile = Pixels {
            pixels,
            width,
            stride,
        };
        for y in 0..pixels.len() / width {
            let (head, tail) = tile.ends(y);
            let start = packed.words.len();
            let mut n_bits = 0;
            for token in tile.tokens(y, head, width - tail, code) {
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
    pub(crate) fn words(&self, row: &PackedRow) -> &[Word] {
        &self.words[row.start..row.end]
    }
}

impl Bulk for Packed {
    fn n_bytes(&self) -> usize {
        size_of_val(&self.rows[..]) + size_of_val(&self.words[..])
    }
}

/// Counts the symbols of a packed tile.
pub(crate) fn weigh(
    pixels: &[u8],
    width: usize,
    stride: usize,
    code: &Code,
    weights: &mut Weights,
) {
    let tile = Pixels {
        pixels,
        width,
        stride,
    };
    // A band has about three tiles that are not blank; the pixels in between equal the row above.
    let gap = (stride / 3).saturating_sub(width);
    let mut run = 0;
    for y in 0..pixels.len() / width {
        let (head, tail) = tile.ends(y);
        run += gap + head;
        if head + tail < width {
            weigh_run(run, stride, weights);
            run = tail;
        }
        for token in tile.tokens(y, head, width - tail, code) {
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
pub(crate) fn repeat(length: usize, distance: usize) -> Token {
    debug_assert!((SHORTEST..=LONGEST).contains(&length) && (1..=32_768).contains(&distance));
    Token::Repeat {
        length: length as u16,
        distance: distance as u16,
    }
}

struct Pixels<'a> {
    pixels: &'a [u8],
    width: usize,
    stride: usize,
}

impl Pixels<'_> {
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
    fn tokens(&self, y: usize, start: usize, end: usize, code: &Code) -> Vec<Token> {
        let mut tokens = Vec::new();
        let mut from = start;
        // A long stretch that equals the row above, or has one color, is repeated without a search for anything better.
        for (at, length, distance) in self.stretches(y, start, end) {
            self.cheapest(y, from, at, code, &mut tokens);
            tokens.push(repeat(length, distance));
            from = at + length;
        }
        self.cheapest(y, from, end, code, &mut tokens);
        tokens
    }

    fn stretches(&self, y: usize, start: usize, end: usize) -> Vec<(usize, usize, usize)> {
        let row = self.row(y);
        let same = |x: usize| {
            if y > 0 {
                row[x] == self.row(y - 1)[x]
            } else {
                x > 0 && row[x] == row[x - 1]
            }
        };
        let distance = if y > 0 { self.stride } else { 1 };
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

    /// Appends the cheapest encoding of the pixels of a row from `start` to `end`.
    fn cheapest(&self, y: usize, start: usize, end: usize, code: &Code, tokens: &mut Vec<Token>) {
        let row = self.row(y);
        let sources = self.sources(y, code);
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
    fn sources(&self, y: usize, code: &Code) -> Vec<RepeatSource<'_>> {
        let mut sources = Vec::new();
        for (up, reach) in REACH.into_iter().enumerate().take(y + 1) {
            // In the row itself only the pixels to the left are already encoded.
            let last = if up == 0 { -1 } else { reach };
            for shift in -reach..=last {
                let distance = (up * self.stride).wrapping_add_signed(-shift);
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
