//! A match, as its players play it on any platform, with all their answers.

use std::{
    collections::HashMap,
    sync::{
        Arc,
        atomic::{AtomicU64, Ordering},
    },
};

use api::MatchId;
use async_trait::async_trait;
use futures_util::future::join_all;
use rules::{Action, Color, Game, GameInput, Next, Record, Setup, Variant};
use testkit::Random;
use tests::venue::challenged;

use crate::witness::{self, Exchange, PlayerRequest, Reply};

/// A counter that orders all requests and answers.
#[derive(Clone, Default)]
pub(crate) struct SequenceCounter(Arc<AtomicU64>);

impl SequenceCounter {
    fn next(&self) -> u64 {
        self.0.fetch_add(1, Ordering::SeqCst)
    }
}

/// The two players of a match, on their platform.
#[async_trait]
pub(crate) trait Seats: Send + Sync {
    /// Sends a request of one player, and returns the reply.
    async fn ask(&self, seat: Color, request: &PlayerRequest, random: Random) -> Reply;

    /// Returns the id of the match.
    fn id(&self) -> MatchId;

    /// The place of the match.
    const PLACE: &str;
}

/// The number of times that each picture was shown, by its name.
pub(crate) type PictureCounts = HashMap<String, usize>;

/// Counts pictures by their names.
pub(crate) fn count(names: impl Iterator<Item = String>) -> PictureCounts {
    let mut shown = PictureCounts::new();
    for name in names {
        *shown.entry(name).or_default() += 1;
    }
    shown
}

/// The number of answers of each kind.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct AnswerCounts {
    pub(crate) matches: usize,
    pub(crate) moves: usize,
    pub(crate) confirmed: usize,
    /// The number of moves among the confirmed answers.
    pub(crate) confirmed_moves: usize,
    pub(crate) refused: usize,
    pub(crate) nothing: usize,
    pub(crate) unknown: usize,
    pub(crate) read: usize,
}

/// A match in progress.
pub(crate) struct Table<S> {
    pub(crate) seats: S,
    /// The game as far as its players know it, once it has begun.
    game: Option<Game>,
    /// True if the players know the state of the match.
    is_sure: bool,
    history: Vec<Exchange>,
    counter: SequenceCounter,
}

/// Returns the initial game of every match.
fn start() -> Game {
    Game::new(&Setup::new(Variant::Berolina))
}

impl<S: Seats> Table<S> {
    /// Creates a match in which White has challenged Black.
    pub(crate) fn new(seats: S, counter: &SequenceCounter) -> Table<S> {
        Table {
            seats,
            game: None,
            is_sure: true,
            history: Vec::new(),
            counter: counter.clone(),
        }
    }

    /// Makes the players do the next action: accept, move, or read the state of the match if they are not sure. Often one player
    /// sends two requests at once, so that two processes decide concurrently. Now and then both players do.
    pub(crate) async fn step(&mut self, random: &mut Random) {
        if !self.is_sure {
            let seat = *random.pick(&[Color::White, Color::Black]);
            return self.ask(vec![(seat, PlayerRequest::Read)], random).await;
        }
        let Some(game) = &self.game else {
            return self
                .ask(vec![(Color::Black, PlayerRequest::Accept)], random)
                .await;
        };
        let Next::Decision(mover) = game.next() else {
            return;
        };
        let actions = game.legal_list();
        let request = |random: &mut Random| PlayerRequest::Play(*random.pick(&actions));
        let mut requests = vec![(mover, request(random))];
        match random.below(100) {
            0..45 => requests.push((mover, request(random))),
            45..53 => requests.push((!mover, request(random))),
            53..56 => requests.push((!mover, PlayerRequest::Read)),
            56..58 => requests.push((Color::Black, PlayerRequest::Accept)),
            _ => {}
        }
        self.ask(requests, random).await;
    }

    /// Makes the players read the state of the match, and begin it if the challenge is not accepted.
    pub(crate) async fn settle(&mut self, random: &mut Random) {
        loop {
            self.is_sure = false;
            self.step(random).await;
            if self.is_sure && self.game.is_some() {
                return;
            }
            if self.is_sure {
                self.step(random).await;
            }
        }
    }

    /// Sends all these requests concurrently.
    async fn ask(&mut self, requests: Vec<(Color, PlayerRequest)>, random: &mut Random) {
        let exchanges = requests.into_iter().map(|(seat, request)| {
            let random = Random::new(random.below(usize::MAX) as u64);
            self.ask_for(seat, request, random)
        });
        let exchanges = join_all(exchanges).await;
        match &exchanges[..] {
            [exchange] => self.learn(exchange),
            _ => self.is_sure = false,
        }
        self.history.extend(exchanges);
    }

    async fn ask_for(&self, seat: Color, request: PlayerRequest, random: Random) -> Exchange {
        let asked = self.counter.next();
        let reply = self.seats.ask(seat, &request, random).await;
        Exchange {
            seat,
            request,
            reply,
            asked,
            answered: self.counter.next(),
        }
    }

