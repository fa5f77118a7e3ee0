//! Possible truths: games that would have given the seat the same views.

use alloc::{collections::BTreeMap, vec, vec::Vec};

use super::{SeatHistory, SeenInput};
use crate::{
    Game, GameInput, MoveList, Next, Status, VariantPosition, View, game::each, position::cast,
};

/// A game that would have given the seat the same views.
#[derive(Clone)]
pub(super) struct Guess {
    pub(super) game: Game,
    /// The inputs that led there.
    pub(super) inputs: Vec<GameInput>,
    /// An estimate of its probability relative to other guesses at the same view. The other side chooses evenly among the
    /// actions that look the same.
    pub(super) weight: f64,
    /// How far the views that the guess has still to follow speak for it: a factor above 0.
    pub(super) lookahead: f64,
}

impl Guess {
    /// Returns a guess without inputs, as likely as any other start.
    pub(super) fn at_start(game: Game) -> Guess {
        Guess {
            game,
            inputs: Vec::new(),
            weight: 1.0,
            lookahead: 1.0,
        }
    }

    /// Returns what its chance to be drawn is proportional to.
    pub(super) fn priority(&self) -> f64 {
        self.weight * self.lookahead
    }
}

/// The number of guesses that the first try follows at once. Each further try doubles it.
pub(super) const FEWEST_GUESSES: usize = 8;
pub(super) const MAX_TRIES: usize = 8;

impl SeatHistory {
    /// Returns every legal action of the seat, in a fixed order. They follow from the seat's present view. The list is empty
    /// when the seat is not to decide.
    ///
    /// ```
    /// use rules::{Color, SeatHistory, Setup, Variant};
    ///
    /// let setup = Setup::new(Variant::Berolina);
    /// assert_eq!(SeatHistory::new(&setup, Color::White).legal_list().len(), 30);
    /// assert!(SeatHistory::new(&setup, Color::Black).legal_list().is_empty());
    /// ```
    pub fn legal_list(&self) -> MoveList {
        if self.view().status != Status::ToDecide(self.seat) {
            return MoveList::new();
        }
        let seen = || {
            self.starts_as_seen(1, &mut || 0)
                .pop()
                .map(|guess| guess.game)
        };
        let game = self.open.clone().or_else(seen);
        game.map(|game| game.legal_list()).unwrap_or_default()
    }

    /// Returns a position that can be the true one, as far as the seat knows. A game that led there would have given the
    /// seat the same views. `words` gives random words. The same words give the same position for the same history.
    ///
    /// Every possible truth can come up, the likely ones more often, but not in exact proportion to their probability. The
    /// legal actions of the seat are the same in all of them.
    ///
    /// If the rules hide something, it replays the game from its start. That takes some milliseconds after a few turns of
    /// Chakart, and tens of milliseconds after sixty.
    ///
    /// `None` if the position is one of another variant, or if the players ended the game. Rarely, it finds none within its
    /// tries. The number of tries grows with the length of the game. Other words may then find one. [`Game::legal_list`] still
    /// gives the legal actions of the seat.
    pub fn sample<P: VariantPosition>(&self, words: &mut impl FnMut() -> u64) -> Option<P> {
        if let Some(open) = &self.open {
            let is_concluded = each!(&open.state, play => play.is_concluded());
            let position = each!(&open.state, play => cast(&play.position()));
            return position.filter(|_| !is_concluded);
        }
        let guess = self.sample_game(words)?;
        each!(&guess.game.state, play => cast(&play.position()))
    }

    /// Returns a game that would have given the seat the same views.
    ///
    /// It follows several guesses at once, and drops those that would have given the seat other views. If all are wrong, it
    /// follows more guesses from the start.
    pub(super) fn sample_game(&self, words: &mut impl FnMut() -> u64) -> Option<Guess> {
        (0..MAX_TRIES).find_map(|n_tries| {
            let most = FEWEST_GUESSES << n_tries;
            let mut guesses = self.starts(most, words);
            for at in 0..self.seen.len() {
                guesses = self.followed(&guesses, at, most, words, &mut || false);
            }
            thinned(guesses, 1, words).pop()
        })
    }

    /// Returns possible starts of the game.
    pub(super) fn starts(&self, n: usize, words: &mut impl FnMut() -> u64) -> Vec<Guess> {
        let mut starts = vec![Guess::at_start(self.start.clone())];
        if self.is_start_seen {
            let view = self.start.seat_view(self.seat).view;
            let guessed = (1..n).map(|_| self.start.guessed_by(self.seat, words));
            let possible = guessed.filter(|guess| guess.shows(self.seat, &view));
            starts.extend(possible.map(Guess::at_start));
        }
        merged(starts)
    }

    /// Returns games that begin with the present view of the seat; none if that view shows no position.
    pub(super) fn starts_as_seen(&self, n: usize, words: &mut impl FnMut() -> u64) -> Vec<Guess> {
        let view = self.view();
        let Some(setup) = self.setup.seen_from(&view.position, self.seat) else {
            return Vec::new();
        };
        let mut history = SeatHistory::of_view(&setup, self.seat);
        history.start.set_n_inputs(view.n_inputs);
        history.starts(n, words)
    }

