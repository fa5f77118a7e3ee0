//! What is asked of an engine, and the decision at the root.

use core::{fmt, ops::ControlFlow};

use rules::{
    Action, Color, Fraction, Guesses, SeatHistory, Status, Variant, bario, baroque, berolina,
    chakart,
};

use crate::{
    budget::Budget,
    evaluate::{Playable, Weights},
    level::{Level, Strength},
    order::{MAX_PLY, Memory},
    random::mixed,
    search::{Kept, Search, Window},
    table::Table,
    thought::{Score, Step, Thought, Unable},
    value::{EXPECTED_PER_CENTIPAWN, INFINITE, SURE, Value, WIN, mixed_value},
};

/// How many possible guesses are looked at where something is hidden.
const N_GUESSES: usize = 16;
/// For each of them there are at least so many positions to look at; with fewer, fewer truths are looked at.
const NODES_PER_GUESS: u64 = 4_000;
/// This part of the positions is spent on the search for a sure win.
const PART_FOR_PROOFS: u64 = 3;
/// How deep it looks at most.
const MAX_DEPTH: u32 = 64;

/// A player of all variants. It keeps what it has seen between the moves of a game, in memory of a fixed size.
///
/// One engine plays one game after the other: [`Engine::forget`] lets it begin anew.
pub struct Engine {
    kept: Kept,
    weights: [Option<Weights>; 4],
}

impl fmt::Debug for Engine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Engine")
    }
}

impl Engine {
    /// The usual size of its memory, in bytes.
    pub const USUAL_MEMORY: usize = 16 << 20;

    /// An engine that remembers positions in so many bytes.
    pub fn new(memory: usize) -> Engine {
        Engine {
            kept: Kept {
                table: Table::new(memory),
                memory: Memory::new(),
                guesses: Guesses::new(N_GUESSES),
            },
            weights: [
                weights_of::<berolina::Position>(),
                weights_of::<baroque::Position>(),
                weights_of::<chakart::Position>(),
                weights_of::<bario::Position>(),
            ],
        }
    }

    /// Takes other weights for a variant.
    pub(crate) fn replace_weights(&mut self, variant: Variant, weights: Weights) {
        let [berolina, baroque, chakart, bario] = &mut self.weights;
        match variant {
            Variant::Berolina => *berolina = Some(weights),
            Variant::Baroque => *baroque = Some(weights),
            Variant::Chakart => *chakart = Some(weights),
            Variant::Bario => *bario = Some(weights),
            #[cfg(feature = "hill")]
            Variant::Hill => {}
        }
    }

    /// Forgets what it has seen, so that the next answer does not depend on those before.
    pub fn forget(&mut self) {
        self.kept.table.clear();
        self.kept.memory.clear();
        self.kept.guesses = Guesses::new(N_GUESSES);
    }

    /// What to play, for who was told this and no more. The same history, level, words and budget of nodes give the same
    /// thought, if the engine has forgotten what was before.
    ///
    /// # Errors
    ///
    /// There is nothing to decide for this seat.
    pub fn think(
        &mut self,
        told: &SeatHistory,
        level: Level,
        budget: &Budget<'_>,
        words: &mut dyn FnMut() -> u64,
    ) -> Result<Thought, Unable> {
        self.think_about(told, level, budget, words, &[])
    }

    /// The same, but nothing else than these actions is considered; all of them if none is named.
    ///
    /// # Errors
    ///
    /// As [`Engine::think`]; none of the actions is legal.
    pub fn think_about(
        &mut self,
        told: &SeatHistory,
        level: Level,
        budget: &Budget<'_>,
        words: &mut dyn FnMut() -> u64,
        only: &[Action],
    ) -> Result<Thought, Unable> {
        self.think_aloud(told, level, budget, words, only, &mut |_| {})
    }

