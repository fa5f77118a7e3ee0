//! All continuations of an action, chance included.

use alloc::{vec, vec::Vec};
use core::fmt;

use crate::{Action, ChanceOutcome, Fraction, Game, Next};

/// One possible result of an action, chance included.
#[derive(Clone)]
pub struct Continuation {
    /// The chance outcomes, in order; empty where chance has no part.
    pub outcomes: Vec<ChanceOutcome>,
    /// Its exact probability. The probabilities of all continuations of an action add up to 1.
    pub chance: Fraction,
    /// The game after it.
    pub game: Game,
}

impl fmt::Debug for Continuation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Continuation")
    }
}

impl Game {
    /// Plays an action with every possible result, in the order of [`crate::Chance::outcomes`]. Returns `None` if the
    /// action is illegal, there are more than `limit` results, or the chances are too small to be exact. Several results
    /// may lead to the same position.
    ///
    /// It plays on the truth. For the results that a side can expect from its own knowledge, call it on
    /// [`Game::as_believed_by`].
    ///
    /// ```
    /// use rules::{Fraction, Game, Setup, Variant};
    ///
    /// let setup = Setup::with_position(Variant::Chakart, "", r#"4k3/8/8/8/8/4d3/8/R3K3 w 9 {"flags":"0000"}"#)?;
    /// let game = Game::new(&setup);
    /// let continuations = game.continuations("a1a3".parse()?, 100).expect("it is legal");
    /// assert!(continuations.iter().all(|continuation| continuation.chance == Fraction::new(1, 2)));
    /// # Ok::<(), Box<dyn core::error::Error>>(())
    /// ```
    pub fn continuations(&self, action: Action, limit: usize) -> Option<Vec<Continuation>> {
        let mut game = self.clone();
        game.act(action).ok()?;
        let mut open = vec![Continuation {
            outcomes: Vec::new(),
            chance: Fraction::ONE,
            game,
        }];
        let mut ended = Vec::new();
        // The last open continuation comes first, so its parts are pushed in reverse.
        while let Some(continuation) = open.pop() {
            let Next::Chance(chance) = continuation.game.next() else {
                ended.push(continuation);
                continue;
            };
            if ended.len() + open.len() + chance.outcomes().len() > limit {
                return None;
            }
            let outcomes = chance.outcomes().iter().zip(chance.weights());
            for (&outcome, &weight) in outcomes.rev() {
                let mut next = continuation.clone();
                next.game.roll(outcome).ok()?;
                next.outcomes.push(outcome);
                let part = Fraction::new(weight.into(), chance.total().into());
                next.chance = next.chance.times(part)?;
                open.push(next);
            }
        }
        Some(ended)
    }
}
