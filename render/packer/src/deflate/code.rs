//! One prefix code for all tiles of a theme and size.

use std::{cmp::Reverse, collections::BinaryHeap};

use crate::bits::{Bits, Word};

/// The minimum and the maximum length of a repeat in deflate.
pub(super) const SHORTEST: usize = 3;
pub(super) const LONGEST: usize = 258;

/// The end symbol of a stream, and the first length symbol.
const END: usize = 256;
const FIRST_LENGTH: usize = 257;

const N_SYMBOLS: usize = 286;
const N_DISTANCES: usize = 30;

/// The maximum number of bits of a symbol.
const LONGEST_SYMBOL: u8 = 15;

/// The minimum length of each length symbol, and the number of extra bits after it (RFC 1951, 3.2.5).
const LENGTHS: [(u16, u32); 29] = [
    (3, 0),
    (4, 0),
    (5, 0),
    (6, 0),
    (7, 0),
    (8, 0),
    (9, 0),
    (10, 0),
    (11, 1),
    (13, 1),
    (15, 1),
    (17, 1),
    (19, 2),
    (23, 2),
    (27, 2),
    (31, 2),
    (35, 3),
    (43, 3),
    (51, 3),
    (59, 3),
    (67, 4),
    (83, 4),
    (99, 4),
    (115, 4),
    (131, 5),
    (163, 5),
    (195, 5),
    (227, 5),
    (258, 0),
];

/// The order of the code lengths for the code length alphabet in the header (RFC 1951, 3.2.7).
const HEADER_ORDER: [u8; 19] = [
    16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15,
];

/// A step of a stream.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Token {
    /// A literal byte.
    Literal(u8),
    /// A copy of `length` bytes, [`SHORTEST`] to [`LONGEST`], from this distance back.
    Repeat { length: u16, distance: u16 },
    /// The end of the stream.
    End,
}

/// The frequencies of symbols.
pub(super) struct Weights {
    symbols: [u32; N_SYMBOLS],
    distances: [u32; N_DISTANCES],
}

impl Weights {
    /// Counts every symbol once, so that each gets a code.
    pub(super) fn new() -> Weights {
        Weights {
            symbols: [1; N_SYMBOLS],
            distances: [1; N_DISTANCES],
        }
    }

    pub(super) fn count(&mut self, token: Token) {
        match token {
            Token::Literal(byte) => self.symbols[usize::from(byte)] += 1,
            Token::Repeat { length, distance } => {
                self.symbols[FIRST_LENGTH + length_symbol(length)] += 1;
                self.distances[distance_symbol(distance).0] += 1;
            }
            Token::End => self.symbols[END] += 1,
        }
    }
}

/// A prefix code with the header of its streams.
pub(super) struct Code {
    symbols: Vec<Word>,
    distances: Vec<Word>,
    header: Bits,
}

impl Code {
    /// Makes the optimal code for these weights.
    pub(super) fn new(weights: &Weights) -> Code {
        let symbols = symbol_lengths(&weights.symbols);
        let distances = symbol_lengths(&weights.distances);
        Code {
            header: header(&symbols, &distances),
            symbols: words(&symbols),
            distances: words(&distances),
        }
    }

    /// Returns the header of a zlib stream.
    pub(super) fn header(&self) -> Bits {
        self.header.clone()
    }

    /// Returns the bits of a token.
    pub(super) fn spell(&self, token: Token) -> Word {
        match token {
            Token::Literal(byte) => self.symbols[usize::from(byte)],
            Token::Repeat { length, distance } => self
                .spell_length(length)
                .then(self.spell_distance(distance)),
            Token::End => self.symbols[END],
        }
    }

    /// Returns the length part of a repeat.
    pub(super) fn spell_length(&self, length: u16) -> Word {
        let symbol = length_symbol(length);
        let (least, len) = LENGTHS[symbol];
        let bits = u64::from(length - least);
        self.symbols[FIRST_LENGTH + symbol].then(Word { bits, len })
    }

