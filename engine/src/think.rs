//! The interface of the engine, and the root search.

use core::{fmt, ops::ControlFlow};

use rules::{
    Action, Color, Fraction, Guesses, SeatHistory, Status, Variant, bario, baroque, berolina,
    chakart,
};

use crate::{
    action_code::ActionCode,
    budget::Budget,
    candidate::{MAX_PLY, PieceTo},
    evaluate::{Evaluation, Playable},
    history::Memory,
    level::{Level, Strength},
    node::Window,
    purpose::purpose,
    random::mixed,
    search::{Kept, Search},
    table::Table,
    thought::{Score, Step, Thought, Unable},
    value::{EXPECTED_PER_CENTIPAWN, INFINITE, SURE, Value, WIN, mixed_value},
};

/// The maximum number of sampled positions in a game with hidden information.
const N_GUESSES: usize = 16;
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

/// A player of all variants. It keeps its transposition table and its other data between the moves of a game, in memory
/// of a fixed size.
///
/// One engine can play several games in succession: [`Engine::forget`] clears its memory.
pub struct Engine {
    kept: Kept,
    evaluations: [Option<Evaluation>; 4],
}

impl fmt::Debug for Engine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Engine")
    }
}

impl Engine {
    /// The default size of its memory, in bytes.
    pub const USUAL_MEMORY: usize = 16 << 20;

    /// Makes an engine with a transposition table of this size in bytes.
    pub fn new(memory: usize) -> Engine {
        Engine {
            kept: Kept {
                table: Table::new(memory),
                memory: Memory::new(),
                guesses: Guesses::new(N_GUESSES),
            },
            evaluations: [
                Evaluation::of::<berolina::Position>(),
                Evaluation::of::<baroque::Position>(),
                Evaluation::of::<chakart::Position>(),
                Evaluation::of::<bario::Position>(),
            ],
        }
    }

    /// Replaces the evaluation of a variant.
    pub(crate) fn replace_evaluation(&mut self, variant: Variant, evaluation: Evaluation) {
        let [berolina, baroque, chakart, bario] = &mut self.evaluations;
        match variant {
            Variant::Berolina => *berolina = Some(evaluation),
            Variant::Baroque => *baroque = Some(evaluation),
            Variant::Chakart => *chakart = Some(evaluation),
            Variant::Bario => *bario = Some(evaluation),
            #[cfg(feature = "hill")]
            Variant::Hill => {}
        }
    }

    /// Clears its memory, so that the next answer does not depend on earlier ones.
    pub fn forget(&mut self) {
        self.kept.table.clear();
        self.kept.memory.clear();
        self.kept.guesses = Guesses::new(N_GUESSES);
    }

    /// Chooses an action for a seat from its history alone. With a cleared memory, the same history, level, words and
    /// budget of nodes give the same thought.
    ///
    /// # Errors
    ///
    /// Fails if this seat has nothing to decide.
    pub fn think(
        &mut self,
        history: &SeatHistory,
        level: Level,
        budget: &Budget<'_>,
        words: &mut dyn FnMut() -> u64,
    ) -> Result<Thought, Unable> {
        self.think_about(history, level, budget, words, &[])
    }

    /// Thinks like [`Engine::think`], but considers only these actions; all actions if the list is empty.
    ///
    /// # Errors
    ///
    /// Fails like [`Engine::think`], and if none of the actions is legal.
    pub fn think_about(
        &mut self,
        history: &SeatHistory,
        level: Level,
        budget: &Budget<'_>,
        words: &mut dyn FnMut() -> u64,
        only: &[Action],
    ) -> Result<Thought, Unable> {
        self.think_aloud(history, level, budget, words, only, &mut |_| {})
    }

