//! Bot time: the time in which the bot works. An outage of the bot and a jump of the clock count against no player. The
//! deadlines of matches are moments of bot time. A clock in real time has a scale of its own.

use std::time::Duration;

use serde::{Deserialize, Serialize};

use api::Timestamp;

/// The scales of bot time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TimeScale {
    /// It stops only while no process runs or the machine sleeps. The clocks of matches in real time go by it: their players
    /// need only the page.
    RealTime,
    /// It also stops while a platform cannot be reached, because its players cannot move then. All else goes by it.
    Correspondence,
}

impl TimeScale {
    /// All scales.
    pub const ALL: [TimeScale; 2] = [TimeScale::RealTime, TimeScale::Correspondence];

    /// Returns the longest gap between two ticks in which the bot counts as working. A tick comes each second while a clock in
    /// real time runs, and each minute for all else.
    pub const fn longest_gap(self) -> Duration {
        match self {
            TimeScale::RealTime => Duration::from_secs(10),
            TimeScale::Correspondence => Duration::from_secs(3 * 60),
        }
    }
}

/// A moment of bot time, in milliseconds. It began as the time of the clock, and lags behind it by the time that the bot was
/// away.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(transparent)]
pub struct BotTime(pub i64);

impl BotTime {
    /// Returns the moment that is `span` later.
    pub fn after(self, span: Duration) -> BotTime {
        BotTime(self.0.saturating_add(millis(span)))
    }

    /// Returns the moment that was `span` earlier.
    pub fn before(self, span: Duration) -> BotTime {
        BotTime(self.0.saturating_sub(millis(span)))
    }

    /// Returns the time since an earlier moment; zero if that is not earlier.
    pub fn since(self, earlier: BotTime) -> Duration {
        let span = self.0.saturating_sub(earlier.0);
        Duration::from_millis(u64::try_from(span).unwrap_or(0))
    }
}

fn millis(span: Duration) -> i64 {
    i64::try_from(span.as_millis()).unwrap_or(i64::MAX)
}

/// The lag of bot time behind the clock, on one scale. Each tick advances it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Timekeeper {
    /// The time of the last tick, by the clock.
    at: Timestamp,
    /// The time that the bot had been away by then, in milliseconds. A clock that is set back reduces it.
    away: i64,
}

impl Timekeeper {
    /// Begins bot time.
    pub fn new(at: Timestamp) -> Timekeeper {
        Timekeeper { at, away: 0 }
    }

    /// Advances bot time to `at` by the clock. The bot was away since the last tick if `was_away` is set, the clock was set
    /// back, or this tick is too late for its scale.
    pub fn tick(self, scale: TimeScale, at: Timestamp, was_away: bool) -> Timekeeper {
        let gap = at.0.saturating_sub(self.at.0);
        let is_work = (0..=millis(scale.longest_gap())).contains(&gap) && !was_away;
        let away = if is_work {
            self.away
        } else {
            self.away.saturating_add(gap)
        };
        Timekeeper { at, away }
    }

    /// Makes a tick at `at` if it is too late for its scale. So a request before the first tick after an outage costs no
    /// player time.
    pub fn resume(self, scale: TimeScale, at: Timestamp) -> Timekeeper {
        if at.0.saturating_sub(self.at.0) > millis(scale.longest_gap()) {
            self.tick(scale, at, true)
        } else {
            self
        }
    }

    /// Returns bot time at a time of the clock, if the bot is not away until then. It is never before the last tick.
    pub fn at(self, clock: Timestamp) -> BotTime {
        BotTime(clock.0.max(self.at.0).saturating_sub(self.away))
    }

    /// Returns the time of the clock at a moment of bot time, if the bot is not away until then.
    pub fn clock_at(self, time: BotTime) -> Timestamp {
        Timestamp(time.0.saturating_add(self.away))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const MINUTE: i64 = 60_000;
    const DAY: i64 = 24 * 60 * MINUTE;

    /// Each case has the steps of the clock from tick to tick, and the working time of the bot in them.
    #[test]
    fn only_the_time_at_work_counts() {
        for (what, ticks, expected) in [
            (
                "work",
                &[(MINUTE, false), (2 * MINUTE, false)][..],
                2 * MINUTE,
            ),
            ("a late tick", &[(3 * MINUTE, false)], 3 * MINUTE),
            (
                "a machine that slept",
                &[(DAY, false), (DAY + MINUTE, false)],
                MINUTE,
            ),
            (
                "a short stop",
                &[(MINUTE, true), (2 * MINUTE, false)],
                MINUTE,
            ),
            (
                "a clock put forward a day",
                &[(MINUTE, false), (DAY + MINUTE, false)],
                MINUTE,
            ),
            (
                "a clock put back a day",
                &[
                    (MINUTE, false),
                    (MINUTE - DAY, false),
                    (2 * MINUTE - DAY, false),
                ],
                2 * MINUTE,
            ),
            (
                "a clock put forward and back",
                &[(DAY, false), (MINUTE, false), (2 * MINUTE, false)],
                MINUTE,
            ),
        ] {
            let start = Timestamp(1_767_225_600_000);
            let mut keeper = Timekeeper::new(start);
            let mut last = start;
            for (at, was_away) in ticks {
                last = Timestamp(start.0 + at);
                keeper = keeper.tick(TimeScale::Correspondence, last, *was_away);
            }
            assert_eq!(keeper.at(last).0, start.0 + expected, "{what}");
            assert_eq!(keeper.clock_at(keeper.at(last)), last, "{what}");
        }
    }

    /// Each case has the gap before a request, and the time of it that counts, on each scale.
    #[test]
    fn a_gap_before_a_request_counts_unless_it_is_too_long() {
        let second = 1000;
        for (gap, expected) in [
            (10 * second, [10 * second, 10 * second]),
            (10 * second + 1, [0, 10 * second + 1]),
            (3 * MINUTE, [0, 3 * MINUTE]),
            (3 * MINUTE + 1, [0, 0]),
            (DAY, [0, 0]),
            (-DAY, [0, 0]),
        ] {
            let start = Timestamp(1_767_225_600_000);
            let now = Timestamp(start.0 + gap);
            let counted = TimeScale::ALL.map(|scale| {
                let keeper = Timekeeper::new(start).resume(scale, now);
                keeper.at(now).0 - start.0
            });
            assert_eq!(counted, expected, "{gap}");
        }
    }
}
