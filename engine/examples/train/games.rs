//! Games that the engine plays against itself, as material for training.

use std::{num::NonZero, sync::Mutex, thread};

use engine::{
    Budget, Engine, Level, SeededWords,
    training::{self, Features, NetworkError, TrainedWeights},
};
use rules::{Color, Game, Next, SeatHistory, Setup};

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

/// A position to learn from.
pub(crate) struct Lesson {
    /// The position, as the side to decide sees it.
    pub(crate) features: Features,
    /// The score of that side by the search, from 0 to 1.
    pub(crate) thought: f64,
    /// Its score at the end of the game.
    pub(crate) result: f64,
}

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

    /// Plays all games on all cores and extracts a lesson from each quiet position. The order in
    /// which games end makes no difference.
    pub(crate) fn lessons(&self) -> Result<Vec<Lesson>, Box<dyn std::error::Error>> {
        let todo = Mutex::new(0..self.n_games);
        let n_threads = thread::available_parallelism().map_or(1, NonZero::get);
        let engines: Vec<Engine> = (0..n_threads)
            .map(|_| self.engine())
            .collect::<Result<_, _>>()?;
        let play_some = |mut engine: Engine| {
            let next = || todo.lock().ok().and_then(|mut todo| todo.next());
            let play = |game| (game, self.play(game, &mut engine));
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
    fn play(&self, game: u64, engine: &mut Engine) -> Vec<Lesson> {
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
                    let actions = game.legal_list();
                    let mut action = actions[words.word() as usize % actions.len()];
                    if u64::from(game.turns()) >= n_opening {
                        let history = &seats[seat as usize];
                        let budget = Budget::of_nodes(self.nodes);
                        let thought =
                            engine.think(history, Level::STRONGEST, &budget, &mut || words.word());
                        let thought = thought.expect("the seat has to decide");
                        action = thought.action;
                        let features = training::quiet_features(history, action);
                        if let Some(features) = features
                            && thought.score.sure_in.is_none()
                        {
                            learned.push((seat, features, expected(thought.score.centipawns)));
                        }
                    }
                    game.act(action).expect("it is legal");
                }
            }
            for history in &mut seats {
                history.note(None, &game);
            }
        };
        let lesson = |(seat, features, thought)| Lesson {
            features,
            thought,
            result: match seat {
                Color::White => result,
                Color::Black => 1.0 - result,
            },
        };
        learned.into_iter().map(lesson).collect()
    }
}

/// Returns the score that the output of a network stands for.
fn expected(centipawns: i32) -> f64 {
    1.0 / (1.0 + (-f64::from(centipawns) / f64::from(TrainedWeights::CENTIPAWNS)).exp())
}
