//! `oddboard perft`

use std::{
    io::{self, BufWriter, Write},
    time::Instant,
};

use rules::Game;

use super::{CliFailure, position::PositionArgs};

/// Count the sequences of moves from a position, and measure the speed
///
/// Counts sequences of exactly DEPTH moves, and ignores repetition, move limits and material. A game that is over has no moves.
/// Prints the number, the time and the speed.
#[derive(clap::Args)]
#[command(
    mut_arg("variant", |variant| variant.required(true)),
    after_help = "Examples:\n  \
        oddboard perft --variant berolina --depth 5\n  \
        oddboard perft --variant berolina --depth 3 --divide --position 'k7/6P1/8/8/8/2K2p2/4p3/8 w - - 0 1'"
)]
pub(super) struct Args {
    #[command(flatten)]
    position: PositionArgs,
    /// The number of moves in a sequence
    #[arg(long, value_parser = clap::value_parser!(u32).range(0..=20))]
    depth: u32,
    /// Also print the number for each first move
    #[arg(long)]
    divide: bool,
}

pub(super) fn run(args: &Args) -> Result<(), CliFailure> {
    let setup = args.position.setup()?.expect("the variant is required");
    let game = Game::new(&setup);
    let mut output = BufWriter::new(io::stdout().lock());
    let start = Instant::now();
    let nodes = if args.divide && args.depth > 0 {
        let parts = game.divide(args.depth);
        for (action, nodes) in &parts {
            writeln!(output, "{action}: {nodes}")?;
        }
        parts.iter().map(|(_, nodes)| nodes).sum()
    } else {
        game.perft(args.depth)
    };
    let seconds = start.elapsed().as_secs_f64();
    let speed = nodes as f64 / seconds / 1e6;
    writeln!(
        output,
        "{nodes} nodes in {seconds:.3} s, {speed:.1} million nodes/s"
    )?;
    Ok(output.flush()?)
}
