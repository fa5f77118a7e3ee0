//! Offers from one player to the other.

use std::{fmt, str::FromStr};

use super::NotRead;
use text::Text;

/// The kind of an offer during a match.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum OfferKind {
    /// A draw.
    #[default]
    Draw,
    /// A takeback of everything since the offering player's last turn began.
    Takeback,
    /// A pause: no moves and no clocks until one player resumes.
    Pause,
}

impl OfferKind {
    /// All kinds.
    pub const ALL: [OfferKind; 3] = [OfferKind::Draw, OfferKind::Takeback, OfferKind::Pause];

    /// Returns the name of the command, without slash: `draw`.
    pub const fn name(self) -> &'static str {
        match self {
            OfferKind::Draw => "draw",
            OfferKind::Takeback => "takeback",
            OfferKind::Pause => "pause",
        }
    }

    /// Returns the name at the first mention: `a draw`.
    pub fn a(self) -> Text {
        match self {
            OfferKind::Draw => text::offer_a_draw(),
            OfferKind::Takeback => text::offer_a_takeback(),
            OfferKind::Pause => text::offer_a_pause(),
        }
    }

    /// Returns the name at a later mention: `the draw`.
    pub fn the(self) -> Text {
        match self {
            OfferKind::Draw => text::offer_the_draw(),
            OfferKind::Takeback => text::offer_the_takeback(),
            OfferKind::Pause => text::offer_the_pause(),
        }
    }
}

impl fmt::Display for OfferKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for OfferKind {
    type Err = NotRead;

    fn from_str(text: &str) -> Result<OfferKind, NotRead> {
        let mut kinds = OfferKind::ALL.into_iter();
        kinds
            .find(|kind| kind.name() == text)
            .ok_or(NotRead("a kind of offer"))
    }
}
