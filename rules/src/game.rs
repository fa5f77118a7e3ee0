//! The truth of one game and the only ways to play and to look.

use alloc::{string::String, vec::Vec};
use core::fmt;

use crate::{
    Action, Actions, Chance, ChanceOutcome, Color, Conclusion, Outcome, PublicView, ReadActionError, SeatView, Setup,
    Truth, Variant, WhyNot,
};

/// What a game waits for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Next {
    /// A decision of this side.
    Decision(Color),
    /// An outcome of chance, picked by the caller.
    Chance(Chance),
    /// Nothing: the game is over.
    Over(Outcome),
}

/// The truth of one game: the position, the history that the rules look at, and the facts of the last turn.
#[derive(Clone)]
pub struct Game {
    variant: Variant,
}

impl Game {
    /// Starts a game.
    pub fn new(_setup: &Setup) -> Game {
        todo!()
    }

    /// The rules played.
    pub fn variant(&self) -> Variant {
        self.variant
    }

    /// How many inputs (actions, outcomes of chance, a conclusion) led here.
    pub fn ply(&self) -> usize {
        todo!()
    }

    /// What the game waits for.
    pub fn next(&self) -> Next {
        todo!()
    }

    /// Fills `out` with every legal action of the side to decide, in a fixed order; with nothing when nobody is.
    pub fn actions(&self, _out: &mut Actions) {
        todo!()
    }

    /// Plays a decision of the side to decide.
    ///
    /// # Errors
    ///
    /// The action is illegal or nobody is to decide; the game is unchanged.
    pub fn act(&mut self, _action: Action) -> Result<(), IllegalAction> {
        todo!()
    }

    /// Takes what chance brought.
    ///
    /// # Errors
    ///
    /// The game does not wait for chance, or not for this outcome; the game is unchanged.
    pub fn roll(&mut self, _outcome: ChanceOutcome) -> Result<(), ImpossibleOutcome> {
        todo!()
    }

    /// Ends the game by the will of the people who play it.
    ///
    /// # Errors
    ///
    /// The game is over already; it is unchanged.
    pub fn conclude(&mut self, _conclusion: Conclusion) -> Result<(), AlreadyOver> {
        todo!()
    }

    /// Why an action is illegal, from the knowledge of the side to decide; `None` if it is legal.
    pub fn why_not(&self, _action: Action) -> Option<WhyNot> {
        todo!()
    }

    /// Reads what a person typed as a decision of the side to decide: coordinates or short notation, in any case where
    /// that is unambiguous. Coordinates need not be legal; short notation is resolved among the legal actions.
    ///
    /// # Errors
    ///
    /// The text is no action, names none that is possible, or more than one.
    pub fn read_action(&self, _text: &str) -> Result<Action, ReadActionError> {
        todo!()
    }

    /// A legal action in short notation with its check sign: `Nbd2+`, `exd8=Q#`, `O-O`.
    pub fn caption(&self, _action: Action) -> String {
        todo!()
    }

    /// What everybody may know.
    pub fn public_view(&self) -> PublicView {
        todo!()
    }

    /// What one side may know.
    pub fn seat_view(&self, _seat: Color) -> SeatView {
        todo!()
    }

    /// The whole truth. Only the command line and the showing of a finished game call this.
    pub fn truth(&self) -> Truth {
        todo!()
    }

    /// How many sequences of `depth` actions there are, blind to repetition, move limits and material.
    /// The last actions are counted without playing them.
    pub fn perft(&self, _depth: u32) -> u64 {
        todo!()
    }

    /// The same count as [`Game::perft`], every last action played too; only benchmarks want it.
    pub fn perft_plain(&self, _depth: u32) -> u64 {
        todo!()
    }

    /// [`Game::perft`] after each legal action.
    pub fn divide(&self, _depth: u32) -> Vec<(Action, u64)> {
        todo!()
    }
}

impl fmt::Debug for Game {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Game({}, ply {})", self.variant, self.ply())
    }
}

/// The action is not legal here.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct IllegalAction;

impl fmt::Display for IllegalAction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the action is not legal here")
    }
}

impl core::error::Error for IllegalAction {}

/// Chance cannot bring this here.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ImpossibleOutcome;

impl fmt::Display for ImpossibleOutcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("chance cannot bring this here")
    }
}

impl core::error::Error for ImpossibleOutcome {}

/// The game is over already.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AlreadyOver;

impl fmt::Display for AlreadyOver {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the game is over already")
    }
}

impl core::error::Error for AlreadyOver {}
