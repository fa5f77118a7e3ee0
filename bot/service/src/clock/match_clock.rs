//! The time that both sides of a match have left.

use std::{mem, time::Duration};

use rules::{ByColor, Color};
use serde::{Deserialize, Serialize};

use crate::{
    BotTime, Timekeeper,
    match_store::{codec, state::is_default},
    play::offers::MOST_OFFERS,
};
use api::Timestamp;
use command::TimeControl;

/// The times before the deadline at which the side to decide is reminded, besides half of its time.
const REMINDERS: [Duration; 2] = [Duration::from_secs(3600), Duration::from_secs(600)];

/// The number of finished turns that a clock remembers. Each takeback undoes at most two, and one more gives the earlier time of
/// the other side. Two more tell whether that was a first turn. Each side can ask for [`MOST_OFFERS`].
const REMEMBERED_TURNS: usize = 4 * MOST_OFFERS as usize + 3;

/// The limit of the first turn of each side in real time. This turn uses no time of the side.
const FIRST_TURN: Duration = Duration::from_secs(30);

/// The longest delay of a move in real time that does not count against its side.
const MOST_LAG: u64 = 300;

/// The delays that do not count against a side, in milliseconds: at most so many at once, and so many more after each turn. So a
/// page that feigns a delay gains little.
const LAG_CREDIT: u64 = 1000;
const LAG_PER_TURN: u64 = 100;

/// The number of first turns in a match.
const N_FIRST_TURNS: usize = 2;

/// The time that both sides of a match have left, kept while it is played.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct MatchClock {
    /// The time of each side when its clock last began to run, in milliseconds.
    #[serde(with = "codec::pair")]
    left: ByColor<u64>,
    /// The moment since which the time of the side to decide runs, which may be in the future; `None` if it stands still.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    since: Option<BotTime>,
    /// True if the match is played in real time: its players are not reminded.
    #[serde(default, skip_serializing_if = "is_default")]
    pub(crate) is_real_time: bool,
    /// The rest of the limit of a first turn when it last began to run, in milliseconds, if the side to decide is in such a turn.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    first_turn: Option<u64>,
    /// The delays of each side that did not count, in milliseconds, less the credit of its turns.
    #[serde(default, with = "codec::pair", skip_serializing_if = "is_default")]
    lag_used: ByColor<u64>,
    /// The moment of the next reminder to the side to decide, or of the notice to the other side that its time is over.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) alarm: Option<BotTime>,
    /// The deadline by the system clock, as known when the match last changed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) until: Option<Timestamp>,
    /// The end of the absence of the side to decide, by the system clock, if its time stands still because of that.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) away: Option<Timestamp>,
    /// The outbox row of the notice that its time is over.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) told: Option<u32>,
    /// The ends of the last turns, needed to undo them.
    #[serde(default, skip_serializing_if = "TurnEnds::is_empty")]
    turns: TurnEnds,
}

/// The clocks of a match in real time, as everybody sees them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RealTimeClock {
    /// The time of each side when its clock last began to run.
    pub left: ByColor<Duration>,
    /// True if the side to decide is in its first turn, which has its own limit and uses none of the time of the side.
    pub is_first_turn: bool,
}

/// For each of the last finished turns, the time that its side had left at the end, in milliseconds and without the increment.
/// The newest is last; sides take turns.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(from = "Vec<u64>", into = "Vec<u64>")]
struct TurnEnds {
    left: [u64; REMEMBERED_TURNS],
    n: usize,
}

impl From<Vec<u64>> for TurnEnds {
    fn from(all: Vec<u64>) -> TurnEnds {
        let mut turns = TurnEnds::default();
        all.into_iter().for_each(|left| turns.push(left));
        turns
    }
}

impl From<TurnEnds> for Vec<u64> {
    fn from(turns: TurnEnds) -> Vec<u64> {
        turns.left[..turns.n].to_vec()
    }
}

impl TurnEnds {
    fn is_empty(&self) -> bool {
        self.n == 0
    }

    /// Adds a turn, and drops the oldest if there are too many.
    fn push(&mut self, left: u64) {
        if self.n == REMEMBERED_TURNS {
            self.left.rotate_left(1);
            self.n -= 1;
        }
        self.left[self.n] = left;
        self.n += 1;
    }

