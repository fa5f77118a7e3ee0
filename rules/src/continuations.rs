//! Everything that may come of a decision.

use alloc::{vec, vec::Vec};
use core::fmt;

use crate::{Action, ChanceOutcome, Game, Next};

/// One way in which a decision may turn out, chance included.
#[derive(Clone)]
pub struct Continuation {
    /// What chance brought, in order; nothing where it has no part.
    pub outcomes: Vec<ChanceOutcome>,
    /// Its chance is one in so many, exactly. The chances of all continuations of a decision add up to 1.
    pub one_in: u128,
    /// The game after it.
    pub game: Game,
}

impl fmt::Debug for Continuation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Continuation")
    }
}

impl Game {
    /// Plays a decision in all ways in which it may turn out, in the order of [`crate::Chance::outcomes`]; `None` if it is
    /// illegal or there are more than `limit` ways. Several ways may lead to the same position.
    ///
    /// It plays on the truth. What a side may expect, as far as it knows, is the same of [`Game::as_believed_by`].
    ///
    /// ```
    /// use rules::{Game, Setup, Variant};
    ///
    /// let setup = Setup::with_position(Variant::Chakart, "", r#"4k3/8/8/8/8/4d3/8/R3K3 w 9 {"flags":"0000"}"#)?;
    /// let game = Game::new(&setup);
    /// let continuations = game.continuations("a1a3".parse()?, 100).expect("it is legal");
    /// assert_eq!(continuations.iter().map(|continuation| continuation.one_in).collect::<Vec<_>>(), [2, 2]);
    /// # Ok::<(), Box<dyn core::error::Error>>(())
    /// ```
    pub fn continuations(&self, action: Action, limit: usize) -> Option<Vec<Continuation>> {
        let mut game = self.clone();
        game.act(action).ok()?;
        let mut open = vec![Continuation {
            outcomes: Vec::new(),
            one_in: 1,
            game,
        }];
        let mut ended = Vec::new();
        // The last of the open continuations goes on first, so its parts are put there in reverse.
        while let Some(continuation) = open.pop() {
            let Next::Chance(chance) = continuation.game.next() else {
                ended.push(continuation);
                continue;
            };
            let n_outcomes = chance.outcomes().len();
            if ended.len() + open.len() + n_outcomes > limit {
                return None;
            }
            for &outcome in chance.outcomes().iter().rev() {
                let mut next = continuation.clone();
                next.game.roll(outcome).ok()?;
                next.outcomes.push(outcome);
                next.one_in = next.one_in.checked_mul(n_outcomes as u128)?;
                open.push(next);
            }
        }
        Some(ended)
    }
}
