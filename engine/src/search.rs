//! Alpha-beta search: the value of a position with best play of both sides.

use core::ops::ControlFlow;
use std::sync::Arc;

use rules::{Action, Color, Guesses, PendingDecision, Role};

use crate::{
    action_code::ActionCode,
    budget::Budget,
    candidate::{Candidate, MAX_PLY, PieceTo},
    evaluate::{Accumulator, Network, Playable},
    history::{HistoryNode, Memory},
    level::Strength,
    node::{Eval, Node, Window, tightened},
    order::is_wide,
    picker::Picker,
    random::mixed,
    table::{Bound, Entry, Table},
    value::{INFINITE, SURE, Value, WIN, win_at},
};

/// The number of nodes between two checks of the budget.
const BETWEEN_QUESTIONS: u64 = 2048;
/// The ply at which the search models imperfect information: the next decision of the root side.
const BLIND_PLY: usize = 2;

/// The data that survives between searches of one game.
pub(crate) struct Kept {
    /// The transposition table, which the workers of one search share.
    pub(crate) table: Arc<Table>,
    pub(crate) memory: Memory,
    pub(crate) guesses: Guesses,
}

/// One search.
pub(crate) struct Search<'a> {
    pub(crate) kept: &'a mut Kept,
    network: &'a Network,
    budget: &'a Budget<'a>,
    strength: Strength,
    /// A seed for the errors of a weak level, which differ from search to search.
    seed: u64,
    pub(crate) nodes: u64,
    /// The node limit.
    most_nodes: u64,
    /// True if the search resamples hidden information at the next decision.
    pub(crate) resamples: bool,
    is_called_off: bool,
    /// The keys of positions that can repeat, the newest last; the first `n_played` are those of the game.
    pub(crate) path: Vec<u64>,
    pub(crate) n_played: usize,
    /// The candidates of all plies, as a stack.
    pub(crate) candidates: Vec<Candidate>,
    /// The sums of the network for the position that was evaluated last at each ply.
    accumulators: Vec<Accumulator>,
    /// The current path, by ply.
    pub(crate) line: [Step; MAX_PLY + 1],
}

/// The state of the search at one ply of the current path.
#[derive(Clone, Copy)]
pub(crate) struct Step {
    /// The action that led to it.
    pub(crate) action: ActionCode,
    pub(crate) piece_to: PieceTo,
    /// The static evaluation for White; `None` in check.
    pub(crate) eval: Option<Value>,
    /// True if the search expects a value above beta at this ply.
    pub(crate) is_cut: bool,
}

impl Step {
    pub(crate) const NONE: Step = Step {
        action: ActionCode::NONE,
        piece_to: PieceTo::NONE,
        eval: None,
        is_cut: false,
    };
}

