//! Whether a match changes ratings, as people write it.

use super::Keyword;

/// Whether a match is to be rated; written `yes` or `no`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RatedChoice {
    /// It changes the ratings of its players.
    Rated,
    /// It does not.
    Unrated,
}

impl RatedChoice {
    /// All that can be chosen.
    pub const ALL: [RatedChoice; 2] = [RatedChoice::Rated, RatedChoice::Unrated];

    /// The one that says so.
    pub const fn of(is_rated: bool) -> RatedChoice {
        if is_rated {
            RatedChoice::Rated
        } else {
            RatedChoice::Unrated
        }
    }

    /// Whether it is rated.
    pub const fn is_rated(self) -> bool {
        matches!(self, RatedChoice::Rated)
    }

    /// How it is written: `yes`.
    pub const fn name(self) -> &'static str {
        match self {
            RatedChoice::Rated => "yes",
            RatedChoice::Unrated => "no",
        }
    }

    /// The one that is written so.
    pub fn written(name: &str) -> Option<RatedChoice> {
        RatedChoice::ALL
            .into_iter()
            .find(|choice| choice.name() == name)
    }

    /// What people write for it.
    pub fn keyword(self) -> Keyword {
        let local = match self {
            RatedChoice::Rated => text::choice_yes(),
            RatedChoice::Unrated => text::choice_no(),
        };
        Keyword::new(self.name(), local)
    }
}
