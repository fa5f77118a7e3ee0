//! Work that time makes due: reminders, and the end of a side's time.
//!
//! Each match that waits for a moment has a key with that moment. A key can come too early, after its reason has ended. Then
//! the bot only writes the next key of the match.

#[cfg(test)]
mod tests;

use std::time::Duration;

use rules::{Color, Conclusion, Game, Next};

use super::match_clock::UndoneTurns;
use crate::{
    BotTime, DeliveryKind, Live, Match, MatchClock, MatchSnapshot, Outcome, Readers, Reply,
    RequestKind, Rows, Settings, Stage, TimeScale, Timekeeper,
    challenge::lifecycle::close,
    decision::{
        change::Change, context::Context, interrupt::Interrupt, reads::Found, state::LoadedValue,
    },
    match_store::{
        entries::{encode, first_keys, read, unless_damaged},
        schema::{
            due_key, due_prefix, last_id, moment_of_due_key, scale_of_due_key, time_key, user_key,
        },
        storage::is_at_rest,
    },
    play::{claim::can_be_aborted, ending::conclude},
};
use api::{Batch, MatchId, StoreError, Timestamp};
use command::{Reminders, TimeControl};

/// The number of matches that a tick reads at a time.
const LOOKED_AT: usize = 64;

/// The delay after which the bot checks a damaged match again.
const LATER: Duration = Duration::from_secs(24 * 3600);

/// A match that is due.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Due {
    /// The match.
    pub id: MatchId,
    /// The key that makes it due.
    pub(crate) key: Vec<u8>,
}

impl Due {
    /// Returns the moment at which it is due, if its key has one.
    pub fn moment(&self) -> Option<BotTime> {
        moment_of_due_key(&self.key)
    }

    /// Returns the scale of that moment.
    fn scale(&self) -> TimeScale {
        scale_of_due_key(&self.key)
    }

    /// Returns its key, which is the id of the request: `due/0000019b76da1800/4kq0z`.
    pub fn name(&self) -> String {
        String::from_utf8_lossy(&self.key).into_owned()
    }
}

/// Reads the first matches that are due on a scale at this time, or the first after `after`.
///
/// # Errors
///
/// The store cannot be read.
pub fn read_due(
    rows: &dyn Rows,
    scale: TimeScale,
    at: Timestamp,
    after: Option<&Due>,
) -> Result<Vec<Due>, StoreError> {
    due_by(rows, scale, keeper_of(rows, scale, at)?.at(at), after)
}

/// Reads the matches in real time that will be due within `span` from this time.
///
/// # Errors
///
/// The store cannot be read.
pub fn read_urgent(rows: &dyn Rows, at: Timestamp, span: Duration) -> Result<Vec<Due>, StoreError> {
    let scale = TimeScale::RealTime;
    let latest = keeper_of(rows, scale, at)?.at(at).after(span);
    let mut urgent = Vec::new();
    loop {
        let more = due_by(rows, scale, latest, urgent.last())?;
        if more.is_empty() {
            return Ok(urgent);
        }
        urgent.extend(more);
    }
}

/// Returns whether a clock in real time runs.
///
/// # Errors
///
/// The store cannot be read.
pub fn is_real_time_played(rows: &dyn Rows) -> Result<bool, StoreError> {
    let prefix = due_prefix(TimeScale::RealTime);
    Ok(!first_keys(rows, prefix.as_bytes(), None, 1)?.is_empty())
}

/// Reads how long it is until a match is due, from this time.
///
/// # Errors
///
/// The store cannot be read.
pub fn read_wait(rows: &dyn Rows, due: &Due, at: Timestamp) -> Result<Duration, StoreError> {
    let now = keeper_of(rows, due.scale(), at)?.at(at);
    Ok(due.moment().map_or(Duration::ZERO, |due| due.since(now)))
}

fn keeper_of(rows: &dyn Rows, scale: TimeScale, at: Timestamp) -> Result<Timekeeper, StoreError> {
    let keeper = unless_damaged(read(rows, time_key(scale)))?;
    let keeper = keeper.unwrap_or_else(|| Timekeeper::new(at));
    Ok(keeper.resume(scale, at))
}

