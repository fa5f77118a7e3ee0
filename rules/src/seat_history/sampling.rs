//! Possible truths: games that would have given the seat the same views.

use alloc::{vec, vec::Vec};

use super::{SeatHistory, SeenInput};
use crate::{
    Actions, Game, GameInput, Next, Status, VariantPosition, View, game::each, position::cast,
};

/// A game that would have given the seat the same views, and the inputs that led there.
pub(super) type Guess = (Game, Vec<GameInput>);

/// The number of guesses that the first try follows at once. Each further try doubles it.
pub(super) const FEWEST_GUESSES: usize = 8;
pub(super) const MAX_TRIES: usize = 8;

impl SeatHistory {
    /// Clears `out`, then fills it with every legal action of the seat, in a fixed order. They follow from the seat's present
    /// view. It stays empty when the seat is not to decide.
    ///
    /// ```
    /// use rules::{Actions, Color, SeatHistory, Setup, Variant};
    ///
    /// let setup = Setup::new(Variant::Berolina);
    /// let mut actions = Actions::new();
    /// SeatHistory::new(&setup, Color::White).actions(&mut actions);
    /// assert_eq!(actions.len(), 30);
    /// SeatHistory::new(&setup, Color::Black).actions(&mut actions);
    /// assert!(actions.is_empty());
    /// ```
    pub fn actions(&self, out: &mut Actions) {
        out.clear();
        if self.view().status != Status::ToDecide(self.seat) {
            return;
        }
        let seen = || {
            self.starts_as_seen(1, &mut || 0)
                .pop()
                .map(|(game, _)| game)
        };
        if let Some(game) = self.open.clone().or_else(seen) {
            game.actions(out);
        }
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
    /// tries. The number of tries grows with the length of the game. Other words may then find one. [`Game::actions`] still
    /// gives the legal actions of the seat.
    pub fn sample<P: VariantPosition>(&self, words: &mut impl FnMut() -> u64) -> Option<P> {
        if let Some(open) = &self.open {
            let is_concluded = each!(&open.state, play => play.is_concluded());
            let position = each!(&open.state, play => cast(&play.position()));
            return position.filter(|_| !is_concluded);
        }
        let (game, _) = self.sample_game(words)?;
        each!(&game.state, play => cast(&play.position()))
    }

    /// Returns a game that would have given the seat the same views, and the inputs that led there.
    ///
    /// It follows several guesses at once, and drops those that would have given the seat other views. If all are wrong, it
    /// follows more guesses from the start.
    pub(super) fn sample_game(&self, words: &mut impl FnMut() -> u64) -> Option<Guess> {
        (0..MAX_TRIES).find_map(|n_tries| {
            let mut guesses = self.starts(FEWEST_GUESSES << n_tries, words);
            for at in 0..self.seen.len() {
                guesses = self.followed(&guesses, at, FEWEST_GUESSES << n_tries, words);
            }
            let picked = words() % guesses.len().max(1) as u64;
            guesses.into_iter().nth(picked as usize)
        })
    }

    /// Returns possible starts of the game.
    pub(super) fn starts(&self, n: usize, words: &mut impl FnMut() -> u64) -> Vec<Guess> {
        let mut starts = vec![(self.start.clone(), Vec::new())];
        if self.is_start_seen {
            let view = self.start.seat_view(self.seat).view;
            for _ in 1..n {
                let guess = self.start.guessed_by(self.seat, words);
                if guess.shows(self.seat, &view) {
                    starts.push((guess, Vec::new()));
                }
            }
        }
        starts
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
    /// them and prefers the most plausible.
    pub(super) fn followed(
        &self,
        guesses: &[Guess],
        at: usize,
        max: usize,
        words: &mut impl FnMut() -> u64,
    ) -> Vec<Guess> {
        let mut followed: Vec<(u64, u64, Game, &Vec<GameInput>, GameInput)> = Vec::new();
        for (game, inputs) in guesses {
            let SeenInput { input, view } = &self.seen[at];
            for input in self.candidates(game, *input, view) {
                let mut next = game.clone();
                if next.apply(input).is_ok() && next.shows(self.seat, view) {
                    let mut later = self.seen[at..].iter().map(|input| &input.view);
                    let weight = game.plausibility(input, &mut later);
                    let key = next.key();
                    // Guesses that have reached the same position count as one.
                    if !followed.iter().any(|&(_, other, ..)| other == key) {
                        followed.push((weight, key, next, inputs, input));
                    }
                }
            }
        }
        let mut kept = Vec::new();
        while kept.len() < max && !followed.is_empty() {
            let total: u64 = followed.iter().map(|(weight, ..)| weight).sum();
            let mut ticket = words() % total.max(1);
            let picked = followed.iter().position(|&(weight, ..)| {
                let is_picked = ticket < weight;
                ticket = ticket.saturating_sub(weight);
                is_picked
            });
            let (_, _, game, inputs, input) = followed.swap_remove(picked.unwrap_or(0));
            kept.push((game, inputs.iter().copied().chain([input]).collect()));
        }
        kept
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
                let mut actions = Actions::new();
                game.actions(&mut actions);
                actions.into_iter().map(GameInput::Action).collect()
            }
            (None, Next::Chance(_)) => {
                let outcomes = game.outcomes_before(self.seat, view);
                outcomes.into_iter().map(GameInput::Outcome).collect()
            }
            (None, Next::Over(_)) => Vec::new(),
        }
    }
}
