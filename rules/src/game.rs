//! The truth of one game and the only ways to play and to look.

use alloc::{string::String, vec::Vec};
use core::fmt;

use crate::{
    Action, Actions, Chance, ChanceOutcome, Color, Conclusion, Glyph, Outcome, PendingDecision,
    PublicView, ReadActionError, SeatView, Setup, Square, Truth, Variant, WhyNot,
    variant::{
        LastPly, Rules, Start, Viewer, bario::Bario, baroque::Baroque, berolina::Berolina,
        chakart::Chakart,
    },
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
///
/// It gives nothing away but by [`Game::public_view`], [`Game::seat_view`] and [`Game::truth`].
#[derive(Clone)]
pub struct Game {
    ply: usize,
    state: State,
}

/// A game of some variant.
#[derive(Clone)]
enum State {
    Berolina(Berolina),
    Baroque(Baroque),
    Chakart(Chakart),
    Bario(Bario),
}

impl Game {
    /// Starts a game.
    pub fn new(setup: &Setup) -> Game {
        let state = match setup.start() {
            Start::Berolina(position) => State::Berolina(Berolina::new(*position)),
            Start::Baroque(start) => State::Baroque(Baroque::new(*start)),
            Start::Chakart(position) => State::Chakart(Chakart::new(*position)),
            Start::Bario(position) => State::Bario(Bario::new(*position)),
        };
        Game { ply: 0, state }
    }

    fn rules(&self) -> &dyn Rules {
        match &self.state {
            State::Berolina(game) => game,
            State::Baroque(game) => game,
            State::Chakart(game) => game,
            State::Bario(game) => game,
        }
    }

    fn rules_mut(&mut self) -> &mut dyn Rules {
        match &mut self.state {
            State::Berolina(game) => game,
            State::Baroque(game) => game,
            State::Chakart(game) => game,
            State::Bario(game) => game,
        }
    }

    /// The rules played.
    pub fn variant(&self) -> Variant {
        match self.state {
            State::Berolina(_) => Variant::Berolina,
            State::Baroque(_) => Variant::Baroque,
            State::Chakart(_) => Variant::Chakart,
            State::Bario(_) => Variant::Bario,
        }
    }

    /// How many inputs (actions, outcomes of chance, a conclusion) led here.
    pub fn ply(&self) -> usize {
        self.ply
    }

    /// How many turns were finished, by both sides together, those before the start position counted. However many
    /// decisions a turn holds, it is finished when the other side is to decide.
    pub fn turns(&self) -> u32 {
        self.rules().turns()
    }

    /// What the game waits for.
    pub fn next(&self) -> Next {
        self.rules().next()
    }

    /// What kind of decision the side to decide has to make; `None` when nobody is to decide.
    pub fn pending(&self) -> Option<PendingDecision> {
        match self.next() {
            Next::Decision(_) => Some(self.rules().pending()),
            Next::Chance(_) | Next::Over(_) => None,
        }
    }

    /// Fills `out` with every legal action of the side to decide, in a fixed order; with nothing when nobody is.
    pub fn actions(&self, out: &mut Actions) {
        self.rules().actions(out);
    }

    /// Plays a decision of the side to decide.
    ///
    /// # Errors
    ///
    /// The action is illegal or nobody is to decide; the game is unchanged. [`Game::why_not`] tells which.
    pub fn act(&mut self, action: Action) -> Result<(), IllegalAction> {
        self.rules_mut().act(action)?;
        self.ply += 1;
        Ok(())
    }

    /// Takes what chance brought.
    ///
    /// # Errors
    ///
    /// The game does not wait for chance, or not for this outcome; the game is unchanged.
    pub fn roll(&mut self, outcome: ChanceOutcome) -> Result<(), ImpossibleOutcome> {
        self.rules_mut().roll(outcome)?;
        self.ply += 1;
        Ok(())
    }

    /// Ends the game by the will of the people who play it.
    ///
    /// # Errors
    ///
    /// The game is over already; it is unchanged.
    pub fn conclude(&mut self, conclusion: Conclusion) -> Result<(), AlreadyOver> {
        if let Next::Over(_) = self.next() {
            return Err(AlreadyOver);
        }
        self.rules_mut().conclude(conclusion);
        self.ply += 1;
        Ok(())
    }

    /// Why an action is illegal, from the knowledge of the side to decide; `None` exactly when it is legal.
    pub fn why_not(&self, action: Action) -> Option<WhyNot> {
        self.rules().why_not(action)
    }

    /// Reads what a person typed as a decision of the side to decide: coordinates or short notation, in any case where
    /// that is unambiguous. Coordinates need not be legal; short notation is resolved among the legal actions.
    /// What [`Game::caption`] wrote for a legal action is read as that action.
    ///
    /// # Errors
    ///
    /// The text is no action, names none that is possible, or more than one.
    pub fn read_action(&self, text: &str) -> Result<Action, ReadActionError> {
        self.rules().read_action(text)
    }

    /// A legal action in short notation with its check sign: `Nbd2+`, `exe8=Q#`, `O-O`. An action that is not legal is
    /// written in coordinates.
    pub fn caption(&self, action: Action) -> String {
        self.rules().caption(action)
    }

    /// Whether a legal action is castling.
    pub fn is_castling(&self, action: Action) -> bool {
        match &self.state {
            State::Berolina(game) => game.is_castling(action),
            State::Bario(game) => game.is_castling(action),
            State::Baroque(_) | State::Chakart(_) => false,
        }
    }

    /// Whether a legal action loses at once, because its recycle leaves the own king in check (bario K9). It tells
    /// nothing that is hidden from anybody.
    pub fn recycles_into_check(&self, action: Action) -> bool {
        match &self.state {
            State::Bario(game) => game.recycles_into_check(action),
            State::Berolina(_) | State::Baroque(_) | State::Chakart(_) => false,
        }
    }

    /// The kings of a side that the other one could take if it were to decide, as far as the side knows: those in check,
    /// and in Chakart, which knows no check, those that a piece or a shell reaches without help of an object.
    pub fn threatened(&self, seat: Color) -> Vec<Square> {
        match &self.state {
            State::Chakart(game) => game.threatened(seat),
            _ => {
                let SeatView { view, .. } = self.seat_view(seat);
                let is_own = |at: &Square| view.glyph(*at) == Some(Glyph::King(seat));
                view.marks.check.iter().copied().filter(is_own).collect()
            }
        }
    }

    /// What everybody may know.
    pub fn public_view(&self) -> PublicView {
        PublicView(self.rules().view(self.ply, Viewer::Public))
    }

    /// What one side may know.
    pub fn seat_view(&self, seat: Color) -> SeatView {
        SeatView {
            seat,
            view: self.rules().view(self.ply, Viewer::Seat(seat)),
        }
    }

    /// A game that begins where a side believes this one to be: what it may expect of its decisions can be tried there
    /// without a look at the truth. Where nothing is hidden from it, the game is the same.
    pub fn as_believed_by(&self, seat: Color) -> Game {
        match &self.state {
            State::Chakart(game) => Game {
                ply: self.ply,
                state: State::Chakart(game.as_believed_by(seat)),
            },
            _ => self.clone(),
        }
    }

    /// The whole truth. Only the command line and the showing of a finished game call this.
    pub fn truth(&self) -> Truth {
        Truth(self.rules().view(self.ply, Viewer::Truth))
    }

    /// How many sequences of `depth` actions there are, blind to repetition, move limits, material and conclusions.
    /// The last actions are counted without playing them.
    pub fn perft(&self, depth: u32) -> u64 {
        self.rules().perft(depth, LastPly::Counted)
    }

    /// The same count as [`Game::perft`], every last action played too; only benchmarks want it.
    pub fn perft_plain(&self, depth: u32) -> u64 {
        self.rules().perft(depth, LastPly::Played)
    }

    /// The part of [`Game::perft`] of `depth` that begins with each legal action; `depth` is at least 1.
    pub fn divide(&self, depth: u32) -> Vec<(Action, u64)> {
        self.rules().divide(depth)
    }
}

impl fmt::Debug for Game {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Game({}, ply {})", self.variant(), self.ply)
    }
}

/// The action is not legal here.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct IllegalAction;

impl fmt::Display for IllegalAction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the action is illegal here")
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
