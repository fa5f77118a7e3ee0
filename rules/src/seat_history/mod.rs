//! The views of a seat in a game, and the truths that they leave possible.
//!
//! - `noted_view`: the views that a program gets without the game, and the contradictions among them;
//! - `sampling`: possible truths;
//! - `guesses`: possible truths that follow a seat from view to view.

mod guesses;
mod noted_view;
mod sampling;

use alloc::{
    format,
    string::{String, ToString},
    vec,
    vec::Vec,
};

pub use self::{
    guesses::{BeliefChange, Guesses},
    noted_view::ContradictoryView,
};
use crate::{
    Action, Color, Game, GameInput, Next, Record, ReplayError, Setup, Variant, VariantPosition,
    View, game::each, position::cast,
};

/// The history of one seat in a game: the setup, its own actions, and its view after each input. It does not hold the truth.
///
/// ```
/// use rules::{Color, Position, Record, SeatHistory, chakart};
///
/// let record: Record = "oddboard record 1\nsetup: chakart setup=standard\n\ne2e4 b8c6 d1~h5".parse()?;
/// let black = SeatHistory::of(&record, Color::Black)?;
/// let mut word = 1_u64;
/// let mut words = || {
///     word = word.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
///     word
/// };
/// // The queen may be anywhere on her ways, as far as Black knows.
/// let truths: Vec<chakart::Position> = (0..20).filter_map(|_| black.sample(&mut words)).collect();
/// assert!(truths.iter().any(|truth| truth.key() != truths[0].key()));
/// # Ok::<(), Box<dyn core::error::Error>>(())
/// ```
#[derive(Clone)]
pub struct SeatHistory {
    seat: Color,
    setup: Setup,
    start: Game,
    /// True if the start is only the seat's view of it.
    is_start_seen: bool,
    seen: Vec<SeenInput>,
    /// The game itself, if it hides nothing from the seat.
    open: Option<Game>,
}

/// The knowledge of a seat about one input.
#[derive(Clone, PartialEq)]
struct SeenInput {
    /// The input, if the seat made it itself or it is public.
    input: Option<GameInput>,
    /// The view of the seat after it.
    view: View,
}

impl SeatHistory {
    /// Returns the history of a seat before the first input.
    pub fn new(setup: &Setup, seat: Color) -> SeatHistory {
        let start = Game::new(setup);
        let is_open = !setup.variant().has_secrets();
        SeatHistory {
            seat,
            is_start_seen: false,
            seen: Vec::new(),
            open: is_open.then(|| start.clone()),
            setup: setup.clone(),
            start,
        }
    }

    /// Returns the history of a seat that joins a game. It knows its view of the position, but no earlier inputs. The setup is
    /// one of [`Setup::with_view`].
    ///
    /// The truth can have more than the seat sees: a few bananas and bombs of the other side, and its queen after an unseen
    /// move.
    ///
    /// ```
    /// use rules::{Color, Position, SeatHistory, Setup, chakart};
    ///
    /// let text = r#"4k3/8/8/8/8/8/3d4/R3K3 w 40 {"flags":"0000","seenW":"dd2"}"#;
    /// let setup = Setup::with_view("chakart".parse()?, "", text, Color::White)?;
    /// let white = SeatHistory::of_view(&setup, Color::White);
    /// assert_eq!(white.view().position, text);
    /// let truth: chakart::Position = white.sample(&mut || 0).expect("it is possible");
    /// assert_eq!(truth.side_to_move(), Color::White);
    /// # Ok::<(), Box<dyn core::error::Error>>(())
    /// ```
    pub fn of_view(setup: &Setup, seat: Color) -> SeatHistory {
        SeatHistory {
            is_start_seen: true,
            ..SeatHistory::new(setup, seat)
        }
    }

    /// Returns the history, before the first input, of a seat that sees all hidden things. It serves to review finished
    /// games and to measure the cost of hidden information. [`SeatHistory::sample`] then gives the true position. Each
    /// [`SeatHistory::note`] replaces the game as a whole, so only the last one counts.
    pub fn seeing_all(setup: &Setup, seat: Color) -> SeatHistory {
        let mut history = SeatHistory::new(setup, seat);
        history.open = Some(history.start.clone());
        history
    }

    /// Tells whether the rules may hide something of the game from the seat.
    pub fn may_hide(&self) -> bool {
        self.open.is_none()
    }

