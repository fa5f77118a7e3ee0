//! The root search: it deepens step by step, and compares the actions over the sampled positions.

use core::ops::ControlFlow;

use rules::{Action, BeliefChange, Color, SeatHistory};

use crate::{
    action_code::ActionCode,
    budget::Budget,
    candidate::PieceTo,
    evaluate::{Networks, Playable},
    level::Level,
    node::Window,
    random::mixed,
    report::thought,
    search::{Kept, Search},
    stealth::stealth_value,
    thought::{Thought, Unable},
    time_manager::TimeManager,
    value::{INFINITE, SURE, Value, WIN, mixed_value},
};

/// The maximum number of sampled positions in a game with hidden information.
pub(crate) const N_GUESSES: usize = 16;
/// The minimum number of nodes per sampled position; a smaller budget uses fewer samples.
const NODES_PER_GUESS: u64 = 2_500;
/// The node count of the first search for a sure win; later ones follow whenever the count has doubled. So their nodes grow with
/// the level, and low levels have none: a player that never misses a mate in three, but misses captures, is no person's equal.
const FIRST_PROOF: u64 = 500;
/// The divisor of the node count that limits each search for a sure win.
const PART_FOR_PROOFS: u64 = 16;
/// The maximum number of nodes for a quicker win than the one that was found.
const QUICKER_WIN: u64 = 300_000;
/// The first half-width of the aspiration window at the root, in hundredths of a pawn.
const ASPIRATION: Value = 25;
/// The maximum half-width of an aspiration window before it opens fully.
const WIDEST: Value = 400;
/// The maximum depth.
const MAX_DEPTH: u32 = 64;
/// The depth that is enough if there is only one action.
const ENOUGH_FOR_ONE: i32 = 6;

/// Receives the best actions after a depth.
pub(crate) type Tell<'a> = &'a mut dyn FnMut(&[Thought]);

/// One question to the engine.
pub(crate) struct Task<'a> {
    pub(crate) history: &'a SeatHistory,
    pub(crate) level: Level,
    pub(crate) budget: &'a Budget<'a>,
    /// The actions to consider; all if the list is empty.
    pub(crate) only: &'a [Action],
    /// The number of best actions to find.
    pub(crate) n_lines: usize,
    /// The depth at which the search begins.
    pub(crate) first_depth: u32,
}

