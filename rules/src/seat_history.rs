//! What a seat has been told of a game, and the truths that it leaves possible.

use alloc::{vec, vec::Vec};

use crate::{
    Action, Actions, Color, Game, GameInput, Next, Position, Record, ReplayError, Setup, Variant,
    View, variant::each,
};

/// All that one seat has been told of a game: its setup, its own decisions, and what it saw after each input. Nothing of
/// the truth is in it.
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
    start: Game,
    /// Whether the start is only what the seat saw of it.
    is_start_seen: bool,
    told: Vec<ToldInput>,
    /// The game itself, where nothing of it is hidden from the seat.
    open: Option<Game>,
}

/// Games that may be the true one, followed while a seat is told more and more: as [`SeatHistory::sample`], but what was
/// found after one input is not sought again after the next.
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
    /// How many inputs were followed, and what the seat saw after the last of them.
    n_followed: usize,
    last: Option<View>,
}

impl Guesses {
    /// Follows so many games at most; at least one.
    pub fn new(most: usize) -> Guesses {
        Guesses {
            most: most.max(1),
            games: Vec::new(),
            n_followed: 0,
            last: None,
        }
    }

    /// Goes on to where a seat is now, from where it was when this was called last; from the start of the game if that was
    /// another game, something was taken back, or all guesses have turned out to be wrong. Where none is found with patience, the
    /// guesses are what may look like what the seat sees now, whatever was before.
    pub fn follow(&mut self, history: &SeatHistory, words: &mut impl FnMut() -> u64) {
        if let Some(open) = &history.open {
            self.games = vec![(open.clone(), Vec::new())];
            return;
        }
        let told = &history.told;
        let is_same_game = self.n_followed > 0
            && told.get(self.n_followed - 1).map(|told| &told.view) == self.last.as_ref();
        if !is_same_game || !self.go_on(history, self.most, words) {
            // What cannot be found soon is guessed by what the seat sees now.
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
        self.n_followed = told.len();
        self.last = told.last().map(|told| told.view.clone());
    }

    /// Goes on to the end of what was told; says whether any guess is left.
    fn go_on(
        &mut self,
        history: &SeatHistory,
        most: usize,
        words: &mut impl FnMut() -> u64,
    ) -> bool {
        for at in self.n_followed..history.told.len() {
            self.games = history.followed(&self.games, at, most, words);
        }
        !self.games.is_empty()
    }

    /// The positions that may be the true one, each once.
    pub fn positions<P: Position>(&self) -> Vec<P> {
        let position = |game: &Game| -> Option<P> {
            each!(&game.state, play => P::of_start(&play.position().into()))
        };
        self.games
            .iter()
            .filter_map(|(game, _)| position(game))
            .collect()
    }
}

/// What a seat was told of one input.
#[derive(Clone)]
struct ToldInput {
    /// What it was, if the seat decided it itself or everybody knows it.
    input: Option<GameInput>,
    /// What it saw then.
    view: View,
}

/// How many guesses are followed at once, at the first try; with each further try twice as many.
const FEWEST_GUESSES: usize = 8;
const MAX_TRIES: usize = 8;

impl SeatHistory {
    /// What a seat knows before the first input.
    pub fn new(setup: &Setup, seat: Color) -> SeatHistory {
        let start = Game::new(setup);
        let is_open = !setup.variant().has_secrets();
        SeatHistory {
            seat,
            is_start_seen: false,
            told: Vec::new(),
            open: is_open.then(|| start.clone()),
            start,
        }
    }

    /// What a seat knows that comes to a game and is told the position as it may see it, but nothing of what was before. The
    /// setup is one of [`Setup::with_view`].
    ///
    /// What the seat cannot see may be there all the same: a few bananas and bombs of the other side, and its queen, if she
    /// may have gone unseen.
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

    /// What a seat knows before the first input that is to see all that is hidden: for looking back at what is over, and for
    /// measuring what it costs not to know. [`SeatHistory::sample`] gives the true position then.
    pub fn seeing_all(setup: &Setup, seat: Color) -> SeatHistory {
        let mut history = SeatHistory::new(setup, seat);
        history.open = Some(history.start.clone());
        history
    }

    /// What a seat was told of a whole record.
    ///
    /// # Errors
    ///
    /// An input of the record is not possible.
    pub fn of(record: &Record, seat: Color) -> Result<SeatHistory, ReplayError> {
        let mut history = SeatHistory::new(&record.setup, seat);
        let mut game = Game::new(&record.setup);
        for (at, &input) in record.inputs.iter().enumerate() {
            let decider = game.next();
            game.play(input).ok_or(ReplayError { at })?;
            let is_known = match input {
                GameInput::Action(_) => decider == Next::Decision(seat),
                GameInput::Takeback(_) => true,
                GameInput::Outcome(_) | GameInput::Conclusion(_) => false,
            };
            history.note_input(is_known.then_some(input), &game);
        }
        Ok(history)
    }

    /// Notes what the seat is told of the newest input of the game; to be called after every one, a drawn start included. `own`
    /// is its decision, if the seat made it.
    ///
    /// ```
    /// use rules::{Color, Game, Position, SeatHistory, Setup, baroque};
    ///
    /// // Whoever referees plays the game and tells the seat; a program for the seat has the history alone.
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