    /// The same, and after each depth it tells what it holds for the best until then.
    ///
    /// # Errors
    ///
    /// As [`Engine::think_about`].
    pub fn think_aloud(
        &mut self,
        told: &SeatHistory,
        level: Level,
        budget: &Budget<'_>,
        words: &mut dyn FnMut() -> u64,
        only: &[Action],
        tell: &mut dyn FnMut(&Thought),
    ) -> Result<Thought, Unable> {
        match told.view().status {
            Status::Over(outcome) => return Err(Unable::Over(outcome)),
            Status::ToDecide(seat) if seat == told.seat() => {}
            _ => return Err(Unable::NotToDecide),
        }
        let variant = told.variant();
        let task = Task {
            told,
            budget,
            only,
            strength: level.strength(variant),
            seed: mixed(words()),
        };
        let [berolina, baroque, chakart, bario] = &self.weights;
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

fn weights_of<P: Playable>() -> Option<Weights> {
    Weights::read(P::GROUPS, P::WEIGHTS)
}

/// One question.
struct Task<'a> {
    told: &'a SeatHistory,
    budget: &'a Budget<'a>,
    only: &'a [Action],
    strength: Strength,
    seed: u64,
}

/// A decision at the root.
#[derive(Clone, Copy)]
struct RootAction {
    action: Action,
    /// What it was worth when it was last looked at.
    value: Value,
}

/// The best that was found.
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
        weights: &Option<Weights>,
        words: &mut dyn FnMut() -> u64,
        tell: &mut dyn FnMut(&Thought),
    ) -> Result<Thought, Unable> {
        let weights = weights.as_ref().ok_or(Unable::UnknownVariant)?;
        kept.guesses.follow(self.told, &mut || words());
        let mut guesses = kept.guesses.positions::<P>();
        let nodes = self.budget.nodes.min(self.strength.nodes);
        guesses.truncate((nodes / NODES_PER_GUESS).clamp(1, N_GUESSES as u64) as usize);
        let first = guesses.first().ok_or(Unable::NoTruth)?;
        kept.table.grow_old();
        kept.memory.fade();
        let blur = (self.strength, self.seed);
        let mut search = Search::new(kept, weights, self.budget, blur);
        let earlier = self.told.repeatable::<P>();
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
        if let Some((action, value)) = self.proved(&mut search, &guesses, &actions) {
            let depth = WIN - value;
            best = Best {
                action,
                value,
                depth,
            };
            return Ok(thought(&search, first, &best));
        }
        search.limit(self.strength.nodes);
        for depth in 1..=MAX_DEPTH.min(self.budget.depth) as i32 {
            if search.is_at_end() || self.budget.is_called_off() {
                break;
            }
            self.look(&mut search, &guesses, &mut actions, depth, &mut best);
            let is_found = best.value.abs() >= SURE && WIN - best.value.abs() <= depth;
            if search.is_called_off() || is_found || actions.len() == 1 && depth >= 6 {
                break;
            }
            tell(&thought(&search, first, &best));
        }
        Ok(thought(&search, first, &best))
    }

    /// A decision that wins for sure, whichever guess is true.
    fn proved<P: Playable>(
        &self,
        search: &mut Search<'_>,
        guesses: &[P],
        actions: &[RootAction],
    ) -> Option<(Action, Value)> {
        if self.strength.proof == 0 || self.budget.is_called_off() {
            return None;
        }
        let most_nodes = match self.strength.proof {
            u64::MAX => self.budget.nodes / PART_FOR_PROOFS,
            proof => proof,
        };
        let end = search.nodes.saturating_add(most_nodes);
        let (first, others) = guesses.split_first()?;
        let actions = actions.iter().map(|root| root.action);
        let found = search.sure_win(first, actions, end)?;
        let is_sure = others.iter().all(|guess| {
            let only = core::iter::once(found.0);
            search.sure_win(guess, only, end).is_some()
        });
        is_sure.then_some(found)
    }

    /// What there is to decide, the most promising first.
    fn actions<P: Playable>(&self, search: &Search<'_>, guesses: &[P]) -> Vec<RootAction> {
        let mut actions = Vec::new();
        let us = guesses[0].side_to_move();
        let _ = guesses[0].legal_actions(|action| {
            if self.only.is_empty() || self.only.contains(&action) {
                let next = guesses[0].play(action);
                let sight = search.at_sight(&next);
                let value = if next.side_to_move() == us {
                    sight
                } else {
                    -sight
                };
                actions.push(RootAction { action, value });
            }
            ControlFlow::<()>::Continue(())
        });
        actions.sort_by_key(|root| -root.value);
        actions
    }

    /// Looks at every action so deep.
    fn look<P: Playable>(
        &self,
        search: &mut Search<'_>,
        guesses: &[P],
        actions: &mut [RootAction],
        depth: i32,
        best: &mut Best,
    ) {
        let mut alpha = -INFINITE;
        for at in 0..actions.len() {
            let action = actions[at].action;
            let window = Window {
                alpha,
                beta: INFINITE,
            };
            let value = average(search, guesses, action, (depth - 1, 1), window, at == 0);
            if search.is_called_off() {
                return;
            }
            actions[at].value = value;
            if value > alpha {
                alpha = value;
                *best = Best {
                    action,
                    value,
                    depth,
                };
                // The best goes to the front, and the others keep their order.
                actions[..=at].rotate_right(1);
            }
        }
    }
}

