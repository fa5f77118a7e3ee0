//! Time controls, as people type them.

#[cfg(test)]
mod tests;

use std::{fmt, str::FromStr, time::Duration};

use serde::{Deserialize, Deserializer, Serialize, Serializer, de::Error as _};

use super::NotRead;
use text::{Text, arg, span};

/// The time control of a match. The text form is `1d`, `3d+12h`, `5+3` or `none`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum TimeControl {
    /// No limit.
    #[default]
    Unlimited,
    /// A time for each decision, from [`TimeControl::SHORTEST`] to [`TimeControl::LONGEST`].
    PerTurn(Duration),
    /// A time for the whole match, within the same bounds, and an increment after each of the player's turns. The sum
    /// never exceeds the longest time.
    Budget {
        /// The time for the whole match.
        budget: Duration,
        /// The increment after each turn.
        increment: Duration,
    },
    /// A time for the whole match, played in one sitting, and an increment after each of the player's turns. The text form
    /// gives minutes and seconds.
    RealTime {
        /// The time for the whole match: whole minutes, up to [`TimeControl::MOST_MINUTES`].
        budget: Duration,
        /// The increment after each turn: whole seconds, up to [`TimeControl::MOST_SECONDS`].
        increment: Duration,
    },
}

/// Returns the control for a match in real time.
const fn real_time(minutes: u64, seconds: u64) -> TimeControl {
    TimeControl::RealTime {
        budget: Duration::from_secs(minutes * MINUTE),
        increment: Duration::from_secs(seconds),
    }
}

const MINUTE: u64 = 60;
const HOUR: u64 = 60 * MINUTE;
const DAY: u64 = 24 * HOUR;

/// The letters of the units of time, in any language: French days are `j`.
const UNITS: [(char, u64); 4] = [('d', DAY), ('j', DAY), ('h', HOUR), ('m', MINUTE)];

impl TimeControl {
    /// The minimum time of a side.
    pub const SHORTEST: Duration = Duration::from_secs(10 * MINUTE);

    /// The maximum time of a side at any moment.
    pub const LONGEST: Duration = Duration::from_secs(14 * DAY);

    /// The choices for completion.
    pub const USUAL: [TimeControl; 6] = [
        TimeControl::PerTurn(Duration::from_secs(HOUR)),
        TimeControl::PerTurn(Duration::from_secs(DAY)),
        TimeControl::PerTurn(Duration::from_secs(3 * DAY)),
        TimeControl::PerTurn(Duration::from_secs(7 * DAY)),
        TimeControl::Budget {
            budget: Duration::from_secs(3 * DAY),
            increment: Duration::from_secs(12 * HOUR),
        },
        TimeControl::Unlimited,
    ];

    /// The maximum number of minutes of a side in real time.
    pub const MOST_MINUTES: u64 = 60;

    /// The maximum increment in real time, in seconds.
    pub const MOST_SECONDS: u64 = 30;

    /// The choices in real time, on the board of the page.
    pub const USUAL_REAL_TIME: [TimeControl; 11] = [
        real_time(1, 0),
        real_time(2, 1),
        real_time(3, 0),
        real_time(3, 2),
        real_time(5, 0),
        real_time(5, 3),
        real_time(10, 0),
        real_time(10, 5),
        real_time(15, 10),
        real_time(30, 20),
        real_time(60, 30),
    ];

    /// Returns the initial time of each side, or `None` without a limit.
    pub const fn at_first(self) -> Option<Duration> {
        match self {
            TimeControl::Unlimited => None,
            TimeControl::PerTurn(span)
            | TimeControl::Budget { budget: span, .. }
            | TimeControl::RealTime { budget: span, .. } => Some(span),
        }
    }

    /// Returns the time that a side gets after each of its turns.
    pub const fn increment(self) -> Duration {
        match self {
            TimeControl::Unlimited | TimeControl::PerTurn(_) => Duration::ZERO,
            TimeControl::Budget { increment, .. } | TimeControl::RealTime { increment, .. } => {
                increment
            }
        }
    }

    /// Returns whether the match is played in one sitting.
    pub const fn is_real_time(self) -> bool {
        matches!(self, TimeControl::RealTime { .. })
    }

