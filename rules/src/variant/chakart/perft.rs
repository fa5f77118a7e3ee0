//! Counting sequences of decisions; outcomes of chance are not plies.

use alloc::vec::Vec;

use super::{
    generate::{self, Sight},
    position::{Position, Stage},
};
use crate::Action;

/// Counts the sequences of decisions with everything that chance may bring in them.
pub(super) fn perft(position: &Position, depth: u32) -> u64 {
    match position.stage {
        Stage::Decide(_) if depth == 0 => 1,
        Stage::Decide(_) => decisions(position)
            .into_iter()
            .map(|action| after(position, action, depth - 1))
            .sum(),
        Stage::Draw(draw) => {
            let mut nodes = 0;
            position.each_draw(draw, |next| nodes += perft(&next, depth));
            nodes
        }
        Stage::Roll(..) => {
            let mut nodes = 0;
            position.each_outcome(|outcome| {
                let mut next = *position;
                next.take(outcome, &mut ());
                nodes += perft(&next, depth);
            });
            nodes
        }
    }
}

/// The part of [`perft`] that begins with a decision.
pub(super) fn after(position: &Position, action: Action, depth: u32) -> u64 {
    let mut next = *position;
    next.play(action, &mut ());
    perft(&next, depth)
}

/// All legal decisions; none when the game is over.
pub(super) fn decisions(position: &Position) -> Vec<Action> {
    let mut actions = Vec::new();
    if position.outcome().is_none() {
        generate::list(position, &Sight::of_decider(position), &mut actions);
    }
    actions
}
