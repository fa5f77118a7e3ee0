//! Measures how many positions the engine visits in a second: `cargo run --release -p oddboard-engine --example speed`.

#![expect(clippy::print_stdout, reason = "it is what the example is for")]

use std::time::Instant;

use engine::{Budget, Engine, Level};
use rules::{Game, Next, SeatHistory, Setup};

const RULE_SETS: [&str; 5] = [
    "berolina",
    "baroque",
    "bario rules=modern",
    "bario rules=classic",
    "chakart setup=standard",
];

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut word = 1_u64;
    let mut words = || {
        word = word.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        word >> 16
    };
    for name in RULE_SETS {
        let setup: Setup = name.parse()?;
        let (mut game, mut nodes, mut seconds) = (Game::new(&setup), 0, 0.0);
        let mut seats =
            [rules::Color::White, rules::Color::Black].map(|seat| SeatHistory::new(&setup, seat));
        let mut engine = Engine::new(Engine::USUAL_MEMORY);
        let mut text = String::new();
        let mut depths = Vec::new();
        while game.turns() < 40 {
            let own = match game.next() {
                Next::Over(outcome) => {
                    text += &outcome.to_string();
                    break;
                }
                Next::Chance(chance) => {
                    let outcome = chance.pick(words() % chance.total()).expect("a ticket");
                    game.roll(outcome)?;
                    None
                }
                Next::Decision(seat) => {
                    let clock = Instant::now();
                    let thought = engine.think(
                        &seats[seat as usize],
                        Level::STRONGEST,
                        &Budget::of_nodes(100_000),
                        &mut words,
                    )?;
                    seconds += clock.elapsed().as_secs_f64();
                    nodes += thought.nodes;
                    depths.push(thought.depth);
                    text += &format!("{}({}) ", thought.action, thought.score.centipawns);
                    game.act(thought.action)?;
                    Some((seat, thought.action))
                }
            };
            for seat in &mut seats {
                let own = own
                    .filter(|(by, _)| *by == seat.seat())
                    .map(|(_, action)| action);
                seat.note(own, &game);
            }
        }
        println!(
            "{name}: {:.2} million a second, {nodes} nodes, depths {depths:?}\n{text}",
            nodes as f64 / seconds / 1e6
        );
    }
    Ok(())
}
