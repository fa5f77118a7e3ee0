//! Counting sequences of moves, blind to repetition (baroque Q36).

use core::hint::black_box;

use super::{
    generate::{count, successors},
    position::Position,
};

/// Counts the last moves without playing them.
pub(super) fn perft(position: &Position, depth: u32) -> u64 {
    match depth {
        0 => 1,
        1 => count(position),
        _ => {
            let mut nodes = 0;
            successors(position, |next| nodes += perft(&next, depth - 1));
            nodes
        }
    }
}

/// Plays the last moves too.
pub(super) fn perft_plain(position: &Position, depth: u32) -> u64 {
    let mut nodes = 0;
    match depth {
        0 => nodes = 1,
        1 => successors(position, |next| {
            // Else the compiler sees that nobody looks at the position, and counts without playing.
            black_box(&next);
            nodes += 1;
        }),
        _ => successors(position, |next| nodes += perft_plain(&next, depth - 1)),
    }
    nodes
}
