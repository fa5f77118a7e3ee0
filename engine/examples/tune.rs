//! Finds weights for the evaluation of a variant from games that the engine plays against itself:
//! `cargo run --release -p engine --example tune -- "baroque" 2000 3000 1 engine/weights/baroque.txt`.
//!
//! The arguments are what is played (several rule sets with `;` between them take turns), how many games, how many positions are looked at for a move, the seed, and the file that
//! is written. The same arguments give the same weights. Each position without a capture counts with the result of its
//! game and with what the search thought of it; the weights are moved to where a logistic curve of the evaluation explains
//! both best, and not far from where they were.

#![expect(clippy::print_stdout, reason = "it is what the example is for")]

use std::{error::Error, fs, num::NonZero, sync::Mutex, thread};

use engine::{
    Budget, Engine, Level, SeededWords,
    tuning::{self, Sample},
};
use rules::{Actions, Color, Game, Next, SeatHistory, Setup};

/// A position, and what White may expect of it, from 0 to 1.
struct Lesson {
    sample: Sample,
    expected: f64,
}

/// What a hundred hundredths of a pawn mean: the evaluation is divided by this before the logistic curve.
const SCALE: f64 = 250.0;
/// How much the result of the game counts, the rest being what the search thought.
const RESULT: f64 = 0.6;
/// How hard weights are held where they were.
const HOLD: f64 = 2e-6;
const N_ROUNDS: usize = 400;

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [setup, n_games, nodes, seed, file] = &arguments[..] else {
        println!("tune SETUP GAMES NODES SEED FILE");
        return Ok(());
    };
    let setups: Vec<Setup> = setup.split(';').map(str::parse).collect::<Result<_, _>>()?;
    let variant = setups[0].variant();
    let (n_games, nodes, seed) = (
        n_games.parse::<u64>()?,
        nodes.parse::<u64>()?,
        seed.parse::<u64>()?,
    );
    let todo = Mutex::new(0..n_games);
    let lessons = Mutex::new(Vec::new());
    let n_threads = thread::available_parallelism().map_or(1, NonZero::get);
    thread::scope(|scope| {
        for _ in 0..n_threads {
            scope.spawn(|| {
                let mut engine = Engine::new(Engine::USUAL_MEMORY);
                let next = || todo.lock().ok().and_then(|mut todo| todo.next());
                while let Some(game) = next() {
                    let learned = play(
                        &setups[game as usize % setups.len()],
                        &mut engine,
                        nodes,
                        seed << 32 | game,
                    );
                    if let Ok(mut lessons) = lessons.lock() {
                        lessons.push((game, learned));
                    }
                }
            });
        }
    });
    let mut lessons = lessons.into_inner()?;
    // The order in which threads came to an end makes no difference.
    lessons.sort_by_key(|(game, _)| *game);
    let lessons: Vec<Lesson> = lessons
        .into_iter()
        .flat_map(|(_, learned)| learned)
        .collect();
    let start = tuning::weights(variant).ok_or("the engine does not play that")?;
    println!(
        "{} positions, error {:.5}",
        lessons.len(),
        error(&lessons, &start)
    );
    let found = tuned(&lessons, &start);
    println!("error {:.5} after tuning", error(&lessons, &found));
    fs::write(file, tuning::text(variant, &found).ok_or("no text")?)?;
    Ok(())
}

/// A game of the engine against itself, everything known to both sides.
fn play(setup: &Setup, engine: &mut Engine, nodes: u64, seed: u64) -> Vec<Lesson> {
    let mut words = SeededWords::new(seed);
    let mut game = Game::new(setup);
    let mut seats = Color::ALL.map(|seat| SeatHistory::seeing_all(setup, seat));
    let mut learned: Vec<(Sample, f64)> = Vec::new();
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
                    let told = &seats[seat as usize];
                    let budget = Budget::of_nodes(nodes);
                    let thought =
                        engine.think(told, Level::STRONGEST, &budget, &mut || words.word());
                    let thought = thought.expect("the seat has to decide");
                    action = thought.action;
                    let before = n_pieces(&game);
                    let mut next = game.clone();
                    next.act(action).expect("it is legal");
                    let is_quiet = n_pieces(&next) == before && !told.view().is_in_check(seat);
                    if is_quiet && thought.score.sure_in.is_none() {
                        let sign = if seat == Color::White { 1.0 } else { -1.0 };
                        let expected = 0.5 + sign * (thought.score.expected - 0.5);
                        learned.extend(tuning::sample(told).map(|sample| (sample, expected)));
                    }
                }
                game.act(action).expect("it is legal");
            }
        }
        for told in &mut seats {
            told.note(None, &game);
        }
    };
    let lesson = |(sample, thought)| Lesson {
        sample,
        expected: RESULT * result + (1.0 - RESULT) * thought,
    };
    learned.into_iter().map(lesson).collect()
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

type Pair = (f64, f64);

fn predicted(sample: &Sample, weights: &[Pair]) -> f64 {
    let sum: f64 = sample
        .features
        .iter()
        .map(|&(feature, count)| {
            let (full, empty) = weights[feature];
            f64::from(count) * (full * sample.fullness + empty * (1.0 - sample.fullness))
        })
        .sum();
    1.0 / (1.0 + (-sum / SCALE).exp())
}

fn error(lessons: &[Lesson], weights: &[Pair]) -> f64 {
    let squares = lessons
        .iter()
        .map(|lesson| (predicted(&lesson.sample, weights) - lesson.expected).powi(2));
    squares.sum::<f64>() / lessons.len() as f64
}

/// Goes downhill, as Adam does.
fn tuned(lessons: &[Lesson], start: &[Pair]) -> Vec<Pair> {
    let n = start.len();
    let mut weights = start.to_vec();
    let (mut mean, mut square) = (vec![(0.0, 0.0); n], vec![(0.0, 0.0); n]);
    for round in 1..=N_ROUNDS {
        let mut slope = vec![(0.0, 0.0); n];
        for lesson in lessons {
            let sample = &lesson.sample;
            let found = predicted(sample, &weights);
            let pull = (found - lesson.expected) * found * (1.0 - found);
            for &(feature, count) in &sample.features {
                slope[feature].0 += pull * f64::from(count) * sample.fullness;
                slope[feature].1 += pull * f64::from(count) * (1.0 - sample.fullness);
            }
        }
        let rate = 3.0 * (1.0 - round as f64 / (N_ROUNDS + 1) as f64);
        for at in 0..n {
            let share = 1.0 / lessons.len() as f64;
            let pulls = (
                slope[at].0 * share + HOLD * (weights[at].0 - start[at].0),
                slope[at].1 * share + HOLD * (weights[at].1 - start[at].1),
            );
            step(
                &mut weights[at].0,
                pulls.0,
                (&mut mean[at].0, &mut square[at].0),
                rate,
                round,
            );
            step(
                &mut weights[at].1,
                pulls.1,
                (&mut mean[at].1, &mut square[at].1),
                rate,
                round,
            );
        }
    }
    weights
}

fn step(
    weight: &mut f64,
    pull: f64,
    (mean, square): (&mut f64, &mut f64),
    rate: f64,
    round: usize,
) {
    *mean = 0.9 * *mean + 0.1 * pull;
    *square = 0.999 * *square + 0.001 * pull * pull;
    let mean = *mean / (1.0 - 0.9_f64.powi(round as i32));
    let square = *square / (1.0 - 0.999_f64.powi(round as i32));
    *weight -= rate * mean / (square.sqrt() + 1e-9);
}