    fn pop(&mut self) -> Option<u64> {
        self.n = self.n.checked_sub(1)?;
        Some(mem::take(&mut self.left[self.n]))
    }

    fn last(&self) -> Option<u64> {
        Some(self.left[self.n.checked_sub(1)?])
    }
}

/// The turns that a takeback undoes.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) struct UndoneTurns {
    /// The number of finished turns among them.
    pub(crate) n: usize,
    /// True if no turn was finished before them.
    pub(crate) is_from_start: bool,
}

fn millis(span: Duration) -> u64 {
    u64::try_from(span.as_millis()).unwrap_or(u64::MAX)
}

impl MatchClock {
    /// Returns the stopped clock of a new match; `None` if there is no limit.
    pub(crate) fn new(control: TimeControl) -> Option<MatchClock> {
        let at_first = millis(control.at_first()?);
        Some(MatchClock {
            left: ByColor {
                white: at_first,
                black: at_first,
            },
            since: None,
            is_real_time: control.is_real_time(),
            first_turn: control.is_real_time().then_some(millis(FIRST_TURN)),
            lag_used: ByColor::default(),
            alarm: None,
            until: None,
            away: None,
            told: None,
            turns: TurnEnds::default(),
        })
    }

    /// Returns the clocks for a board, if the match is played in real time.
    pub(crate) fn real_time(self) -> Option<RealTimeClock> {
        self.is_real_time.then(|| RealTimeClock {
            left: ByColor::from_fn(|side| self.left(side)),
            is_first_turn: self.is_first_turn(),
        })
    }

    /// Returns the time that a side has left.
    pub(crate) fn left(self, side: Color) -> Duration {
        Duration::from_millis(self.left[side])
    }

    /// Returns the deadline of the side to decide, if its time runs.
    pub(crate) fn deadline(self, side: Color) -> Option<BotTime> {
        let left = self.first_turn.map(Duration::from_millis);
        Some(self.since?.after(left.unwrap_or(self.left(side))))
    }

    /// Returns whether the side to decide is in its first turn in real time, which uses none of its time.
    pub(crate) fn is_first_turn(self) -> bool {
        self.first_turn.is_some()
    }

    /// Tells whether the time of the side to decide is over.
    pub(crate) fn is_over(self, side: Color, now: BotTime) -> bool {
        self.deadline(side).is_some_and(|deadline| deadline <= now)
    }

    /// Uses the credit of a side for the delay of its move, and returns the part of the delay that does not count against it.
    pub(crate) fn use_lag(&mut self, side: Color, lag: Duration) -> Duration {
        let credit = LAG_CREDIT.saturating_sub(self.lag_used[side]);
        let used = millis(lag).min(MOST_LAG).min(credit);
        self.lag_used[side] += used;
        Duration::from_millis(used)
    }

    /// Stops the time of the side that was to decide.
    pub(crate) fn stop(&mut self, side: Color, now: BotTime) {
        if let Some(since) = self.since.take() {
            let left = match &mut self.first_turn {
                Some(left) => left,
                None => &mut self.left[side],
            };
            *left = left.saturating_sub(millis(now.since(since)));
        }
        (self.alarm, self.until, self.away) = (None, None, None);
    }

    /// Gives a side the time for its turns: its full time again, or the increment after a finished turn.
    pub(crate) fn grant(&mut self, control: TimeControl, side: Color, is_turn_done: bool) {
        let is_first_turn = self.is_first_turn();
        if is_turn_done {
            self.turns.push(self.left[side]);
            self.lag_used[side] = self.lag_used[side].saturating_sub(LAG_PER_TURN);
            self.begin_turn();
        }
        if let TimeControl::PerTurn(span) = control {
            self.left[side] = millis(span);
        } else if is_turn_done && !is_first_turn {
            self.left[side] = self.left[side].saturating_add(millis(control.increment()));
        }
    }

    /// Gives the next turn its limit, if it is the first one of its side in real time.
    fn begin_turn(&mut self) {
        let is_first = self.is_real_time && self.turns.n < N_FIRST_TURNS;
        self.first_turn = is_first.then_some(millis(FIRST_TURN));
    }

