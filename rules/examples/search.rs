//! A complete search for Berolina: alpha-beta with a transposition table, on the public position alone.
//!
//! `cargo run --release -p oddboard-rules --example search -- 6`

#![expect(clippy::print_stdout, reason = "it is what the example is for")]

use std::{collections::HashMap, ops::ControlFlow, time::Instant};

use rules::{Action, Color, Glyph, Position, Setup, Variant, berolina};

/// Returns the static evaluation in pawns; the higher, the better for the side to move.
fn evaluate(position: &berolina::Position) -> i32 {
    let count = |make: fn(Color) -> Glyph, color| position.squares(make(color)).len() as i32;
    let material = |color| {
        count(Glyph::BerolinaPawn, color)
            + 3 * (count(Glyph::Knight, color) + count(Glyph::Bishop, color))
            + 5 * count(Glyph::Rook, color)
            + 9 * count(Glyph::Queen, color)
    };
    let us = position.side_to_move();
    material(us) - material(!us)
}

#[derive(Default)]
struct Search {
    /// The transposition table: the depth and the value of each position.
    seen: HashMap<u64, (u32, i32)>,
    n_nodes: u64,
}

impl Search {
    fn value(&mut self, position: &berolina::Position, depth: u32, alpha: i32, beta: i32) -> i32 {
        self.n_nodes += 1;
        if depth == 0 {
            return evaluate(position);
        }
        if let Some(&(seen, value)) = self.seen.get(&position.key())
            && seen == depth
        {
            return value;
        }
        // Mate is worse the sooner it comes; stalemate is worth nothing.
        let mut best = if position.checkers().is_empty() {
            0
        } else {
            -1000 - depth as i32
        };
        let mut is_first = true;
        let cut = position.successors(|_, next| {
            let floor = if is_first { alpha } else { alpha.max(best) };
            let value = -self.value(next, depth - 1, -beta, -floor);
            best = if is_first { value } else { best.max(value) };
            is_first = false;
            if best >= beta {
                ControlFlow::Break(())
            } else {
                ControlFlow::Continue(())
            }
        });
        // A value outside of the window is only a bound.
        if cut.is_continue() && best > alpha {
            self.seen.insert(position.key(), (depth, best));
        }
        best
    }

    fn best(&mut self, position: &berolina::Position, depth: u32) -> Option<(Action, i32)> {
        let mut best: Option<(Action, i32)> = None;
        let _ = position.successors(|action, next| {
            let alpha = best.map_or(-10_000, |(_, value)| value);
            let value = -self.value(next, depth - 1, -10_000, -alpha);
            if value > alpha {
                best = Some((action, value));
            }
            ControlFlow::<()>::Continue(())
        });
        best
    }
}

fn main() {
    let depth = std::env::args().nth(1).and_then(|depth| depth.parse().ok());
    let start = Setup::new(Variant::Berolina).start_position::<berolina::Position>();
    let start = start.expect("the variant fits");
    let (mut search, clock) = (Search::default(), Instant::now());
    if let Some((action, value)) = search.best(&start, depth.unwrap_or(6)) {
        let seconds = clock.elapsed().as_secs_f64();
        println!(
            "{action} is worth {value}; {} positions, {:.1} million a second",
            search.n_nodes,
            search.n_nodes as f64 / seconds / 1e6
        );
    }
}
