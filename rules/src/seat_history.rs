//! The views of a seat in a game, and the truths that they leave possible.

use alloc::{
    format,
    string::{String, ToString},
    vec,
    vec::Vec,
};
use core::fmt;

use crate::{
    Action, Actions, Color, Conclusion, Game, GameInput, Glyph, Next, Outcome, Record, ReplayError,
    Setup, Status, Variant, VariantPosition, View, game::each, position::cast,
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

/// Possible true games, which follow a seat from view to view. It samples like [`SeatHistory::sample`], but keeps its
/// guesses from one input to the next.
///
/// ```
/// use rules::{Color, Guesses, Position, Record, SeatHistory, chakart};
///
/// let record: Record = "oddboard record 1\nsetup: chakart setup=standard\n\ne2e4 b8c6 d1~h5".parse()?;
/// let black = SeatHistory::of(&record, Color::Black)?;
/// let mut guesses = Guesses::new(20);
/// let mut word = 1_u64;
/// guesses.follow(&black, &mut || {
///     word = word.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
///     word
/// });
/// // The queen may be anywhere on her ways, as far as Black knows.
/// let positions: Vec<chakart::Position> = guesses.positions();
/// assert!(positions.len() > 3 && positions.len() <= 20);
/// # Ok::<(), Box<dyn core::error::Error>>(())
/// ```
#[derive(Clone)]
pub struct Guesses {
    most: usize,
    games: Vec<(Game, Vec<GameInput>)>,
    /// The number of followed inputs. `last` is the view of the seat after them.
    n_followed: usize,
    last: Option<View>,
}

impl Guesses {
    /// Returns guesses of at most `most` games, and of at least one.
    pub fn new(most: usize) -> Guesses {
        Guesses {
            most: most.max(1),
            games: Vec::new(),
            n_followed: 0,
            last: None,
        }
    }

    /// Follows the history from its last call to the present view of the seat. It starts over if the game has changed, inputs
    /// were taken back, or all guesses have become wrong. If it finds no guess in a bounded number of tries, it guesses from
    /// the present view alone, regardless of earlier views.
    pub fn follow(&mut self, history: &SeatHistory, words: &mut impl FnMut() -> u64) {
        if let Some(open) = &history.open {
            self.games = vec![(open.clone(), Vec::new())];
            return;
        }
        let seen = &history.seen;
        let is_same_game = self.n_followed > 0
            && seen.get(self.n_followed - 1).map(|input| &input.view) == self.last.as_ref();
        if !is_same_game || !self.go_on(history, self.most, words) {
            // If no guess is found soon, it is made from the present view of the seat.
            for n_tries in 0..MAX_TRIES / 2 {
                let most = self.most.max(FEWEST_GUESSES << n_tries);
                self.n_followed = 0;
                self.games = history.starts(most, words);
                if self.go_on(history, most, words) {
                    break;
                }
            }
        }
        if self.games.is_empty() {
            self.games = history.starts_as_seen(self.most, words);
        }
        self.games.truncate(self.most);
        self.n_followed = seen.len();
        self.last = seen.last().map(|input| input.view.clone());
    }

    /// Follows the history to its end. Returns whether any guess is left.
    fn go_on(
        &mut self,
        history: &SeatHistory,
        most: usize,
        words: &mut impl FnMut() -> u64,
    ) -> bool {
        for at in self.n_followed..history.seen.len() {
            self.games = history.followed(&self.games, at, most, words);
        }
        !self.games.is_empty()
    }

    /// Returns the positions that can be the true one, without duplicates.
    pub fn positions<P: VariantPosition>(&self) -> Vec<P> {
        let position =
            |game: &Game| -> Option<P> { each!(&game.state, play => cast(&play.position())) };
        self.games
            .iter()
            .filter_map(|(game, _)| position(game))
            .collect()
    }
}

/// The knowledge of a seat about one input.
#[derive(Clone)]
struct SeenInput {
    /// The input, if the seat made it itself or it is public.
    input: Option<GameInput>,
    /// The view of the seat after it.
    view: View,
}

/// The number of guesses that the first try follows at once. Each further try doubles it.
const FEWEST_GUESSES: usize = 8;
const MAX_TRIES: usize = 8;

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

    /// Adds the seat's view after the next input, for a program that has its own actions and views but no game. Call it after
    /// every input, chance outcomes and takebacks included. `own` is the action, if the seat made it. The history is then the
    /// same as one that [`SeatHistory::note`] keeps.
    ///
    /// A history that begins with a view ([`SeatHistory::of_view`]) counts its inputs from the first view that is added. One
    /// that sees all ([`SeatHistory::seeing_all`]) from then on sees only its views, where the rules hide something.
    ///
    /// # Errors
    ///
    /// Returns an error if the view contradicts the history, as far as that is quick to see. The history is then unchanged.
    /// Where something is hidden, a false view can pass, such as one with an invented last turn. [`Guesses::follow`] then
    /// finds no game that explains it, and forgets what the earlier views told.
    ///
    /// ```
    /// use rules::{Color, ContradictoryView, Game, SeatHistory, Setup, View};
    ///
    /// let setup: Setup = "chakart setup=standard".parse()?;
    /// let (mut game, mut black) = (Game::new(&setup), SeatHistory::new(&setup, Color::Black));
    /// for (own, text) in [(false, "e2e4"), (true, "a7a6"), (false, "d1~g4")] {
    ///     let action = text.parse()?;
    ///     game.act(action)?;
    ///     // Black's program is elsewhere, and gets its views as lines of text.
    ///     let told = game.seat_view(Color::Black).as_view().to_text();
    ///     black.note_view(own.then_some(action), told.parse()?)?;
    /// }
    /// let again = game.seat_view(Color::Black).as_view().clone();
    /// assert_eq!(black.note_view(None, again), Err(ContradictoryView::Inputs { expected: 4, found: 3 }));
    /// # Ok::<(), Box<dyn core::error::Error>>(())
    /// ```
    pub fn note_view(&mut self, own: Option<Action>, view: View) -> Result<(), ContradictoryView> {
        let last = self.view();
        self.check_order(&last, &view)?;
        let input = match own {
            Some(action) => Some(self.own_input(action)?),
            None => self.takeback_to(&last, &view),
        };
        self.check_decider(input, &last, &view)?;
        self.open = if self.variant().has_secrets() {
            self.check_hidden(input, &last, &view)?;
            None
        } else {
            Some(self.opened(input, &view)?)
        };
        if self.awaits_first() {
            self.start.set_n_inputs(view.n_inputs - 1);
        }
        self.seen.push(SeenInput { input, view });
        Ok(())
    }

    /// Tells whether the next view is the first one after the view with which the history began.
    fn awaits_first(&self) -> bool {
        self.is_start_seen && self.seen.is_empty()
    }

    /// Checks that a view can be the next one of this game.
    fn check_order(&self, last: &View, view: &View) -> Result<(), ContradictoryView> {
        let (variant, found) = (self.variant(), view.n_inputs);
        let expected = if self.awaits_first() {
            found.max(1)
        } else {
            last.n_inputs + 1
        };
        if view.variant != variant {
            Err(ContradictoryView::Variant {
                expected: variant,
                found: view.variant,
            })
        } else if found != expected {
            Err(ContradictoryView::Inputs { expected, found })
        } else if let Status::Over(_) = last.status {
            Err(ContradictoryView::AfterEnd)
        } else {
            Ok(())
        }
    }

    /// Returns an action of the seat as an input; an error if it is illegal.
    fn own_input(&self, action: Action) -> Result<GameInput, ContradictoryView> {
        let mut legal = Actions::new();
        self.actions(&mut legal);
        if legal.contains(&action) {
            Ok(GameInput::Action(action))
        } else {
            Err(ContradictoryView::IllegalAction)
        }
    }

    /// Checks that the seat's own action is there, if only that can have led to the view.
    fn check_decider(
        &self,
        input: Option<GameInput>,
        last: &View,
        view: &View,
    ) -> Result<(), ContradictoryView> {
        let is_ours = last.status == Status::ToDecide(self.seat);
        let is_over = matches!(view.status, Status::Over(_));
        if is_ours && input.is_none() && !is_over {
            return Err(ContradictoryView::NoAction);
        }
        Ok(())
    }

    /// Returns the takeback that leads to this view, if it is an earlier view of the line.
    fn takeback_to(&self, last: &View, view: &View) -> Option<GameInput> {
        let is_decided = |view: &View| matches!(view.status, Status::ToDecide(_));
        if view.turns > last.turns || !is_decided(view) || !is_decided(last) {
            return None;
        }
        let start = self.start.seat_view(self.seat).view;
        let mut line = vec![&start];
        for seen in &self.seen {
            match seen.input {
                Some(GameInput::Takeback(n)) => {
                    line.truncate(line.len().saturating_sub(n as usize))
                }
                _ => line.push(&seen.view),
            }
        }
        let mut earlier = line.iter().rev().zip(0..).skip(1);
        let (_, n) = earlier.find(|(earlier, _)| is_repeated(earlier, view))?;
        Some(GameInput::Takeback(n))
    }

    /// Checks that a view can come after the last one, where something is hidden.
    fn check_hidden(
        &self,
        input: Option<GameInput>,
        last: &View,
        view: &View,
    ) -> Result<(), ContradictoryView> {
        // A takeback can go back to before the view with which a history began.
        let can_go_back = self.is_start_seen || matches!(input, Some(GameInput::Takeback(_)));
        let is_later = can_go_back || view.turns >= last.turns;
        let is_possible = match view.status {
            Status::ToDecide(_) => self.has_truth(view),
            Status::ToRoll => is_rolled_after(last, view),
            Status::Over(outcome) => !is_concluded(outcome) || is_revealed_after(last, view),
        };
        if is_later && is_possible {
            Ok(())
        } else {
            Err(ContradictoryView::Impossible)
        }
    }

    /// Tells whether some truth gives the seat this view, as far as the position text shows. That text has no last turn.
    fn has_truth(&self, view: &View) -> bool {
        let Some(setup) = self.setup.seen_from(&view.position, self.seat) else {
            return false;
        };
        let mut looks = Game::new(&setup).seat_view(self.seat).view;
        looks.n_inputs = view.n_inputs;
        looks.turn.clone_from(&view.turn);
        looks.marks.last.clone_from(&view.marks.last);
        looks == *view
    }

    /// Returns the game after the input that leads to this view, where nothing is hidden.
    fn opened(&self, input: Option<GameInput>, view: &View) -> Result<Game, ContradictoryView> {
        let mut game = self.open.clone().ok_or(ContradictoryView::Impossible)?;
        game.set_n_inputs(view.n_inputs - 1);
        let ends = Conclusion::ALL.map(GameInput::Conclusion);
        let mut inputs = self.candidates(&game, input, view);
        inputs.extend(ends.into_iter().filter(|_| input.is_none()));
        let mut games = inputs.into_iter().filter_map(|input| {
            let mut next = game.clone();
            next.apply(input).is_ok().then_some(next)
        });
        games
            .find(|next| next.shows(self.seat, view))
            .ok_or(ContradictoryView::Impossible)
    }

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
    fn sample_game(&self, words: &mut impl FnMut() -> u64) -> Option<(Game, Vec<GameInput>)> {
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
    fn starts(&self, n: usize, words: &mut impl FnMut() -> u64) -> Vec<(Game, Vec<GameInput>)> {
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
    fn starts_as_seen(
        &self,
        n: usize,
        words: &mut impl FnMut() -> u64,
    ) -> Vec<(Game, Vec<GameInput>)> {
        let text = self.view().position;
        let Some(setup) = self.setup.seen_from(&text, self.seat) else {
            return Vec::new();
        };
        SeatHistory::of_view(&setup, self.seat).starts(n, words)
    }

    /// Returns every guess after one more input that gives the seat the same view. If there are too many, it draws from
    /// them and prefers the most plausible.
    fn followed(
        &self,
        guesses: &[(Game, Vec<GameInput>)],
        at: usize,
        max: usize,
        words: &mut impl FnMut() -> u64,
    ) -> Vec<(Game, Vec<GameInput>)> {
        let mut followed: Vec<(u64, u64, Game, &Vec<GameInput>, GameInput)> = Vec::new();
        for (game, inputs) in guesses {
            let SeenInput { input, view } = &self.seen[at];
            for input in self.candidates(game, *input, view) {
                let mut next = game.clone();
                if next.apply(input).is_ok() && next.shows(self.seat, view) {
                    let later = self.seen[at..].iter().map(|input| &input.view);
                    let weight = game.plausibility(input, later);
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
    fn candidates(&self, game: &Game, input: Option<GameInput>, view: &View) -> Vec<GameInput> {
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

/// Tells whether a view is an earlier one again, apart from its number of inputs. It compares the cheap parts first.
fn is_repeated(earlier: &View, view: &View) -> bool {
    let View {
        variant,
        n_inputs: _,
        cells,
        marks,
        powers,
        reserves,
        status,
        pending,
        turn,
        turns,
        position,
    } = earlier;
    (*variant, *turns, *status, *pending) == (view.variant, view.turns, view.status, view.pending)
        && *cells == view.cells
        && *position == view.position
        && *turn == view.turn
        && (marks, powers, reserves) == (&view.marks, &view.powers, &view.reserves)
}

/// Tells whether chance can be next in a view after this one. Views show a decision only when chance has completed it. Before
/// the first turn, chance draws the start.
fn is_rolled_after(last: &View, view: &View) -> bool {
    let is_drawing = last.status == Status::ToRoll && last.turn.is_none() && last.turns == 0;
    is_drawing || (view.cells == last.cells && view.position == last.position)
}

/// Tells whether players can have ended the game with a view after this one. The end reveals hidden things, and moves none.
fn is_revealed_after(last: &View, view: &View) -> bool {
    let mut cells = last.cells.iter().zip(&view.cells);
    let is_piece = |glyph: &Glyph| glyph.role().is_some();
    view.turns == last.turns
        && cells.all(|(last, now)| last.filter(is_piece).is_none_or(|_| last == now))
}

/// Tells whether the players, and not the rules, ended a game.
fn is_concluded(outcome: Outcome) -> bool {
    let mut conclusions = Conclusion::ALL.into_iter();
    conclusions.any(|conclusion| conclusion.outcome() == outcome)
}

/// The error for a view that cannot follow the views before it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ContradictoryView {
    /// The view is one of another variant.
    Variant {
        /// The variant of the history.
        expected: Variant,
        /// The variant of the view.
        found: Variant,
    },
    /// The view does not come right after the last one.
    Inputs {
        /// The number of inputs of the next view.
        expected: usize,
        /// The number of inputs of this one.
        found: usize,
    },
    /// The last view shows the end of the game.
    AfterEnd,
    /// The seat cannot have made its own action.
    IllegalAction,
    /// The seat was to decide, but its own action is missing.
    NoAction,
    /// No input leads to this view, or no truth gives the seat this view.
    Impossible,
}

impl fmt::Display for ContradictoryView {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ContradictoryView::Variant { expected, found } => {
                write!(f, "the view is one of {found}, but the game is {expected}")
            }
            ContradictoryView::Inputs { expected, found } => {
                write!(
                    f,
                    "the view has inputs={found}; the next view must have inputs={expected}. \
                     Send the view after every input, in order"
                )
            }
            ContradictoryView::AfterEnd => f.write_str("the game is over, so no view follows"),
            ContradictoryView::IllegalAction => {
                f.write_str("the seat cannot have made this action")
            }
            ContradictoryView::NoAction => {
                f.write_str("the seat was to decide; its own action comes with the view")
            }
            ContradictoryView::Impossible => {
                f.write_str("nothing that can happen gives the seat this view")
            }
        }
    }
}

impl core::error::Error for ContradictoryView {}

#[cfg(test)]
mod tests;
