//! Counts sequences of actions from the start of each variant, and prints the speed.
//!
//! `cargo run --release -p oddboard-rules --example perft -- 5`

#![expect(clippy::print_stdout, reason = "it is what the example is for")]

use std::time::Instant;

use rules::{
    Setup, Variant, VariantPosition, bario, baroque, berolina, chakart, perft, perft_plain,
};

fn main() {
    let depth = std::env::args().nth(1).and_then(|depth| depth.parse().ok());
    let depth = depth.unwrap_or(5);
    count::<berolina::Position>(depth);
    count::<baroque::Position>(depth - 1);
    count::<bario::Position>(depth - 1);
    count::<chakart::Position>(depth - 1);
}

fn count<P: VariantPosition>(depth: u32) {
    let setup = match P::VARIANT {
        Variant::Chakart => {
            Setup::with_options(Variant::Chakart, "setup=standard").expect("it is an option")
        }
        variant => Setup::new(variant),
    };
    let start = setup.start_position::<P>().expect("the variant fits");
    for (how, count) in [
        ("counted", perft::<P> as fn(&P, u32) -> u64),
        ("played", perft_plain::<P>),
    ] {
        let clock = Instant::now();
        let nodes = count(&start, depth);
        let seconds = clock.elapsed().as_secs_f64();
        let speed = nodes as f64 / seconds / 1e6;
        println!(
            "{:9} depth {depth}: {nodes:12} nodes, the last {how}: {speed:7.1} million a second",
            P::VARIANT.name()
        );
    }
}
