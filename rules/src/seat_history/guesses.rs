//! Possible truths that follow a seat from view to view.

use alloc::{vec, vec::Vec};
use core::mem::take;

use super::{
    SeatHistory, SeenInput,
    sampling::{FEWEST_GUESSES, Guess, MAX_TRIES, room, thinned},
};
use crate::{VariantPosition, game::each, position::cast};

/// Possible true games, which follow a seat from view to view. It samples like [`SeatHistory::sample`], but keeps its
/// guesses from one input to the next, and weighs them.
///
/// ```
/// use rules::{Color, Guesses, Position, Record, SeatHistory, chakart};
///
/// let record: Record = "oddboard record 1\nsetup: chakart setup=standard\n\ne2e4 b8c6 d1~h5".parse()?;
/// let black = SeatHistory::of(&record, Color::Black)?;
/// let mut guesses = Guesses::new(20);
/// let mut word = 1_u64;
/// let mut words = || {
///     word = word.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
///     word
/// };
/// guesses.follow(&black, &mut words, &mut || false);
/// // The queen may be anywhere on her ways, as far as Black knows.
/// let positions: Vec<(chakart::Position, f64)> = guesses.positions(20, &mut words);
/// assert!(positions.len() > 3 && positions.len() <= 20);
/// # Ok::<(), Box<dyn core::error::Error>>(())
/// ```
#[derive(Clone)]
pub struct Guesses {
    most: usize,
    pub(super) games: Vec<Guess>,
    /// What the guesses have followed.
    followed: Vec<SeenInput>,
    /// The guesses and the number of followed inputs before a call that was interrupted: the next call goes on from them.
    before: Option<(Vec<Guess>, usize)>,
}

/// The fate of the guesses in a call of [`Guesses::follow`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BeliefChange {
    /// The guesses of the last call go on, or a new game begins. Where nothing is hidden, this is the only one.
    Kept,
    /// All guesses of the last call were refuted; new ones explain every view of the history.
    Restarted,
    /// No guess was found that explains every view, in a bounded number of tries. The guesses, if there are any, explain the
    /// present view alone, and the next calls go on from them.
    Lost,
    /// The time was up before a guess was found that explains every view. The guesses explain the present view alone, and the next
    /// call goes on from those before.
    Interrupted,
}

impl Guesses {
    /// Returns guesses of at most `most` games, and of at least one.
    pub fn new(most: usize) -> Guesses {
        Guesses {
            most: most.max(1),
            games: Vec::new(),
            followed: Vec::new(),
            before: None,
        }
    }

    /// Follows the history from its last call to the present view of the seat. It starts over if the game has changed or all
    /// guesses have become wrong. If it finds no guess in a bounded number of tries, it guesses from the present view alone,
    /// regardless of earlier views. It does the same as soon as `is_over` returns that the time is up. It asks before each
    /// try, and before it follows a guess by one input.
    pub fn follow(
        &mut self,
        history: &SeatHistory,
        words: &mut impl FnMut() -> u64,
        is_over: &mut dyn FnMut() -> bool,
    ) -> BeliefChange {
        if let Some(open) = &history.open {
            *self = Guesses::new(self.most);
            self.games = vec![Guess::at_start(open.clone())];
            return BeliefChange::Kept;
        }
        if let Some((games, n_followed)) = self.before.take() {
            self.games = games;
            self.followed.truncate(n_followed);
        }
        let before = (self.games.clone(), self.followed.len());
        let change = self.explain(history, words, is_over);
        if change == BeliefChange::Interrupted && self.has_followed(history) {
            self.before = Some(before);
        }
        if matches!(change, BeliefChange::Lost | BeliefChange::Interrupted) {
            self.games = history.starts_as_seen(self.most, words);
        }
        let most = self.most * room(&history.view());
        self.games = thinned(take(&mut self.games), most, words);
        let n_same = if self.has_followed(history) {
            self.followed.len()
        } else {
            0
        };
        self.followed.truncate(n_same);
        self.followed.extend_from_slice(&history.seen[n_same..]);
        change
    }

    /// Follows the history to its end, by the guesses of the last call or by new ones. It leaves no guess if none explains
    /// every view.
    fn explain(
        &mut self,
        history: &SeatHistory,
        words: &mut impl FnMut() -> u64,
        is_over: &mut dyn FnMut() -> bool,
    ) -> BeliefChange {
        let is_same_game = self.has_followed(history);
        let n_followed = self.followed.len();
        if is_same_game && self.go_on(history, (n_followed, self.most), words, is_over) {
            return BeliefChange::Kept;
        }
        for n_tries in 0..MAX_TRIES / 2 {
            if is_over() {
                return BeliefChange::Interrupted;
            }
            let most = self.most.max(FEWEST_GUESSES << n_tries);
            self.games = history.starts(most, words);
            if self.go_on(history, (0, most), words, is_over) {
                return if is_same_game {
                    BeliefChange::Restarted
                } else {
                    BeliefChange::Kept
                };
            }
        }
        BeliefChange::Lost
    }

    /// Tells whether the last call followed an earlier part of this history.
    fn has_followed(&self, history: &SeatHistory) -> bool {
        !self.followed.is_empty() && history.seen.starts_with(&self.followed)
    }

    /// Follows the history from an input to its end, with at most `most` guesses. Returns whether any is left.
    fn go_on(
        &mut self,
        history: &SeatHistory,
        (begin, most): (usize, usize),
        words: &mut impl FnMut() -> u64,
        is_over: &mut dyn FnMut() -> bool,
    ) -> bool {
        for at in begin..history.seen.len() {
            self.games = history.followed(&self.games, at, most, words, is_over);
            if self.games.is_empty() {
                break;
            }
        }
        !self.games.is_empty()
    }

    /// Draws at most `most` different positions that can be the true one, each with a weight: about its probability. The heaviest
    /// one comes first. The weights add up to 1.
    pub fn positions<P: VariantPosition>(
        &self,
        most: usize,
        words: &mut impl FnMut() -> u64,
    ) -> Vec<(P, f64)> {
        let games = thinned(self.games.clone(), most.max(1), words);
        let total: f64 = games.iter().map(|guess| guess.weight).sum();
        let position = |guess: &Guess| -> Option<(P, f64)> {
            let position = each!(&guess.game.state, play => cast(&play.position()))?;
            Some((position, guess.weight / total))
        };
        let mut positions: Vec<(P, f64)> = games.iter().filter_map(position).collect();
        positions.sort_by(|(_, a), (_, b)| b.total_cmp(a));
        positions
    }
}
