//! Singular extensions: a search goes deeper where one action is much better than all others.

use core::ops::ControlFlow;

use crate::{
    action_code::ActionCode,
    evaluate::Playable,
    node::{Node, Window},
    search::Search,
    table::{Bound, Entry},
    value::{SURE, Value},
};

/// The least depth of a node whose first action may be singular.
const LEAST_DEPTH: i32 = 6;

impl Search<'_> {
    /// Tests whether the action from the table is much better than all others, by a search of these with about half of the depth.
    /// Returns the extension of that action in plies. If even the others are too good for the other side, it returns a value that
    /// ends the node.
    pub(crate) fn singularity<P: Playable>(
        &mut self,
        position: &P,
        node: Node,
        known: Option<Entry>,
    ) -> ControlFlow<Value, i32> {
        let Some(entry) = known.filter(|entry| {
            !P::HAS_CHANCE
                && node.depth >= LEAST_DEPTH
                && node.first != ActionCode::NONE
                && entry.depth + 3 >= node.depth
                && entry.bound != Bound::Upper
                && entry.value.abs() < SURE
        }) else {
            return ControlFlow::Continue(0);
        };
        let beta = entry.value - 2 * node.depth * P::UNIT;
        let others = Node {
            depth: (node.depth - 1) / 2,
            window: Window::above(beta - 1),
            first: ActionCode::NONE,
            excluded: node.first,
            ..node
        };
        let found = self.best(position, others, 0);
        if self.is_called_off() {
            return ControlFlow::Break(0);
        }
        match found {
            Some((value, _)) if value >= beta => {
                if node.window.is_narrow() && beta >= node.window.beta {
                    return ControlFlow::Break(beta);
                }
                ControlFlow::Continue(0)
            }
            _ => ControlFlow::Continue(1),
        }
    }
}