    /// Describes the time control in words.
    pub fn words(self) -> Text {
        match self {
            TimeControl::Unlimited => text::time_unlimited(),
            TimeControl::PerTurn(turn) => text::time_per_turn(span(turn)),
            TimeControl::Budget { budget, increment } if increment.is_zero() => {
                text::time_budget(span(budget))
            }
            TimeControl::RealTime { .. } => text::time_real(self.to_string()),
            TimeControl::Budget { budget, increment } => text::time_budget_increment(
                arg::budget(span(budget)),
                arg::increment(span(increment)),
            ),
        }
    }
}

/// Writes a span in the form that `read_span` reads: `1d12h`.
fn written(span: Duration) -> String {
    let seconds = span.as_secs();
    let parts = [
        (seconds / DAY, 'd'),
        (seconds % DAY / HOUR, 'h'),
        (seconds % HOUR / MINUTE, 'm'),
    ];
    let written = parts.iter().filter(|(n, _)| *n > 0);
    let written: String = written.map(|(n, unit)| format!("{n}{unit}")).collect();
    if written.is_empty() {
        "0m".to_owned()
    } else {
        written
    }
}

/// Parses minutes and seconds: `5+3`.
fn read_real_time(text: &str) -> Option<TimeControl> {
    let (minutes, seconds) = text.split_once('+')?;
    let is_number = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
    if !is_number(minutes) || !is_number(seconds) {
        return None;
    }
    let (minutes, seconds) = (minutes.parse().ok()?, seconds.parse().ok()?);
    let is_allowed =
        (1..=TimeControl::MOST_MINUTES).contains(&minutes) && seconds <= TimeControl::MOST_SECONDS;
    is_allowed.then(|| real_time(minutes, seconds))
}

/// Parses a span: numbers, each with its unit, at most [`TimeControl::LONGEST`].
fn read_span(text: &str) -> Option<Duration> {
    let mut seconds: u64 = 0;
    let mut rest = text;
    while !rest.is_empty() {
        let end = rest.find(|c: char| !c.is_ascii_digit())?;
        let number: u64 = rest[..end].parse().ok()?;
        let unit = rest[end..].chars().next()?;
        let (_, length) = UNITS
            .into_iter()
            .find(|(letter, _)| letter.eq_ignore_ascii_case(&unit))?;
        seconds = seconds.checked_add(number.checked_mul(length)?)?;
        rest = &rest[end + unit.len_utf8()..];
    }
    let span = Duration::from_secs(seconds);
    (!text.is_empty() && span <= TimeControl::LONGEST).then_some(span)
}

impl fmt::Display for TimeControl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            TimeControl::Unlimited => f.write_str("none"),
            TimeControl::PerTurn(span) => f.write_str(&written(*span)),
            TimeControl::Budget { budget, increment } => {
                write!(f, "{}+{}", written(*budget), written(*increment))
            }
            TimeControl::RealTime { budget, increment } => {
                write!(f, "{}+{}", budget.as_secs() / MINUTE, increment.as_secs())
            }
        }
    }
}

impl FromStr for TimeControl {
    type Err = NotRead;

    /// Parses the output of `Display`; units can be in upper case, and `none` in any language.
    fn from_str(text: &str) -> Result<TimeControl, NotRead> {
        if text::choice_none().is_written(text) {
            return Ok(TimeControl::Unlimited);
        }
        if let Some(control) = read_real_time(text) {
            return Ok(control);
        }
        let first = |text| read_span(text).filter(|span| *span >= TimeControl::SHORTEST);
        let read = match text.split_once('+') {
            None => first(text).map(TimeControl::PerTurn),
            Some((budget, increment)) => first(budget)
                .zip(read_span(increment))
                .map(|(budget, increment)| TimeControl::Budget { budget, increment }),
        };
        read.ok_or(NotRead(
            "a time such as 1d, 3d+12h or none, from 10m to 14d, or in real time such as 5+3",
        ))
    }
}

impl Serialize for TimeControl {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for TimeControl {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<TimeControl, D::Error> {
        let text = String::deserialize(deserializer)?;
        text.parse().map_err(D::Error::custom)
    }
}