    /// Notes that so many inputs were taken back, which everybody knows; to be called in place of [`SeatHistory::note`].
    pub fn note_takeback(&mut self, n: u32, game: &Game) {
        self.note_input(Some(GameInput::Takeback(n)), game);
    }

    fn note_input(&mut self, input: Option<GameInput>, game: &Game) {
        let view = game.seat_view(self.seat).view;
        self.told.push(ToldInput { input, view });
        if let Some(open) = &mut self.open {
            open.clone_from(game);
        }
    }

    /// Whose it is.
    pub fn seat(&self) -> Color {
        self.seat
    }

    /// The rules played.
    pub fn variant(&self) -> Variant {
        self.start.variant()
    }

    /// What the seat sees now.
    pub fn view(&self) -> View {
        let last = self.told.last().map(|told| told.view.clone());
        last.unwrap_or_else(|| self.start.seat_view(self.seat).view)
    }

    /// The positions since the last move that cannot be undone, the present one last: what counts for repetition. None where
    /// the rules know no repetition or hide something, or if the position is one of another variant.
    pub fn repeatable<P: Position>(&self) -> Vec<P> {
        let Some(open) = &self.open else {
            return Vec::new();
        };
        each!(&open.state, play => {
            let positions = play.repeatable().iter();
            positions.filter_map(|&position| P::of_start(&position.into())).collect()
        })
    }

    /// A position that may be the true one, as far as the seat can know: a game that led there would have shown the seat
    /// all that it saw. `words` gives random words; the same words give the same position to whoever was told the same.
    ///
    /// Every truth that is possible may come, the likely ones more often, but not exactly as often as they are likely. What
    /// the seat may do is the same in each of them.
    ///
    /// Where the rules hide something it plays the game again from its start: some milliseconds after a few turns of Chakart,
    /// tens of them after sixty.
    ///
    /// `None` if the position is one of another variant, if people ended the game, or, which is rare, if none was found
    /// with patience, which grows with the length of the game: then other words may find one. What the seat may do is in
    /// [`Game::actions`] all the same.
    pub fn sample<P: Position>(&self, words: &mut impl FnMut() -> u64) -> Option<P> {
        if let Some(open) = &self.open {
            let is_concluded = each!(&open.state, play => play.is_concluded());
            let position = each!(&open.state, play => P::of_start(&play.position().into()));
            return position.filter(|_| !is_concluded);
        }
        let (game, _) = self.sample_game(words)?;
        each!(&game.state, play => P::of_start(&play.position().into()))
    }

    /// A game that would have shown the seat all that it saw, and the inputs that led there.
    ///
    /// Several guesses are followed at once, and those that the seat would have seen otherwise are dropped. Where all are
    /// wrong, more are followed from the start.
    fn sample_game(&self, words: &mut impl FnMut() -> u64) -> Option<(Game, Vec<GameInput>)> {
        (0..MAX_TRIES).find_map(|n_tries| {
            let mut guesses = self.starts(FEWEST_GUESSES << n_tries, words);
            for at in 0..self.told.len() {
                guesses = self.followed(&guesses, at, FEWEST_GUESSES << n_tries, words);
            }
            let picked = words() % guesses.len().max(1) as u64;
            guesses.into_iter().nth(picked as usize)
        })
    }

    /// Where the game may have begun.
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

    /// Games that begin with what the seat sees now, or nothing if it does not see a position.
    fn starts_as_seen(
        &self,
        n: usize,
        words: &mut impl FnMut() -> u64,
    ) -> Vec<(Game, Vec<GameInput>)> {
        let text = self.view().position;
        let Ok(setup) = Setup::with_view(self.variant(), "", &text, self.seat) else {
            return Vec::new();
        };
        SeatHistory::of_view(&setup, self.seat).starts(n, words)
    }

    /// Every guess after one more input of which the seat would have been told the same; the most plausible of them are
    /// kept, by chance, where they are too many.
    fn followed(
        &self,
        guesses: &[(Game, Vec<GameInput>)],
        at: usize,
        max: usize,
        words: &mut impl FnMut() -> u64,
    ) -> Vec<(Game, Vec<GameInput>)> {
        let mut followed: Vec<(u64, u64, Game, &Vec<GameInput>, GameInput)> = Vec::new();
        for (game, inputs) in guesses {
            for input in self.candidates(game, at) {
                let mut next = game.clone();
                if next.play(input).is_some() && next.shows(self.seat, &self.told[at].view) {
                    let later = self.told[at..].iter().map(|told| &told.view);
                    let weight = game.plausibility(input, later);
                    let key = next.key();
                    // Guesses that have come to the same are one.
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

    /// The inputs that may have come next.
    fn candidates(&self, game: &Game, at: usize) -> Vec<GameInput> {
        match (self.told[at].input, game.next()) {
            (Some(input), _) => vec![input],
            (None, Next::Decision(_)) => {
                let mut actions = Actions::new();
                game.actions(&mut actions);
                actions.into_iter().map(GameInput::Action).collect()
            }
            (None, Next::Chance(_)) => {
                let outcomes = game.outcomes_before(self.seat, &self.told[at].view);
                outcomes.into_iter().map(GameInput::Outcome).collect()
            }
            (None, Next::Over(_)) => Vec::new(),
        }
    }
}

#[cfg(test)]
mod tests;
