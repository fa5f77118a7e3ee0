//! The beliefs of a seat about what it does not see.

use alloc::{string::String, vec::Vec};

use crate::{Color, Flaw, GameInput, View};

/// The rules for the beliefs of seats, in a variant that hides something.
pub(crate) struct Belief<P> {
    /// Returns the text of a whole position that looks to a seat like the text of its view. The error has every reason why
    /// no seat can have such a view.
    pub(crate) possible_truth: fn(text: &str, seat: Color) -> Result<String, Vec<Flaw>>,
    /// Returns the position as a seat believes it to be.
    pub(crate) believed: fn(position: &P, seat: Color) -> P,
    /// Returns a random position that can look like this one to a seat.
    pub(crate) guessed: fn(position: &P, seat: Color, words: &mut dyn FnMut() -> u64) -> P,
    /// Returns how far the view after an input and the later views speak for the input: a factor above 0. It only decides which
    /// guesses are followed. Contradictions with these views need not be recognized here.
    pub(crate) lookahead:
        fn(before: &P, input: GameInput, later: &mut dyn Iterator<Item = &View>) -> f64,
}