    /// Returns the history of a seat over a whole record.
    ///
    /// # Errors
    ///
    /// Returns an error if an input of the record is impossible.
    pub fn of(record: &Record, seat: Color) -> Result<SeatHistory, ReplayError> {
        let mut history = SeatHistory::new(&record.setup, seat);
        let mut game = Game::new(&record.setup);
        for (at, &input) in record.inputs.iter().enumerate() {
            let decider = game.next();
            game.apply(input).map_err(|_| ReplayError { at })?;
            let is_known = match input {
                GameInput::Action(_) => decider == Next::Decision(seat),
                GameInput::Takeback(_) => true,
                GameInput::Outcome(_) | GameInput::Conclusion(_) => false,
            };
            history.note_input(is_known.then_some(input), &game);
        }
        Ok(history)
    }

    /// Adds the seat's view after the newest input of the game. Call it after every input, a drawn start included. `own` is
    /// the action, if the seat made it.
    ///
    /// ```
    /// use rules::{Color, Game, Position, SeatHistory, Setup, baroque};
    ///
    /// // The referee plays the game and passes its views on; a program for the seat has the history alone.
    /// let setup: Setup = "baroque".parse()?;
    /// let (mut game, mut white) = (Game::new(&setup), SeatHistory::new(&setup, Color::White));
    /// let ours = "e2e4".parse()?;
    /// game.act(ours)?;
    /// white.note(Some(ours), &game);
    /// game.act("e7e5".parse()?)?;
    /// white.note(None, &game);
    ///
    /// let position: baroque::Position = white.sample(&mut || 0).expect("nothing is hidden in Baroque");
    /// assert_eq!(position.to_string(), game.public_view().as_view().position);
    /// # Ok::<(), Box<dyn core::error::Error>>(())
    /// ```
    pub fn note(&mut self, own: Option<Action>, game: &Game) {
        self.note_input(own.map(GameInput::Action), game);
    }

    /// Adds a takeback of this number of inputs, which is public. Call it in place of [`SeatHistory::note`].
    pub fn note_takeback(&mut self, n: u32, game: &Game) {
        self.note_input(Some(GameInput::Takeback(n)), game);
    }

    fn note_input(&mut self, input: Option<GameInput>, game: &Game) {
        let view = game.seat_view(self.seat).view;
        self.seen.push(SeenInput { input, view });
        if let Some(open) = &mut self.open {
            open.clone_from(game);
        }
    }

    /// Returns the seat.
    pub fn seat(&self) -> Color {
        self.seat
    }

    /// Returns the variant.
    pub fn variant(&self) -> Variant {
        self.start.variant()
    }

    /// Returns the present view of the seat.
    pub fn view(&self) -> View {
        let last = self.seen.last().map(|input| input.view.clone());
        last.unwrap_or_else(|| self.start.seat_view(self.seat).view)
    }

    /// Returns all that the seat knows of the game, as text: its view of the start, then a line for each input, with the view
    /// after it. The seat's own actions, and takebacks, stand before their views. Within one setup, two histories of a seat
    /// have the same text exactly if the seat cannot tell them apart.
    ///
    /// Learning programs call this the information state, because it remembers everything. A [`View::tensor`] is the present
    /// observation alone.
    ///
    /// ```
    /// use rules::{Color, Record, SeatHistory};
    ///
    /// let record = |inputs| format!("oddboard record 1\nsetup: chakart setup=standard\n\ne2e4 a7a6 {inputs}").parse();
    /// let (near, far): (Record, Record) = (record("d1~e2")?, record("d1~g4")?);
    /// let state = |record, seat| SeatHistory::of(record, seat).map(|history| history.information_state());
    /// // Black does not see where the queen went.
    /// assert_eq!(state(&near, Color::Black)?, state(&far, Color::Black)?);
    /// assert_ne!(state(&near, Color::White)?, state(&far, Color::White)?);
    /// # Ok::<(), Box<dyn core::error::Error>>(())
    /// ```
    pub fn information_state(&self) -> String {
        let start = self.start.seat_view(self.seat).view;
        let mut lines = vec![self.seat.to_string(), start.to_text()];
        lines.extend(self.seen.iter().map(|SeenInput { input, view }| {
            let view = view.to_text();
            match input {
                Some(input) => format!("{input} {view}"),
                None => view,
            }
        }));
        lines.join("\n")
    }

    /// Returns the positions since the last irreversible move, the present one last; they count for repetition. The list is
    /// empty where the rules have no repetition or hide something, or for a position of another variant.
    pub fn repeatable<P: VariantPosition>(&self) -> Vec<P> {
        let Some(open) = &self.open else {
            return Vec::new();
        };
        each!(&open.state, play => {
            let positions = play.repeatable().iter();
            positions.filter_map(cast).collect()
        })
    }
}

#[cfg(test)]
mod tests;
