//! Trains the network of a variant by games that the engine plays against itself. First it plays, and appends the
//! positions to a file:
//! `cargo run --release -p oddboard-engine --example train -- play "baroque" 20000 2000 1 /tmp/baroque.lessons`; then it learns
//! from all of the file: `… --example train -- learn baroque /tmp/baroque.lessons engine/weights/baroque.network`.
//!
//! The network learns the residual of the features, which keep their weights. The same arguments give the same network
//! on machines that compute exponentials alike. A tenth of the positions is kept for validation.

#![expect(clippy::print_stdout, reason = "it is what the example is for")]

#[path = "learn/games.rs"]
mod games;
#[path = "learn/network.rs"]
mod network;

use std::{
    error::Error,
    fs::{self, File},
    io::{BufWriter, Write},
};

use engine::tuning::{self, Drill};
use rules::{Color, Variant};

use self::{
    games::{Lesson, Plan},
    network::{Lessons, Trainer},
};

const N_ROUNDS: usize = 16;

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    match arguments[..] {
        ["play", setups, n_games, nodes, seed, file] => {
            play(&Plan::read(setups, [n_games, nodes, seed])?, file)
        }
        ["learn", variant, lessons, file] => learn(variant.parse()?, lessons, file),
        _ => {
            println!(
                "train play SETUP GAMES NODES SEED LESSONS\ntrain learn VARIANT LESSONS NETWORK"
            );
            Ok(())
        }
    }
}

/// Plays games, and appends their lessons to a file.
fn play(plan: &Plan, file: &str) -> Result<(), Box<dyn Error>> {
    let lessons = plan.lessons(|history| Some((history.seat(), tuning::drill(history)?)))?;
    let mut output = BufWriter::new(File::options().append(true).create(true).open(file)?);
    for lesson in &lessons {
        output.write_all(&bytes(lesson))?;
    }
    output.flush()?;
    println!("{} positions", lessons.len());
    Ok(())
}

/// Encodes a lesson: the number of inputs, the scores by the features, the search and the result for the side to
/// decide, then the inputs.
fn bytes(((seat, drill), expected): &Lesson<(Color, Drill)>) -> Vec<u8> {
    let own = |share: f64| match seat {
        Color::White => share,
        Color::Black => 1.0 - share,
    };
    let scaled = |share: f64| (own(share) * f64::from(u16::MAX)) as u16;
    let head = [
        drill.inputs.len() as u16,
        drill.centipawns.clamp(-32_000, 32_000) as i16 as u16,
        scaled(expected.thought),
        scaled(expected.result),
    ];
    let numbers = head.into_iter().chain(drill.inputs.iter().copied());
    numbers.flat_map(u16::to_le_bytes).collect()
}

fn learn(variant: Variant, lessons: &str, file: &str) -> Result<(), Box<dyn Error>> {
    let n_inputs = tuning::n_inputs(variant).ok_or("the variant has no network")?;
    let lessons = Lessons::read(&fs::read(lessons)?, n_inputs)
        .ok_or("these are no lessons of this variant")?;
    let (kept, learned) = lessons.split();
    let mut trainer = Trainer::new(n_inputs);
    println!(
        "{} positions, error {:.5} without a network, {} hundredths of a pawn to the unit",
        learned.len(),
        lessons.error_without(kept.clone()),
        lessons.scale
    );
    for round in 0..N_ROUNDS {
        let error = trainer.learn(&lessons, learned.clone(), round as f32 / N_ROUNDS as f32);
        println!(
            "round {round}: error {error:.5}, {:.5} where nothing is learned",
            trainer.error(&lessons, kept.clone())
        );
    }
    fs::write(file, trainer.draft(lessons.scale).bytes())?;
    Ok(())
}
