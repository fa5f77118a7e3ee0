//! The truth of one game, and the only ways to play it and to view it.

use alloc::{string::String, sync::Arc, vec::Vec};
use core::fmt;

use crate::{
    Action, Bitboard, ChanceOutcome, Color, Conclusion, GameInput, IllegalAction,
    ImpossibleOutcome, MoveList, Next, Outcome, PendingDecision, Position as _, PublicView,
    ReadActionError, SeatView, Setup, Square, Truth, Variant, VariantPosition as _, View, WhyNot,
    catalog::catalog,
    notation::Notation as _,
    play::Play,
    position::{divide, perft, perft_plain},
    referee::Referee,
    variant::Start,
    view::Viewer,
};

macro_rules! define_state {
    ($($(#[doc = $doc:literal])* $Name:ident = $folder:ident;)+) => {
        /// A game of some variant.
        #[derive(Clone)]
        pub(crate) enum State {
            $($Name(Play<crate::variant::$folder::Position>),)+
        }

        impl State {
            fn new(setup: &Setup) -> State {
                match setup.start() {
                    $(Start::$Name(position) => State::$Name(Play::new(*position)),)+
                }
            }

            fn variant(&self) -> Variant {
                match self {
                    $(State::$Name(_) => Variant::$Name,)+
                }
            }
        }

        /// Runs the same code on the game of any variant.
        macro_rules! each {
            ($state:expr, $play:ident => $done:expr) => {
                match $state {
                    $(crate::game::State::$Name($play) => $done,)+
                }
            };
        }
        pub(crate) use each;
    };
}

catalog!(define_state);

/// The limit of takebacks in a game, so that a replay of its record is quick.
const MOST_TAKEBACKS: usize = 100;

/// The truth of one game: the position, the history that the rules need, and the facts of the last turn.
///
/// It reveals itself only through [`Game::public_view`], [`Game::seat_view`] and [`Game::truth`].
#[derive(Clone)]
pub struct Game {
    n_inputs: usize,
    pub(crate) state: State,
    /// The state at the start.
    start: Arc<State>,
    /// The inputs that led from the start to the present state, without those taken back.
    line: Vec<GameInput>,
    n_takebacks: usize,
}

impl Game {
    /// Starts a game.
    ///
    /// ```
    /// use rules::{Color, Game, Next, Setup, Variant};
    ///
    /// let game = Game::new(&Setup::new(Variant::Berolina));
    /// assert_eq!((game.n_inputs(), game.next()), (0, Next::Decision(Color::White)));
    /// ```
    pub fn new(setup: &Setup) -> Game {
        Game::beginning(Arc::new(State::new(setup)))
    }

    fn beginning(start: Arc<State>) -> Game {
        Game {
            n_inputs: 0,
            state: State::clone(&start),
            start,
            line: Vec::new(),
            n_takebacks: 0,
        }
    }

    /// Returns the variant.
    pub fn variant(&self) -> Variant {
        self.state.variant()
    }

    /// Returns the number of inputs (actions, chance outcomes, takebacks, a conclusion). It never decreases. Chess players
    /// count [`Game::turns`] instead.
    pub fn n_inputs(&self) -> usize {
        self.n_inputs
    }

    /// Sets the number of inputs, for a game that began elsewhere.
    pub(crate) fn set_n_inputs(&mut self, n_inputs: usize) {
        self.n_inputs = n_inputs;
    }

    /// Returns the number of finished turns of both sides together, including those before the start position. A turn of
    /// several decisions is finished when the other side is to decide.
    pub fn turns(&self) -> u32 {
        each!(&self.state, play => play.position().turns())
    }

    /// Returns the next input that the game waits for, or the outcome.
    pub fn next(&self) -> Next {
        each!(&self.state, play => play.next())
    }

    /// Returns the return of each side, as [`Outcome::returns`] does; `None` until the game is over.
    ///
    /// ```
    /// use rules::{Color, Conclusion, Game, Setup, Variant};
    ///
    /// let mut game = Game::new(&Setup::new(Variant::Baroque));
    /// assert_eq!(game.returns(), None);
    /// game.conclude(Conclusion::Resigned(Color::Black))?;
    /// assert_eq!(game.returns(), Some([1.0, -1.0]));
    /// # Ok::<(), rules::AlreadyOver>(())
    /// ```
    pub fn returns(&self) -> Option<[f64; 2]> {
        each!(&self.state, play => play.outcome()).map(Outcome::returns)
    }

    /// Returns the kind of decision that the side to decide has to make; `None` when no side is to decide.
    ///
    /// ```
    /// use rules::{Game, PendingDecision, Setup, Variant};
    ///
    /// let mut game = Game::new(&Setup::new(Variant::Bario));
    /// assert_eq!(game.pending(), Some(PendingDecision::KingPlace));
    /// game.act("K@e1".parse()?)?;
    /// game.act("K@e8".parse()?)?;
    /// assert_eq!(game.pending(), Some(PendingDecision::Move));
    /// # Ok::<(), Box<dyn core::error::Error>>(())
    /// ```
    pub fn pending(&self) -> Option<PendingDecision> {
        match self.next() {
            Next::Decision(_) => Some(each!(&self.state, play => play.pending())),
            Next::Chance(_) | Next::Over(_) => None,
        }
    }

    /// Returns every legal action of the side to decide, in a fixed order. The list is empty when no side is to decide.
    ///
    /// ```
    /// use rules::{Game, Setup, Variant};
    ///
    /// let game = Game::new(&Setup::new(Variant::Baroque));
    /// let actions = game.legal_list();
    /// assert_eq!(actions.len(), 32);
    /// assert!(actions.iter().all(|&action| game.why_not(action).is_none()));
    /// ```
    pub fn legal_list(&self) -> MoveList {
        each!(&self.state, play => play.legal_list())
    }

    /// Plays an action of the side to decide.
    ///
    /// # Errors
    ///
    /// Returns an error if the action is illegal or no side is to decide; the game is unchanged. [`Game::why_not`] returns the
    /// reason.
    ///
    /// ```
    /// use rules::{Game, IllegalAction, Setup, Variant};
    ///
    /// let mut game = Game::new(&Setup::new(Variant::Berolina));
    /// assert_eq!(game.act("e2e3".parse()?), Err(IllegalAction));
    /// game.act("e2d3".parse()?)?;
    /// assert_eq!(game.n_inputs(), 1);
    /// # Ok::<(), Box<dyn core::error::Error>>(())
    /// ```
    pub fn act(&mut self, action: Action) -> Result<(), IllegalAction> {
        each!(&mut self.state, play => play.act(action))?;
        self.enter(GameInput::Action(action));
        Ok(())
    }

    /// Plays a chance outcome.
    ///
    /// # Errors
    ///
    /// Returns an error if the game does not wait for chance, or this outcome is impossible; the game is unchanged.
    ///
    /// ```
    /// use rules::{ChanceOutcome, Color, Game, Next, Setup};
    ///
    /// let setup: Setup = "chakart setup=symmetric".parse()?;
    /// let mut game = Game::new(&setup);
    /// assert!(game.roll("egg:koopa".parse()?).is_err());
    /// game.roll(ChanceOutcome::Start(0))?;
    /// assert_eq!(game.next(), Next::Decision(Color::White));
    /// # Ok::<(), Box<dyn core::error::Error>>(())
    /// ```
    pub fn roll(&mut self, outcome: ChanceOutcome) -> Result<(), ImpossibleOutcome> {
        each!(&mut self.state, play => play.roll(outcome))?;
        self.enter(GameInput::Outcome(outcome));
        Ok(())
    }

    /// Plays any input.
    ///
    /// # Errors
    ///
    /// Returns an error if the input is impossible; the game is unchanged.
    pub fn apply(&mut self, input: GameInput) -> Result<(), ImpossibleInput> {
        match input {
            GameInput::Action(action) => self.act(action).map_err(|_| ImpossibleInput),
            GameInput::Outcome(outcome) => self.roll(outcome).map_err(|_| ImpossibleInput),
            GameInput::Conclusion(conclusion) => {
                self.conclude(conclusion).map_err(|_| ImpossibleInput)
            }
            GameInput::Takeback(n) => self.take_back(n).map_err(|_| ImpossibleInput),
        }
    }

    /// Returns the key of the true position.
    pub(crate) fn key(&self) -> u64 {
        each!(&self.state, play => play.position().key())
    }

    /// Tells whether a seat has exactly this view.
    pub(crate) fn shows(&self, seat: Color, view: &View) -> bool {
        each!(&self.state, play => play.shows(self.n_inputs, Viewer::Seat(seat), view))
    }

    /// Returns the chance outcomes after which a seat can have this view.
    pub(crate) fn outcomes_before(&self, seat: Color, view: &View) -> Vec<ChanceOutcome> {
        each!(&self.state, play => play.outcomes_before(Viewer::Seat(seat), view))
    }

    /// Returns how far the views from this one on speak for an input: a factor above 0.
    pub(crate) fn lookahead(
        &self,
        input: GameInput,
        later: &mut dyn Iterator<Item = &View>,
    ) -> f64 {
        each!(&self.state, play => lookahead(&play.position(), input, later))
    }

    /// Ends the game by the will of its players.
    ///
    /// # Errors
    ///
    /// Returns an error if the game is over already; it is unchanged.
    ///
    /// ```
    /// use rules::{AlreadyOver, Color, Conclusion, Game, Next, Setup, Variant};
    ///
    /// let mut game = Game::new(&Setup::new(Variant::Chakart));
    /// game.conclude(Conclusion::Resigned(Color::White))?;
    /// let Next::Over(outcome) = game.next() else { panic!("the game is over") };
    /// assert_eq!((outcome.winner(), outcome.score()), (Some(Color::Black), "0-1"));
    /// assert_eq!(game.conclude(Conclusion::DrawAgreed), Err(AlreadyOver));
    /// # Ok::<(), AlreadyOver>(())
    /// ```
    pub fn conclude(&mut self, conclusion: Conclusion) -> Result<(), AlreadyOver> {
        if let Next::Over(_) = self.next() {
            return Err(AlreadyOver);
        }
        each!(&mut self.state, play => play.conclude(conclusion));
        self.enter(GameInput::Conclusion(conclusion));
        Ok(())
    }

    /// Takes back the last inputs that led to the present position. It restores the state before them except
    /// [`Game::n_inputs`], because the inputs and the takeback itself still count.
    ///
    /// # Errors
    ///
    /// Returns an error if there are too few inputs, or no side is to decide now or was to decide then. A game with a
    /// hundred takebacks also refuses. The game is then unchanged.
    ///
    /// ```
    /// use rules::{Game, Setup, Variant};
    ///
    /// let mut game = Game::new(&Setup::new(Variant::Baroque));
    /// let start = game.clone();
    /// game.act("e2e4".parse()?)?;
    /// game.act("e7e5".parse()?)?;
    /// game.take_back(2).expect("both have moved");
    /// assert_eq!((game.n_inputs(), game.turns()), (3, 0));
    /// assert_eq!(game.public_view().as_view().cells, start.public_view().as_view().cells);
    /// assert!(game.take_back(1).is_err());
    /// # Ok::<(), Box<dyn core::error::Error>>(())
    /// ```
    pub fn take_back(&mut self, n: u32) -> Result<(), ImpossibleTakeback> {
        let n_left = self.line.len().checked_sub(n as usize);
        let n_left = n_left.filter(|_| n > 0 && self.n_takebacks < MOST_TAKEBACKS);
        let n_left = n_left.ok_or(ImpossibleTakeback)?;
        let mut earlier = Game::beginning(Arc::clone(&self.start));
        for &input in &self.line[..n_left] {
            earlier.apply(input).map_err(|_| ImpossibleTakeback)?;
        }
        let (Next::Decision(_), Next::Decision(_)) = (self.next(), earlier.next()) else {
            return Err(ImpossibleTakeback);
        };
        earlier.n_inputs = self.n_inputs + 1;
        earlier.n_takebacks = self.n_takebacks + 1;
        *self = earlier;
        Ok(())
    }

    /// Adds an input that was played.
    fn enter(&mut self, input: GameInput) {
        self.line.push(input);
        self.n_inputs += 1;
    }

    /// Returns the reason why an action is illegal, from the knowledge of the side to decide; `None` exactly when it is
    /// legal.
    ///
    /// ```
    /// use rules::{Game, Glyph, Reason, Setup, Variant};
    ///
    /// let game = Game::new(&Setup::new(Variant::Baroque));
    /// let why = game.why_not("e1e2".parse()?).expect("his own pincer is there");
    /// assert_eq!(why.law, "baroque Q9");
    /// assert!(matches!(why.reason, Reason::OwnPiece(piece) if piece.at.to_string() == "e2"));
    /// # Ok::<(), rules::ParseActionError>(())
    /// ```
    pub fn why_not(&self, action: Action) -> Option<WhyNot> {
        each!(&self.state, play => play.why_not(action))
    }

    /// Reads a typed text as an action of the side to decide: coordinates or short notation, in any case where that is
    /// unambiguous. Coordinates need not be legal; short notation is resolved among the legal actions. The caption that
    /// [`Game::caption`] writes for a legal action is read as that action.
    ///
    /// # Errors
    ///
    /// Returns an error if the text is no action, or fits no possible action or more than one.
    ///
    /// ```
    /// use rules::{Game, ReadActionError, Setup, Variant};
    ///
    /// let game = Game::new(&Setup::new(Variant::Berolina));
    /// let action = game.read_action("Nf3").expect("one knight can go there");
    /// assert_eq!(action.to_string(), "g1f3");
    /// assert_eq!(game.caption(action), "Nf3");
    /// assert_eq!(game.read_action("Ke5"), Err(ReadActionError::NoSuchMove));
    /// ```
    pub fn read_action(&self, text: &str) -> Result<Action, ReadActionError> {
        each!(&self.state, play => play.read_action(text))
    }

    /// Returns a legal action in short notation with its check sign: `Nbd2+`, `exe8=Q#`, `O-O`. An illegal action is
    /// written in coordinates. The caption shows the knowledge of the side to decide. Other readers find their caption of a
    /// turn in their [`View`].
    ///
    /// | variant | additions to chess notation |
    /// | --- | --- |
    /// | Baroque | pawns are `P` with both squares; captured squares follow in brackets: `Pe2e4(e5)` |
    /// | Bario | a definition: `N@d1xe3`; the placing of a king: `K@a1` |
    /// | Chakart | stealth `Q~d5` (`Qd1~` for readers who do not see its target), shell `K*e5`, swap `a1<>b2`, drop `N@d4`; `x` for an object too, and the letter of an egg's effect once it is known: `Rxf6*W` |
    pub fn caption(&self, action: Action) -> String {
        each!(&self.state, play => play.caption(action))
    }

    /// Returns the squares of the pieces that a legal action captures elsewhere than on its target. It reveals nothing hidden:
    /// a hidden piece is captured on the target alone.
    ///
    /// ```
    /// use rules::{Game, Setup, Variant};
    ///
    /// let game = Game::new(&Setup::with_position(Variant::Baroque, "", "7k/8/8/8/3pQ3/8/8/K7 w 12")?);
    /// let captured = game.captured_aside("e4g4".parse()?);
    /// assert_eq!(captured.map(|square| square.to_string()).collect::<Vec<_>>(), ["d4"]);
    /// # Ok::<(), Box<dyn core::error::Error>>(())
    /// ```
    pub fn captured_aside(&self, action: Action) -> Bitboard {
        let target: Bitboard = action.target().into_iter().collect();
        each!(&self.state, play => play.position().captured(action)) & !target
    }

    /// Returns the moves that the pieces of a side could make if the side were to move, each as two squares. A viewer on `seat`
    /// sees the board, or the public for `None`, so the moves reveal nothing hidden. There are none where this is not defined.
    ///
    /// ```
    /// use rules::{Color, Game, Setup, Variant};
    ///
    /// let game = Game::new(&Setup::new(Variant::Berolina));
    /// assert_eq!(game.reach(Color::Black, None).len(), 30);
    /// let game = Game::new(&"chakart setup=standard".parse::<Setup>()?);
    /// assert_eq!(game.reach(Color::Black, None).len(), 20);
    /// # Ok::<(), rules::SetupError>(())
    /// ```
    pub fn reach(&self, color: Color, seat: Option<Color>) -> Vec<(Square, Square)> {
        let viewer = seat.map_or(Viewer::Public, Viewer::Seat);
        each!(&self.state, play => play.reach(color, viewer))
    }

    /// Tells whether a legal action is castling.
    pub fn is_castling(&self, action: Action) -> bool {
        each!(&self.state, play => play.position().castling_of(action).is_some())
    }

    /// Returns the view that any reader may have.
    pub fn public_view(&self) -> PublicView {
        PublicView(each!(&self.state, play => play.view(self.n_inputs, Viewer::Public)))
    }

    /// Returns the view of one side.
    ///
    /// ```
    /// use rules::{Color, Game, Glyph, Setup};
    ///
    /// let setup: Setup = "chakart setup=standard".parse()?;
    /// let mut game = Game::new(&setup);
    /// for action in ["e2e4", "a7a6", "d1~g4"] {
    ///     game.act(action.parse()?)?;
    /// }
    /// // White's queen went unseen: White knows where to, the other readers only that she went.
    /// let g4 = "g4".parse()?;
    /// assert_eq!(game.seat_view(Color::White).as_view().glyph(g4), Some(Glyph::Queen(Color::White)));
    /// assert_eq!(game.seat_view(Color::Black).as_view().glyph(g4), None);
    /// assert_eq!(game.public_view().as_view().glyph(g4), None);
    /// # Ok::<(), Box<dyn core::error::Error>>(())
    /// ```
    pub fn seat_view(&self, seat: Color) -> SeatView {
        SeatView {
            seat,
            view: each!(&self.state, play => play.view(self.n_inputs, Viewer::Seat(seat))),
        }
    }

    /// Returns a game that begins where a side believes this one to be. The side can try its actions there without access to
    /// the truth. If the rules hide nothing from the side, the game is the same. A [`SeatHistory`](crate::SeatHistory) gives
    /// the other possible truths.
    pub fn as_believed_by(&self, seat: Color) -> Game {
        let mut start = self.state.clone();
        each!(&mut start, play => *play = play.as_believed_by(seat));
        self.beginning_anew(start)
    }

    /// Returns a game that begins at a possible truth of this one, for a reader with only the view of a side.
    pub(crate) fn guessed_by(&self, seat: Color, words: &mut dyn FnMut() -> u64) -> Game {
        let mut start = self.state.clone();
        each!(&mut start, play => *play = play.guessed_by(seat, words));
        self.beginning_anew(start)
    }

    /// Returns a game that begins in this state, and counts its inputs from those of this game.
    fn beginning_anew(&self, start: State) -> Game {
        Game {
            n_inputs: self.n_inputs,
            ..Game::beginning(Arc::new(start))
        }
    }

    /// Returns the whole truth. Only the command line and the display of a finished game call this.
    pub fn truth(&self) -> Truth {
        Truth(each!(&self.state, play => play.view(self.n_inputs, Viewer::Truth)))
    }

    /// Returns the number of sequences of `depth` actions, regardless of repetition, move limits, material and conclusions.
    /// The last actions are counted without being played.
    pub fn perft(&self, depth: u32) -> u64 {
        each!(&self.state, play => perft(&play.position(), depth))
    }

    /// Returns the same count as [`Game::perft`], but plays every last action too; only benchmarks need it.
    pub fn perft_plain(&self, depth: u32) -> u64 {
        each!(&self.state, play => perft_plain(&play.position(), depth))
    }

    /// Returns the part of [`Game::perft`] of `depth` that begins with each legal action; `depth` is at least 1.
    ///
    /// ```
    /// use rules::{Game, Setup, Variant};
    ///
    /// let game = Game::new(&Setup::new(Variant::Berolina));
    /// let parts = game.divide(2);
    /// let (action, n_replies) = parts[0];
    /// assert_eq!((action.to_string(), n_replies), ("b1a3".into(), 30));
    /// assert_eq!(parts.iter().map(|(_, nodes)| nodes).sum::<u64>(), game.perft(2));
    /// ```
    pub fn divide(&self, depth: u32) -> Vec<(Action, u64)> {
        each!(&self.state, play => divide(&play.position(), depth))
    }
}

fn lookahead<P: Referee>(
    position: &P,
    input: GameInput,
    later: &mut dyn Iterator<Item = &View>,
) -> f64 {
    P::BELIEF.map_or(1.0, |belief| (belief.lookahead)(position, input, later))
}

impl fmt::Debug for Game {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Game({}, {} inputs)", self.variant(), self.n_inputs)
    }
}

/// The error for an input that is impossible here.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ImpossibleInput;

impl fmt::Display for ImpossibleInput {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the input is impossible here")
    }
}

impl core::error::Error for ImpossibleInput {}

/// The error for a takeback that is impossible here.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ImpossibleTakeback;

impl fmt::Display for ImpossibleTakeback {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the game cannot be taken back so far")
    }
}

impl core::error::Error for ImpossibleTakeback {}

/// The error for a game that is over already.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AlreadyOver;

impl fmt::Display for AlreadyOver {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the game is over already")
    }
}

impl core::error::Error for AlreadyOver {}
