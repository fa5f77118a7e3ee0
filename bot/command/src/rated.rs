//! The option for rated matches.

use super::Keyword;

/// The choice between a rated and an unrated match, typed as `yes` or `no`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RatedChoice {
    /// The match changes the ratings of its players.
    Rated,
    /// The match changes no ratings.
    Unrated,
}

impl RatedChoice {
    /// Both choices.
    pub const ALL: [RatedChoice; 2] = [RatedChoice::Rated, RatedChoice::Unrated];

    /// Converts from a bool.
    pub const fn of(is_rated: bool) -> RatedChoice {
        if is_rated {
            RatedChoice::Rated
        } else {
            RatedChoice::Unrated
        }
    }

    /// Returns whether the match is rated.
    pub const fn is_rated(self) -> bool {
        matches!(self, RatedChoice::Rated)
    }

    /// Returns the typed name: `yes`.
    pub fn name(self) -> &'static str {
        self.keyword().name
    }

    /// Finds the choice with this name.
    pub fn written(name: &str) -> Option<RatedChoice> {
        RatedChoice::ALL
            .into_iter()
            .find(|choice| choice.name() == name)
    }

    /// Returns the keyword.
    pub const fn keyword(self) -> Keyword {
        match self {
            RatedChoice::Rated => Keyword::new("yes", text::choice_yes()),
            RatedChoice::Unrated => Keyword::new("no", text::choice_no()),
        }
    }
}
