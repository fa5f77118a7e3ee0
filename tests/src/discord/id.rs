//! Numbers of things, and the clock from which they are made.

use std::{
    fmt,
    str::FromStr,
    time::{Duration, Instant, SystemTime, UNIX_EPOCH},
};

use serde::{Serialize, Serializer};

/// The number of anything that Discord keeps: a person, a channel, a message. It tells when the thing was made.
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

/// The first moment of 2015, from which Discord counts, in milliseconds of Unix.
const FIRST_MOMENT: u64 = 1_420_070_400_000;

/// The first moment of 2026, at which time stands still, so that numbers are the same each time.
const NEW_YEAR: Duration = Duration::from_secs(1_767_225_600);

/// A clock that runs by itself unless it stands still, and that a test can put forward. It makes numbers too.
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

    /// The time since 1970.
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

    /// A number that was never given before and is higher than all that were.
    pub(super) fn fresh(&mut self) -> Id {
        let millis = u64::try_from(self.now().as_millis()).expect("the year is not that far off");
        self.last = ((millis - FIRST_MOMENT) << 22).max(self.last + 1);
        Id(self.last)
    }
}

/// A moment as Discord writes it.
pub(super) fn moment(since_1970: Duration) -> String {
    let millis = i64::try_from(since_1970.as_millis()).expect("the year is not that far off");
    let moment = jiff::Timestamp::from_millisecond(millis).expect("the year is not that far off");
    format!("{moment:.3}")
}