impl Task<'_> {
    /// Returns the best actions, the best one first. Reports them to `tell`, if there is one, after each depth but the last.
    pub(crate) fn think<P: Playable>(
        &self,
        kept: &mut Kept,
        networks: &Networks,
        words: &mut dyn FnMut() -> u64,
        mut tell: Option<Tell<'_>>,
    ) -> Result<Vec<Thought>, Unable> {
        let network = P::network(networks).ok_or(Unable::NoNetwork)?;
        let strength = self.level.strength(P::VARIANT);
        let seed = mixed(words());
        let mut is_over = || self.budget.is_called_off();
        let belief = kept
            .guesses
            .follow(self.history, &mut || words(), &mut is_over);
        let nodes = self.budget.nodes.min(strength.nodes);
        let most = (nodes / NODES_PER_GUESS).clamp(1, N_GUESSES as u64) as usize;
        let guesses = kept.guesses.positions::<P>(most, &mut || words());
        let (first, _) = guesses.first().ok_or(Unable::NoTruth)?;
        kept.memory.fade();
        let mut search = Search::new(kept, network, self.budget, (strength, seed));
        let earlier = self.history.repeatable::<P>();
        let (_, earlier) = earlier
            .split_last()
            .map_or((None, &[][..]), |(last, rest)| (Some(last), rest));
        search.path.extend(earlier.iter().map(P::key));
        search.n_played = search.path.len();
        search.path.push(first.key());
        let actions = self.actions(&mut search, first);
        if actions.is_empty() {
            return Err(Unable::NotToDecide);
        }
        search.limit(strength.nodes);
        let mut root = Root::new(&guesses, actions, self.n_lines);
        let mut time_manager = TimeManager::default();
        let mut next_proof = FIRST_PROOF;
        for depth in self.first_depth..=MAX_DEPTH.min(self.budget.depth) {
            if search.is_at_end() || self.budget.is_called_off() {
                break;
            }
            root.deepen(&mut search, depth as i32);
            if search.nodes >= next_proof && !root.is_done(&search) {
                next_proof = 2 * search.nodes;
                root.prove(&mut search);
            }
            let best = root.lines[0];
            let share = time_manager.after_depth(best.action, best.value / P::UNIT);
            if root.is_done(&search) || self.budget.has_spent(share) {
                break;
            }
            if let Some(tell) = &mut tell {
                tell(&root.report(&search, belief));
            }
        }
        Ok(root.report(&search, belief))
    }

    /// Returns the actions at the root, by static evaluation, the best first. Leaves out those that a weak level overlooks, but
    /// never all.
    fn actions<P: Playable>(&self, search: &mut Search<'_>, guess: &P) -> Vec<RootAction> {
        let mut actions = Vec::new();
        let us = guess.side_to_move();
        let _ = guess.legal_actions(|action| {
            if self.only.is_empty() || self.only.contains(&action) {
                let next = guess.play_unchecked(action);
                let sight = search.static_eval(&next, 1);
                let value = if next.side_to_move() == us {
                    sight
                } else {
                    -sight
                };
                actions.push(RootAction {
                    action,
                    value,
                    depth: 0,
                    in_samples: [0; N_GUESSES],
                });
            }
            ControlFlow::<()>::Continue(())
        });
        let is_seen = |root: &RootAction| !search.overlooks(guess, root.action, 0);
        if actions.iter().any(is_seen) {
            actions.retain(is_seen);
        }
        actions.sort_by_key(|root| -root.value);
        actions
    }
}

/// An action at the root.
#[derive(Clone, Copy)]
struct RootAction {
    action: Action,
    /// The value from the last search.
    value: Value,
    /// The depth of that search.
    depth: i32,
    /// The value in each sampled position.
    in_samples: [Value; N_GUESSES],
}

impl RootAction {
    /// Returns whether a search deeper than this would not change the value, because a side surely wins before.
    fn is_settled(&self, depth: i32) -> bool {
        self.value.abs() >= SURE && WIN - self.value.abs() <= depth
    }
}

/// The actions at the root, and the best ones among them.
struct Root<'a, P> {
    samples: Samples<'a, P>,
    /// All actions. After each depth, the best ones come first.
    actions: Vec<RootAction>,
    /// The best actions after the last depth, the best one first. Never empty.
    lines: Vec<RootAction>,
    /// The number of best actions that need no deeper search.
    n_settled: usize,
}

