//! Random words for the keys of positions: one for each kind of piece on each square, and a mixer for all other parts.

use crate::{Color, Square};

/// The number of kinds of pieces that have words.
const N_KINDS: usize = 8;

/// The words of pieces, by color, kind and square.
static PIECES: [[[u64; 64]; N_KINDS]; 2] = {
    let mut words = [[[0; 64]; N_KINDS]; 2];
    let mut n = 0;
    while n < 2 * N_KINDS * 64 {
        words[n / 64 / N_KINDS][n / 64 % N_KINDS][n % 64] = mix(n as u64 + 1);
        n += 1;
    }
    words
};

/// Returns the word of a piece on a square.
#[inline(always)]
pub(crate) fn piece(color: Color, kind: usize, square: Square) -> u64 {
    PIECES[color as usize][kind % N_KINDS][square.index()]
}

/// Returns the word of the side to move.
#[inline(always)]
pub(crate) const fn turn(color: Color) -> u64 {
    match color {
        Color::White => 0,
        Color::Black => word(0, 1),
    }
}

/// Returns the word of another part of a position. `name`, from 1, is different for each part in a variant. `value` is its
/// state, and 0 stands for an absent part.
#[inline(always)]
pub(crate) const fn word(name: u64, value: u64) -> u64 {
    if value == 0 {
        0
    } else {
        mix(value ^ mix(name << 32))
    }
}

/// Mixes a word by Steele, Lea and Flood, *Fast splittable pseudorandom number generators*, 2014: different words give
/// different results.
#[inline(always)]
const fn mix(word: u64) -> u64 {
    let word = word.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let word = (word ^ (word >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let word = (word ^ (word >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    word ^ (word >> 31)
}