/// Returns the first matches that are due by `now` on a scale, or the first after `after`.
fn due_by(
    rows: &dyn Rows,
    scale: TimeScale,
    now: BotTime,
    after: Option<&Due>,
) -> Result<Vec<Due>, StoreError> {
    let prefix = due_prefix(scale).as_bytes();
    let mut due = Vec::new();
    let mut after = after.map(|due| due.key.clone());
    // Keys without a match do not hide keys with one.
    while due.is_empty() {
        let keys = first_keys(rows, prefix, after.as_deref(), LOOKED_AT)?;
        let is_last = keys.len() < LOOKED_AT;
        after = keys.last().cloned();
        for key in keys {
            if let (true, Some(id)) = (is_due_by(&key, now), last_id(&key)) {
                due.push(Due { id, key });
            }
        }
        if is_last || after.as_deref().is_some_and(|last| !is_due_by(last, now)) {
            break;
        }
    }
    Ok(due)
}

/// Tells whether the moment of a key has come. A key without a moment is always due.
fn is_due_by(key: &[u8], now: BotTime) -> bool {
    moment_of_due_key(key).is_none_or(|at| at <= now)
}

impl Match {
    /// Returns the moment at which it is due, as it is now.
    fn due_at(&self) -> Option<BotTime> {
        match self.stage {
            Stage::Challenge => self
                .lapses
                .into_iter()
                .chain(self.state.engine.offers_at)
                .min(),
            _ => self.state.clock?.alarm,
        }
    }

    /// Returns the scale of its clock.
    pub(crate) fn clock_scale(&self) -> TimeScale {
        if self.time.is_real_time() {
            TimeScale::RealTime
        } else {
            TimeScale::Correspondence
        }
    }

    /// Returns the scale of the moment at which it is due. A challenge has no clock, and can wait for a tick.
    fn due_scale(&self) -> TimeScale {
        match self.stage {
            Stage::Challenge => TimeScale::Correspondence,
            _ => self.clock_scale(),
        }
    }

    /// Returns its due key in the store, if it has one.
    pub(crate) fn due_key(&self) -> Option<Vec<u8>> {
        let at = self.state.due?;
        Some(due_key(self.due_scale(), at, self.id))
    }
}

impl MatchSnapshot {
    /// Returns the due work of a match in real time, which cannot wait for a tick.
    pub fn urgent(&self) -> Option<Due> {
        let game_match = self.game_match();
        let is_urgent = game_match.due_scale() == TimeScale::RealTime;
        Some(Due {
            id: game_match.id,
            key: game_match.due_key().filter(|_| is_urgent)?,
        })
    }
}

impl Live {
    /// Returns the side with the running clock, if there is a limit.
    pub(crate) fn on_the_clock(&self) -> Option<Color> {
        let Match { stage, state, .. } = &*self.game_match;
        match (stage, state.paused, self.game.next()) {
            (Stage::Playing(_), None, Next::Decision(side)) => Some(side),
            _ => None,
        }
    }

    /// Returns the clock, and the side for which it runs, if there is a limit.
    pub(crate) fn running_clock(&self) -> Option<(MatchClock, Color)> {
        self.game_match.state.clock.zip(self.on_the_clock())
    }
}

/// The effect of a change on the turn, paused or not.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Passing {
    /// The same side decides in the same turn.
    None,
    /// A side has decided, and has finished this many turns, including the planned replies of the other side.
    On { by: Color, n_turns: u32 },
    /// Turns are taken back. The first of them belongs to the side that decides now.
    Back { to: Color, undone: UndoneTurns },
}

impl Passing {
    fn between(before: &Live, after: &Live) -> Passing {
        let (was, is) = (before.game.turns(), after.game.turns());
        match (before.game.next(), after.game.next()) {
            (_, Next::Decision(to)) if is < was => Passing::Back {
                to,
                undone: UndoneTurns {
                    n: (was - is) as usize,
                    is_from_start: is == Game::new(&after.game_match.setup).turns(),
                },
            },
            (decided @ Next::Decision(by), decides) if is > was || decided != decides => {
                Passing::On {
                    by,
                    n_turns: is.saturating_sub(was),
                }
            }
            _ => Passing::None,
        }
    }
}

