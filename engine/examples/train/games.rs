//! Games that the engine plays against itself, as material for training.

use std::{num::NonZero, sync::Mutex, thread};

use engine::{
    Budget, Engine, Level, SeededWords,
    training::{self, NetworkError},
};

use rules::{Actions, Color, Game, Next, SeatHistory, Setup};

/// The parameters of the games.
pub(crate) struct Plan {
    /// The setups to play, in turn.
    pub(crate) setups: Vec<Setup>,
    pub(crate) n_games: u64,
    /// The number of positions that the search visits for a move.
    pub(crate) nodes: u64,
    pub(crate) seed: u64,
    /// The network of the player; empty for that of the engine.
    pub(crate) network: Vec<u8>,
}

/// The size of the player's table, in bytes: enough for the few positions that it visits.
const MEMORY: usize = 2 << 20;

/// The expected score of a position by the search and by the end of the game, from 0 to 1 for White.
pub(crate) struct Expected {
    pub(crate) thought: f64,
    pub(crate) result: f64,
}

/// The features of a position and its expected score.
pub(crate) type Lesson<L> = (L, Expected);

impl Plan {
    /// Reads `SETUP GAMES NODES SEED`; several setups have `;` between them.
    pub(crate) fn read(
        setups: &str,
        [n_games, nodes, seed]: [&str; 3],
    ) -> Result<Plan, Box<dyn std::error::Error>> {
        Ok(Plan {
            setups: setups
                .split(';')
                .map(str::parse)
                .collect::<Result<_, _>>()?,
            n_games: n_games.parse()?,
            nodes: nodes.parse()?,
            seed: seed.parse()?,
            network: Vec::new(),
        })
    }

    /// Plays all games on all cores and extracts a lesson from each position in which nothing is captured. The order in
    /// which games end makes no difference.
    pub(crate) fn lessons<L: Send>(
        &self,
        look: impl Fn(&SeatHistory) -> Option<L> + Sync,
    ) -> Result<Vec<Lesson<L>>, Box<dyn std::error::Error>> {
        let todo = Mutex::new(0..self.n_games);
        let n_threads = thread::available_parallelism().map_or(1, NonZero::get);
        let engines: Vec<Engine> = (0..n_threads)
            .map(|_| self.engine())
            .collect::<Result<_, _>>()?;
        let play_some = |mut engine: Engine| {
            let next = || todo.lock().ok().and_then(|mut todo| todo.next());
            let play = |game| (game, self.play(game, &mut engine, &look));
            std::iter::from_fn(next).map(play).collect::<Vec<_>>()
        };
        let mut lessons = thread::scope(|scope| {
            let players = engines
                .into_iter()
                .map(|engine| scope.spawn(|| play_some(engine)));
            let players: Vec<_> = players.collect();
            players
                .into_iter()
                .flat_map(|player| player.join().expect("no game fails"))
                .collect::<Vec<_>>()
        });
        lessons.sort_by_key(|(game, _)| *game);
        Ok(lessons
            .into_iter()
            .flat_map(|(_, learned)| learned)
            .collect())
    }

    /// Returns the player.
    fn engine(&self) -> Result<Engine, NetworkError> {
        match &self.network[..] {
            [] => Ok(Engine::new(MEMORY)),
            bytes => training::engine_with_network(MEMORY, self.setups[0].variant(), bytes),
        }
    }

    /// Plays a game of the engine against itself with all information known to both sides.
    fn play<L>(
        &self,
        game: u64,
        engine: &mut Engine,
        look: impl Fn(&SeatHistory) -> Option<L>,
    ) -> Vec<Lesson<L>> {
        let setup = &self.setups[game as usize % self.setups.len()];
        let mut words = SeededWords::new(self.seed << 32 | game);
        let mut game = Game::new(setup);
        let mut seats = Color::ALL.map(|seat| SeatHistory::seeing_all(setup, seat));
        let mut learned = Vec::new();
        let n_opening = 4 + words.word() % 7;
        engine.forget();
        let result = loop {
            match game.next() {
                Next::Over(outcome) => match outcome.winner() {
                    Some(Color::White) => break 1.0,
                    Some(Color::Black) => break 0.0,
                    None => break 0.5,
                },
                Next::Decision(_) if game.turns() > 240 => break 0.5,
                Next::Chance(chance) => {
                    let outcome = chance.pick(words.word() % chance.total().max(1));
                    game.roll(outcome.expect("the ticket is below the total"))
                        .expect("it may come");
                }
                Next::Decision(seat) => {
                    let mut actions = Actions::new();
                    game.actions(&mut actions);
                    let mut action = actions[words.word() as usize % actions.len()];
                    if u64::from(game.turns()) >= n_opening {
                        let history = &seats[seat as usize];
                        let budget = Budget::of_nodes(self.nodes);
                        let thought =
                            engine.think(history, Level::STRONGEST, &budget, &mut || words.word());
                        let thought = thought.expect("the seat has to decide");
                        action = thought.action;
                        let mut next = game.clone();
                        next.act(action).expect("it is legal");
                        let is_quiet =
                            n_pieces(&next) == n_pieces(&game) && !history.view().is_in_check(seat);
                        if is_quiet && thought.score.sure_in.is_none() {
                            let expected = thought.score.expected;
                            let for_white = match seat {
                                Color::White => expected,
                                Color::Black => 1.0 - expected,
                            };
                            learned.extend(look(history).map(|lesson| (lesson, for_white)));
                        }
                    }
                    game.act(action).expect("it is legal");
                }
            }
            for history in &mut seats {
                history.note(None, &game);
            }
        };
        let with_result = |(lesson, thought)| (lesson, Expected { thought, result });
        learned.into_iter().map(with_result).collect()
    }
}

fn n_pieces(game: &Game) -> usize {
    let view = game.public_view();
    view.as_view()
        .cells
        .iter()
        .flatten()
        .filter(|glyph| glyph.color().is_some())
        .count()
}
