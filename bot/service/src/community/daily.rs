//! The daily puzzle of a channel, each day at nine in the morning, in the time zone of the person who requested it.

#[cfg(test)]
mod tests;

use rules::Variant;
use serde::{Deserialize, Serialize};

use super::server::may_not_manage;
use crate::{
    CommunityDone, Outcome, Reply, Rows, UpkeepDone,
    decision::{
        context::{Asker, Context, reply_with},
        interrupt::Interrupt,
        state::LoadedValue,
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

/// The hour at which it is posted.
const HOUR: i64 = 9;

const MS_PER_HOUR: i64 = 3_600_000;
const MS_PER_DAY: i64 = 24 * MS_PER_HOUR;

/// The shortest time before the next puzzle. A puzzle with less time is skipped, so that a channel never gets two within minutes.
const SHORTEST_DAY_MS: i64 = 3 * MS_PER_HOUR;

/// The daily puzzle of a channel.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct DailyPuzzle {
    /// The channel.
    pub channel: ChannelId,
    /// The server of the channel.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub server: Option<ServerId>,
    /// The variant of the puzzles; `None` for any.
    #[serde(with = "codec::known_option")]
    pub variant: Option<Variant>,
    /// The time zone.
    #[serde(with = "codec::known")]
    pub zone: Zone,
    /// The number that distinguishes it from a daily puzzle that ended in the same channel before, maybe on the same day.
    pub run: u32,
    /// The puzzle of today.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub today: Option<DailyTask>,
    /// The previous puzzle. The post shows its solution.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub before: Option<DailyTask>,
    /// True if the puzzle of today still has to be posted.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub waits: bool,
}

/// A puzzle of a day.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct DailyTask {
    /// The day, counted from the beginning of 1970, from nine to nine.
    pub day: i64,
    /// The id of the puzzle.
    pub id: u32,
    /// The number of solvers from that channel.
    pub n_solved: u32,
}

impl DailyPuzzle {
    /// Returns the due work for it: to record the post of a day, or to choose a new puzzle.
    pub fn to_do(&self, posted: Option<i64>) -> DailyDue {
        DailyDue {
            channel: self.channel.clone(),
            posted,
        }
    }

    /// Returns the unique nonce of its post of a day, in at most 18 letters.
    pub fn nonce(&self, day: i64) -> String {
        let seed = 17 ^ self.run;
        let channel = self.channel.to_string().bytes().fold(seed, mixed);
        format!("{channel:08x}-{day}")
    }

    /// Returns the id of the request that records the post of a day.
    pub fn request_id_once_posted(&self, day: i64) -> String {
        let (channel, run) = (&self.channel, self.run);
        format!("daily-said:{channel}/{day}/{run:08x}")
    }

    /// Returns the current day, from nine to nine.
    fn day(&self, now: Timestamp) -> i64 {
        since_first_nine(self.zone, now).div_euclid(MS_PER_DAY)
    }

    /// Tells whether another puzzle is due.
    fn is_due(&self, now: Timestamp) -> bool {
        if is_nearly_over(self.zone, now) {
            return false;
        }
        let day = self.day(now);
        // A clock that is set back a little brings no second puzzle. A temporary jump of the clock ahead delays no puzzle.
        self.today
            .is_none_or(|today| today.day < day || today.day > day + 1)
    }

    /// Tells whether the puzzle of today is to be posted now.
    pub fn is_to_be_posted(&self, now: Timestamp) -> bool {
        self.waits && !is_nearly_over(self.zone, now)
    }

    /// Returns the puzzle of a day: each comes once before any comes again, in the channel's own order.
    fn of_day(&self, day: i64) -> Option<u32> {
        let seed = self.channel.to_string().bytes().fold(17, mixed);
        let mut ids: Vec<u32> = ids_of(self.variant).collect();
        ids.sort_by_key(|id| (id.to_le_bytes().into_iter().fold(seed, mixed), *id));
        let n = i64::try_from(ids.len()).ok().filter(|n| *n > 0)?;
        let at = usize::try_from(day.rem_euclid(n)).ok()?;
        ids.get(at).copied()
    }
}

/// Returns the milliseconds by the clock of a zone since nine on the first day of 1970.
fn since_first_nine(zone: Zone, now: Timestamp) -> i64 {
    let offset = zone.clock_at(now.0).offset().seconds();
    now.0 + i64::from(offset) * 1000 - HOUR * MS_PER_HOUR
}

/// Tells whether the next day begins so soon that the puzzle of this day is skipped.
fn is_nearly_over(zone: Zone, now: Timestamp) -> bool {
    MS_PER_DAY - since_first_nine(zone, now).rem_euclid(MS_PER_DAY) < SHORTEST_DAY_MS
}

/// Mixes a byte into a hash: FNV-1a with one more step, which is enough for an order without meaning.
fn mixed(hash: u32, byte: u8) -> u32 {
    let hash = (hash ^ u32::from(byte)).wrapping_mul(0x0100_0193);
    hash ^ (hash >> 15)
}

