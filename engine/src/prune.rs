//! Pruning and reductions: the parts of the tree that the search leaves out, or searches less deeply.

use rules::{Color, PendingDecision};

use crate::{
    action_code::ActionCode,
    candidate::Candidate,
    evaluate::Playable,
    node::{Eval, Node, Window, tightened},
    search::{Search, Step},
    table::Entry,
    value::{INFINITE, SURE, Value},
};

/// One ply, in the units of reductions.
const ONE_PLY: i32 = 1024;
/// The depth limit of futility pruning. Up to this depth, an evaluation far above beta ends the search of a node. Below it, the
/// search skips quiet actions if the evaluation is far below alpha.
const FUTILE_DEPTH: i32 = 6;

impl Search<'_> {
    /// Evaluates a position, with the help of its table entry.
    pub(crate) fn evaluated<P: Playable>(
        &mut self,
        position: &P,
        ply: usize,
        known: Option<Entry>,
    ) -> Eval {
        if !position.checkers().is_empty() {
            return Eval::IN_CHECK;
        }
        let stored = known.and_then(|entry| entry.eval);
        let raw = stored.unwrap_or_else(|| self.raw_eval(position, ply));
        let corrected = self.corrected(position, raw);
        Eval {
            raw: Some(raw),
            corrected,
            sight: known.map_or(corrected, |entry| tightened(corrected, entry)),
        }
    }

    /// Makes the node of a position, and keeps its evaluation for the plies after it.
    pub(crate) fn node_of<P: Playable>(
        &mut self,
        position: &P,
        (depth, ply): (i32, usize),
        window: Window,
        known: Option<Entry>,
    ) -> Node {
        let eval = if position.is_in_danger() {
            Eval::IN_CHECK
        } else {
            self.evaluated(position, ply, known)
        };
        let sign = match position.side_to_move() {
            Color::White => 1,
            Color::Black => -1,
        };
        self.line[ply].eval = eval.raw.map(|_| sign * eval.corrected);
        let before = ply.checked_sub(2).and_then(|ply| self.line[ply].eval);
        let first = known.map_or(ActionCode::NONE, |entry| entry.best);
        Node {
            is_cut: self.line[ply].is_cut,
            excluded: ActionCode::NONE,
            // Internal iterative reduction: a deep search without a best action from the table is a waste.
            depth: depth - i32::from(first == ActionCode::NONE && depth >= 4),
            ply,
            window,
            first,
            eval,
            is_improving: !eval.is_in_check()
                && before.is_none_or(|before| eval.corrected > sign * before),
        }
    }

    /// Returns a value if the position is so good that its actions need no search.
    pub(crate) fn pruned<P: Playable>(&mut self, position: &P, node: Node) -> Option<Value> {
        let (depth, sight, beta) = (node.depth, node.eval.sight, node.window.beta);
        let is_plain = position.pending() == PendingDecision::Move && !node.eval.is_in_check();
        if !node.window.is_narrow() || !is_plain || beta.abs() >= SURE {
            return None;
        }
        let margin = 80 * P::UNIT * depth;
        if depth <= FUTILE_DEPTH && sight - margin >= beta {
            return Some(sight);
        }
        self.null_move(position, (depth, node.ply), beta, sight)
    }

    /// Tries a null move: returns a lower bound if the position stays above beta after a pass.
    fn null_move<P: Playable>(
        &mut self,
        position: &P,
        (depth, ply): (i32, usize),
        beta: Value,
        sight: Value,
    ) -> Option<Value> {
        let may_pass = depth >= 3
            && sight >= beta
            && self.line[ply].action != ActionCode::NONE
            && position.may_pass();
        let next = may_pass.then(|| position.pass()).flatten()?;
        let less = 3 + depth / 4 + ((sight - beta) / (200 * P::UNIT)).min(3);
        self.line[ply + 1] = Step {
            is_cut: !self.line[ply].is_cut,
            ..Step::NONE
        };
        let window = Window::above(beta - 1).reversed();
        let value = -self.node(&next, (depth - less, ply + 1), window);
        (value >= beta && !self.is_called_off()).then_some(value.min(SURE - 1))
    }

    /// Returns the late move reduction of an action, in plies.
    pub(crate) fn reduction(&self, node: Node, candidate: Candidate, n_tried: i32) -> i32 {
        let is_late = n_tried >= 2 && node.depth >= 3;
        if !is_late || candidate.is_loud() && !candidate.is_losing || node.eval.is_in_check() {
            return 0;
        }
        let code = ActionCode::of(candidate.action);
        let is_killer = self.kept.memory.is_killer(node.ply, code);
        let less = late(node.depth, n_tried) - candidate.history / 10
            + ONE_PLY / 2 * i32::from(!node.is_improving)
            - ONE_PLY * i32::from(is_killer)
            - ONE_PLY * i32::from(!node.window.is_narrow())
            + ONE_PLY * i32::from(node.is_cut);
        (less / ONE_PLY).max(0)
    }
}

impl Node {
    /// Returns an upper bound of a quiet action that is not worth a search, as the `n_quiet`th of its kind; `None` if it is
    /// worth one.
    pub(crate) fn bound_of_skipped<P: Playable>(self, n_quiet: i32, alpha: Value) -> Option<Value> {
        if self.eval.is_in_check() || !self.window.is_narrow() {
            return None;
        }
        let hope = self.eval.sight + (120 + 90 * self.depth) * P::UNIT;
        if self.depth < FUTILE_DEPTH && hope <= alpha {
            return Some(hope);
        }
        let most = (6 + 2 * self.depth * self.depth) / (2 - i32::from(self.is_improving));
        (n_quiet > most).then_some(-INFINITE)
    }
}