    /// Takes back the last finished turns; the first of them is a turn of this side. The side keeps the time that it had left
    /// at the end of that turn, so that it pays for its decision. It never gets more than it has now. The other side gets the
    /// time that it had before that turn. Both clocks have to stand still.
    pub(crate) fn take_back(&mut self, control: TimeControl, side: Color, undone: UndoneTurns) {
        let ends: Vec<u64> = (0..undone.n).map_while(|_| self.turns.pop()).collect();
        if let Some(left) = undone.n.checked_sub(1).and_then(|first| ends.get(first)) {
            self.left[side] = self.left[side].min(*left);
        }
        let before = match control {
            TimeControl::Budget { .. } | TimeControl::RealTime { .. } if !undone.is_from_start => {
                let was_first_turn = self.is_real_time && self.turns.n <= N_FIRST_TURNS;
                let increment = if was_first_turn {
                    Duration::ZERO
                } else {
                    control.increment()
                };
                let last = self.turns.last();
                last.map(|left| left.saturating_add(millis(increment)))
            }
            _ => control.at_first().map(millis),
        };
        self.begin_turn();
        if let Some(before) = before {
            self.left[!side] = before;
        }
    }

    /// Subtracts the absence of the side to decide, from its beginning to its end, from the running time. Returns whether that
    /// changes anything. A time that ran out before the absence stays at zero.
    pub(crate) fn stand_still(
        &mut self,
        side: Color,
        away: Option<(BotTime, BotTime)>,
        now: BotTime,
        keeper: Timekeeper,
    ) -> bool {
        let Some(since) = self.since else {
            return false;
        };
        let is_back = self.away.is_some() && since > now;
        let (stop, from) = match away {
            Some((begin, end)) if since < end && !self.is_over(side, begin) => (begin, end),
            Some((_, end)) if since > end && is_back => (now, end),
            None if is_back => (now, now),
            _ => {
                self.away = self.away.filter(|_| since > now);
                return false;
            }
        };
        self.stop(side, stop);
        self.run(side, from, now);
        self.away = (from > now).then(|| keeper.clock_at(from));
        true
    }

    /// Returns the end of the absence of the side to decide by the system clock, if it is still away.
    pub(crate) fn back(self, now: BotTime, keeper: Timekeeper) -> Option<Timestamp> {
        self.away?;
        let since = self.since.filter(|since| *since > now);
        since.map(|since| keeper.clock_at(since))
    }

    /// Starts the time of a side at a moment, which may be in the future. A side without time left is out of time at once.
    pub(crate) fn run(&mut self, side: Color, from: BotTime, now: BotTime) {
        self.since = Some(from);
        let over = self.is_over(side, now).then_some(now);
        self.alarm = self.next_alarm(side, now).or(over);
    }

    /// Gives the side with the running clock `span` from now.
    pub(crate) fn give(&mut self, side: Color, span: Duration, now: BotTime) {
        self.left[side] = millis(span);
        self.run(side, now, now);
    }

