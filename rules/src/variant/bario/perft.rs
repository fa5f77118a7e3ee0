//! Counting sequences of actions: a definition with its move is one, a choice is one, a king placed is one.

use alloc::vec::Vec;

use super::{
    generate::{count, list},
    position::Position,
};

/// Counts the last actions without playing them.
pub(super) fn perft(position: &Position, depth: u32) -> u64 {
    match depth {
        0 => 1,
        1 => count(position),
        _ => successors(position)
            .map(|next| perft(&next, depth - 1))
            .sum(),
    }
}

/// Plays the last actions too.
pub(super) fn perft_plain(position: &Position, depth: u32) -> u64 {
    match depth {
        0 => 1,
        _ => successors(position)
            .map(|next| perft_plain(&next, depth - 1))
            .sum(),
    }
}

fn successors(position: &Position) -> impl Iterator<Item = Position> {
    let mut actions = Vec::new();
    list(position, &mut actions);
    actions.into_iter().map(|action| position.play(action))
}