impl<'a, P: Playable> Root<'a, P> {
    /// Makes the root of a search for a number of best actions, at least one. `actions` is not empty.
    fn new(guesses: &'a [(P, f64)], actions: Vec<RootAction>, n_lines: usize) -> Root<'a, P> {
        let n_lines = n_lines.clamp(1, actions.len());
        Root {
            samples: Samples {
                guesses,
                place: (0, 1),
                best: [0; N_GUESSES],
            },
            lines: actions[..n_lines].to_vec(),
            actions,
            n_settled: 0,
        }
    }

    /// Returns whether no deeper search is needed or possible.
    fn is_done(&self, search: &Search<'_>) -> bool {
        let is_only = self.actions.len() == 1 && self.lines[0].depth >= ENOUGH_FOR_ONE;
        search.is_called_off() || is_only || self.n_settled == self.lines.len()
    }

    /// Makes the report about the best actions.
    fn report(&self, search: &Search<'_>, belief: BeliefChange) -> Vec<Thought> {
        let (root, _) = &self.samples.guesses[0];
        let lines = self.lines.iter();
        lines
            .map(|line| thought(search, root, line.action, (line.value, line.depth), belief))
            .collect()
    }

    /// Searches the best actions at this depth: one after the other, each as the best of those that are left.
    fn deepen(&mut self, search: &mut Search<'_>, depth: i32) {
        let n_lines = self.lines.len();
        for rank in self.n_settled..n_lines {
            self.look(search, rank, depth);
            if search.is_called_off() {
                self.keep_found();
                return;
            }
        }
        // A later pass can find a higher value than an earlier one, because the table has more entries.
        self.actions[..n_lines].sort_by_key(|action| -action.value);
        self.settle(search, depth);
        self.lines.copy_from_slice(&self.actions[..n_lines]);
    }

    /// Takes over what an interrupted depth has found: the best action comes first. The others may have their values from the
    /// depth before.
    fn keep_found(&mut self) {
        let n_lines = self.lines.len();
        let best = self.actions[0];
        for line in &mut self.lines {
            let now = self.actions.iter().find(|now| now.action == line.action);
            *line = now.copied().unwrap_or(*line);
        }
        self.lines.retain(|line| line.action != best.action);
        self.lines.sort_by_key(|line| -line.value);
        self.lines.insert(0, best);
        self.lines.truncate(n_lines);
    }

    /// Searches every action from a rank on at this depth, and moves the best one to that rank.
    fn look(&mut self, search: &mut Search<'_>, rank: usize, depth: i32) {
        self.samples.place = (depth - 1, 1);
        for at in rank..self.actions.len() {
            let RootAction {
                action, in_samples, ..
            } = self.actions[at];
            let is_first = at == rank;
            if is_first {
                self.samples.begin(search, action, in_samples);
            }
            let is_best = is_first || self.samples.is_better(search, action);
            if search.is_called_off() {
                return;
            }
            if is_best {
                let best = RootAction {
                    action,
                    value: self.samples.value(),
                    depth,
                    in_samples: self.samples.best,
                };
                self.promote(best, rank, at);
            }
        }
    }

    /// Moves the action at an index to a better rank, with its new value; the others keep their order.
    fn promote(&mut self, best: RootAction, rank: usize, at: usize) {
        self.actions[at] = best;
        self.actions[rank..=at].rotate_right(1);
    }

    /// Counts the best actions whose values a deeper search would not change. If the first one wins, proves the quickest win.
    fn settle(&mut self, search: &mut Search<'_>, depth: i32) {
        let open = &self.actions[self.n_settled..self.lines.len()];
        let is_settled = |action: &&RootAction| action.is_settled(depth);
        let n_new = open.iter().take_while(is_settled).count();
        let best = self.actions[0].value;
        if self.n_settled == 0 && n_new > 0 && best > 0 {
            // Pruning can miss a quicker win. The game is decided, so the nodes for its proof cost nothing.
            self.prove_above(search, best, QUICKER_WIN);
        }
        self.n_settled += n_new;
    }

    /// Searches for a proof that an action wins. It then needs no deeper search.
    fn prove(&mut self, search: &mut Search<'_>) {
        let n_more = search.nodes / PART_FOR_PROOFS;
        if self.n_settled == 0 && self.prove_above(search, -INFINITE, n_more) {
            self.n_settled = 1;
            let n_lines = self.lines.len();
            self.lines.copy_from_slice(&self.actions[..n_lines]);
        }
    }

    /// Finds an action that surely wins in every sampled position, with a value above this one, within `n_more` further nodes.
    /// Moves it to the front, and returns whether there is one.
    fn prove_above(&mut self, search: &mut Search<'_>, above: Value, n_more: u64) -> bool {
        let end = search.nodes.saturating_add(n_more);
        let actions = self.actions.iter().map(|root| root.action);
        let Some(((first, _), others)) = self.samples.guesses.split_first() else {
            return false;
        };
        let Some((action, value)) = search.sure_win(first, actions, end) else {
            return false;
        };
        let is_sure = others.iter().all(|(guess, _)| {
            let only = core::iter::once(action);
            search.sure_win(guess, only, end).is_some()
        });
        let at = self.actions.iter().position(|root| root.action == action);
        let Some(at) = at.filter(|_| is_sure && value > above) else {
            return false;
        };
        let proved = RootAction {
            action,
            value,
            depth: WIN - value,
            in_samples: [value; N_GUESSES],
        };
        self.promote(proved, 0, at);
        true
    }
}

/// The sampled positions, with the value of the best action in each.
struct Samples<'a, P> {
    /// The positions with their weights.
    guesses: &'a [(P, f64)],
    /// The depth and the ply of the positions after an action.
    place: (i32, usize),
    best: [Value; N_GUESSES],
}