/// What is known of the best, as it is told.
fn thought<P: Playable>(search: &Search<'_>, root: &P, best: &Best) -> Thought {
    Thought {
        action: best.action,
        score: score::<P>(best.value),
        line: line(search, root, best.action),
        depth: best.depth as u32,
        nodes: search.nodes,
    }
}

/// What an action is worth on average over all that may be true. Where it is clearly worse than `window.alpha` after some of
/// the guesses, the others are not looked at.
fn average<P: Playable>(
    search: &mut Search<'_>,
    guesses: &[P],
    action: Action,
    (depth, ply): (i32, usize),
    window: Window,
    is_first: bool,
) -> Value {
    let us: Color = guesses[0].side_to_move();
    if let [only] = guesses {
        let next = only.play(action);
        return match is_first {
            true => search.after(us, &next, (depth, ply), window),
            false => search.tested(us, &next, (depth, ply), window, 0),
        };
    }
    let (mut n, mut sum, mut squares) = (0.0, 0.0, 0.0);
    let (mut least, mut most) = (INFINITE, -INFINITE);
    for (at, guess) in guesses.iter().enumerate() {
        // Two times of three the other side is taken for one that does not see what is hidden from it, else for one that
        // guesses right.
        search.is_blind = at % 3 != 2;
        let value = search.after(us, &guess.play(action), (depth, ply), Window::FULL);
        if search.is_called_off() {
            return 0;
        }
        (least, most) = (least.min(value), most.max(value));
        let value = f64::from(value);
        n += 1.0;
        sum += value;
        squares += value * value;
        let mean = sum / n;
        let spread = (squares / n - mean * mean).max(0.0);
        let doubt = f64::from(60 * P::UNIT) + 2.0 * (spread / n).sqrt();
        if n >= 2.0 && mean + doubt < f64::from(window.alpha) {
            break;
        }
    }
    mixed_value((sum / n) as Value, least, most)
}

/// A value as people are told it.
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
    let centipawns = match P::UNIT > 1 {
        true => {
            let part = f64::from(value.clamp(-28_900, 28_900)) / 29_000.0;
            (part / (1.0 - part * part).sqrt() * 29_000.0 / f64::from(EXPECTED_PER_CENTIPAWN))
                as i32
        }
        false => value,
    };
    Score {
        expected,
        centipawns,
        sure_in,
    }
}

/// What is expected to come, as far as the search remembers it. Of what chance may bring it is the first of the likeliest.
fn line<P: Playable>(search: &Search<'_>, root: &P, action: Action) -> Vec<Step> {
    let mut steps = vec![Step::Action(action)];
    let mut position = root.play(action);
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
            position = position.play(action);
        }
    }
    steps
}
