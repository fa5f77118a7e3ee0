//! What is decided by chance in a match.

use crate::Match;
use api::SideChoice;

/// What was or may be decided by chance in a match.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ByChance {
    /// Nothing.
    Nothing,
    /// Who plays which side, and nothing after that.
    Sides,
    /// Something in the game.
    Game,
}

impl Match {
    /// What was or may be decided by chance in it.
    pub fn by_chance(&self) -> ByChance {
        match self.side {
            _ if self.setup.has_chance() => ByChance::Game,
            SideChoice::Random => ByChance::Sides,
            SideChoice::Fixed(_) => ByChance::Nothing,
        }
    }

    /// Whether its dice were or may be used: to draw the sides, or in the game.
    pub fn has_chance(&self) -> bool {
        self.by_chance() != ByChance::Nothing
    }
}
