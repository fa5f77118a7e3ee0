//! The puzzle of the day of a channel: one each day at nine in the morning, by the clock of who asked for it.

#[cfg(test)]
mod tests;

use rules::Variant;
use serde::{Deserialize, Serialize};

use super::server::may_not_manage;
use crate::{
    Done, Effects, Reply, Rows,
    decision::{
        context::{Asker, Context, reply_with},
        interrupt::Interrupt,
    },
    learn::puzzles::ids_of,
    match_store::{
        codec,
        entries::{read, sound_under, unless_damaged},
        schema::{DAILIES, daily_key},
    },
};
use api::{Batch, ChannelId, ServerId, StoreError, Timestamp};
use text::Zone;

/// At which hour it is posted.
const HOUR: i64 = 9;

const MS_PER_HOUR: i64 = 3_600_000;
const MS_PER_DAY: i64 = 24 * MS_PER_HOUR;

/// A puzzle that would be followed by the next one sooner is left out: nobody gets two within minutes.
const SHORTEST_DAY_MS: i64 = 3 * MS_PER_HOUR;

/// The puzzle of the day of a channel.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct DailyPuzzle {
    /// The channel.
    pub channel: ChannelId,
    /// The server that it belongs to.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub server: Option<ServerId>,
    /// Of which variant it is; of any if none is chosen.
    #[serde(with = "codec::variant")]
    pub variant: Option<Variant>,
    /// By which clock.
    #[serde(with = "codec::known")]
    pub zone: Zone,
    /// What tells it from one that was ended in the same channel before, maybe on the same day.
    pub run: u32,
    /// The one of today.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub today: Option<DailyTask>,
    /// The one before, of which the solution is told.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub before: Option<DailyTask>,
    /// Whether the one of today is yet to be posted.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub waits: bool,
}

/// A puzzle of a day.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct DailyTask {
    /// The day, counted from the beginning of 1970, from nine to nine.
    pub day: i64,
    /// Which one.
    pub id: u32,
    /// How many people have solved it from that channel.
    pub n_solved: u32,
}

impl DailyPuzzle {
    /// What is to be done for it: that it is noted as posted, or brought.
    pub fn to_do(&self, posted: Option<i64>) -> DailyDue {
        DailyDue {
            channel: self.channel.clone(),
            posted,
        }
    }

    /// What tells its post of a day from those of other channels and days, in at most 18 letters.
    pub fn nonce(&self, day: i64) -> String {
        let seed = 17 ^ self.run;
        let channel = self.channel.to_string().bytes().fold(seed, mixed);
        format!("{channel:08x}-{day}")
    }

    /// The id of the input that notes that the one of a day was posted.
    pub fn input_id_once_posted(&self, day: i64) -> String {
        let (channel, run) = (&self.channel, self.run);
        format!("daily-said:{channel}/{day}/{run:08x}")
    }

    /// The day that it is, from nine to nine.
    fn day(&self, now: Timestamp) -> i64 {
        since_first_nine(self.zone, now).div_euclid(MS_PER_DAY)
    }

    /// Whether there is to be another one.
    fn is_due(&self, now: Timestamp) -> bool {
        if is_nearly_over(self.zone, now) {
            return false;
        }
        let day = self.day(now);
        // A clock that is set back a little brings none again. One that was far ahead for a while holds none up.
        self.today
            .is_none_or(|today| today.day < day || today.day > day + 1)
    }

    /// Whether the one of today is to be posted now.
    pub fn is_to_be_posted(&self, now: Timestamp) -> bool {
        self.waits && !is_nearly_over(self.zone, now)
    }

    /// The puzzle of a day: each of them once before any comes again, in an order of the channel's own.
    fn of_day(&self, day: i64) -> Option<u32> {
        let seed = self.channel.to_string().bytes().fold(17, mixed);
        let mut ids: Vec<u32> = ids_of(self.variant).collect();
        ids.sort_by_key(|id| (id.to_le_bytes().into_iter().fold(seed, mixed), *id));
        let n = i64::try_from(ids.len()).ok().filter(|n| *n > 0)?;
        let at = usize::try_from(day.rem_euclid(n)).ok()?;
        ids.get(at).copied()
    }
}

/// How many milliseconds have passed by a clock since nine on the first day of 1970.
fn since_first_nine(zone: Zone, now: Timestamp) -> i64 {
    let offset = zone.clock_at(now.0).offset().seconds();
    now.0 + i64::from(offset) * 1000 - HOUR * MS_PER_HOUR
}

/// Whether the next day begins so soon that the puzzle of this one is left out.
fn is_nearly_over(zone: Zone, now: Timestamp) -> bool {
    MS_PER_DAY - since_first_nine(zone, now).rem_euclid(MS_PER_DAY) < SHORTEST_DAY_MS
}

/// FNV-1a with one more step, which is enough for an order without meaning.
fn mixed(hash: u32, byte: u8) -> u32 {
    let hash = (hash ^ u32::from(byte)).wrapping_mul(0x0100_0193);
    hash ^ (hash >> 15)
}

/// The puzzles of the day of all channels; those that are damaged are left out.
///
/// # Errors
///
/// The store cannot read.
pub fn read_dailies(rows: &dyn Rows) -> Result<Vec<DailyPuzzle>, StoreError> {
    sound_under(rows, DAILIES)
}

/// The puzzle of the day of a channel, if it has one that is not damaged.
///
/// # Errors
///
/// The store cannot read.
pub fn read_daily(rows: &dyn Rows, channel: &ChannelId) -> Result<Option<DailyPuzzle>, StoreError> {
    unless_damaged(read(rows, &daily_key(channel)))
}

