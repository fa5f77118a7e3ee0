//! Vacations: during a vacation, the clock of the person stands still on their turn, for some days a year.
//!
//! Days are counted for a person on all platforms, in the year in which the vacation began. Each begun day counts as a whole
//! day. A server limits the days on which time stands still. In a match only the first days of the year count, up to the number
//! that its server allowed when the match was offered.

use std::time::Duration;

use rules::Color;
use serde::{Deserialize, Serialize};

use crate::{
    BotTime, DeliveryKind, Done, Live, Match, MatchClock, MatchSnapshot, Outcome, Reply, Rows,
    TimeScale, Timekeeper,
    decision::{
        change::Change,
        context::{Asker, Context, reply_with},
        interrupt::Interrupt,
        reads::List,
    },
    match_store::{
        entries::{read, unless_damaged},
        schema::{due_key, time_key, vacation_key},
    },
};
use api::{Batch, StoreError, Timestamp};
use command::VacationChange;

const DAY: Duration = Duration::from_secs(24 * 3600);

/// The vacation of a person; the last one if it is over.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Vacation {
    /// The beginning.
    since: BotTime,
    /// The end.
    until: BotTime,
    /// The year in which it began.
    year: i16,
    /// The number of days of other vacations in this year.
    before: u16,
}

/// The vacation as its person sees it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct VacationReply {
    /// The end of the vacation, if the person is on one.
    pub until: Option<Timestamp>,
    /// The time until which their clock stands still in this place, if the person is on vacation.
    pub here: Option<Timestamp>,
    /// The number of days taken this year.
    pub taken: u16,
    /// The number of days left in this place.
    pub left: u16,
    /// True if this place is on a server: elsewhere no server sets the number of days.
    pub is_on_server: bool,
}

impl Vacation {
    /// Tells whether the vacation has not ended.
    pub(crate) fn is_running(self, now: BotTime) -> bool {
        self.until > now
    }

    /// Returns the number of its days that will have begun at its end.
    fn days(self) -> u16 {
        let days = self.until.since(self.since).as_millis();
        u16::try_from(days.div_ceil(DAY.as_millis())).unwrap_or(u16::MAX)
    }

    /// Returns the number of days taken in a year.
    fn taken_in(self, year: i16) -> u16 {
        if self.year == year {
            self.before.saturating_add(self.days())
        } else {
            0
        }
    }

    /// Returns this vacation or the other, the one that leaves fewer days.
    pub(crate) fn or_longer(self, other: Vacation) -> Vacation {
        let taken = |vacation: Vacation| (vacation.year, vacation.taken_in(vacation.year));
        if taken(other) > taken(self) {
            other
        } else {
            self
        }
    }

    /// Returns the beginning and the end of the standstill where `most` days a year are allowed, if there is one.
    fn within(self, most: u16) -> Option<(BotTime, BotTime)> {
        let days = u32::from(most.saturating_sub(self.before));
        let end = self.until.min(self.since.after(DAY * days));
        (self.since < end).then_some((self.since, end))
    }
}

fn year_of(at: Timestamp) -> i16 {
    let at = jiff::Timestamp::from_millisecond(at.0).unwrap_or_default();
    at.to_zoned(jiff::tz::TimeZone::UTC).year()
}

/// Returns the key of the vacation of a side's player, if vacations count in this match.
fn key_in(game_match: &Match, side: Color) -> Option<Vec<u8>> {
    // A quick match is not left for days, and a match without a limit has no clock.
    let is_slow = game_match.time.at_first().is_some_and(|span| span >= DAY);
    let seats = game_match.seats().filter(|_| is_slow)?;
    Some(vacation_key(&seats[side].id))
}

impl MatchSnapshot {
    /// Applies to the clock a vacation of the side to decide that has begun or ended since the last tick. In real time, also
    /// applies an absence of the bot since the last change.
    ///
    /// # Errors
    ///
    /// The store cannot read.
    pub fn as_of(self, rows: &dyn Rows, now: Timestamp) -> Result<MatchSnapshot, StoreError> {
        let game_match = self.game_match();
        let is_last =
            self.n_inputs() == game_match.state.n_inputs && game_match.state.paused.is_none();
        let running = game_match
            .state
            .clock
            .zip(self.decider())
            .filter(|_| is_last);
        let Some((mut clock, side)) = running else {
            return Ok(self);
        };
        let key = key_in(game_match, side);
        if key.is_none() && !clock.is_real_time {
            return Ok(self);
        }
        let vacation: Option<Vacation> = match key {
            Some(key) => unless_damaged(read(rows, &key))?,
            None => None,
        };
        let scale = game_match.clock_scale();
        let Some(keeper) = unless_damaged(read::<Timekeeper>(rows, time_key(scale)))? else {
            return Ok(self);
        };
        let keeper = keeper.resume(scale, now);
        let away = vacation.and_then(|vacation| vacation.within(game_match.vacation));
        let is_moved = clock.stand_still(side, away, keeper.at(now), keeper);
        let until = clock.deadline(side).map(|over| keeper.clock_at(over));
        if !is_moved && (!clock.is_real_time || until == clock.until) {
            return Ok(self);
        }
        clock.until = until;
        Ok(self.with_clock(clock))
    }
}