impl Context<'_> {
    /// Advances bot time on a scale.
    pub(crate) fn tick(self, scale: TimeScale, was_away: bool) -> Result<Outcome, Interrupt> {
        let keeper = self.keeper(scale)?;
        let keeper = keeper.tick(scale, self.request.at, was_away);
        let mut changes = Batch::default();
        self.store_keeper(scale, keeper, &mut changes)?;
        Ok(Outcome {
            changes,
            ..Reply::Nothing.into()
        })
    }

    /// Stores a keeper that differs from the stored one, on the condition that this is still stored: another process may have
    /// noticed an outage since.
    fn store_keeper(
        self,
        scale: TimeScale,
        keeper: Timekeeper,
        batch: &mut Batch,
    ) -> Result<(), Interrupt> {
        let key = time_key(scale);
        if Some(keeper) != self.state.entry(key)? {
            self.state.require(batch, key)?;
            batch.put(key.to_vec(), encode(&keeper));
        }
        Ok(())
    }

    /// Does the work that is due in a match.
    pub(crate) fn look_after(self, due: &Due) -> Result<Outcome, Interrupt> {
        let now = self.bot_now(due.scale())?;
        let is_early = due.moment().is_some_and(|at| at > now);
        // The key alone makes a match due, so a key with a damaged entry does too.
        let entry = self.state.value(&due.key)?;
        if is_early || *entry == LoadedValue::Missing {
            return Ok(Reply::Nothing.into());
        }
        let live = match self.state.live(due.id) {
            Ok(live) => live.clone(),
            Err(Interrupt::Refused(_)) => return self.look_later(due),
            Err(needs) => return Err(needs),
        };
        let mut change = self.change(live);
        self.state.require(&mut change.batch, &due.key)?;
        change.batch.remove(due.key.clone());
        let game_match = change.game_match();
        if game_match.due_key().as_ref() == Some(&due.key) {
            game_match.state.due = None;
        }
        if game_match.stage == Stage::Challenge {
            let now = self.bot_now(TimeScale::Correspondence)?;
            Self::mind_challenge(&mut change, now);
            change.offer_program(now);
        }
        if let Some(side) = change.live.on_the_clock() {
            self.mind_absence(&mut change, side)?;
        }
        self.mind_time(&mut change)?;
        self.changed(change)
    }

    /// Ends a challenge that no one has answered in time.
    fn mind_challenge(change: &mut Change, now: BotTime) {
        if change.live.game_match.lapses.is_some_and(|at| at <= now) {
            close(change, Stage::Lapsed);
        }
    }

    /// Postpones the due work of a damaged match, and removes the key of a deleted match.
    fn look_later(self, due: &Due) -> Result<Outcome, Interrupt> {
        let mut changes = Batch::default();
        changes.remove(due.key.clone());
        if let Some(Found::Damaged(_)) = self.state.loaded.live.get(&due.id) {
            let scale = TimeScale::Correspondence;
            let later = self.bot_now(scale)?.after(LATER);
            changes.put(due_key(scale, later, due.id), Vec::new());
        }
        Ok(Outcome {
            changes,
            ..Reply::Nothing.into()
        })
    }

    /// Reminds the side to decide, or acts on the end of its time.
    fn mind_time(self, change: &mut Change) -> Result<(), Interrupt> {
        let game_match = &change.live.game_match;
        let scale = game_match.clock_scale();
        let now = self.bot_now(scale)?;
        let Some((clock, side)) = change.live.running_clock() else {
            return Ok(());
        };
        if clock.alarm.is_none_or(|alarm| alarm > now) {
            return Ok(());
        }
        let mut alarm = clock.next_alarm(side, now);
        if !clock.is_over(side, now) {
            let settings = self.settings_of(game_match, side)?;
            let quiet = settings.quiet_until(self.request.at);
            match (quiet, settings.reminders) {
                _ if game_match.is_engine(side) => {}
                (_, Reminders::Off) => {}
                (Some(until), _) => {
                    let (until, over) = (self.keeper(scale)?.at(until), clock.deadline(side));
                    alarm = over.map(|over| over.min(until));
                }
                (None, Reminders::Private) => {
                    change.enqueue_for(Readers::Seat(side), DeliveryKind::Reminder, None);
                }
                (None, Reminders::Mention) => {
                    let server = game_match.home.server.clone();
                    // On a server without bells, the player would not notice a reminder in the channel.
                    if self.settings_of_server(server.as_ref())?.bells {
                        change.enqueue(DeliveryKind::ReminderHere(side), None);
                    } else {
                        change.enqueue_for(Readers::Seat(side), DeliveryKind::Reminder, None);
                    }
                }
            }
        } else if clock.is_first_turn() {
            conclude(change, Conclusion::Aborted);
            return Ok(());
        } else if game_match.loses_at_once {
            conclude(change, Conclusion::OutOfTime(side));
            return Ok(());
        } else if clock.told.is_none() {
            let can_abort = can_be_aborted(change.live.game.turns());
            let row = change.enqueue(DeliveryKind::TimeOver { side, can_abort }, None);
            change.clock(|clock| clock.told = Some(row));
        }
        change.clock(|clock| clock.alarm = alarm);
        Ok(())
    }

    /// Returns the settings of the player of a side.
    fn settings_of(self, game_match: &Match, side: Color) -> Result<Settings, Interrupt> {
        match game_match.seats() {
            Some(seats) => self.state.entry_or_default(&user_key(&seats[side].id)),
            None => Ok(Settings::default()),
        }
    }

    /// Stores the end of an outage that no tick has seen, so that the clocks of a change go by it too.
    fn keep_outage(self, scale: TimeScale, batch: &mut Batch) -> Result<(), Interrupt> {
        // Bot time begins with a tick.
        if self.state.entry::<Timekeeper>(time_key(scale))?.is_none() {
            return Ok(());
        }
        self.store_keeper(scale, self.keeper(scale)?, batch)
    }

    /// Starts the time of the side to decide, and stops that of the other.
    pub(crate) fn keep_time(self, change: &mut Change) -> Result<(), Interrupt> {
        let Some(before) = self.state.live(change.live.game_match.id).ok() else {
            return Ok(());
        };
        let (was, is) = (before.on_the_clock(), change.live.on_the_clock());
        let passing = Passing::between(before, &change.live);
        let control = change.live.game_match.time;
        if control == TimeControl::Unlimited {
            return Ok(());
        }
        if let Some(side) = was {
            self.mind_vacation(change, side)?;
        }
        if was == is && passing == Passing::None {
            return Ok(());
        }
        let scale = change.live.game_match.clock_scale();
        self.keep_outage(scale, &mut change.batch)?;
        let (now, keeper) = (self.bot_now(scale)?, self.keeper(scale)?);
        let lag = match passing {
            Passing::On { .. } if control.is_real_time() => self.lag(),
            _ => Duration::ZERO,
        };
        if before.game_match.seats().is_none() {
            change.game_match().state.clock = MatchClock::new(control);
        }
        let away = match is {
            Some(side) => self.vacation_in(&change.live.game_match, side)?,
            None => None,
        };
        let notice = change.clock(|clock| {
            if let Some(side) = was {
                let lag = clock.use_lag(side, lag);
                clock.stop(side, now.before(lag));
            }
            match passing {
                Passing::None => {}
                Passing::On { by, n_turns } => {
                    clock.grant(control, by, n_turns > 0);
                    // The other side's turn, if its plan has answered at once.
                    if n_turns > 1 {
                        clock.grant(control, !by, true);
                    }
                }
                Passing::Back { to, undone } => clock.take_back(control, to, undone),
            }
            if let Some(side) = is {
                clock.run(side, now, now);
                clock.stand_still(side, away, now, keeper);
            }
            clock.told.take()
        });
        change.settle(notice.flatten());
        Ok(())
    }

    /// Returns the time that the move of the request took to arrive.
    fn lag(self) -> Duration {
        match &self.request.kind {
            RequestKind::Person(request) => request.event.lag,
            _ => Duration::ZERO,
        }
    }

    /// Writes the deadline of the side to decide by the system clock, and the end of its absence. Both are later than before if
    /// the bot has been away since.
    pub(crate) fn tell_deadline(self, change: &mut Change) -> Result<(), Interrupt> {
        if change.live.game_match.state.clock.is_none() {
            return Ok(());
        }
        let scale = change.live.game_match.clock_scale();
        let (now, keeper) = (self.bot_now(scale)?, self.keeper(scale)?);
        let side = change.live.on_the_clock();
        change.clock(|clock| {
            clock.away = clock.back(now, keeper);
            let over = side.and_then(|side| clock.deadline(side));
            clock.until = over.map(|over| keeper.clock_at(over));
        });
        Ok(())
    }

    /// Writes the due key of the match for its next moment.
    pub(crate) fn schedule(self, change: &mut Change) {
        let game_match = &change.live.game_match;
        let (id, due, next_due) = (game_match.id, game_match.state.due, game_match.due_at());
        let scale = game_match.due_scale();
        let before = self.state.live(id).ok();
        let old_scale = before.map_or(scale, |before| before.game_match.due_scale());
        let is_over = is_at_rest(game_match);
        // A key that comes too early does no harm, and saves a write with each move.
        let is_kept = !is_over && due.is_some() && next_due.is_none_or(|at| due <= Some(at));
        if old_scale == scale && (is_kept || due == next_due) {
            return;
        }
        if let Some(at) = due {
            change.batch.remove(due_key(old_scale, at, id));
        }
        if let Some(at) = next_due {
            change.batch.put(due_key(scale, at, id), Vec::new());
        }
        change.game_match().state.due = next_due;
    }
}

impl Change {
    /// Changes the clock of the match, if it has one.
    pub(crate) fn clock<T>(&mut self, change: impl FnOnce(&mut MatchClock) -> T) -> Option<T> {
        self.game_match().state.clock.as_mut().map(change)
    }
}