/// Something that is to be done for the puzzle of the day of a channel.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DailyDue {
    /// Where.
    pub channel: ChannelId,
    /// The day of which it was posted; else there is to be one.
    pub posted: Option<i64>,
}

impl DailyPuzzle {
    /// The id of the input that brings the one of today, if there is to be another.
    pub fn due(&self, now: Timestamp) -> Option<String> {
        let (channel, day, run) = (&self.channel, self.day(now), self.run);
        self.is_due(now)
            .then(|| format!("daily:{channel}/{day}/{run:08x}"))
    }
}

impl Context<'_> {
    /// Brings a channel its puzzle of the day, or notes that it was posted.
    pub(crate) fn look_after_daily(self, due: &DailyDue) -> Result<Effects, Interrupt> {
        let key = daily_key(&due.channel);
        let daily: Option<DailyPuzzle> = self.state.entry(&key)?;
        let Some(mut daily) = daily else {
            return Ok(Effects::of(Reply::Nothing));
        };
        if let Some(day) = due.posted {
            if daily.today.is_none_or(|today| today.day != day) {
                return Ok(Effects::of(Reply::Nothing));
            }
            daily.waits = false;
        } else {
            let day = daily.day(self.input.at);
            let Some(id) = daily.of_day(day).filter(|_| daily.is_due(self.input.at)) else {
                return Ok(Effects::of(Reply::Nothing));
            };
            daily.before = daily.today.replace(DailyTask {
                day,
                id,
                n_solved: 0,
            });
            daily.waits = true;
        }
        let mut batch = Batch::default();
        self.rewrite(&mut batch, key, &daily)?;
        Ok(self.done_apart(batch, Done::Tidied))
    }

    /// Whether a puzzle is the one of today of a channel, so that nobody was told its solution there.
    pub(crate) fn is_of_today(self, channel: &ChannelId, id: u32) -> Result<bool, Interrupt> {
        let daily: Option<DailyPuzzle> = self.state.entry(&daily_key(channel))?;
        let today = daily.and_then(|daily| daily.today);
        Ok(today.is_some_and(|today| today.id == id))
    }

    /// Counts somebody who has solved the puzzle of the day of a channel.
    pub(crate) fn count_solver(
        self,
        channel: &ChannelId,
        id: u32,
        batch: &mut Batch,
    ) -> Result<(), Interrupt> {
        let key = daily_key(channel);
        let daily: Option<DailyPuzzle> = self.state.entry(&key)?;
        let Some(mut daily) = daily else {
            return Ok(());
        };
        let tasks = daily.today.iter_mut().chain(&mut daily.before);
        let mut tasks = tasks.filter(|task| task.id == id);
        if let Some(task) = tasks.next() {
            task.n_solved = task.n_solved.saturating_add(1);
            self.rewrite(batch, key, &daily)?;
        }
        Ok(())
    }
}

impl Asker<'_> {
    /// Has the channel get a puzzle each day, or none any more.
    pub(crate) fn choose_daily(
        &self,
        variant: Option<Variant>,
        is_wanted: bool,
    ) -> Result<Effects, Interrupt> {
        let server = self.request.server.as_ref();
        let server = server.ok_or_else(text::refusal_daily_where)?;
        if !server.may_manage {
            return Err(may_not_manage(server.id.platform).into());
        }
        let mut batch = Batch::default();
        let was_on = self.change_daily(variant, is_wanted, &mut batch)?;
        if !was_on && !is_wanted {
            return reply_with(crate::QueryReply::Kept);
        }
        let zone = self.own_settings()?.zone;
        let done = Done::DailyPuzzle {
            is_on: is_wanted,
            was_on,
            begins_at_nine: is_nearly_over(zone, self.request.now),
            zone,
        };
        Ok(self.context.done_apart(batch, done))
    }

    /// Whether the channel gets a puzzle each day. One that cannot be understood here, such as of a later release, counts.
    pub(crate) fn has_daily(&self) -> Result<bool, Interrupt> {
        let Some(channel) = &self.state().channel else {
            return Ok(false);
        };
        let value = self.state().value(&daily_key(channel))?;
        Ok(!matches!(value, Some(None)))
    }

    /// The changes by which the channel gets a puzzle each day, or none any more. Whether it got one before.
    pub(crate) fn change_daily(
        &self,
        variant: Option<Variant>,
        is_wanted: bool,
        batch: &mut Batch,
    ) -> Result<bool, Interrupt> {
        let server = self.request.server.as_ref();
        let channel = self.state().channel.as_ref();
        let (server, channel) = server.zip(channel).ok_or_else(text::refusal_daily_where)?;
        let key = daily_key(channel);
        if !is_wanted {
            if let Some(before) = self.state().value(&key)? {
                batch.require((key.clone(), before.clone()));
            }
            batch.remove(key);
            return self.has_daily();
        }
        let zone = self.own_settings()?.zone;
        let before: Option<DailyPuzzle> = self.state().entry(&key)?;
        let before = before.as_ref();
        let new_run = self.context.input.id.bytes().fold(17, mixed);
        let daily = DailyPuzzle {
            channel: channel.clone(),
            server: Some(server.id.clone()),
            variant,
            zone,
            run: before.map_or(new_run, |before| before.run),
            today: before.and_then(|before| before.today),
            before: before.and_then(|before| before.before),
            waits: before.is_some_and(|before| before.waits),
        };
        self.context.rewrite(batch, key, &daily)?;
        Ok(daily.today.is_some())
    }
}
