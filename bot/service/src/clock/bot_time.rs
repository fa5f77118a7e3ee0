//! The time in which the bot is at work. What it was away or cut off counts for nobody, and neither does a jump of the clock: the
//! deadlines of matches are moments of this time.

use std::time::Duration;

use serde::{Deserialize, Serialize};

use api::Timestamp;

/// A moment of the time in which the bot is at work, in milliseconds. It began as the time of the clock, and is behind that by
/// as long as the bot was away.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(transparent)]
pub struct BotTime(pub i64);

impl BotTime {
    /// So much later.
    pub fn after(self, span: Duration) -> BotTime {
        BotTime(self.0.saturating_add(millis(span)))
    }

    /// How much later it is than another; nothing if it is not.
    pub fn since(self, earlier: BotTime) -> Duration {
        let span = self.0.saturating_sub(earlier.0);
        Duration::from_millis(u64::try_from(span).unwrap_or(0))
    }
}

fn millis(span: Duration) -> i64 {
    i64::try_from(span.as_millis()).unwrap_or(i64::MAX)
}

/// How far the bot's time is behind the clock. Each tick brings it forward.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Timekeeper {
    /// When it was brought forward last, by the clock.
    at: Timestamp,
    /// How long the bot was away until then, in milliseconds. A clock that is set back makes it less.
    away: i64,
}

impl Timekeeper {
    /// How long ago the last tick may be: what is longer was no work. Ticks come each minute.
    pub const LONGEST_GAP: Duration = Duration::from_secs(3 * 60);

    /// The bot's time begins.
    pub fn new(at: Timestamp) -> Timekeeper {
        Timekeeper { at, away: 0 }
    }

    /// It is that late by the clock. The bot was away until then if it is known that it `was_away`, if the clock was set back, or
    /// if it is too late for the next tick.
    pub fn tick(self, at: Timestamp, was_away: bool) -> Timekeeper {
        let gap = at.0.saturating_sub(self.at.0);
        let is_work = (0..=millis(Timekeeper::LONGEST_GAP)).contains(&gap) && !was_away;
        let away = if is_work {
            self.away
        } else {
            self.away.saturating_add(gap)
        };
        Timekeeper { at, away }
    }

    /// The bot's time when it is that late by the clock, never before the last tick nor long after it.
    pub fn at(self, clock: Timestamp) -> BotTime {
        let latest = self.at.0.saturating_add(millis(Timekeeper::LONGEST_GAP));
        BotTime(clock.0.clamp(self.at.0, latest).saturating_sub(self.away))
    }

    /// The bot's time when it will be that late by the clock, if it is not away until then.
    pub fn ahead(self, clock: Timestamp) -> BotTime {
        BotTime(clock.0.saturating_sub(self.away))
    }

    /// How late it is by the clock at a moment of the bot's time, if the bot is not away until then.
    pub fn clock_at(self, time: BotTime) -> Timestamp {
        Timestamp(time.0.saturating_add(self.away))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const MINUTE: i64 = 60_000;
    const DAY: i64 = 24 * 60 * MINUTE;

    /// How the clock goes, tick by tick, and how much of that the bot was at work.
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
                keeper = keeper.tick(last, *was_away);
            }
            assert_eq!(keeper.at(last).0, start.0 + expected, "{what}");
            assert_eq!(keeper.clock_at(keeper.at(last)), last, "{what}");
        }
    }

    #[test]
    fn a_jump_of_the_clock_that_no_tick_has_seen_counts_for_little() {
        let start = Timestamp(1_767_225_600_000);
        let keeper = Timekeeper::new(start);
        assert_eq!(keeper.at(Timestamp(start.0 + DAY)).0, start.0 + 3 * MINUTE);
        assert_eq!(keeper.at(Timestamp(start.0 - DAY)).0, start.0);
    }
}
