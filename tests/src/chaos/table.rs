//! A match, as its people play it wherever that is, and all that they were answered.

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

use crate::witness::{self, Asked, Reply, Wish};

/// Numbers what people do and hear, in the order in which it happens.
#[derive(Clone, Default)]
pub(crate) struct Order(Arc<AtomicU64>);

impl Order {
    fn next(&self) -> u64 {
        self.0.fetch_add(1, Ordering::SeqCst)
    }
}

/// The two people of a match, where they are.
#[async_trait]
pub(crate) trait Seats: Send + Sync {
    /// Has one of them ask for something; what came of it.
    async fn ask(&self, seat: Color, wish: &Wish, random: Random) -> Reply;

    /// Which match this is.
    fn id(&self) -> MatchId;

    /// Where it is played.
    const PLACE: &str;
}

/// How often each picture was shown, by its name.
pub(crate) type Shown = HashMap<String, usize>;

/// Counts pictures by their names.
pub(crate) fn count(names: impl Iterator<Item = String>) -> Shown {
    let mut shown = Shown::new();
    for name in names {
        *shown.entry(name).or_default() += 1;
    }
    shown
}

/// What was answered, in numbers.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Tally {
    pub(crate) matches: usize,
    pub(crate) moves: usize,
    pub(crate) confirmed: usize,
    /// What of that are moves.
    pub(crate) confirmed_moves: usize,
    pub(crate) refused: usize,
    pub(crate) nothing: usize,
    pub(crate) unknown: usize,
    pub(crate) read: usize,
}

/// A match that is played.
pub(crate) struct Table<S> {
    pub(crate) seats: S,
    /// The game as far as its people know it, once it has begun.
    game: Option<Game>,
    /// Whether they know how it stands.
    is_sure: bool,
    history: Vec<Asked>,
    order: Order,
}

/// Which position every match begins with.
fn start() -> Game {
    Game::new(&Setup::new(Variant::Berolina))
}

impl<S: Seats> Table<S> {
    /// A match to which White has challenged Black.
    pub(crate) fn new(seats: S, order: &Order) -> Table<S> {
        Table {
            seats,
            game: None,
            is_sure: true,
            history: Vec::new(),
            order: order.clone(),
        }
    }

    /// Has its people do the next thing: accept, move, or look how things stand where they are not sure. Often one acts twice at a
    /// time, for two processes to decide at a time, and now and then both do.
    pub(crate) async fn step(&mut self, random: &mut Random) {
        if !self.is_sure {
            let seat = *random.pick(&[Color::White, Color::Black]);
            return self.ask(vec![(seat, Wish::Read)], random).await;
        }
        let Some(game) = &self.game else {
            return self.ask(vec![(Color::Black, Wish::Accept)], random).await;
        };
        let Next::Decision(mover) = game.next() else {
            return;
        };
        let mut actions = Vec::new();
        game.actions(&mut actions);
        let wish = |random: &mut Random| Wish::Play(*random.pick(&actions));
        let mut wishes = vec![(mover, wish(random))];
        match random.below(100) {
            0..45 => wishes.push((mover, wish(random))),
            45..53 => wishes.push((!mover, wish(random))),
            53..56 => wishes.push((!mover, Wish::Read)),
            56..58 => wishes.push((Color::Black, Wish::Accept)),
            _ => {}
        }
        self.ask(wishes, random).await;
    }

    /// Has its people find out how it stands, and begin it if nobody has accepted.
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

    /// Asks for all of this at a time.
    async fn ask(&mut self, wishes: Vec<(Color, Wish)>, random: &mut Random) {
        let asked = wishes.into_iter().map(|(seat, wish)| {
            let random = Random::new(random.below(usize::MAX) as u64);
            self.ask_for(seat, wish, random)
        });
        let asked = join_all(asked).await;
        match &asked[..] {
            [asked] => self.learn(asked),
            _ => self.is_sure = false,
        }
        self.history.extend(asked);
    }

    async fn ask_for(&self, seat: Color, wish: Wish, random: Random) -> Asked {
        let asked = self.order.next();
        let reply = self.seats.ask(seat, &wish, random).await;
        Asked {
            seat,
            wish,
            reply,
            asked,
            answered: self.order.next(),
        }
    }

