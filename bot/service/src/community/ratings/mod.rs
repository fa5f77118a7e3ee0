//! How strong people are, as their rated matches show: Glicko-2.
//!
//! Each rated match is a rating period of its own for the two who have played it, so that its end tells at once what it has
//! changed. Besides, a period passes every five days without one: the deviation grows then, by about as much in a year as
//! from 60 to 105 points, and those ratings move faster afterwards.

mod board;
mod keys;
mod settle;
mod tell;
#[cfg(test)]
mod tests;

use std::{fmt, str::FromStr};

use rules::{Setup, Variant};
use serde::{Deserialize, Serialize};
use skillratings::{
    Outcomes,
    glicko2::{Glicko2Config, Glicko2Rating, decay_deviation, glicko2},
};

use api::{MatchId, Timestamp};
use text::{Text, arg};

pub(crate) use self::keys::rating_key;
pub use self::{
    board::Leaders,
    settle::{RatedResult, RatingChange},
    tell::{LadderStanding, LadderTop, Leaderboard, PastMatch, Profile},
};

/// So long without a match is a rating period, in milliseconds.
const PERIOD: i64 = 5 * 24 * 3_600_000;

/// After so many periods nothing is known of anybody any more.
const MOST_PERIODS: i64 = 2000;

/// A rating of fewer matches is provisional.
const PROVISIONAL: u32 = 10;

/// Of so many matches it is kept what they made of a rating.
const COURSE: usize = 50;

/// What ratings are of: a variant, or a set of its rules that makes another game of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Ladder {
    /// A variant by its usual rules, whatever else is chosen about it.
    Usual(Variant),
    /// Bario by its classic rules.
    ClassicBario,
}

impl Ladder {
    /// All there are, each variant's together.
    pub fn all() -> impl Iterator<Item = Ladder> {
        Variant::ALL.into_iter().flat_map(|variant| {
            let classic = (variant == Variant::Bario).then_some(Ladder::ClassicBario);
            [Ladder::Usual(variant)].into_iter().chain(classic)
        })
    }

    /// The one that a match with this setup counts for.
    pub fn of(setup: &Setup) -> Ladder {
        let chosen = setup.options();
        let mut chosen = chosen.map(|(option, value)| (option.name, value.name));
        match setup.variant() {
            Variant::Bario if chosen.any(|choice| choice == ("rules", "classic")) => {
                Ladder::ClassicBario
            }
            variant => Ladder::Usual(variant),
        }
    }

    /// Whose rules they are.
    pub fn variant(self) -> Variant {
        match self {
            Ladder::Usual(variant) => variant,
            Ladder::ClassicBario => Variant::Bario,
        }
    }

    /// How people call it.
    pub fn title(self) -> Text {
        match self {
            Ladder::Usual(variant) => text::title(variant),
            Ladder::ClassicBario => {
                text::variant_chosen(arg::choices("rules=classic"), arg::variant(Variant::Bario))
            }
        }
    }
}

impl fmt::Display for Ladder {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Ladder::Usual(variant) => write!(f, "{variant}"),
            Ladder::ClassicBario => f.write_str("bario-classic"),
        }
    }
}

/// The text names nothing that ratings are of.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("there are no ratings of this")]
pub struct ParseLadderError;

impl FromStr for Ladder {
    type Err = ParseLadderError;

    fn from_str(text: &str) -> Result<Ladder, ParseLadderError> {
        let mut all = Ladder::all();
        all.find(|ladder| ladder.to_string() == text)
            .ok_or(ParseLadderError)
    }
}

/// How a match ended for one of its players.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Score {
    /// They won it.
    Won,
    /// Nobody did.
    Drawn,
    /// The other won it.
    Lost,
}

impl Score {
    /// The same for the other.
    fn reversed(self) -> Score {
        match self {
            Score::Won => Score::Lost,
            Score::Drawn => Score::Drawn,
            Score::Lost => Score::Won,
        }
    }

    fn outcome(self) -> Outcomes {
        match self {
            Score::Won => Outcomes::WIN,
            Score::Drawn => Outcomes::DRAW,
            Score::Lost => Outcomes::LOSS,
        }
    }
}

/// What a match made of a rating.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct CoursePoint {
    /// The match.
    id: MatchId,
    /// When it ended.
    at: Timestamp,
    /// How.
    score: Score,
    /// The rating then.
    rating: i32,
}

/// How strong somebody is in a variant.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Rating {
    /// The estimate.
    rating: f64,
    /// How far from it they may well be, as it was after their last match.
    deviation: f64,
    /// How much their results vary.
    volatility: f64,
    /// How many rated matches they have won, drawn and lost.
    won: u32,
    drawn: u32,
    lost: u32,
    /// When the last of them ended.
    changed: Timestamp,
    /// What the last of them made of the estimate, the oldest first.
    course: Vec<CoursePoint>,
}

impl Default for Rating {
    fn default() -> Rating {
        let Glicko2Rating {
            rating,
            deviation,
            volatility,
        } = Glicko2Rating::new();
        Rating {
            rating,
            deviation,
            volatility,
            won: 0,
            drawn: 0,
            lost: 0,
            changed: Timestamp(0),
            course: Vec::new(),
        }
    }
}

impl Rating {
    /// How many matches it is of.
    fn n_matches(&self) -> u32 {
        self.won + self.drawn + self.lost
    }

    fn is_provisional(&self) -> bool {
        self.n_matches() < PROVISIONAL
    }

    /// The estimate as people read it.
    fn shown(&self) -> i32 {
        // Ratings are a few thousands at most.
        self.rating.round() as i32
    }

    /// What is known at a moment: the less, the longer ago the last match was.
    fn at(&self, now: Timestamp) -> Glicko2Rating {
        let known = Glicko2Rating {
            rating: self.rating,
            deviation: self.deviation,
            volatility: self.volatility,
        };
        let n_periods = now.0.saturating_sub(self.changed.0) / PERIOD;
        (0..n_periods.clamp(0, MOST_PERIODS)).fold(known, |known, _| decay_deviation(&known))
    }

    /// What becomes of the ratings of two when a match of theirs ends so for the first.
    fn after(&self, other: &Rating, id: MatchId, score: Score, now: Timestamp) -> (Rating, Rating) {
        let (one, two) = glicko2(
            &self.at(now),
            &other.at(now),
            &score.outcome(),
            &Glicko2Config::new(),
        );
        (
            self.with(one, id, score, now),
            other.with(two, id, score.reversed(), now),
        )
    }

    fn with(&self, known: Glicko2Rating, id: MatchId, score: Score, now: Timestamp) -> Rating {
        let mut after = Rating {
            rating: known.rating,
            deviation: known.deviation,
            volatility: known.volatility,
            changed: now,
            ..self.clone()
        };
        *match score {
            Score::Won => &mut after.won,
            Score::Drawn => &mut after.drawn,
            Score::Lost => &mut after.lost,
        } += 1;
        after.course.push(CoursePoint {
            id,
            at: now,
            score,
            rating: after.shown(),
        });
        let n_surplus = after.course.len().saturating_sub(COURSE);
        after.course.drain(..n_surplus);
        after
    }
}