impl<'a> Search<'a> {
    pub(crate) fn new(
        kept: &'a mut Kept,
        network: &'a Network,
        budget: &'a Budget<'a>,
        (strength, seed): (Strength, u64),
    ) -> Search<'a> {
        Search {
            kept,
            network,
            budget,
            strength,
            seed,
            nodes: 0,
            most_nodes: budget.nodes,
            resamples: false,
            is_called_off: false,
            path: Vec::with_capacity(2 * MAX_PLY),
            n_played: 0,
            candidates: Vec::with_capacity(4096),
            accumulators: vec![network.accumulator(); MAX_PLY + 1],
            line: [Step::NONE; MAX_PLY + 1],
        }
    }

    /// Returns whether the search was stopped; results after that are invalid.
    pub(crate) fn is_called_off(&self) -> bool {
        self.is_called_off
    }

    /// Permits `more` further nodes, within the budget.
    pub(crate) fn limit(&mut self, more: u64) {
        self.is_called_off = false;
        self.most_nodes = self.budget.nodes.min(self.nodes.saturating_add(more));
    }

    /// Returns whether the node limit is reached.
    pub(crate) fn is_at_end(&self) -> bool {
        self.nodes >= self.most_nodes
    }

    /// Counts a node, or stops the search at the limit.
    pub(crate) fn enter(&mut self) {
        let is_asked = self.nodes % BETWEEN_QUESTIONS == BETWEEN_QUESTIONS - 1;
        if self.is_at_end() || is_asked && self.budget.is_called_off() {
            self.is_called_off = true;
            return;
        }
        self.nodes += 1;
        if is_asked {
            self.budget.count(BETWEEN_QUESTIONS);
        }
    }

    /// Returns the static evaluation for the side to decide, with the error of the level.
    pub(crate) fn static_eval<P: Playable>(&mut self, position: &P, ply: usize) -> Value {
        let centipawns = self.raw_eval(position, ply);
        self.corrected(position, centipawns)
    }

    /// Returns the static evaluation for the side to decide as computed, in hundredths of a pawn.
    #[inline(always)]
    pub(crate) fn raw_eval<P: Playable>(&mut self, position: &P, ply: usize) -> i32 {
        position.centipawns(self.network, &mut self.accumulators[ply])
    }

    /// Returns the static evaluation as a value: corrected by the errors with these pawns, and with the error of the level.
    pub(crate) fn corrected<P: Playable>(&self, position: &P, centipawns: i32) -> Value {
        let blur = self.strength.error(position.key() ^ self.seed);
        let us = position.side_to_move();
        let correction = self.kept.memory.correction(us, position.pawns());
        P::value(centipawns + correction + blur + expected_gain(position.pending()))
    }

    /// Returns whether a weak level overlooks this action. It overlooks half as many of its own at the root.
    pub(crate) fn overlooks<P: Playable>(&self, position: &P, action: Action, ply: usize) -> bool {
        let rate = u64::from(self.strength.overlooked) / if ply == 0 { 2 } else { 1 };
        if rate == 0 {
            return false;
        }
        let (Action::Move { from, to, .. } | Action::Define { from, to, .. }) = action else {
            return false;
        };
        let files = from.file().abs_diff(to.file());
        let ranks = from.rank().abs_diff(to.rank());
        // Long diagonals, distant moves, and captures off the target square are hard to see.
        let is_far = files.max(ranks) >= 4;
        let is_long_diagonal = files == ranks && files >= 3;
        let captured = position.captured(action);
        let is_odd = !captured.is_empty() && !captured.contains(to);
        if !(is_far || is_long_diagonal || is_odd) {
            return false;
        }
        let code = u64::from(ActionCode::of(action).to_bits());
        mixed(self.seed ^ code << 32 ^ position.turns() as u64) % 1000 < rate
    }

    /// Searches the position after an action. Returns its value for `us`, even if the other side decides next.
    pub(crate) fn after<P: Playable>(
        &mut self,
        us: Color,
        next: &P,
        (depth, ply): (i32, usize),
        window: Window,
    ) -> Value {
        if next.is_chance() {
            self.chance(next, (depth, ply), window)
        } else if next.side_to_move() == us {
            self.node(next, (depth, ply), window)
        } else {
            -self.node(next, (depth, ply), window.reversed())
        }
    }

    /// Searches a position, and returns its value for the side to decide.
    pub(crate) fn node<P: Playable>(
        &mut self,
        position: &P,
        (depth, ply): (i32, usize),
        window: Window,
    ) -> Value {
        if depth <= 0 || ply >= MAX_PLY || is_wide(position.pending()) {
            return self.quiet(position, ply, window);
        }
        if P::HAS_CHANCE
            && self.is_blind_at(ply)
            && depth >= 2
            && let Some(value) = self.blind(position, (depth, ply), window)
        {
            return value;
        }
        self.sighted(position, (depth, ply), window)
    }

    /// Searches a position with perfect information, and returns its value for the side to decide.
    fn sighted<P: Playable>(
        &mut self,
        position: &P,
        (depth, ply): (i32, usize),
        window: Window,
    ) -> Value {
        self.enter();
        if self.is_called_off {
            return 0;
        }
        let key = position.key();
        if P::HAS_REPETITION && self.is_repeated(key) {
            return 0;
        }
        if position.may_be_over()
            && let Some(outcome) = position.outcome()
        {
            return outcome_value(outcome, position.side_to_move(), ply);
        }
        // Mate distance pruning: a win that is farther away than the best known win changes nothing.
        let window = Window {
            alpha: window.alpha.max(-win_at(ply)),
            beta: window.beta.min(win_at(ply + 1)),
        };
        if window.alpha >= window.beta {
            return window.alpha;
        }
        let name = self.name(position, ply);
        let known = self.kept.table.get(name, ply);
        if let Some(entry) = known
            && entry.depth >= depth
            && settles::<P>(entry, window)
        {
            return entry.value;
        }
        let node = self.node_of(position, (depth, ply), window, known);
        self.path.push(key);
        let value = self
            .pruned(position, node)
            .unwrap_or_else(|| self.searched(position, node, known));
        self.path.pop();
        value
    }

    /// Returns whether the search models imperfect information at this ply.
    pub(crate) fn is_blind_at(&self, ply: usize) -> bool {
        self.resamples && ply == BLIND_PLY
    }

    /// Returns the key in the transposition table. Plies with imperfect information have separate entries.
    pub(crate) fn name<P: Playable>(&self, position: &P, ply: usize) -> u64 {
        if P::HAS_CHANCE && self.is_blind_at(ply) {
            mixed(position.key())
        } else {
            position.key()
        }
    }

    /// Searches a position that the side to decide does not fully see. The side chooses its action in a position that
    /// it considers possible, and gets the value of that action in the actual position.
    fn blind<P: Playable>(
        &mut self,
        position: &P,
        (depth, ply): (i32, usize),
        window: Window,
    ) -> Option<Value> {
        let us = position.side_to_move();
        let mut word = self.seed ^ position.key();
        let mut words = || {
            word = mixed(word.wrapping_add(0x9e37_79b9_7f4a_7c15));
            word
        };
        let mistaken = position.mistaken_by(us, &mut words)?;
        let expected = self.sighted(&mistaken, (depth, ply), window);
        let action = self
            .known_best(&mistaken, ply)
            .filter(|_| expected > window.alpha)?;
        if self.is_called_off || !position.is_legal(action) {
            return Some(expected);
        }
        self.step(ActionCode::of(action), PieceTo::of(position, action), ply);
        Some(self.after(
            us,
            &position.play_unchecked(action),
            (depth - 1, ply + 1),
            window,
        ))
    }

    /// Returns whether a position is a repetition: of one in the search, or of two in the game.
    pub(crate) fn is_repeated(&self, key: u64) -> bool {
        let (game, searched) = self.path.split_at(self.n_played);
        searched.contains(&key) || game.iter().filter(|&&other| other == key).count() >= 2
    }

    /// Notes an action at this ply on the current path.
    pub(crate) fn step(&mut self, action: ActionCode, piece_to: PieceTo, ply: usize) {
        self.line[(ply + 1).min(MAX_PLY)] = Step {
            action,
            piece_to,
            ..Step::NONE
        };
    }

    /// Searches the actions of a node, keeps what it has found in the table, and returns the value.
    fn searched<P: Playable>(&mut self, position: &P, node: Node, known: Option<Entry>) -> Value {
        let extension = match self.singularity(position, node, known) {
            ControlFlow::Continue(extension) => extension,
            ControlFlow::Break(value) => return value,
        };
        let Some((value, best)) = self.best(position, node, extension) else {
            return end_value(position, node.ply);
        };
        if self.is_called_off {
            return 0;
        }
        let entry = Entry {
            value,
            depth: node.depth,
            bound: node.window.bound_of(value),
            best: best.map_or(ActionCode::NONE, |best| ActionCode::of(best.action)),
            eval: node.eval.raw,
        };
        if best.is_none_or(|best| !best.is_loud()) {
            self.learn_error(position, node.eval, entry);
        }
        let name = self.name(position, node.ply);
        self.kept.table.put(name, node.ply, entry);
        value
    }

    /// Searches the actions of a node, the one from the table by an extension deeper. Returns the best value, and its candidate if
    /// it is above alpha; `None` without actions.
    pub(crate) fn best<P: Playable>(
        &mut self,
        position: &P,
        node: Node,
        extension: i32,
    ) -> Option<(Value, Option<Candidate>)> {
        let (depth, ply, window) = (node.depth, node.ply, node.window);
        let us = position.side_to_move();
        let mut picker = Picker::of_all(
            &self.candidates,
            self.history_node(position, ply),
            node.first,
        );
        let (mut best, mut best_candidate) = (-INFINITE, None);
        let mut alpha = window.alpha;
        let (mut n_tried, mut n_quiet) = (0, 0);
        while let Some(candidate) = picker.next(position, &self.kept.memory, &mut self.candidates) {
            let code = ActionCode::of(candidate.action);
            if code == node.excluded {
                continue;
            }
            n_tried += 1;
            if best > -SURE && !candidate.is_loud() {
                n_quiet += 1;
                if let Some(bound) = node.bound_of_skipped::<P>(n_quiet, alpha) {
                    best = best.max(bound);
                    continue;
                }
            }
            if n_tried > 1 && self.overlooks(position, candidate.action, ply) {
                continue;
            }
            let next = position.play_unchecked(candidate.action);
            self.step(code, candidate.piece_to, ply);
            let is_same_side = next.side_to_move() == us && !next.is_chance();
            let gives_check = !next.checkers().is_empty();
            let mut more = i32::from(gives_check && P::EXTENDS_CHECKS || is_same_side);
            if code == node.first {
                more = more.max(extension);
            }
            let inside = (depth - 1 + more, ply + 1);
            let inner = Window { alpha, ..window };
            let value = if n_tried == 1 {
                self.line[ply + 1].is_cut = window.is_narrow() && !node.is_cut;
                self.after(us, &next, inside, inner)
            } else {
                let less = if gives_check {
                    0
                } else {
                    self.reduction(node, candidate, n_tried - 1)
                };
                let less = less.min((inside.0 - 1).max(0));
                self.tested(us, &next, inside, inner, less)
            };
            if self.is_called_off {
                break;
            }
            best = best.max(value);
            if value > alpha {
                alpha = value;
                best_candidate = Some(candidate);
            }
            if value >= window.beta {
                let worse = &self.candidates[picker.earlier()];
                self.kept
                    .memory
                    .reward(picker.here(), depth, candidate, worse);
                break;
            }
        }
        self.candidates.truncate(picker.begin());
        (picker.n_given() > 0).then_some((best, best_candidate))
    }

    /// Learns the error of a static evaluation from the result of a search, as far as the result proves one. Learns
    /// only from ordinary moves: [`Search::corrected`] adds an expected gain to other decisions, which is no error.
    fn learn_error<P: Playable>(&mut self, position: &P, eval: Eval, found: Entry) {
        if position.pending() != PendingDecision::Move {
            return;
        }
        let is_proven = tightened(eval.corrected, found) == found.value;
        if let Some(raw) = eval.raw
            && is_proven
            && found.value.abs() < SURE
        {
            let error = (found.value - P::value(raw)) / P::UNIT;
            let (us, pawns) = (position.side_to_move(), position.pawns());
            self.kept.memory.correct(us, pawns, error, found.depth);
        }
    }

    /// Returns the node as the histories see it.
    pub(crate) fn history_node<P: Playable>(&self, position: &P, ply: usize) -> HistoryNode {
        let piece_to = |ply: usize| self.line[ply].piece_to;
        HistoryNode {
            us: position.side_to_move(),
            ply,
            pawns: position.pawns(),
            before: self.line[ply].action,
            trail: [
                piece_to(ply),
                ply.checked_sub(1).map_or(PieceTo::NONE, piece_to),
            ],
        }
    }

    /// Searches a later action with a null window and reduced depth; searches it again in full if it exceeds alpha.
    pub(crate) fn tested<P: Playable>(
        &mut self,
        us: Color,
        next: &P,
        (depth, ply): (i32, usize),
        window: Window,
        less: i32,
    ) -> Value {
        let narrow = Window::above(window.alpha);
        self.line[ply].is_cut = true;
        let mut value = self.after(us, next, (depth - less, ply), narrow);
        if value > window.alpha && less > 0 {
            self.line[ply].is_cut = !self.line[ply - 1].is_cut;
            value = self.after(us, next, (depth, ply), narrow);
        }
        if value > window.alpha && value < window.beta {
            self.line[ply].is_cut = false;
            value = self.after(us, next, (depth, ply), window);
        }
        value
    }

    /// Returns the value of the candidate with the highest score, which is a lower bound for the side to decide.
    /// Returns `None` without legal actions.
    pub(crate) fn first_reply<P: Playable>(
        &mut self,
        position: &P,
        (depth, ply): (i32, usize),
    ) -> Option<Value> {
        let known = self.kept.table.get(self.name(position, ply), ply);
        let first = known.map_or(ActionCode::NONE, |entry| entry.best);
        let here = self.history_node(position, ply);
        let mut picker = Picker::of_all(&self.candidates, here, first);
        let candidate = picker.next(position, &self.kept.memory, &mut self.candidates);
        self.candidates.truncate(picker.begin());
        let Candidate {
            action, piece_to, ..
        } = candidate?;
        self.step(ActionCode::of(action), piece_to, ply);
        let next = position.play_unchecked(action);
        let us = position.side_to_move();
        Some(self.after(us, &next, (depth - 1, ply + 1), Window::FULL))
    }

    /// Returns the best action from the transposition table, if the entry still exists.
    pub(crate) fn known_best<P: Playable>(&self, position: &P, ply: usize) -> Option<Action> {
        let best = self.kept.table.get(self.name(position, ply), ply)?.best;
        best.action().filter(|&best| position.is_legal(best))
    }
}