impl<P: Playable> Samples<'_, P> {
    /// Plays an action in one sampled position. Returns its side and the position after it.
    fn played(&self, search: &mut Search<'_>, at: usize, action: Action) -> (Color, P) {
        // At its next decision the seat still does not know which sample is true, so some of the samples resample then.
        search.resamples = at % 3 == 2;
        let (guess, _) = &self.guesses[at];
        search.step(ActionCode::of(action), PieceTo::of(guess, action), 0);
        (guess.side_to_move(), guess.play_unchecked(action))
    }

    /// Searches an action in one sampled position, for values above `alpha`. Returns the value, and whether it is exact: if not,
    /// it is an upper bound.
    fn value_in(
        &self,
        search: &mut Search<'_>,
        at: usize,
        action: Action,
        alpha: Value,
    ) -> (Value, bool) {
        let (us, next) = self.played(search, at, action);
        if let Some(value) = stealth_value(search, &self.guesses[at].0, action, self.place) {
            return (value, true);
        }
        let beta = INFINITE;
        let value = search.tested(us, &next, self.place, Window { alpha, beta }, 0);
        (value, value > alpha)
    }

    /// Returns the exact value of an action in one sampled position. A deep search begins with an aspiration window around
    /// the expected value.
    fn exact_value_in(
        &self,
        search: &mut Search<'_>,
        at: usize,
        action: Action,
        expected: Value,
    ) -> Value {
        let (us, next) = self.played(search, at, action);
        if let Some(value) = stealth_value(search, &self.guesses[at].0, action, self.place) {
            return value;
        }
        let mut margin = ASPIRATION * P::UNIT;
        let mut window = if self.place.0 >= 3 && expected.abs() < SURE {
            Window {
                alpha: expected - margin,
                beta: expected + margin,
            }
        } else {
            Window::FULL
        };
        loop {
            let value = search.after(us, &next, self.place, window);
            margin *= 4;
            let reach = if margin > WIDEST * P::UNIT {
                2 * INFINITE
            } else {
                margin
            };
            if search.is_called_off() {
                return value;
            } else if value <= window.alpha && window.alpha > -INFINITE {
                window.alpha = (value - reach).max(-INFINITE);
            } else if value >= window.beta && window.beta < INFINITE {
                window.beta = (value + reach).min(INFINITE);
            } else {
                return value;
            }
        }
    }

    /// Searches the first action in full, as the best so far, with its values at the depth before.
    fn begin(&mut self, search: &mut Search<'_>, action: Action, expected: [Value; N_GUESSES]) {
        self.best = expected;
        for at in 0..self.guesses.len() {
            self.best[at] = self.exact_value_in(search, at, action, self.best[at]);
        }
    }

    /// Compares an action with the best by its average over the samples, and stores it as the best if it is better.
    /// Skips the remaining samples as soon as that is unlikely.
    fn is_better(&mut self, search: &mut Search<'_>, action: Action) -> bool {
        let n = self.guesses.len();
        // An action can improve most where the best one has its lowest values.
        let mut order: [usize; N_GUESSES] = core::array::from_fn(|at| at);
        order[..n].sort_by_key(|&at| self.best[at]);
        let (mut new, mut is_exact) = ([0; N_GUESSES], [false; N_GUESSES]);
        let mut gains = Gains::default();
        for &at in &order[..n] {
            (new[at], is_exact[at]) = self.value_in(search, at, action, self.best[at]);
            if search.is_called_off() {
                return false;
            }
            gains.add(self.guesses[at].1, new[at] - self.best[at]);
            if gains.are_hopeless(n) {
                return false;
            }
        }
        if gains.sum <= 0.0 {
            return false;
        }
        // Only an upper bound is known there.
        for at in (0..n).filter(|&at| !is_exact[at]) {
            new[at] = self.exact_value_in(search, at, action, new[at]);
        }
        let is_better = self.mean(&new) > self.mean(&self.best) && !search.is_called_off();
        if is_better {
            self.best = new;
        }
        is_better
    }

    /// Returns the average of values by the weights of their samples.
    fn mean(&self, values: &[Value]) -> f64 {
        let weighted = self.guesses.iter().zip(values);
        let sum: f64 = weighted
            .map(|((_, weight), &value)| weight * f64::from(value))
            .sum();
        let total: f64 = self.guesses.iter().map(|(_, weight)| weight).sum();
        sum / total
    }

    /// Returns the average value of the best action.
    fn value(&self) -> Value {
        let values = &self.best[..self.guesses.len()];
        let least = values.iter().min().copied().unwrap_or(0);
        let most = values.iter().max().copied().unwrap_or(0);
        mixed_value(self.mean(values).round() as Value, least, most)
    }
}