    /// Thinks like [`Engine::think_about`], and reports the best action after each depth.
    ///
    /// # Errors
    ///
    /// Fails like [`Engine::think_about`].
    pub fn think_aloud(
        &mut self,
        history: &SeatHistory,
        level: Level,
        budget: &Budget<'_>,
        words: &mut dyn FnMut() -> u64,
        only: &[Action],
        tell: &mut dyn FnMut(&Thought),
    ) -> Result<Thought, Unable> {
        match history.view().status {
            Status::Over(outcome) => return Err(Unable::Over(outcome)),
            Status::ToDecide(seat) if seat == history.seat() => {}
            _ => return Err(Unable::NotToDecide),
        }
        let variant = history.variant();
        let task = Task {
            history,
            budget,
            only,
            strength: level.strength(variant),
            seed: mixed(words()),
        };
        let [berolina, baroque, chakart, bario] = &self.evaluations;
        let kept = &mut self.kept;
        match variant {
            Variant::Berolina => task.think::<berolina::Position>(kept, berolina, words, tell),
            Variant::Baroque => task.think::<baroque::Position>(kept, baroque, words, tell),
            Variant::Chakart => task.think::<chakart::Position>(kept, chakart, words, tell),
            Variant::Bario => task.think::<bario::Position>(kept, bario, words, tell),
            #[cfg(feature = "hill")]
            Variant::Hill => Err(Unable::UnknownVariant),
        }
    }
}

/// One call of the engine.
struct Task<'a> {
    history: &'a SeatHistory,
    budget: &'a Budget<'a>,
    only: &'a [Action],
    strength: Strength,
    seed: u64,
}

/// An action at the root.
#[derive(Clone, Copy)]
struct RootAction {
    action: Action,
    /// The value from the last search.
    value: Value,
}

/// The best action so far.
#[derive(Clone, Copy)]
struct Best {
    action: Action,
    value: Value,
    depth: i32,
}

impl Task<'_> {
    fn think<P: Playable>(
        &self,
        kept: &mut Kept,
        evaluation: &Option<Evaluation>,
        words: &mut dyn FnMut() -> u64,
        tell: &mut dyn FnMut(&Thought),
    ) -> Result<Thought, Unable> {
        let evaluation = evaluation.as_ref().ok_or(Unable::UnknownVariant)?;
        kept.guesses.follow(self.history, &mut || words());
        let mut guesses = kept.guesses.positions::<P>();
        let nodes = self.budget.nodes.min(self.strength.nodes);
        guesses.truncate((nodes / NODES_PER_GUESS).clamp(1, N_GUESSES as u64) as usize);
        let first = guesses.first().ok_or(Unable::NoTruth)?;
        kept.table.grow_old();
        kept.memory.fade();
        let blur = (self.strength, self.seed);
        let mut search = Search::new(kept, evaluation, self.budget, blur);
        let earlier = self.history.repeatable::<P>();
        let (_, earlier) = earlier
            .split_last()
            .map_or((None, &[][..]), |(last, rest)| (Some(last), rest));
        search.path.extend(earlier.iter().map(P::key));
        search.n_played = search.path.len();
        search.path.push(first.key());
        let mut actions = self.actions(&search, &guesses);
        let mut best = match actions.first() {
            Some(first) => Best {
                action: first.action,
                value: first.value,
                depth: 0,
            },
            None => return Err(Unable::NotToDecide),
        };
        search.limit(self.strength.nodes);
        let mut truths = Truths {
            guesses: &guesses,
            place: (0, 1),
            best: [0; N_GUESSES],
        };
        let mut next_proof = FIRST_PROOF;
        for depth in 1..=MAX_DEPTH.min(self.budget.depth) as i32 {
            if search.is_at_end() || self.budget.is_called_off() {
                break;
            }
            self.look(&mut search, &mut truths, &mut actions, depth, &mut best);
            let is_found = best.value.abs() >= SURE && WIN - best.value.abs() <= depth;
            if is_found && best.value > 0 && !search.is_called_off() {
                // Pruning can miss a quicker win. The game is decided, so the nodes for its proof cost nothing.
                let quicker = self.proved(&mut search, &guesses, &actions, QUICKER_WIN);
                let is_quicker = |quicker: &Best| quicker.value > best.value;
                best = quicker.filter(is_quicker).unwrap_or(best);
            }
            if search.is_called_off() || is_found || actions.len() == 1 && depth >= 6 {
                break;
            }
            if search.nodes >= next_proof {
                next_proof = 2 * search.nodes;
                let n_more = search.nodes / PART_FOR_PROOFS;
                if let Some(sure) = self.proved(&mut search, &guesses, &actions, n_more) {
                    return Ok(thought(&search, first, &sure));
                }
            }
            tell(&thought(&search, first, &best));
        }
        Ok(thought(&search, first, &best))
    }

    /// Finds an action that surely wins in every sampled position, within `n_more` further nodes.
    fn proved<P: Playable>(
        &self,
        search: &mut Search<'_>,
        guesses: &[P],
        actions: &[RootAction],
        n_more: u64,
    ) -> Option<Best> {
        let end = search.nodes.saturating_add(n_more);
        let (first, others) = guesses.split_first()?;
        let actions = actions.iter().map(|root| root.action);
        let (action, value) = search.sure_win(first, actions, end)?;
        let is_sure = others.iter().all(|guess| {
            let only = core::iter::once(action);
            search.sure_win(guess, only, end).is_some()
        });
        let depth = WIN - value;
        is_sure.then_some(Best {
            action,
            value,
            depth,
        })
    }

    /// Returns the actions at the root, by static evaluation, the best first. Leaves out those that a weak level overlooks, but
    /// never all.
    fn actions<P: Playable>(&self, search: &Search<'_>, guesses: &[P]) -> Vec<RootAction> {
        let mut actions = Vec::new();
        let us = guesses[0].side_to_move();
        let _ = guesses[0].legal_actions(|action| {
            if self.only.is_empty() || self.only.contains(&action) {
                let next = guesses[0].play_unchecked(action);
                let sight = search.static_eval(&next);
                let value = if next.side_to_move() == us {
                    sight
                } else {
                    -sight
                };
                actions.push(RootAction { action, value });
            }
            ControlFlow::<()>::Continue(())
        });
        let is_seen = |root: &RootAction| !search.overlooks(&guesses[0], root.action, 0);
        if actions.iter().any(is_seen) {
            actions.retain(is_seen);
        }
        actions.sort_by_key(|root| -root.value);
        actions
    }

    /// Searches every action to this depth, and compares it with the best action so far, sample by sample.
    fn look<P: Playable>(
        &self,
        search: &mut Search<'_>,
        truths: &mut Truths<'_, P>,
        actions: &mut [RootAction],
        depth: i32,
        best: &mut Best,
    ) {
        truths.place = (depth - 1, 1);
        for at in 0..actions.len() {
            let action = actions[at].action;
            if at == 0 {
                truths.begin(search, action);
            }
            let is_best = at == 0 || truths.is_better(search, action);
            if search.is_called_off() {
                return;
            }
            if is_best {
                let value = truths.value();
                actions[at].value = value;
                *best = Best {
                    action,
                    value,
                    depth,
                };
                // Moves the best action to the front; the others keep their order.
                actions[..=at].rotate_right(1);
            }
        }
    }
}

