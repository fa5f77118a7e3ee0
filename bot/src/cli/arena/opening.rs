//! The start that both games of a pair share: the position, the first moves and the dice.

use engine::SeededWords;
use rules::{Chance, ChanceOutcome, Game, GameInput, Next, Setup};

/// The start of a pair of games.
pub(super) struct Opening {
    /// The agreement.
    pub(super) setup: Setup,
    /// The inputs that the arena makes for both sides.
    pub(super) inputs: Vec<GameInput>,
    /// The seed of later rolls.
    pub(super) dice: u64,
}

impl Opening {
    /// Draws the start of a pair, with this number of random half-moves and the chance outcomes up to a decision. It
    /// has fewer if one of them would end the game.
    pub(super) fn draw(setup: &Setup, n_plies: u32, seed: u64) -> Opening {
        let mut words = SeededWords::new(seed);
        Opening {
            inputs: random_inputs(setup, n_plies, &mut words),
            setup: setup.clone(),
            dice: words.word(),
        }
    }
}

/// Returns the dice of a game. A game with secrets does not repeat the dice of the other game of its pair.
pub(super) fn dice(opening: &Opening, n: u32) -> u64 {
    let game = if opening.setup.variant().has_secrets() {
        n % 2
    } else {
        0
    };
    opening.dice.wrapping_add(u64::from(game))
}

/// Picks a chance outcome.
pub(super) fn roll(chance: &Chance, words: &mut SeededWords) -> ChanceOutcome {
    let ticket = words.word() % chance.total();
    chance.pick(ticket).expect("the ticket is below the total")
}

fn random_inputs(setup: &Setup, n_plies: u32, words: &mut SeededWords) -> Vec<GameInput> {
    let mut game = Game::new(setup);
    let end = game.turns() + n_plies;
    let mut inputs = Vec::new();
    while game.turns() < end || matches!(game.next(), Next::Chance(_)) {
        let Some(input) = random_input(&game, words) else {
            break;
        };
        let mut next = game.clone();
        if next.apply(input).is_err() || matches!(next.next(), Next::Over(_)) {
            break;
        }
        inputs.push(input);
        game = next;
    }
    inputs
}

/// Returns a legal action or a roll; `None` if the game is over.
fn random_input(game: &Game, words: &mut SeededWords) -> Option<GameInput> {
    match game.next() {
        Next::Decision(_) => {
            let actions = game.legal_list();
            let at = words.word() % actions.len().max(1) as u64;
            actions.get(at as usize).copied().map(GameInput::Action)
        }
        Next::Chance(chance) => Some(GameInput::Outcome(roll(&chance, words))),
        Next::Over(_) => None,
    }
}

#[cfg(test)]
mod tests;