/// The gains of an action over the best, for some of the samples.
#[derive(Default)]
struct Gains {
    weight: f64,
    squared_weights: f64,
    sum: f64,
    squares: f64,
    is_any: bool,
}

impl Gains {
    fn add(&mut self, weight: f64, gain: Value) {
        self.is_any |= gain > 0;
        let gain = f64::from(gain);
        self.weight += weight;
        self.squared_weights += weight * weight;
        self.sum += weight * gain;
        self.squares += weight * gain * gain;
    }

    /// Returns whether more samples are unlikely to make the action better. The samples so far must have the weight of two or
    /// three average ones among all `n`.
    fn are_hopeless(&self, n: usize) -> bool {
        let mean = self.sum / self.weight;
        let spread = (self.squares / self.weight - mean * mean).max(0.0);
        let error = (spread * self.squared_weights).sqrt() / self.weight;
        let n_average = self.weight * n as f64 + 1e-6;
        n_average >= 2.0 && !self.is_any || n_average >= 3.0 && mean + 2.0 * error < 0.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns whether gains in some of `n` samples are hopeless.
    fn are_hopeless(n: usize, some: &[(f64, Value)]) -> bool {
        let mut gains = Gains::default();
        for &(weight, gain) in some {
            gains.add(weight, gain);
        }
        gains.are_hopeless(n)
    }

    #[test]
    fn an_action_is_hopeless_after_two_average_samples_without_a_gain() {
        let even = 1.0 / 16.0;
        assert!(!are_hopeless(16, &[(even, -10)]));
        assert!(are_hopeless(16, &[(even, -10), (even, -10)]));
        assert!(!are_hopeless(16, &[(even, -10), (even, 1)]));
    }

    #[test]
    fn unlikely_samples_say_little_about_an_action() {
        assert!(!are_hopeless(3, &[(0.05, -100), (0.05, -100)]));
        assert!(are_hopeless(3, &[(0.9, -100)]));
        let mixed = [(0.05, 1), (0.05, -100), (0.05, -100)];
        assert!(!are_hopeless(4, &mixed));
        assert!(are_hopeless(4, &[&mixed[..], &[(0.8, -100)]].concat()));
    }
}
