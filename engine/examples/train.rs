//! Trains the network of a variant by games that the engine plays against itself. First it plays, and appends the
//! positions to a file:
//! `cargo run --release -p oddboard-engine --example train -- play "baroque" 20000 2000 1 /tmp/baroque.lessons`; then it learns
//! from the file: `… --example train -- learn baroque 12 /tmp/baroque.lessons engine/networks/baroque.network`.
//!
//! The same arguments give the same network on machines that compute exponentials alike. A twentieth of the positions is
//! kept for validation.

#![expect(clippy::print_stdout, reason = "it is what the example is for")]

#[path = "train/games.rs"]
mod games;
#[path = "train/network.rs"]
mod network;

use std::{
    error::Error,
    fs::{self, File},
    io::{BufWriter, Write},
};

use engine::training::{Features, Inputs};
use rules::Variant;

use self::{
    games::{Lesson, Plan},
    network::{Lessons, Trainer},
};

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    match arguments[..] {
        ["play", setups, n_games, nodes, seed, file] => {
            play(&Plan::read(setups, [n_games, nodes, seed])?, file)
        }
        ["play", setups, n_games, nodes, seed, file, network] => {
            let plan = Plan::read(setups, [n_games, nodes, seed])?;
            let network = fs::read(network)?;
            play(&Plan { network, ..plan }, file)
        }
        ["learn", variant, n_rounds, lessons, file] => {
            learn(variant.parse()?, n_rounds.parse()?, lessons, file)
        }
        _ => {
            println!(
                "train play SETUP GAMES NODES SEED LESSONS [NETWORK]\ntrain learn VARIANT ROUNDS LESSONS NETWORK"
            );
            Ok(())
        }
    }
}

/// Plays games, and appends their lessons to a file.
fn play(plan: &Plan, file: &str) -> Result<(), Box<dyn Error>> {
    let lessons = plan.lessons()?;
    let mut output = BufWriter::new(File::options().append(true).create(true).open(file)?);
    for lesson in &lessons {
        output.write_all(&bytes(lesson))?;
    }
    output.flush()?;
    println!("{} positions", lessons.len());
    Ok(())
}

/// Encodes a lesson: the number of inputs, the number of pieces, the scores by the search and by the result, then the inputs.
fn bytes(lesson: &Lesson) -> Vec<u8> {
    let Features { inputs, n_pieces } = &lesson.features;
    let scaled = |share: f64| (share * f64::from(u16::MAX)) as u16;
    let head = [
        inputs.len() as u16,
        *n_pieces as u16,
        scaled(lesson.thought),
        scaled(lesson.result),
    ];
    let numbers = head.into_iter().chain(inputs.iter().copied());
    numbers.flat_map(u16::to_le_bytes).collect()
}

/// Returns the weight of the game's result in what is learned; the rest is the weight of the search's estimate. In Chakart the
/// dice decide too much of the result.
fn share_of_result(variant: Variant) -> f32 {
    match variant {
        Variant::Chakart => 0.0,
        _ => 0.3,
    }
}

/// Learns from all lessons of a file, each as often as there are rounds.
fn learn(
    variant: Variant,
    n_rounds: usize,
    lessons: &str,
    file: &str,
) -> Result<(), Box<dyn Error>> {
    let inputs = Inputs::of(variant);
    let lessons = Lessons::read(&fs::read(lessons)?, inputs, share_of_result(variant))
        .ok_or("these are no lessons of this variant")?;
    let (kept, learned) = lessons.split();
    let mut trainer = Trainer::new(inputs.n());
    println!("{} positions", learned.len());
    for round in 0..n_rounds {
        let error = trainer.learn(&lessons, learned.clone(), round as f32 / n_rounds as f32);
        println!(
            "round {round}: error {error:.5}, validation error {:.5}",
            trainer.error(&lessons, kept.clone())
        );
    }
    fs::write(file, trainer.weights().bytes())?;
    Ok(())
}
