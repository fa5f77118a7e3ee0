//! The part of chance in a match.

use crate::Match;
use api::SideChoice;

/// The part that chance has, or can have, in a match.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ByChance {
    /// Chance decides nothing.
    Nothing,
    /// Chance decides the sides of the players, and nothing after that.
    Sides,
    /// Chance decides something in the game.
    Game,
}

impl Match {
    /// Returns the part that chance has, or can have, in this match.
    pub fn by_chance(&self) -> ByChance {
        match self.side {
            _ if self.setup.has_chance() => ByChance::Game,
            SideChoice::Random => ByChance::Sides,
            SideChoice::Fixed(_) => ByChance::Nothing,
        }
    }

    /// Tells whether this match uses, or can use, its dice: to draw the sides, or in the game.
    pub fn has_chance(&self) -> bool {
        self.by_chance() != ByChance::Nothing
    }
}
