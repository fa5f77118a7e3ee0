//! Compares the generator of noisy actions with a filter of the legal actions, on positions of random games.
//!
//! `cargo run --release -p oddboard-rules --example noisy`

#![expect(clippy::print_stdout, reason = "it is what the example is for")]

use std::{hint::black_box, ops::ControlFlow, time::Instant};

use rules::{Position, Setup, Variant, VariantPosition, bario, baroque, berolina, chakart};

const N_POSITIONS: usize = 2000;
const N_ROUNDS: usize = 20;

fn main() {
    compare::<berolina::Position>(Setup::new(Variant::Berolina));
    compare::<baroque::Position>(Setup::new(Variant::Baroque));
    compare::<bario::Position>(Setup::new(Variant::Bario));
    compare::<chakart::Position>(Setup::new(Variant::Chakart));
}

fn compare<P: VariantPosition>(setup: Setup) {
    let positions = positions_of::<P>(&setup);
    let mut best = [f64::INFINITY; 2];
    let mut counts = [0; 2];
    // In turns, and each at its best, because other programs disturb the clock.
    for _ in 0..N_ROUNDS {
        for (way, count) in [noisy::<P> as fn(&P) -> u64, filtered::<P>]
            .into_iter()
            .enumerate()
        {
            let clock = Instant::now();
            counts[way] = positions.iter().map(|at| count(black_box(at))).sum();
            let nanoseconds = clock.elapsed().as_nanos() as f64 / positions.len() as f64;
            best[way] = best[way].min(nanoseconds);
        }
    }
    println!(
        "{:9} {:5.1} noisy actions a position: generated in {:4.0} ns, filtered in {:4.0} ns, {:.2} times as long",
        P::VARIANT.name(),
        counts[0] as f64 / positions.len() as f64,
        best[0],
        best[1],
        best[1] / best[0]
    );
}

/// Returns the positions of random games in which a side is to decide.
fn positions_of<P: VariantPosition>(setup: &Setup) -> Vec<P> {
    let start = setup.start_position::<P>().expect("the variant fits");
    let mut word = 1_u64;
    let mut below = |bound: usize| {
        word = word
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        (word >> 33) as usize % bound
    };
    let mut positions = Vec::with_capacity(N_POSITIONS);
    let (mut position, mut n_actions) = (start, 0);
    while positions.len() < N_POSITIONS {
        if position.is_chance() {
            let mut outcomes = Vec::new();
            let _ = position.chance_outcomes(|outcome, _| {
                outcomes.push(outcome);
                ControlFlow::<()>::Continue(())
            });
            position = position.resolve(outcomes[below(outcomes.len())]);
            continue;
        }
        let actions = position.legal_list();
        if actions.is_empty() || position.outcome().is_some() || n_actions == 80 {
            (position, n_actions) = (start, 0);
            continue;
        }
        positions.push(position);
        position = position.play_unchecked(actions[below(actions.len())]);
        n_actions += 1;
    }
    positions
}

fn noisy<P: Position>(position: &P) -> u64 {
    let mut sum = 0;
    let _ = position.noisy_actions(|action| {
        black_box(action);
        sum += 1;
        ControlFlow::<()>::Continue(())
    });
    sum
}

/// Counts the same actions as the default of the trait finds them.
fn filtered<P: Position>(position: &P) -> u64 {
    let mut sum = 0;
    let _ = position.legal_actions(|action| {
        if action.promotes() || !position.captured(action).is_empty() {
            black_box(action);
            sum += 1;
        }
        ControlFlow::<()>::Continue(())
    });
    sum
}
