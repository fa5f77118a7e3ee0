//! What one player may propose to the other.

use std::{fmt, str::FromStr};

use text::Text;

/// What one player may propose to the other while a match is played.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum OfferKind {
    /// That the match is drawn.
    #[default]
    Draw,
    /// That what has happened since the last turn of who proposes it began is taken back.
    Takeback,
    /// That nobody moves and no clock runs until one of them goes on.
    Pause,
}

impl OfferKind {
    /// All that can be proposed.
    pub const ALL: [OfferKind; 3] = [OfferKind::Draw, OfferKind::Takeback, OfferKind::Pause];

    /// The command that proposes it, without slash: `draw`.
    pub const fn name(self) -> &'static str {
        match self {
            OfferKind::Draw => "draw",
            OfferKind::Takeback => "takeback",
            OfferKind::Pause => "pause",
        }
    }

    /// What it is called where it is spoken of for the first time: `a draw`.
    pub fn a(self) -> Text {
        match self {
            OfferKind::Draw => text::offer_a_draw(),
            OfferKind::Takeback => text::offer_a_takeback(),
            OfferKind::Pause => text::offer_a_pause(),
        }
    }

    /// What it is called later: `the draw`.
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

/// The text names nothing that can be proposed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("this is nothing that can be offered")]
pub struct ParseOfferKindError;

impl FromStr for OfferKind {
    type Err = ParseOfferKindError;

    fn from_str(text: &str) -> Result<OfferKind, ParseOfferKindError> {
        let mut kinds = OfferKind::ALL.into_iter();
        kinds
            .find(|kind| kind.name() == text)
            .ok_or(ParseOfferKindError)
    }
}