/// Returns the gain that the side to decide expects from a pending decision, in hundredths of a pawn. It is the median gain
/// of a search of two plies over the static evaluation, in 125 positions of games.
fn expected_gain(pending: PendingDecision) -> i32 {
    match pending {
        PendingDecision::Swap => 205,
        PendingDecision::DropPlace(role) => match role {
            Role::King => 385,
            Role::Queen => 440,
            Role::Rook => 230,
            _ => 165,
        },
        _ => 0,
    }
}

/// Returns whether a table entry, which is deep enough, makes the search of a position unnecessary. Without chance it does so
/// only in a null window, as wide windows are rare and lead along the expected line. Below a chance node, most are wide.
pub(crate) fn settles<P: Playable>(entry: Entry, window: Window) -> bool {
    let is_bound = match entry.bound {
        Bound::Exact => true,
        Bound::Lower => entry.value >= window.beta,
        Bound::Upper => entry.value <= window.alpha,
    };
    is_bound && (P::HAS_CHANCE || window.is_narrow())
}

/// Returns the value of an outcome for a side.
pub(crate) fn outcome_value(outcome: rules::Outcome, us: Color, ply: usize) -> Value {
    match outcome.winner() {
        Some(winner) if winner == us => win_at(ply),
        Some(_) => -win_at(ply),
        None => 0,
    }
}