/// Returns the reduction of a late action before adjustments, in parts of [`ONE_PLY`].
fn late(depth: i32, n_tried: i32) -> i32 {
    log(depth) * log(n_tried + 1) * ONE_PLY / 13
}

/// Returns about twice the logarithm to base 2, the same on every machine.
fn log(n: i32) -> i32 {
    let log = n.ilog2();
    2 * log as i32 + (n >> (log.max(1) - 1) & 1)
}

#[cfg(test)]
mod tests {
    use rules::{berolina, chakart};

    use super::*;
    use crate::{search::tests::with_search, table::Bound};

    /// Returns a node with a null window and an even evaluation.
    fn node(depth: i32) -> Node {
        Node {
            depth,
            ply: 0,
            window: Window::above(0),
            first: ActionCode::NONE,
            eval: Eval {
                raw: Some(0),
                corrected: 0,
                sight: 0,
            },
            is_cut: false,
            excluded: ActionCode::NONE,
            is_improving: false,
        }
    }

    fn bound(node: Node, n_quiet: i32, alpha: Value) -> Option<Value> {
        node.bound_of_skipped::<berolina::Position>(n_quiet, alpha)
    }

    #[test]
    fn a_quiet_action_without_hope_to_reach_alpha_is_skipped_below_the_depth_limit() {
        assert_eq!(bound(node(1), 1, 210), Some(210));
        assert_eq!(bound(node(1), 1, 209), None);
        assert!(bound(node(FUTILE_DEPTH - 1), 1, 5_000).is_some());
        assert_eq!(bound(node(FUTILE_DEPTH), 1, 5_000), None);
    }

    #[test]
    fn late_quiet_actions_are_skipped_later_in_an_improving_position() {
        let improving = Node {
            is_improving: true,
            ..node(1)
        };
        assert_eq!(bound(node(1), 4, 0), None);
        assert_eq!(bound(node(1), 5, 0), Some(-INFINITE));
        assert_eq!(bound(improving, 8, 0), None);
        assert_eq!(bound(improving, 9, 0), Some(-INFINITE));
    }

    #[test]
    fn an_evaluation_far_above_beta_ends_a_node_whether_or_not_it_improves() {
        let setup = "berolina position=7k/8/8/8/8/8/4Q3/K7 w - - 0 1";
        with_search(setup, |search, position: &berolina::Position| {
            for (sight, is_improving, is_pruned) in [
                (79, false, false),
                (79, true, false),
                (80, false, true),
                (80, true, true),
            ] {
                let mut node = Node {
                    is_improving,
                    window: Window::above(-1),
                    ..node(1)
                };
                node.eval.sight = sight;
                assert_eq!(search.pruned(position, node).is_some(), is_pruned);
            }
        });
    }

    #[test]
    fn nothing_is_skipped_in_check_or_in_a_wide_window() {
        let mut in_check = node(1);
        in_check.eval.raw = None;
        let wide = Node {
            window: Window::FULL,
            ..node(1)
        };
        for node in [in_check, wide] {
            assert_eq!(bound(node, 100, 5_000), None);
        }
    }

    #[test]
    fn a_king_in_danger_counts_as_check_except_in_the_quiescence_search() {
        let setup = "chakart position=4k3/8/8/8/8/8/8/4K2r w 9 {\"flags\":\"0000\"}";
        with_search(setup, |search, position: &chakart::Position| {
            let node = search.node_of(position, (3, 1), Window::above(0), None);
            assert!(node.eval.is_in_check());
            assert!(!search.evaluated(position, 0, None).is_in_check());
        });
    }

    #[test]
    fn a_bound_from_the_table_replaces_an_evaluation_that_contradicts_it() {
        let tightened_by = |value, bound| {
            let entry = Entry {
                value,
                depth: 1,
                bound,
                best: ActionCode::NONE,
                eval: None,
            };
            tightened(10, entry)
        };
        assert_eq!(tightened_by(-20, Bound::Exact), -20);
        assert_eq!(tightened_by(30, Bound::Lower), 30);
        assert_eq!(tightened_by(-20, Bound::Lower), 10);
        assert_eq!(tightened_by(-20, Bound::Upper), -20);
        assert_eq!(tightened_by(30, Bound::Upper), 10);
        assert_eq!(tightened_by(SURE, Bound::Exact), 10);
    }

    #[test]
    fn the_logarithm_grows_with_its_argument_and_is_about_right() {
        for n in 1..1000 {
            let exact = 2.0 * f64::from(n).log2();
            assert!((f64::from(log(n)) - exact).abs() < 1.2, "{n}");
            assert!(log(n) <= log(n + 1), "{n}");
        }
    }

    #[test]
    fn the_reduction_grows_with_the_depth_and_with_the_number_of_tried_actions() {
        assert_eq!(late(8, 7), 36 * ONE_PLY / 13);
        for n in 3..30 {
            assert!(late(n, 4) <= late(n + 1, 4), "{n}");
            assert!(late(4, n) <= late(4, n + 1), "{n}");
        }
    }
}