    /// Returns the distance part of a repeat.
    pub(super) fn spell_distance(&self, distance: u16) -> Word {
        let (symbol, rest) = distance_symbol(distance);
        self.distances[symbol].then(rest)
    }
}

fn length_symbol(length: u16) -> usize {
    LENGTHS.partition_point(|(least, _)| *least <= length) - 1
}

/// Returns the symbol of a distance, and its extra bits.
fn distance_symbol(distance: u16) -> (usize, Word) {
    let back = u64::from(distance - 1);
    if back < 4 {
        return (back as usize, Word::default());
    }
    // From here on two symbols share each power of two.
    let len = back.ilog2() - 1;
    let symbol = 2 * len as usize + (back >> len) as usize;
    let bits = back & ((1 << len) - 1);
    (symbol, Word { bits, len })
}

/// Returns the number of bits of each symbol in the optimal code, at most [`LONGEST_SYMBOL`] (Huffman's method).
fn symbol_lengths(weights: &[u32]) -> Vec<u8> {
    let mut weights: Vec<u64> = weights.iter().map(|&weight| u64::from(weight)).collect();
    loop {
        let lengths = unlimited_lengths(&weights);
        if lengths.iter().all(|&length| length <= LONGEST_SYMBOL) {
            return lengths;
        }
        // Flatter weights make a flatter tree.
        for weight in &mut weights {
            *weight = *weight / 2 + 1;
        }
    }
}

fn unlimited_lengths(weights: &[u64]) -> Vec<u8> {
    // A node is a symbol or, after all symbols, the parent of two lighter nodes.
    let mut parents: Vec<Option<usize>> = vec![None; weights.len()];
    let mut lightest: BinaryHeap<Reverse<(u64, usize)>> = weights
        .iter()
        .enumerate()
        .map(|(node, &weight)| Reverse((weight, node)))
        .collect();
    while let Some(Reverse((one, left))) = lightest.pop()
        && let Some(Reverse((other, right))) = lightest.pop()
    {
        let joined = parents.len();
        parents.push(None);
        parents[left] = Some(joined);
        parents[right] = Some(joined);
        lightest.push(Reverse((one + other, joined)));
    }
    (0..weights.len())
        .map(|symbol| {
            let path = std::iter::successors(parents[symbol], |&node| parents[node]);
            u8::try_from(path.count()).unwrap_or(u8::MAX)
        })
        .collect()
}

/// Returns the bits of each symbol, from its length (RFC 1951, 3.2.2).
fn words(lengths: &[u8]) -> Vec<Word> {
    let mut words = vec![Word::default(); lengths.len()];
    let mut next: u16 = 0;
    for length in 1..=LONGEST_SYMBOL {
        for (word, _) in words
            .iter_mut()
            .zip(lengths)
            .filter(|(_, other)| **other == length)
        {
            *word = high_first(next, length);
            next += 1;
        }
        next <<= 1;
    }
    words
}

/// Reverses the bits of a symbol: deflate writes symbols with the highest bit first, unlike all other data.
fn high_first(bits: u16, len: u8) -> Word {
    let len = u32::from(len);
    Word {
        bits: u64::from(bits.reverse_bits() >> (16 - len)),
        len,
    }
}

/// Makes the header of a zlib stream of one block with these code lengths.
fn header(symbols: &[u8], distances: &[u8]) -> Bits {
    let mut header = Bits::default();
    let mut put = |bits: u64, len: u32| header.put(Word { bits, len });
    // A window of 32 KiB, no dictionary; then the last block, under a code of its own.
    put(0x0178, 16);
    put(0b101, 3);
    put((N_SYMBOLS - 257) as u64, 5);
    put((N_DISTANCES - 1) as u64, 5);
    put((HEADER_ORDER.len() - 4) as u64, 4);
    // The header writes lengths 0 to 15 in four bits each, without run-length symbols.
    for length in HEADER_ORDER {
        put(if length <= LONGEST_SYMBOL { 4 } else { 0 }, 3);
    }
    for &length in symbols.iter().chain(distances) {
        let word = high_first(u16::from(length), 4);
        put(word.bits, word.len);
    }
    header
}