    /// Returns the next alarm after now: at half of the time, then 60 and 10 minutes before the deadline if that is later. The
    /// last alarm is the deadline, and in real time the only one.
    pub(crate) fn next_alarm(self, side: Color, now: BotTime) -> Option<BotTime> {
        if self.is_real_time {
            return self.deadline(side).filter(|deadline| *deadline > now);
        }
        let (since, left) = (self.since?, self.left(side));
        let half = left / 2;
        let before = REMINDERS.iter().filter(|before| **before < half);
        let spans = [half]
            .into_iter()
            .chain(before.map(|before| left - *before));
        let alarms = spans.chain([left]).map(|span| since.after(span));
        alarms.filter(|alarm| *alarm > now).min()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const START: BotTime = BotTime(1_000_000);
    const MINUTE: Duration = Duration::from_secs(60);

    fn keeper() -> Timekeeper {
        Timekeeper::new(Timestamp(START.0))
    }

    fn clock(control: &str) -> (TimeControl, MatchClock) {
        let control = control.parse().expect("a time control");
        let mut clock = MatchClock::new(control).expect("a limit");
        clock.run(Color::White, START, START);
        (control, clock)
    }

    fn minutes(n: u32) -> BotTime {
        START.after(MINUTE * n)
    }

    #[test]
    fn reminders_come_at_half_time_an_hour_and_ten_minutes_before_the_end() {
        for (control, expected) in [
            ("10m", &[5, 10][..]),
            ("20m", &[10, 20]),
            ("30m", &[15, 20, 30]),
            ("2h", &[60, 110, 120]),
            ("1d", &[12 * 60, 23 * 60, 24 * 60 - 10, 24 * 60]),
        ] {
            let (_, clock) = clock(control);
            let mut now = START;
            let mut alarms = Vec::new();
            while let Some(alarm) = clock.next_alarm(Color::White, now) {
                alarms.push(alarm);
                now = alarm;
            }
            let expected: Vec<_> = expected.iter().map(|n| minutes(*n)).collect();
            assert_eq!(alarms, expected, "{control}");
            assert!(clock.is_over(Color::White, now) && !clock.is_over(Color::White, START));
        }
    }

    /// Ends a turn of a side after some seconds.
    fn plays(clock: &mut MatchClock, control: TimeControl, side: Color, now: &mut BotTime, n: u64) {
        *now = now.after(Duration::from_secs(n));
        clock.stop(side, *now);
        clock.grant(control, side, true);
        clock.run(!side, *now, *now);
    }

    #[test]
    fn the_first_turn_of_each_side_in_real_time_has_half_a_minute_and_uses_no_time() {
        let (control, mut clock) = clock("3+2");
        let mut now = START;
        for side in [Color::White, Color::Black] {
            assert!(clock.is_first_turn(), "{side}");
            assert_eq!(clock.deadline(side), Some(now.after(FIRST_TURN)), "{side}");
            plays(&mut clock, control, side, &mut now, 20);
            assert_eq!(clock.left(side), MINUTE * 3, "{side}");
        }
        assert!(!clock.is_first_turn());
        assert_eq!(clock.deadline(Color::White), Some(now.after(MINUTE * 3)));
    }

    #[test]
    fn the_limit_of_a_first_turn_holds_for_all_its_decisions() {
        let (control, mut clock) = clock("1+0");
        let then = START.after(Duration::from_secs(20));
        clock.stop(Color::White, then);
        clock.grant(control, Color::White, false);
        clock.run(Color::White, then, then);
        assert_eq!(clock.deadline(Color::White), Some(START.after(FIRST_TURN)));
        assert!(clock.is_over(Color::White, START.after(FIRST_TURN)));
    }

    #[test]
    fn a_turn_in_real_time_uses_milliseconds_and_adds_the_increment() {
        let (control, mut clock) = clock("3+2");
        let mut now = START;
        for side in [Color::White, Color::Black] {
            plays(&mut clock, control, side, &mut now, 1);
        }
        clock.stop(Color::White, BotTime(now.0 + 1234));
        clock.grant(control, Color::White, true);
        assert_eq!(
            clock.left(Color::White),
            Duration::from_millis(180_000 - 1234 + 2000)
        );
        let (control, mut clock) = super::tests::clock("1+0");
        for (side, n) in [(Color::White, 1), (Color::Black, 1), (Color::White, 59)] {
            plays(&mut clock, control, side, &mut now, n);
        }
        assert!(clock.left(Color::White) < MINUTE, "1+0 adds nothing");
    }

    #[test]
    fn a_feigned_delay_gains_little() {
        let (_, mut clock) = clock("1+0");
        let lag = Duration::from_secs(9);
        let mut gained = Duration::ZERO;
        for _ in 0..60 {
            gained += clock.use_lag(Color::White, lag);
            clock.grant(TimeControl::Unlimited, Color::White, true);
        }
        assert!(gained < Duration::from_secs(7), "{gained:?}");
        assert_eq!(
            clock.use_lag(Color::Black, lag),
            Duration::from_millis(MOST_LAG)
        );
    }

    #[test]
    fn a_player_in_real_time_is_not_reminded() {
        let (control, mut clock) = clock("60+30");
        let mut now = START;
        for side in [Color::White, Color::Black] {
            plays(&mut clock, control, side, &mut now, 1);
        }
        let alarm = clock.next_alarm(Color::White, now);
        assert_eq!(alarm, clock.deadline(Color::White));
        assert_eq!(alarm, Some(now.after(MINUTE * 60)));
    }

    #[test]
    fn a_takeback_in_real_time_gives_no_time_back_to_the_side_that_asks() {
        let (control, mut clock) = clock("3+2");
        let mut now = START;
        let turns = [(Color::White, 1), (Color::Black, 1), (Color::White, 10)];
        for (side, n) in turns {
            plays(&mut clock, control, side, &mut now, n);
        }
        clock.stop(Color::Black, now);
        let undone = |n, is_from_start| UndoneTurns { n, is_from_start };
        clock.take_back(control, Color::White, undone(1, false));
        assert_eq!(clock.left(Color::White), Duration::from_secs(170));
        assert_eq!(
            clock.left(Color::Black),
            MINUTE * 3,
            "a first turn adds nothing"
        );
        assert!(!clock.is_first_turn());
        clock.take_back(control, Color::White, undone(2, true));
        assert!(clock.is_first_turn());
    }

    #[test]
    fn a_budget_is_used_up_and_grows_with_each_turn() {
        let (control, mut clock) = clock("1h+10m");
        clock.stop(Color::White, minutes(30));
        clock.grant(control, Color::White, true);
        clock.run(Color::Black, minutes(30), minutes(30));
        assert_eq!(clock.deadline(Color::Black), Some(minutes(90)));
        clock.stop(Color::Black, minutes(45));
        clock.grant(control, Color::Black, false);
        clock.run(Color::White, minutes(45), minutes(45));
        assert_eq!(clock.deadline(Color::White), Some(minutes(85)));
        assert_eq!(clock.left(Color::Black), MINUTE * 45);
    }

    #[test]
    fn time_per_turn_is_whole_with_each_turn() {
        let (control, mut clock) = clock("1h");
        clock.stop(Color::White, minutes(61));
        clock.grant(control, Color::White, true);
        clock.run(Color::White, minutes(61), minutes(61));
        assert_eq!(clock.deadline(Color::White), Some(minutes(121)));
    }

    #[test]
    fn time_that_stands_still_is_never_over() {
        let (_, mut clock) = clock("10m");
        clock.stop(Color::White, minutes(4));
        assert_eq!(
            (
                clock.deadline(Color::White),
                clock.next_alarm(Color::White, START)
            ),
            (None, None)
        );
        clock.run(Color::White, minutes(1000), minutes(1000));
        assert_eq!(clock.deadline(Color::White), Some(minutes(1006)));
    }

    #[test]
    fn time_stands_still_during_an_absence_and_used_time_stays_used() {
        let (_, mut clock) = clock("1h");
        let side = Color::White;
        let away = Some((minutes(20), minutes(500)));
        assert!(clock.stand_still(side, away, minutes(21), keeper()));
        assert_eq!(clock.deadline(side), Some(minutes(540)));
        assert!(clock.away.is_some());
        // A second call changes nothing, and their time runs once they are back.
        for now in [22, 499, 500, 530] {
            assert!(!clock.stand_still(side, away, minutes(now), keeper()));
            assert_eq!(clock.deadline(side), Some(minutes(540)), "{now}");
            assert_eq!(clock.away.is_some(), now < 500, "{now}");
        }
    }

    #[test]
    fn a_changed_end_of_an_absence_moves_the_deadline() {
        let side = Color::White;
        let (_, mut clock) = clock("1h");
        let away = |until| Some((minutes(20), minutes(until)));
        clock.stand_still(side, away(500), minutes(20), keeper());
        assert!(clock.stand_still(side, away(700), minutes(100), keeper()));
        assert_eq!(clock.deadline(side), Some(minutes(740)));
        assert!(clock.stand_still(side, away(200), minutes(201), keeper()));
        assert_eq!(clock.deadline(side), Some(minutes(240)));
        assert!(clock.away.is_none());
        assert!(!clock.stand_still(side, away(200), minutes(202), keeper()));
    }

    #[test]
    fn a_vacation_restores_no_time_that_ran_out_before_it() {
        let (_, mut clock) = clock("1h");
        let away = Some((minutes(60), minutes(500)));
        assert!(!clock.stand_still(Color::White, away, minutes(61), keeper()));
        assert!(clock.is_over(Color::White, minutes(61)));
    }
}
