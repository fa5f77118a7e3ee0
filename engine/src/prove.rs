//! Wins that are sure: every reply and everything that chance may bring is tried, and nothing is left out.

use core::ops::ControlFlow;

use rules::{Action, Color};

use crate::{
    evaluate::Playable,
    search::Search,
    value::{Value, win_at},
};

/// How many turns ahead sure wins are sought.
const MOST_TURNS: u32 = 3;

impl Search<'_> {
    /// A decision after which a side wins within a few turns whatever comes, the quickest first, and what it is worth. It ends
    /// when so many positions were looked at in all.
    pub(crate) fn sure_win<P: Playable>(
        &mut self,
        position: &P,
        actions: impl Iterator<Item = Action> + Clone,
        end: u64,
    ) -> Option<(Action, Value)> {
        let us = position.side_to_move();
        let mut proof = Proof {
            search: self,
            us,
            end,
            refutations: [[None; 2]; MOST_TURNS as usize + 1],
        };
        for n_turns in 1..=MOST_TURNS {
            for action in actions.clone() {
                let next = position.play(action);
                if proof.wins_after(position, &next, n_turns) {
                    let n_plies = 2 * n_turns as usize - 1;
                    return proof.is_at_work().then(|| (action, win_at(n_plies)));
                }
            }
            if !proof.is_at_work() {
                break;
            }
        }
        None
    }
}

/// A search for a sure win of one side.
struct Proof<'a, 'b> {
    search: &'a mut Search<'b>,
    us: Color,
    /// With how many positions looked at it ends.
    end: u64,
    /// The replies that have prevented a win last, by how many turns were left: they are likely to prevent the next.
    refutations: [[Option<Action>; 2]; MOST_TURNS as usize + 1],
}

impl Proof<'_, '_> {
    /// Whether it may go on; what it finds when it may not is worth nothing.
    fn is_at_work(&self) -> bool {
        !self.search.is_called_off() && self.search.nodes < self.end
    }

    fn wins<P: Playable>(&mut self, position: &P, n_turns: u32) -> bool {
        self.search.enter();
        if !self.is_at_work() {
            return false;
        }
        if P::HAS_REPETITION && self.search.is_repeated(position.key()) {
            return false;
        }
        if position.is_chance() {
            let fails = position.resolutions(|_, _, next| stop_if(!self.wins(next, n_turns)));
            return fails.is_continue();
        }
        if position.may_be_over() && position.outcome().is_some() {
            return self.is_over_and_won(position);
        }
        if position.side_to_move() == self.us {
            if n_turns == 0 {
                return self.is_over_and_won(position);
            }
            let found =
                position.successors(|_, next| stop_if(self.wins_after(position, next, n_turns)));
            return found.is_break() || self.is_over_and_won(position);
        }
        self.survives(position, n_turns)
    }

    /// Whether no reply of the other side prevents a win.
    fn survives<P: Playable>(&mut self, position: &P, n_turns: u32) -> bool {
        let at = n_turns as usize;
        for action in self.refutations[at].into_iter().flatten() {
            if position.is_legal(action) && !self.wins(&position.play(action), n_turns) {
                return false;
            }
        }
        let mut has_reply = false;
        let escape = position.successors(|action, next| {
            has_reply = true;
            match self.wins(next, n_turns) {
                true => ControlFlow::Continue(()),
                false => ControlFlow::Break(action),
            }
        });
        if let ControlFlow::Break(action) = escape {
            let [last, before] = &mut self.refutations[at];
            *before = last.replace(action);
            return false;
        }
        has_reply || self.is_over_and_won(position)
    }

    fn is_over_and_won<P: Playable>(&self, position: &P) -> bool {
        let outcome = position.outcome();
        outcome.is_some_and(|outcome| outcome.winner() == Some(self.us))
    }

    /// Whether a decision of the side that is to win leads to a sure win.
    fn wins_after<P: Playable>(&mut self, position: &P, next: &P, n_turns: u32) -> bool {
        let is_turn_over = next.is_chance() || next.side_to_move() != position.side_to_move();
        let left = n_turns - u32::from(is_turn_over);
        if left == 0 && !next.is_chance() {
            // A last move has to end the game; where there is check it has to give one.
            let may_end = P::HAS_CHANCE || !next.checkers().is_empty() || next.may_be_over();
            return may_end && self.is_over_and_won(next);
        }
        self.wins(next, left)
    }
}

fn stop_if(is_so: bool) -> ControlFlow<()> {
    if is_so {
        ControlFlow::Break(())
    } else {
        ControlFlow::Continue(())
    }
}
