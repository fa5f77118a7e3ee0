//! Sure wins: a full proof over every reply and every chance outcome, without pruning.

use core::ops::ControlFlow;
use std::sync::Arc;

use rules::{Action, Color, Guesses, PendingDecision, Setup, Variant};

use crate::{
    budget::Budget,
    evaluate::{Networks, Playable, with_position},
    history::Memory,
    level::Level,
    search::{Kept, Search},
    table::Table,
    value::{Value, win_at},
};

/// The maximum length of a sure win in turns during play.
const MOST_TURNS: u32 = 3;
/// The maximum length of a sure win in turns for [`sure_wins`].
const MOST_TURNS_ASKED: u32 = MOST_TURNS + 1;

/// The refutations, two for each number of remaining turns.
type Refutations = [[Option<Action>; 2]; MOST_TURNS_ASKED as usize + 1];

/// Returns the decisions at the start of a setup after which the side to decide surely wins within `n_turns` turns (4
/// at most). They win against every reply and every chance outcome. Returns `None` if `nodes` nodes are not enough to
/// decide that.
///
/// ```
/// use rules::Setup;
///
/// let setup: Setup = "berolina position=7k/8/6K1/8/8/8/8/R7 w - - 0 1".parse()?;
/// let wins = engine::sure_wins(&setup, 1, 10_000).expect("it is soon settled");
/// assert_eq!(wins, ["a1a8".parse()?]);
/// # Ok::<(), Box<dyn core::error::Error>>(())
/// ```
pub fn sure_wins(setup: &Setup, n_turns: u32, nodes: u64) -> Option<Vec<Action>> {
    let n_turns = n_turns.min(MOST_TURNS_ASKED);
    with_position!(setup.variant(), P => all_sure_wins::<P>(setup, n_turns, nodes))
}

fn all_sure_wins<P: Playable>(setup: &Setup, n_turns: u32, nodes: u64) -> Option<Vec<Action>> {
    let position = setup.start_position::<P>()?;
    let networks = Networks::ours();
    let mut kept = Kept {
        table: Arc::new(Table::new(0)),
        memory: Memory::new(),
        guesses: Guesses::new(1),
    };
    let budget = Budget::of_nodes(nodes);
    let blur = (Level::STRONGEST.strength(P::VARIANT), 0);
    let mut search = Search::new(&mut kept, P::network(&networks)?, &budget, blur);
    search.path.push(position.key());
    let mut proof = Proof::new(&mut search, position.side_to_move(), nodes);
    let wins = |action: &Action| {
        let next = position.play_unchecked(*action);
        n_turns > 0 && proof.wins_after(&position, &next, n_turns)
    };
    let winners = position.legal_list().into_iter().filter(wins).collect();
    proof.is_at_work().then_some(winners)
}

impl Search<'_> {
    /// Finds the action with the quickest sure win within a few turns, and its value. The search ends when the total
    /// node count reaches `end`.
    pub(crate) fn sure_win<P: Playable>(
        &mut self,
        position: &P,
        actions: impl Iterator<Item = Action> + Clone,
        end: u64,
    ) -> Option<(Action, Value)> {
        let us = position.side_to_move();
        let mut proof = Proof::new(self, us, end);
        for n_turns in 1..=MOST_TURNS {
            for action in actions.clone() {
                let next = position.play_unchecked(action);
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
    /// The node count that ends the search.
    end: u64,
    /// The last two refuting replies by the number of remaining turns; they are likely to refute the next action too.
    refutations: Refutations,
}

impl<'a, 'b> Proof<'a, 'b> {
    fn new(search: &'a mut Search<'b>, us: Color, end: u64) -> Proof<'a, 'b> {
        Proof {
            search,
            us,
            end,
            refutations: Refutations::default(),
        }
    }

    /// Returns whether the search can continue; results after that are invalid.
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

    /// Returns whether no reply of the other side prevents a win.
    fn survives<P: Playable>(&mut self, position: &P, n_turns: u32) -> bool {
        let at = n_turns as usize;
        for action in self.refutations[at].into_iter().flatten() {
            if position.is_legal(action) && !self.wins(&position.play_unchecked(action), n_turns) {
                return false;
            }
        }
        let mut has_reply = false;
        let escape = position.successors(|action, next| {
            has_reply = true;
            if self.wins(next, n_turns) {
                ControlFlow::Continue(())
            } else {
                ControlFlow::Break(action)
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

    /// Returns whether an action of the attacking side leads to a sure win.
    fn wins_after<P: Playable>(&mut self, position: &P, next: &P, n_turns: u32) -> bool {
        let is_turn_over = next.is_chance() || next.side_to_move() != position.side_to_move();
        let left = n_turns - u32::from(is_turn_over);
        if left == 0 && !next.is_chance() {
            // The last move has to end the game; in a variant with check it has to give check.
            let may_end = P::HAS_CHANCE || !next.checkers().is_empty() || next.may_be_over();
            // A side that first has to declare its lost piece can be mated after that.
            return may_end
                && match next.pending() {
                    PendingDecision::LostPiece(_) => self.wins(next, left),
                    _ => self.is_over_and_won(next),
                };
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