/// The sampled positions, with the value of the best action in each.
struct Truths<'a, P> {
    guesses: &'a [P],
    /// The depth and the ply of the positions after an action.
    place: (i32, usize),
    best: [Value; N_GUESSES],
}

impl<P: Playable> Truths<'_, P> {
    /// Plays an action in one sampled position. Returns its side and the position after it.
    fn played(&self, search: &mut Search<'_>, at: usize, action: Action) -> (Color, P) {
        // At its next decision the seat still does not know which sample is true, so some of the samples resample then.
        search.resamples = at % 3 == 2;
        let guess = &self.guesses[at];
        search.step(ActionCode::of(action), PieceTo::of(guess, action), 0);
        (guess.side_to_move(), guess.play_unchecked(action))
    }

    /// Searches an action in one sampled position, for values above `alpha`.
    fn value_in(&self, search: &mut Search<'_>, at: usize, action: Action, alpha: Value) -> Value {
        let (us, next) = self.played(search, at, action);
        let beta = INFINITE;
        search.tested(us, &next, self.place, Window { alpha, beta }, 0)
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

    /// Searches the first action in full, as the best so far.
    fn begin(&mut self, search: &mut Search<'_>, action: Action) {
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
            new[at] = self.value_in(search, at, action, self.best[at]);
            if search.is_called_off() {
                return false;
            }
            is_exact[at] = new[at] > self.best[at];
            gains.add(new[at] - self.best[at]);
            if gains.are_hopeless() {
                return false;
            }
        }
        if gains.sum <= 0 {
            return false;
        }
        // The null window search gives only an upper bound there, so this searches in full.
        for at in (0..n).filter(|&at| !is_exact[at]) {
            new[at] = self.exact_value_in(search, at, action, new[at]);
        }
        let sum = |values: &[Value]| values.iter().map(|&value| i64::from(value)).sum::<i64>();
        let is_better = sum(&new[..n]) > sum(&self.best[..n]) && !search.is_called_off();
        if is_better {
            self.best = new;
        }
        is_better
    }

    /// Returns the average value of the best action.
    fn value(&self) -> Value {
        let values = &self.best[..self.guesses.len()];
        let sum: i64 = values.iter().map(|&value| i64::from(value)).sum();
        let mean = sum / values.len().max(1) as i64;
        let least = values.iter().min().copied().unwrap_or(0);
        let most = values.iter().max().copied().unwrap_or(0);
        mixed_value(mean as Value, least, most)
    }
}

