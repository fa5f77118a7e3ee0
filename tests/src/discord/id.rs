//! Ids of objects, and the clock from which they are made.

use std::{
    fmt,
    str::FromStr,
    time::{Duration, Instant, SystemTime, UNIX_EPOCH},
};

use serde::{Serialize, Serializer};

/// The id of any Discord object: a person, a channel, a message. It contains the time of creation.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Id(pub u64);

impl fmt::Display for Id {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.0)
    }
}

impl fmt::Debug for Id {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.0)
    }
}

impl FromStr for Id {
    type Err = std::num::ParseIntError;

    fn from_str(text: &str) -> Result<Id, Self::Err> {
        text.parse().map(Id)
    }
}

impl Serialize for Id {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

/// The start of 2015, Discord's epoch, in Unix milliseconds.
const FIRST_MOMENT: u64 = 1_420_070_400_000;

/// The start of 2026. The clock stands still at it, so that ids are the same in every run.
const NEW_YEAR: Duration = Duration::from_secs(1_767_225_600);

/// A clock that a test can advance. It runs by itself unless it is stopped. It also makes ids.
pub(super) struct Clock {
    started: Instant,
    origin: Duration,
    moved: Duration,
    is_still: bool,
    last: u64,
}

impl Clock {
    pub(super) fn new(is_still: bool) -> Clock {
        let origin = if is_still {
            NEW_YEAR
        } else {
            SystemTime::now()
                .duration_since(UNIX_EPOCH)
                .expect("it is after 1970")
        };
        Clock {
            started: Instant::now(),
            origin,
            moved: Duration::ZERO,
            is_still,
            last: 0,
        }
    }

    /// Returns the time since 1970.
    pub(super) fn now(&self) -> Duration {
        let ran = if self.is_still {
            Duration::ZERO
        } else {
            self.started.elapsed()
        };
        self.origin + ran + self.moved
    }

    pub(super) fn advance(&mut self, by: Duration) {
        self.moved += by;
    }

    /// Returns an unused id, higher than all before it.
    pub(super) fn fresh(&mut self) -> Id {
        let millis = u64::try_from(self.now().as_millis()).expect("the year is not that far off");
        self.last = ((millis - FIRST_MOMENT) << 22).max(self.last + 1);
        Id(self.last)
    }
}

/// Formats a time as Discord does.
pub(super) fn moment(since_1970: Duration) -> String {
    let millis = i64::try_from(since_1970.as_millis()).expect("the year is not that far off");
    let moment = jiff::Timestamp::from_millisecond(millis).expect("the year is not that far off");
    format!("{moment:.3}")
}
