//! Finds weights for the evaluation of a variant from games that the engine plays against itself:
//! `cargo run --release -p oddboard-engine --example tune -- "baroque" 2000 3000 1 engine/weights/baroque.txt`.
//!
//! The arguments are the rule sets (several with `;` between them take turns), the number of games, the positions
//! searched for a move, the seed, and the output file. The same arguments give the same weights. Each position without
//! a capture counts with the result of its game and with the search's estimate. The fit moves the weights until a
//! logistic curve of the evaluation explains both best. It keeps them near their start.

#![expect(clippy::print_stdout, reason = "it is what the example is for")]

#[path = "learn/games.rs"]
mod games;

use std::{error::Error, fs};

use engine::tuning::{self, Sample};

use self::games::Plan;

/// A position, and White's expected score, from 0 to 1.
struct Lesson {
    sample: Sample,
    expected: f64,
}

/// The scale of the evaluation: hundredths of a pawn are divided by this before the logistic curve.
const SCALE: f64 = 250.0;
/// The weight of the game's result; the rest is the weight of the search's estimate.
const RESULT: f64 = 0.6;
/// The strength with which weights are held at their start.
const HOLD: f64 = 2e-6;
const N_ROUNDS: usize = 400;

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [setup, n_games, nodes, seed, file] = &arguments[..] else {
        println!("tune SETUP GAMES NODES SEED FILE");
        return Ok(());
    };
    let plan = Plan::read(setup, [n_games, nodes, seed])?;
    let variant = plan.setups[0].variant();
    let lessons = plan.lessons(tuning::sample)?;
    let lessons = lessons.into_iter().map(|(sample, expected)| Lesson {
        sample,
        expected: RESULT * expected.result + (1.0 - RESULT) * expected.thought,
    });
    let lessons: Vec<Lesson> = lessons.collect();
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

/// Descends the gradient with Adam.
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