/// The gains of an action over the best, for some of the samples.
#[derive(Default)]
struct Gains {
    n: i32,
    sum: i64,
    squares: f64,
    is_any: bool,
}

impl Gains {
    fn add(&mut self, gain: Value) {
        self.n += 1;
        self.sum += i64::from(gain);
        self.squares += f64::from(gain) * f64::from(gain);
        self.is_any |= gain > 0;
    }

    /// Returns whether more samples are unlikely to make the action better.
    fn are_hopeless(&self) -> bool {
        let n = f64::from(self.n);
        let mean = self.sum as f64 / n;
        let spread = (self.squares / n - mean * mean).max(0.0);
        self.n >= 2 && !self.is_any || self.n >= 3 && mean + 2.0 * (spread / n).sqrt() < 0.0
    }
}

/// Makes the report about the best action.
fn thought<P: Playable>(search: &Search<'_>, root: &P, best: &Best) -> Thought {
    let score = score::<P>(best.value);
    let line = line(search, root, best.action);
    let mut n_choices = 0;
    let has_choice = root.legal_actions(|_| {
        n_choices += 1;
        match n_choices {
            1 => ControlFlow::Continue(()),
            _ => ControlFlow::Break(()),
        }
    });
    Thought {
        action: best.action,
        score,
        purpose: purpose(root, has_choice.is_break(), &line, score),
        line,
        depth: best.depth as u32,
        nodes: search.nodes,
    }
}

/// Converts a value to a score for people.
fn score<P: Playable>(value: Value) -> Score {
    let sure_in = match value {
        SURE.. => Some(WIN - value),
        _ if value <= -SURE => Some(-(WIN + value)),
        _ => None,
    };
    let expected = match sure_in {
        Some(plies) if plies >= 0 && value > 0 => 1.0,
        Some(_) => 0.0,
        None if P::UNIT > 1 => 0.5 + f64::from(value) / f64::from(2 * WIN),
        None => 1.0 / (1.0 + (-f64::from(value) / 250.0).exp()),
    };
    let centipawns = if P::UNIT > 1 {
        let part = f64::from(value.clamp(-28_900, 28_900)) / 29_000.0;
        (part / (1.0 - part * part).sqrt() * 29_000.0 / f64::from(EXPECTED_PER_CENTIPAWN)) as i32
    } else {
        value
    };
    Score {
        expected,
        centipawns,
        sure_in,
    }
}

/// Returns the expected line, from the transposition table. For a chance node it uses the first of the likeliest
/// outcomes.
fn line<P: Playable>(search: &Search<'_>, root: &P, action: Action) -> Vec<Step> {
    let mut steps = vec![Step::Action(action)];
    let mut position = root.play_unchecked(action);
    while steps.len() < MAX_PLY {
        if position.is_chance() {
            let (mut likeliest, mut total) = (None, 0_u32);
            let _ = position.chance_outcomes(|outcome, weight| {
                total += weight;
                if likeliest.is_none_or(|(_, most)| weight > most) {
                    likeliest = Some((outcome, weight));
                }
                ControlFlow::<()>::Continue(())
            });
            let Some((outcome, weight)) = likeliest else {
                break;
            };
            let chance = Fraction::new(weight.into(), total.max(1).into());
            steps.push(Step::Outcome(outcome, chance));
            position = position.resolve(outcome);
        } else {
            let Some(action) = search.known_best(&position, 0) else {
                break;
            };
            steps.push(Step::Action(action));
            position = position.play_unchecked(action);
        }
    }
    steps
}