    /// Returns every guess after one more input that gives the seat the same view. If there are too many, it draws from
    /// them. Returns none as soon as `is_over`, which it asks at each guess, says that the time is up.
    pub(super) fn followed(
        &self,
        guesses: &[Guess],
        at: usize,
        most: usize,
        words: &mut impl FnMut() -> u64,
        is_over: &mut dyn FnMut() -> bool,
    ) -> Vec<Guess> {
        let mut followed = Vec::new();
        for guess in guesses {
            if is_over() {
                return Vec::new();
            }
            followed.extend(self.next_guesses(guess, at));
        }
        let mut drawn = thinned(merged(followed), most * room(&self.seen[at].view), words);
        if at + 1 == self.seen.len() {
            // No view is left to look ahead to, so the next draw is by the weights alone.
            drawn.iter_mut().for_each(|guess| guess.lookahead = 1.0);
        }
        drawn
    }

    /// Returns a guess after each input that gives the seat the view at this index. Decisions share the weight evenly. A chance
    /// outcome takes its probability, so that a guess loses weight by the outcomes that do not give the view.
    fn next_guesses(&self, guess: &Guess, at: usize) -> Vec<Guess> {
        let SeenInput { input, view } = &self.seen[at];
        let next = guess.game.next();
        let mut next_guesses = Vec::new();
        for input in self.candidates(&guess.game, *input, view) {
            let mut game = guess.game.clone();
            if game.apply(input).is_ok() && game.shows(self.seat, view) {
                let mut later = self.seen[at..].iter().map(|input| &input.view);
                next_guesses.push(Guess {
                    game,
                    inputs: guess.inputs.iter().copied().chain([input]).collect(),
                    weight: match (&next, input) {
                        (Next::Chance(chance), GameInput::Outcome(outcome)) => {
                            guess.weight * chance.probability(outcome)
                        }
                        _ => guess.weight,
                    },
                    lookahead: guess.lookahead * guess.game.lookahead(input, &mut later),
                });
            }
        }
        if let Next::Decision(_) = next {
            let n = next_guesses.len() as f64;
            next_guesses.iter_mut().for_each(|next| next.weight /= n);
        }
        next_guesses
    }

    /// Returns the inputs that can have come next, before this view.
    pub(super) fn candidates(
        &self,
        game: &Game,
        input: Option<GameInput>,
        view: &View,
    ) -> Vec<GameInput> {
        match (input, game.next()) {
            (Some(input), _) => vec![input],
            (None, Next::Decision(_)) => {
                let actions = game.legal_list();
                actions.iter().copied().map(GameInput::Action).collect()
            }
            (None, Next::Chance(_)) => {
                let outcomes = game.outcomes_before(self.seat, view);
                outcomes.into_iter().map(GameInput::Outcome).collect()
            }
            (None, Next::Over(_)) => Vec::new(),
        }
    }
}

/// Returns the factor of the number of guesses to keep at a view. In the middle of a turn, before a chance outcome, the view does
/// not show the action yet, and the next view refutes most guesses.
pub(super) fn room(view: &View) -> usize {
    match view.status {
        Status::ToRoll => 16,
        _ => 1,
    }
}

/// Merges guesses that have reached the same position into one, with the weight of all. Scales the weights to a sum of 1.
pub(super) fn merged(guesses: Vec<Guess>) -> Vec<Guess> {
    // The weights of a very long game can vanish.
    let total = guesses.iter().map(|guess| guess.weight).sum::<f64>();
    let total = if total > 0.0 { total } else { f64::INFINITY };
    let mut merged: Vec<Guess> = Vec::new();
    let mut index = BTreeMap::new();
    for mut guess in guesses {
        guess.weight = (guess.weight / total).max(f64::MIN_POSITIVE);
        let at = *index.entry(guess.game.key()).or_insert(merged.len());
        match merged.get_mut(at) {
            Some(twin) => {
                let priority = twin.priority() + guess.priority();
                twin.weight += guess.weight;
                twin.lookahead = priority / twin.weight;
            }
            None => merged.push(guess),
        }
    }
    merged
}

/// The number of equally likely tickets of a draw.
const TICKETS: u64 = 1 << 24;

/// Draws at most `most` guesses by their priority. It keeps those with more than an equal share of the rest. The others are
/// drawn in proportion, and their weight is divided by the probability to be drawn. So the expected weight of each guess stays
/// the same, whatever the priorities are.
pub(super) fn thinned(
    mut guesses: Vec<Guess>,
    most: usize,
    words: &mut impl FnMut() -> u64,
) -> Vec<Guess> {
    if guesses.len() <= most {
        return guesses;
    }
    guesses.sort_by(|a, b| b.priority().total_cmp(&a.priority()));
    let mut rest: f64 = guesses.iter().map(Guess::priority).sum();
    let mut n_heavy = 0;
    while n_heavy < most && guesses[n_heavy].priority() * (most - n_heavy) as f64 >= rest {
        rest -= guesses[n_heavy].priority();
        n_heavy += 1;
    }
    let threshold = rest / (most - n_heavy).max(1) as f64;
    // The lower bits of a word suffice, as a caller's words can be short.
    let mut ticket = threshold * (words() % TICKETS) as f64 / TICKETS as f64;
    let mut light = guesses.split_off(n_heavy);
    light.retain_mut(|guess| {
        let is_drawn = ticket < guess.priority();
        ticket -= guess.priority();
        if is_drawn {
            ticket += threshold;
            guess.weight = threshold / guess.lookahead;
        }
        is_drawn
    });
    guesses.append(&mut light);
    guesses.truncate(most);
    guesses
}