impl Context<'_> {
    /// Returns the beginning and the end of the vacation of a side's player, as far as it counts in this match.
    pub(crate) fn vacation_in(
        self,
        game_match: &Match,
        side: Color,
    ) -> Result<Option<(BotTime, BotTime)>, Interrupt> {
        let Some(key) = key_in(game_match, side) else {
            return Ok(None);
        };
        let vacation: Option<Vacation> = self.state.entry(&key)?;
        Ok(vacation.and_then(|vacation| vacation.within(game_match.vacation)))
    }

    /// Returns the present clock of a match, and the side for which it runs, if there is a limit. A vacation may have begun or
    /// ended since the last tick.
    pub(crate) fn clock_now(self, live: &Live) -> Result<Option<(MatchClock, Color)>, Interrupt> {
        let Some((mut clock, side)) = live.running_clock() else {
            return Ok(None);
        };
        let away = self.vacation_in(&live.game_match, side)?;
        let scale = live.game_match.clock_scale();
        let (now, keeper) = (self.bot_now(scale)?, self.keeper(scale)?);
        clock.stand_still(side, away, now, keeper);
        Ok(Some((clock, side)))
    }

    /// Stops the time of a side while its player is on vacation. Returns whether that changes anything.
    pub(crate) fn mind_vacation(self, change: &mut Change, side: Color) -> Result<bool, Interrupt> {
        if change.live.game_match.state.clock.is_none() {
            return Ok(false);
        }
        let away = self.vacation_in(&change.live.game_match, side)?;
        let scale = change.live.game_match.clock_scale();
        let (now, keeper) = (self.bot_now(scale)?, self.keeper(scale)?);
        let changed = change.clock(|clock| clock.stand_still(side, away, now, keeper));
        Ok(changed.unwrap_or_default())
    }

    /// Does the same for the side to decide, and notifies both players when that side goes on vacation or comes back. It does
    /// not report a new length of the absence, which a person can change as often as they like.
    pub(crate) fn mind_absence(self, change: &mut Change, side: Color) -> Result<(), Interrupt> {
        let is_away = |change: &Change| {
            let clock = change.live.game_match.state.clock;
            clock.is_some_and(|clock| clock.away.is_some())
        };
        let was_away = is_away(change);
        self.mind_vacation(change, side)?;
        if is_away(change) != was_away {
            change.enqueue(DeliveryKind::Away(side), None);
        }
        Ok(())
    }
}

impl Asker<'_> {
    /// Begins or ends a vacation; without a change, shows the days that are left.
    pub(crate) fn vacation(&self, change: Option<VacationChange>) -> Result<Outcome, Interrupt> {
        let key = vacation_key(self.user());
        let before: Option<Vacation> = self.state().entry(&key)?;
        let now = self.context.bot_now(TimeScale::Correspondence)?;
        let running = before.filter(|vacation| vacation.is_running(now));
        let vacation = match change {
            None => return reply_with(Reply::Vacation(self.vacation_reply(before)?)),
            Some(VacationChange::End) => {
                let vacation = running.ok_or_else(text::refusal_no_vacation)?;
                Vacation {
                    until: now,
                    ..vacation
                }
            }
            Some(change) => {
                let year = year_of(self.now());
                let until = self.vacation_end(change)?;
                let taken = before.map_or(0, |before| before.taken_in(year));
                let new = Vacation {
                    since: now,
                    until,
                    year,
                    before: taken,
                };
                running.map_or(new, |running| Vacation { until, ..running })
            }
        };
        if before == Some(vacation) {
            return reply_with(Reply::Vacation(self.vacation_reply(before)?));
        }
        let mut batch = Batch::default();
        self.context.rewrite(&mut batch, key, &vacation)?;
        // The next tick looks at these matches.
        let mine = self.own(List::Mine);
        for id in self.state().list(mine)? {
            batch.put(due_key(TimeScale::Correspondence, now, *id), Vec::new());
        }
        let done = Done::Vacation(self.vacation_reply(Some(vacation))?);
        Ok(self.context.done_apart(batch, done))
    }

    /// Returns the end of the requested vacation.
    fn vacation_end(&self, change: VacationChange) -> Result<BotTime, Interrupt> {
        let scale = TimeScale::Correspondence;
        let (now, keeper) = (self.context.bot_now(scale)?, self.context.keeper(scale)?);
        let longest = now.after(DAY * u32::from(VacationChange::MOST_DAYS));
        let end = match change {
            VacationChange::Days(days) => Some(now.after(DAY * u32::from(days))),
            VacationChange::Until(date) => {
                let zone = self.own_settings()?.zone.clock_at(self.now().0);
                let day = date.to_zoned(zone.time_zone().clone()).ok();
                day.map(|day| keeper.at(Timestamp(day.timestamp().as_millisecond())))
            }
            VacationChange::End => Some(now),
        };
        let end = end.filter(|end| (now..=longest).contains(end) && *end != now);
        let most = usize::from(VacationChange::MOST_DAYS);
        end.ok_or_else(|| text::refusal_vacation_date(most).into())
    }

    fn vacation_reply(&self, vacation: Option<Vacation>) -> Result<VacationReply, Interrupt> {
        let scale = TimeScale::Correspondence;
        let (now, keeper) = (self.context.bot_now(scale)?, self.context.keeper(scale)?);
        let most = self.server_settings()?.vacation;
        let taken = vacation.map_or(0, |vacation| vacation.taken_in(year_of(self.now())));
        let running = vacation.filter(|vacation| vacation.is_running(now));
        let here = running.and_then(|vacation| vacation.within(most));
        let here = here.filter(|(_, end)| *end > now);
        Ok(VacationReply {
            until: running.map(|vacation| keeper.clock_at(vacation.until)),
            here: here.map(|(_, end)| keeper.clock_at(end)),
            taken,
            left: most.saturating_sub(taken),
            is_on_server: self.request.event.server.is_some(),
        })
    }
}