    /// Updates the players' knowledge after an answer.
    fn learn(&mut self, exchange: &Exchange) {
        self.is_sure = match (&exchange.request, &exchange.reply) {
            (PlayerRequest::Accept, Reply::Done) => {
                self.game = Some(start());
                true
            }
            (PlayerRequest::Play(action), Reply::Done) => {
                let played = self.game.as_mut().map(|game| game.act(*action));
                played.is_some_and(|played| played.is_ok())
            }
            (PlayerRequest::Read, Reply::Record(moves)) => {
                self.game = Some(after(moves));
                true
            }
            (PlayerRequest::Read, Reply::Refused) => self.game.is_none(),
            (_, Reply::Nothing) => true,
            _ => false,
        };
    }

    /// Tells whether any part of its state is unknown.
    pub(crate) fn is_doubtful(&self) -> bool {
        let mut history = self.history.iter();
        history.any(|exchange| exchange.reply == Reply::Unknown)
    }

    /// Returns the number of moves that the players know of.
    fn n_moves(&self) -> usize {
        self.game.as_ref().map_or(0, Game::n_inputs)
    }

    /// Returns the number of moves that were confirmed to the players.
    pub(crate) fn n_confirmed_moves(&self) -> usize {
        let is_confirmed = |exchange: &&Exchange| {
            matches!(
                (&exchange.request, &exchange.reply),
                (PlayerRequest::Play(_), Reply::Done)
            )
        };
        self.history.iter().filter(is_confirmed).count()
    }

    /// Returns the name of the match for reports.
    pub(crate) fn name(&self) -> String {
        format!("match {} {}", self.seats.id(), S::PLACE)
    }

    /// Checks that all answers to the players can be true.
    pub(crate) fn check(&self) -> Result<(), String> {
        let checked = witness::check(start(), &self.history);
        checked.map_err(|why| format!("{}: {why}", self.name()))
    }

    /// Returns all errors in its boards among all pictures that were shown: each board is shown exactly once.
    pub(crate) fn wrong_boards(&self, shown: &PictureCounts) -> Vec<String> {
        let id = self.seats.id();
        let n_shown = |n_inputs| {
            shown
                .get(&format!("{id}-{n_inputs}.png"))
                .copied()
                .unwrap_or_default()
        };
        let counts = (0..=self.n_moves()).map(|n_inputs| (n_inputs, n_shown(n_inputs)));
        let wrong = counts.filter(|(_, n)| *n != 1);
        let told =
            |(n_inputs, n)| format!("board {n_inputs} of {} was shown {n} times", self.name());
        wrong.map(told).collect()
    }

    /// Adds the match to the counts.
    pub(crate) fn count(&self, counts: &mut AnswerCounts) {
        counts.matches += 1;
        counts.moves += self.n_moves();
        counts.confirmed_moves += self.n_confirmed_moves();
        for exchange in &self.history {
            let number = match exchange.reply {
                Reply::Done => &mut counts.confirmed,
                Reply::Refused => &mut counts.refused,
                Reply::Nothing => &mut counts.nothing,
                Reply::Unknown => &mut counts.unknown,
                Reply::Record(_) => &mut counts.read,
            };
            *number += 1;
        }
    }
}

fn after(moves: &[Action]) -> Game {
    let mut game = start();
    for action in moves {
        // The witness reports an illegal action.
        let _ = game.act(*action);
    }
    game
}

/// The beginnings of answers that report no effect. Players whose challenges fail at once ask for several posts in a row.
const NOTHING: [&str; 4] = [
    "I cannot look that person up",
    "Too many people are playing",
    "Something went wrong",
    "You asked for too many posts in a row",
];

/// Returns the meaning of an answer of the bot, if it is definite.
///
/// # Panics
///
/// Panics if the players of these matches do not expect the answer.
pub(crate) fn meaning(text: &str, file: Option<&str>) -> Reply {
    const UNKNOWN: [&str; 1] = ["Not confirmed"];
    const DONE: [&str; 2] = ["You played", "You accepted"];
    const REFUSED: [&str; 10] = [
        "is illegal",
        "It is not your turn",
        "You have already moved",
        "has already been answered",
        "None of your pieces",
        "has not begun",
        "is over:",
        "your own challenge",
        "was not accepted",
        "I refused this",
    ];
    if let Some(file) = file {
        return Reply::Record(moves(file));
    }
    let begins = |words: &[&str]| words.iter().any(|words| text.starts_with(words));
    match text {
        _ if begins(&UNKNOWN) => Reply::Unknown,
        _ if begins(&DONE) => Reply::Done,
        _ if begins(&NOTHING) => Reply::Nothing,
        _ if REFUSED.iter().any(|words| text.contains(words)) => Reply::Refused,
        _ => panic!("nobody expects the answer {text:?}"),
    }
}

/// Returns the match of White's challenge, if there is one.
///
/// # Panics
///
/// Panics if the players do not expect the answer.
pub(crate) fn opened(text: &str) -> Option<MatchId> {
    // Challenges whose answer was lost are never accepted.
    let is_refused = text.contains("has not yet answered");
    let is_opened = !is_refused && !NOTHING.iter().any(|words| text.starts_with(words));
    is_opened.then(|| challenged(text))
}

/// Returns the moves of a record.
fn moves(file: &str) -> Vec<Action> {
    let record: Record = file.parse().expect("a record comes as a file");
    let moves = record.inputs.iter().map(|input| match input {
        GameInput::Action(action) => *action,
        other => panic!("{other} stands in a record"),
    });
    moves.collect()
}
