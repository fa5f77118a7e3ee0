//! Quiescence search: captures and promotions only, until the position is quiet.

use rules::PendingDecision;

use crate::{
    action_code::ActionCode,
    candidate::MAX_PLY,
    evaluate::Playable,
    exchange::gain,
    node::{Eval, Window},
    order::is_wide,
    picker::Picker,
    search::{Search, end_value, outcome_value, settles},
    table::Entry,
    value::{INFINITE, SURE, Value},
};

impl Search<'_> {
    /// Runs the quiescence search, and returns the value for the side to decide.
    pub(crate) fn quiet<P: Playable>(&mut self, position: &P, ply: usize, window: Window) -> Value {
        self.enter();
        if self.is_called_off() {
            return 0;
        }
        if position.may_be_over()
            && let Some(outcome) = position.outcome()
        {
            return outcome_value(outcome, position.side_to_move(), ply);
        }
        if ply >= MAX_PLY || is_wide(position.pending()) {
            return self.static_eval(position, ply);
        }
        let name = self.name(position, ply);
        let known = self.kept.table.get(name, ply);
        if let Some(entry) = known
            && settles::<P>(entry, window)
        {
            return entry.value;
        }
        let eval = self.evaluated(position, ply, known);
        let must_move =
            eval.is_in_check() || matches!(position.pending(), PendingDecision::LostPiece(_));
        let rests = !must_move && eval.sight >= window.beta;
        let (value, best) = if rests {
            (eval.sight, ActionCode::NONE)
        } else {
            let first = known.map_or(ActionCode::NONE, |entry| entry.best);
            self.best_quiet(position, (ply, first), window, (eval, must_move))
        };
        if !self.is_called_off() && (known.is_none() || !rests) {
            let entry = Entry {
                value,
                depth: 0,
                bound: window.bound_of(value),
                best,
                eval: eval.raw,
            };
            self.kept.table.put(name, ply, entry);
        }
        value
    }

    /// Searches the captures and promotions, or all actions if the side must move. Returns the value and the best action.
    fn best_quiet<P: Playable>(
        &mut self,
        position: &P,
        (ply, first): (usize, ActionCode),
        window: Window,
        (eval, must_move): (Eval, bool),
    ) -> (Value, ActionCode) {
        let here = self.history_node(position, ply);
        let mut picker = if must_move {
            Picker::of_all(&self.candidates, here, first)
        } else {
            Picker::of_noisy(&self.candidates, here, first)
        };
        let found = self.best_of(position, (ply, &mut picker), window, (eval, must_move));
        self.candidates.truncate(picker.begin());
        if must_move && picker.n_given() == 0 {
            return (end_value(position, ply), ActionCode::NONE);
        }
        found
    }

    /// Searches the candidates of a picker, and returns the value and the best action. A side that need not move can
    /// keep its static evaluation instead.
    fn best_of<P: Playable>(
        &mut self,
        position: &P,
        (ply, picker): (usize, &mut Picker),
        window: Window,
        (eval, must_move): (Eval, bool),
    ) -> (Value, ActionCode) {
        let us = position.side_to_move();
        let (mut best, mut best_code) = (-INFINITE, ActionCode::NONE);
        if !must_move {
            best = eval.sight;
        }
        let mut alpha = window.alpha.max(best);
        while let Some(candidate) = picker.next(position, &self.kept.memory, &mut self.candidates) {
            if !must_move {
                let hope = eval.sight + (gain(position, candidate.action) + 150) * P::UNIT;
                if hope <= alpha && alpha.abs() < SURE {
                    best = best.max(hope);
                    continue;
                }
                if candidate.is_losing || self.overlooks(position, candidate.action, ply) {
                    continue;
                }
            }
            let next = position.play_unchecked(candidate.action);
            self.step(ActionCode::of(candidate.action), candidate.piece_to, ply);
            let value = self.after(us, &next, (0, ply + 1), Window { alpha, ..window });
            if self.is_called_off() {
                return (0, ActionCode::NONE);
            }
            best = best.max(value);
            if value > alpha {
                alpha = value;
                best_code = ActionCode::of(candidate.action);
            }
            if alpha >= window.beta {
                break;
            }
        }
        (best, best_code)
    }
}

#[cfg(test)]
mod tests {
    use rules::berolina;

    use super::*;
    use crate::{search::tests::with_search, value::win_at};

    /// Returns the value of a quiescence search at ply 3, and the static evaluation.
    fn values(position: &str) -> (Value, Value) {
        let setup = format!("berolina position={position}");
        with_search(&setup, |search, position: &berolina::Position| {
            let value = search.quiet(position, 3, Window::FULL);
            (value, search.static_eval(position, 3))
        })
    }

    #[test]
    fn an_undefended_piece_is_captured() {
        let (value, eval) = values("7k/8/8/3q4/8/8/3R4/K7 w - - 0 1");
        assert!(value > eval + 300, "{value} after {eval}");
    }

    #[test]
    fn a_side_keeps_its_evaluation_if_its_only_capture_loses_material() {
        let (value, eval) = values("3r3k/8/8/3n4/8/8/3Q4/K7 w - - 0 1");
        assert_eq!(value, eval);
    }

    #[test]
    fn checkmate_is_lost_at_its_ply() {
        let (value, _) = values("R6k/8/6K1/8/8/8/8/8 b - - 0 1");
        assert_eq!(value, -win_at(3));
    }
}
