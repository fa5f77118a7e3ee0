//! Ratings of people from their rated matches: Glicko-2.
//!
//! Each rated match is a rating period of its own for its two players, so that its end shows the new ratings at once. Besides, a
//! period passes every five days without a match. The deviation grows then, by about as much in a year as from 60 to 105 points,
//! and those ratings move faster afterwards.

mod board;
mod settle;
mod standings;
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

pub use self::{
    board::Leaders,
    settle::{RatedResult, RatingChange},
    standings::{LadderStanding, LadderTop, Leaderboard, PastMatch, Profile},
};

/// The length of a rating period without a match, in milliseconds.
const PERIOD: i64 = 5 * 24 * 3_600_000;

/// The number of periods after which the deviation of every rating is at its maximum.
const MOST_PERIODS: i64 = 2000;

/// The number of matches below which a rating is provisional.
const PROVISIONAL: u32 = 10;

/// The number of last matches with a stored effect on a rating.
const COURSE: usize = 50;

/// The games with separate ratings: a variant, or a rule set that makes it a different game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Ladder {
    /// A variant by its usual rules, with any other options.
    Usual(Variant),
    /// Bario by its classic rules.
    ClassicBario,
}

impl Ladder {
    /// Returns all ladders, those of a variant together.
    pub fn all() -> impl Iterator<Item = Ladder> {
        Variant::ALL.into_iter().flat_map(|variant| {
            let classic = (variant == Variant::Bario).then_some(Ladder::ClassicBario);
            [Ladder::Usual(variant)].into_iter().chain(classic)
        })
    }

    /// Returns the ladder for which a match with this setup counts.
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

    /// Returns the variant of the rules.
    pub fn variant(self) -> Variant {
        match self {
            Ladder::Usual(variant) => variant,
            Ladder::ClassicBario => Variant::Bario,
        }
    }

    /// Returns the title for people.
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

/// The text names no ladder.
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

/// The result of a match for one of its players.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Score {
    /// The player won.
    Won,
    /// The match was drawn.
    Drawn,
    /// The opponent won.
    Lost,
}

impl Score {
    /// Returns the score of the opponent.
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

/// The effect of a match on a rating.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct CoursePoint {
    /// The match.
    id: MatchId,
    /// The end of the match.
    at: Timestamp,
    /// The score.
    score: Score,
    /// The rating after it.
    rating: i32,
}

/// The rating of a person in a ladder.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Rating {
    /// The estimate.
    rating: f64,
    /// The deviation of the estimate, as it was after their last match.
    deviation: f64,
    /// The volatility of their results.
    volatility: f64,
    /// The numbers of rated matches that they have won, drawn and lost.
    won: u32,
    drawn: u32,
    lost: u32,
    /// The end of the last rated match.
    changed: Timestamp,
    /// The outcome of the last rated matches on the estimate, the oldest first.
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
    /// Returns the number of matches on which it rests.
    fn n_matches(&self) -> u32 {
        self.won + self.drawn + self.lost
    }

    fn is_provisional(&self) -> bool {
        self.n_matches() < PROVISIONAL
    }

    /// Returns the estimate as people read it.
    fn shown(&self) -> i32 {
        // Ratings are a few thousands at most.
        self.rating.round() as i32
    }

    /// Returns the rating at a moment: its deviation grows with the time since the last match.
    fn at(&self, now: Timestamp) -> Glicko2Rating {
        let known = Glicko2Rating {
            rating: self.rating,
            deviation: self.deviation,
            volatility: self.volatility,
        };
        let n_periods = now.0.saturating_sub(self.changed.0) / PERIOD;
        (0..n_periods.clamp(0, MOST_PERIODS)).fold(known, |known, _| decay_deviation(&known))
    }

    /// Returns the ratings of two players after a match of theirs that ends with this score for the first.
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
