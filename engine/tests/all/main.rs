//! What the engine must keep to, whatever its weights are: it never peeks, it finds what can be proved, it never stalls.

mod limits;
mod peeking;
mod solver;

use engine::{Budget, Engine, Level};
use rules::{Color, Game, Next, SeatHistory, Setup};

/// Random words, the same for the same seed.
struct Words(u64);

impl Words {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let word = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let word = (word ^ (word >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        word ^ (word >> 31)
    }

    fn below(&mut self, n: usize) -> usize {
        (self.next() % n.max(1) as u64) as usize
    }
}

/// A game of weak players who see everything, to its end or so many turns; every position on its way is shown.
fn weak_game(setup: &Setup, words: &mut Words, mut show: impl FnMut(&Game)) {
    let mut game = Game::new(setup);
    let mut engine = Engine::new(1 << 16);
    let mut seats = Color::ALL.map(|seat| SeatHistory::seeing_all(setup, seat));
    while game.turns() < 200 {
        match game.next() {
            Next::Over(_) => break,
            Next::Chance(chance) => {
                let ticket = words.next() % chance.total();
                let outcome = chance.pick(ticket).expect("the ticket is below the total");
                game.roll(outcome).expect("it may come");
            }
            Next::Decision(seat) => {
                show(&game);
                let told = &seats[seat as usize];
                let budget = Budget::of_nodes(100);
                let level = Level::new(2).expect("there is such a level");
                let thought = engine.think(told, level, &budget, &mut || words.next());
                let action = thought.expect("the seat has to decide").action;
                game.act(action).expect("it is legal");
            }
        }
        for told in &mut seats {
            told.note(None, &game);
        }
    }
}
