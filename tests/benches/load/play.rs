//! A game of two people who play at random.

use rules::{Color, Game, Next};
use testkit::Random;

/// A random game that two people play in a loop.
pub(crate) struct Play {
    random: Random,
    pub(crate) game: Game,
}

impl Play {
    pub(crate) fn new(seed: u64) -> Play {
        Play {
            random: Random::new(seed),
            game: Game::new(&"berolina".parse().expect("a setup")),
        }
    }

    /// Returns the next move as typed with its player, or `None` when the game is over.
    pub(crate) fn next(&mut self) -> Option<(Color, String)> {
        let Next::Decision(color) = self.game.next() else {
            return None;
        };
        let actions = self.game.legal_list();
        let action = *self.random.pick(&actions);
        self.game.act(action).expect("the action is legal");
        Some((color, action.to_string()))
    }
}
