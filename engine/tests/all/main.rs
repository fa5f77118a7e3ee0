//! Invariants of the engine under any weights: it never peeks, it finds provable wins, it never stalls.

mod helpers;
mod limits;
mod lines;
mod openings;
mod peeking;
mod purpose;
mod puzzles;
mod solver;

use engine::{Budget, Engine, Level, SeededWords};
use rules::{Color, Game, Next, SeatHistory, Setup};

const SETUPS: [&str; 6] = [
    "berolina",
    "baroque",
    "baroque chameleon=pure",
    "bario rules=modern",
    "bario rules=classic",
    "chakart setup=standard",
];

/// Returns a random number less than `n`.
fn below(words: &mut SeededWords, n: usize) -> usize {
    (words.word() % n.max(1) as u64) as usize
}

/// Plays a game of weak players who see everything, up to its end or a limit of turns, and visits each position.
fn weak_game(setup: &Setup, words: &mut SeededWords, mut show: impl FnMut(&Game)) {
    let mut game = Game::new(setup);
    let mut engine = Engine::new(1 << 16);
    let mut seats = Color::ALL.map(|seat| SeatHistory::seeing_all(setup, seat));
    while game.turns() < 200 {
        match game.next() {
            Next::Over(_) => break,
            Next::Chance(chance) => {
                let ticket = words.word() % chance.total();
                let outcome = chance.pick(ticket).expect("the ticket is below the total");
                game.roll(outcome).expect("it may come");
            }
            Next::Decision(seat) => {
                show(&game);
                let history = &seats[seat as usize];
                let budget = Budget::of_nodes(100);
                let level = Level::new(2).expect("there is such a level");
                let thought = engine.think(history, level, &budget, &mut || words.word());
                let action = thought.expect("the seat has to decide").action;
                game.act(action).expect("it is legal");
            }
        }
        for history in &mut seats {
            history.note(None, &game);
        }
    }
}