    /// What its people know after an answer.
    fn learn(&mut self, asked: &Asked) {
        self.is_sure = match (&asked.wish, &asked.reply) {
            (Wish::Accept, Reply::Done) => {
                self.game = Some(start());
                true
            }
            (Wish::Play(action), Reply::Done) => {
                let played = self.game.as_mut().map(|game| game.act(*action));
                played.is_some_and(|played| played.is_ok())
            }
            (Wish::Read, Reply::Record(moves)) => {
                self.game = Some(after(moves));
                true
            }
            (Wish::Read, Reply::Refused) => self.game.is_none(),
            (_, Reply::Nothing) => true,
            _ => false,
        };
    }

    /// Whether anything of it is not known.
    pub(crate) fn is_doubtful(&self) -> bool {
        let mut history = self.history.iter();
        history.any(|asked| asked.reply == Reply::Unknown)
    }

    /// How many moves were made, as its people know.
    fn n_moves(&self) -> usize {
        self.game.as_ref().map_or(0, Game::ply)
    }

    /// How many moves were confirmed to its people.
    pub(crate) fn n_confirmed_moves(&self) -> usize {
        let is_confirmed =
            |asked: &&Asked| matches!((&asked.wish, &asked.reply), (Wish::Play(_), Reply::Done));
        self.history.iter().filter(is_confirmed).count()
    }

    /// What it is called where something is told of it.
    pub(crate) fn name(&self) -> String {
        format!("match {} {}", self.seats.id(), S::PLACE)
    }

    /// Whether all that its people were answered can be true.
    pub(crate) fn check(&self) -> Result<(), String> {
        let checked = witness::check(start(), &self.history);
        checked.map_err(|why| format!("{}: {why}", self.name()))
    }

    /// What is wrong with its boards among all pictures that everybody was shown: each is shown once.
    pub(crate) fn wrong_boards(&self, shown: &Shown) -> Vec<String> {
        let id = self.seats.id();
        let n_shown = |ply| {
            shown
                .get(&format!("{id}-{ply}.png"))
                .copied()
                .unwrap_or_default()
        };
        let plies = (0..=self.n_moves()).map(|ply| (ply, n_shown(ply)));
        let wrong = plies.filter(|(_, n)| *n != 1);
        let told = |(ply, n)| format!("board {ply} of {} was shown {n} times", self.name());
        wrong.map(told).collect()
    }

    /// Counts it in.
    pub(crate) fn count(&self, tally: &mut Tally) {
        tally.matches += 1;
        tally.moves += self.n_moves();
        tally.confirmed_moves += self.n_confirmed_moves();
        for asked in &self.history {
            let number = match asked.reply {
                Reply::Done => &mut tally.confirmed,
                Reply::Refused => &mut tally.refused,
                Reply::Nothing => &mut tally.nothing,
                Reply::Unknown => &mut tally.unknown,
                Reply::Record(_) => &mut tally.read,
            };
            *number += 1;
        }
    }
}

fn after(moves: &[Action]) -> Game {
    let mut game = start();
    for action in moves {
        // The witness complains of what is wrong.
        let _ = game.act(*action);
    }
    game
}

/// How an answer begins that tells that nothing was done.
const NOTHING: [&str; 2] = ["Too many people are playing", "Something went wrong"];

/// What an answer of the bot means, where it is for certain.
///
/// # Panics
///
/// It is none that the people of these matches expect.
pub(crate) fn meaning(text: &str, file: Option<&str>) -> Reply {
    const UNKNOWN: [&str; 1] = ["Not confirmed"];
    const DONE: [&str; 2] = ["You played", "You accepted"];
    const REFUSED: [&str; 9] = [
        "is illegal",
        "It is not your turn",
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

/// The match that White has challenged to, if there is one.
///
/// # Panics
///
/// The answer is none that they expect.
pub(crate) fn opened(text: &str) -> Option<MatchId> {
    // Challenges of which they did not hear are never answered.
    let is_refused = text.contains("has not yet answered");
    let is_opened = !is_refused && !NOTHING.iter().any(|words| text.starts_with(words));
    is_opened.then(|| challenged(text))
}

/// The moves of a record.
fn moves(file: &str) -> Vec<Action> {
    let record: Record = file.parse().expect("a record comes as a file");
    let moves = record.inputs.iter().map(|input| match input {
        GameInput::Action(action) => *action,
        other => panic!("{other} stands in a record"),
    });
    moves.collect()
}