/// Reads the daily puzzles of all channels; leaves out damaged ones.
///
/// # Errors
///
/// The store cannot read.
pub fn read_dailies(rows: &dyn Rows) -> Result<Vec<DailyPuzzle>, StoreError> {
    sound_under(rows, DAILIES)
}

/// Reads the daily puzzle of a channel, if it has one that is not damaged.
///
/// # Errors
///
/// The store cannot read.
pub fn read_daily(rows: &dyn Rows, channel: &ChannelId) -> Result<Option<DailyPuzzle>, StoreError> {
    unless_damaged(read(rows, &daily_key(channel)))
}

/// The due work for the daily puzzle of a channel.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DailyDue {
    /// The channel.
    pub channel: ChannelId,
    /// The day of the post to record; `None` if a new puzzle is due.
    pub posted: Option<i64>,
}

impl DailyPuzzle {
    /// Returns the id of the request that chooses the puzzle of today, if one is due.
    pub fn due(&self, now: Timestamp) -> Option<String> {
        let (channel, day, run) = (&self.channel, self.day(now), self.run);
        self.is_due(now)
            .then(|| format!("daily:{channel}/{day}/{run:08x}"))
    }
}

impl Context<'_> {
    /// Chooses the daily puzzle of a channel, or records its post.
    pub(crate) fn look_after_daily(self, due: &DailyDue) -> Result<Outcome, Interrupt> {
        let key = daily_key(&due.channel);
        let daily: Option<DailyPuzzle> = self.state.entry(&key)?;
        let Some(mut daily) = daily else {
            return Ok(Outcome::from(Reply::Nothing));
        };
        if let Some(day) = due.posted {
            if daily.today.is_none_or(|today| today.day != day) {
                return Ok(Outcome::from(Reply::Nothing));
            }
            daily.waits = false;
        } else {
            let day = daily.day(self.request.at);
            let Some(id) = daily.of_day(day).filter(|_| daily.is_due(self.request.at)) else {
                return Ok(Outcome::from(Reply::Nothing));
            };
            daily.before = daily.today.replace(DailyTask {
                day,
                id,
                n_solved: 0,
            });
            daily.waits = true;
        }
        self.save(key, &daily, UpkeepDone::Tidied)
    }

    /// Tells whether a puzzle is the one of today in a channel, so that its solution was not shown there.
    pub(crate) fn is_of_today(self, channel: &ChannelId, id: u32) -> Result<bool, Interrupt> {
        let daily: Option<DailyPuzzle> = self.state.entry(&daily_key(channel))?;
        let today = daily.and_then(|daily| daily.today);
        Ok(today.is_some_and(|today| today.id == id))
    }

    /// Counts a solver of the daily puzzle of a channel.
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
    /// Starts or stops the daily puzzle of the channel.
    pub(crate) fn choose_daily(
        &self,
        variant: Option<Variant>,
        is_wanted: bool,
    ) -> Result<Outcome, Interrupt> {
        let server = self.request.event.server.as_ref();
        let server = server.ok_or_else(text::refusal_daily_where)?;
        if !server.may_manage {
            return Err(may_not_manage(server.id.platform).into());
        }
        let mut batch = Batch::default();
        let was_on = self.change_daily(variant, is_wanted, &mut batch)?;
        if !was_on && !is_wanted {
            return reply_with(crate::Reply::Play(crate::PlayReply::Kept));
        }
        let zone = self.own_settings()?.zone;
        let done = CommunityDone::DailyPuzzle {
            is_on: is_wanted,
            was_on,
            begins_at_nine: is_nearly_over(zone, self.now()),
            zone,
        };
        Ok(self.context.done_apart(batch, done))
    }

    /// Tells whether the channel gets a daily puzzle. A row that cannot be read here, such as one of a later release, counts.
    pub(crate) fn has_daily(&self) -> Result<bool, Interrupt> {
        let Some(channel) = &self.state().channel else {
            return Ok(false);
        };
        Ok(*self.state().value(&daily_key(channel))? != LoadedValue::Missing)
    }

    /// Adds the changes that start or stop the daily puzzle of the channel. Returns whether it got one before.
    pub(crate) fn change_daily(
        &self,
        variant: Option<Variant>,
        is_wanted: bool,
        batch: &mut Batch,
    ) -> Result<bool, Interrupt> {
        let server = self.request.event.server.as_ref();
        let channel = self.state().channel.as_ref();
        let (server, channel) = server.zip(channel).ok_or_else(text::refusal_daily_where)?;
        let key = daily_key(channel);
        if !is_wanted {
            self.state().require(batch, &key)?;
            batch.remove(key);
            return self.has_daily();
        }
        let zone = self.own_settings()?.zone;
        let before: Option<DailyPuzzle> = self.state().entry(&key)?;
        let before = before.as_ref();
        let new_run = self.context.request.id.bytes().fold(17, mixed);
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