/// Returns the value of a position without legal actions, for the side that would decide.
pub(crate) fn end_value<P: Playable>(position: &P, ply: usize) -> Value {
    match position.outcome() {
        Some(outcome) => outcome_value(outcome, position.side_to_move(), ply),
        None => -WIN,
    }
}

#[cfg(test)]
pub(crate) mod tests {
    use rules::{Guesses, Position, Setup, chakart};

    use super::*;
    use crate::{evaluate::Networks, level::Level};

    /// Calls `check` with a search at full strength, and with the position of a setup.
    pub(crate) fn with_search<P: Playable, T>(
        setup: &str,
        check: impl FnOnce(&mut Search<'_>, &P) -> T,
    ) -> T {
        let setup: Setup = setup.parse().expect("a setup");
        let position = setup.start_position::<P>().expect("the variant fits");
        let networks = Networks::ours();
        let network = P::network(&networks).expect("the network of the variant is read");
        let budget = Budget::of_nodes(100_000);
        let mut kept = Kept {
            table: Arc::new(Table::new(1 << 16)),
            memory: Memory::new(),
            guesses: Guesses::new(1),
        };
        let blur = (Level::STRONGEST.strength(P::VARIANT), 0);
        check(
            &mut Search::new(&mut kept, network, &budget, blur),
            &position,
        )
    }

    /// Returns the correction after a search that found two pawns more than the static evaluation, as this bound.
    fn learned(pending: &str, bound: Bound) -> i32 {
        let tail = format!("{{\"flags\":\"0000\",\"seenW\":\"\",\"seenB\":\"\"{pending}}}");
        let setup = format!("chakart position=4k3/8/1q6/8/8/8/3Q4/4K3 b 23 {tail}");
        with_search(&setup, |search, position: &chakart::Position| {
            let eval = search.evaluated(position, 0, None);
            let found = Entry {
                value: eval.corrected + 200 * chakart::Position::UNIT,
                depth: 10,
                bound,
                best: ActionCode::NONE,
                eval: eval.raw,
            };
            search.learn_error(position, eval, found);
            let memory = &search.kept.memory;
            memory.correction(position.side_to_move(), position.pawns())
        })
    }

    #[test]
    fn an_error_is_learned_only_if_the_search_proves_it() {
        assert!(learned("", Bound::Exact) > 0);
        assert!(learned("", Bound::Lower) > 0);
        assert_eq!(learned("", Bound::Upper), 0);
    }

    #[test]
    fn the_expected_gain_of_a_pending_decision_is_not_learned_as_an_error() {
        for pending in ["swap", "again", "drop:q", "drop:k"] {
            let pending = format!(",\"pending\":\"{pending}\"");
            assert_eq!(learned(&pending, Bound::Exact), 0, "{pending}");
        }
    }

    #[test]
    fn a_decision_with_many_similar_options_is_worth_its_expected_gain_at_every_depth() {
        for (pending, gain) in [
            ("swap", 205),
            ("drop:q", 440),
            ("drop:r", 230),
            ("drop:n", 165),
        ] {
            let tail = format!("{{\"flags\":\"0000\",\"pending\":\"{pending}\"}}");
            let setup = format!("chakart position=4k3/8/1q6/8/8/8/3Q4/4K3 b 23 {tail}");
            with_search(&setup, |search, position: &chakart::Position| {
                let eval = chakart::Position::value(search.raw_eval(position, 0) + gain);
                let value = search.node(position, (5, 1), Window::FULL);
                assert_eq!((value, search.nodes), (eval, 1), "{pending}");
            });
        }
    }

    #[test]
    fn the_table_settles_a_wide_window_only_below_chance() {
        let entry = |bound| Entry {
            value: 50,
            depth: 3,
            bound,
            best: ActionCode::NONE,
            eval: None,
        };
        let wide = Window { alpha: 0, beta: 40 };
        for (bound, settled) in [
            (Bound::Exact, true),
            (Bound::Lower, true),
            (Bound::Upper, false),
        ] {
            assert_eq!(settles::<chakart::Position>(entry(bound), wide), settled);
            assert!(!settles::<rules::berolina::Position>(entry(bound), wide));
        }
        assert!(settles::<rules::berolina::Position>(
            entry(Bound::Lower),
            Window::above(40)
        ));
    }
}
