//! The ticks of the bot's time.

#[cfg(test)]
pub(crate) mod tests;

use std::sync::{
    Arc,
    atomic::{AtomicBool, AtomicU64, Ordering},
};

use tokio::{sync::Mutex, task::JoinSet};

use crate::{Core, unstored::tell_unstored};
use api::{Platform, Roles, StoreError, Timestamp};
use service::{DailyPuzzle, Reply, Request, RequestKind, TimeScale, is_real_time_played, read_due};

/// The role of the process that does the due work.
const TIME: &str = "time";

/// The role of the process that keeps the time of matches in real time.
const REAL_TIME: &str = "real-time";

/// A process with a disabled platform tries to keep the time only at one of this number of ticks. Others come first, so that
/// bot time stands still only if no process serves all platforms.
const TURNS_OF_DISABLED: u64 = 4;

/// The number of puzzles of the day that are posted at the same time.
const DAILIES_AT_ONCE: usize = 8;

/// The state of the ticks so far.
#[derive(Default)]
pub(crate) struct Ticks {
    /// The number of ticks.
    n: AtomicU64,
    /// The number of ticks at which this process could have taken over the time.
    n_turns: AtomicU64,
    /// True if all platforms were connected at the last tick; false before the first, as no process was at work.
    was_here: AtomicBool,
    /// True if this process has made the last mark, as far as it knows.
    makes_marks: AtomicBool,
    /// Held while the due posts are made.
    speaking: Arc<Mutex<()>>,
}

impl Ticks {
    /// Returns a name that no tick has had since the start.
    fn next_name(&self) -> String {
        self.n.fetch_add(1, Ordering::Relaxed).to_string()
    }

    /// Waits until no due post is being made.
    pub(crate) async fn idle(&self) {
        drop(self.speaking.lock().await);
    }
}

impl Core {
    /// Makes a tick: does the due work, and drops data that is no longer needed. One of several processes does that. If only
    /// one process can post on a platform, it makes the due posts there.
    pub async fn tick(self: &Arc<Core>) {
        let keeps_real_time = self.keeps_real_time().await;
        let now = self.now();
        if keeps_real_time && self.mark(now).await {
            self.do_what_is_due(TimeScale::RealTime, now).await;
            self.set_alarms(now);
        }
        let keeps_time = self.keeps_time().await;
        if keeps_time {
            if self.advance_time(now).await {
                self.do_what_is_due(TimeScale::Correspondence, now).await;
            }
            while self.tidy().await {}
        } else {
            // Another process does the work.
            self.ticks.was_here.store(true, Ordering::Relaxed);
        }
        self.catch_up().await;
        self.deliveries.refusals.forget();
        let mut platforms = self.chats.here();
        platforms.retain(|platform| keeps_time || platform.role().is_some());
        if !platforms.is_empty() {
            self.say_what_is_due(platforms);
        }
    }

    /// Makes a mark while a clock in real time runs, so that a restart gives almost no time back. Call it each second.
    pub async fn mark_time(&self) {
        match is_real_time_played(&self.writer) {
            Ok(true) if self.keeps_real_time().await => drop(self.mark(self.now()).await),
            Ok(_) => {}
            Err(error) => tell_unstored(&error, "cannot read whether a clock in real time runs"),
        }
    }

    /// Advances the time of matches in real time. The time before the first mark of this process does not count, because no
    /// process may have been at work. Returns whether it is stored.
    async fn mark(&self, at: Timestamp) -> bool {
        let was_away = !self.ticks.makes_marks.load(Ordering::Relaxed);
        let scale = TimeScale::RealTime;
        let is_stored = self.submit_tick(at, "mark", scale, was_away).await;
        // A failed mark excludes the time until the next one: the store takes no moves meanwhile.
        self.ticks.makes_marks.store(is_stored, Ordering::Relaxed);
        is_stored
    }

    /// Advances the bot time. Returns whether it is stored.
    async fn advance_time(&self, at: Timestamp) -> bool {
        let is_away = self.is_cut_off();
        let was_away = !self.ticks.was_here.swap(!is_away, Ordering::Relaxed) || is_away;
        let scale = TimeScale::Correspondence;
        self.submit_tick(at, "tick", scale, was_away).await
    }

    /// Submits a tick, and returns whether it is stored.
    async fn submit_tick(
        &self,
        at: Timestamp,
        prefix: &str,
        scale: TimeScale,
        was_away: bool,
    ) -> bool {
        let name = self.ticks.next_name();
        let passed = self.settle(Request {
            id: format!("{prefix}:{}-{name}", at.0),
            at,
            kind: RequestKind::Tick { scale, was_away },
        });
        matches!(passed.await.as_deref(), Some(Reply::Nothing))
    }

    /// Returns whether this process is to keep the time of matches in real time.
    async fn keeps_real_time(&self) -> bool {
        let Some(processes) = &self.processes else {
            return true;
        };
        let is_keeper = is_taken(processes.take(REAL_TIME).await);
        if !is_keeper {
            self.ticks.makes_marks.store(false, Ordering::Relaxed);
        }
        is_keeper
    }

    /// Returns whether this process is to do the due work.
    async fn keeps_time(&self) -> bool {
        let Some(processes) = &self.processes else {
            return true;
        };
        let n = self.ticks.n_turns.fetch_add(1, Ordering::Relaxed);
        let is_passed_on =
            !self.chats.disabled().is_empty() && !n.is_multiple_of(TURNS_OF_DISABLED);
        is_taken(if is_passed_on {
            processes.give_up(TIME).await.map(|()| false)
        } else {
            processes.take(TIME).await
        })
    }

    /// Does the due work of each match once. A match that fails waits for the next tick and delays no other.
    async fn do_what_is_due(&self, scale: TimeScale, mut at: Timestamp) {
        let mut last = None;
        loop {
            let due = match read_due(&self.writer, scale, at, last.as_ref()) {
                Ok(due) if due.is_empty() => return,
                Ok(due) => due,
                Err(error) => return tell_unstored(&error, "cannot read which matches are due"),
            };
            // Their replies are not needed.
            let requests = due
                .iter()
                .map(|due| self.request(due.name(), RequestKind::Due(due.clone())));
            self.settle_all(requests).await;
            last = due.last().cloned();
            at = self.now();
        }
    }

    /// Posts the puzzle of the day in each channel of some platforms, and notifies accounts of links and sessions, unless the last run is
    /// still in progress. A slow platform delays no other. A later tick retries a failed post, under the same nonce even after
    /// a crash.
    fn say_what_is_due(self: &Arc<Core>, platforms: Vec<Platform>) {
        let Ok(turn) = Arc::clone(&self.ticks.speaking).try_lock_owned() else {
            return;
        };
        let core = Arc::clone(self);
        tokio::spawn(async move {
            core.post_dailies(&platforms).await;
            for platform in platforms {
                core.deliveries.tell_link_news_on(platform).await;
                core.deliveries.tell_session_news_on(platform).await;
            }
            drop(turn);
        });
    }

    async fn post_dailies(self: &Arc<Core>, platforms: &[Platform]) {
        let mut posting = JoinSet::new();
        let mut dailies = self.deliveries.dailies();
        dailies.retain(|daily| platforms.contains(&daily.channel.platform));
        for daily in dailies {
            if posting.len() >= DAILIES_AT_ONCE {
                posting.join_next().await;
            }
            let core = Arc::clone(self);
            posting.spawn(async move { core.see_to_daily(daily).await });
        }
        while posting.join_next().await.is_some() {}
    }

    /// Draws the next puzzle of the day of a channel if it is due, and posts it if it still waits.
    async fn see_to_daily(&self, mut daily: DailyPuzzle) {
        if let Some(id) = daily.due(self.now()) {
            let due = self.request(id, RequestKind::Daily(daily.to_do(None)));
            self.settle(due).await;
            match self.deliveries.daily(&daily.channel) {
                Some(brought) => daily = brought,
                None => return,
            }
        }
        if daily.is_to_be_posted(self.now())
            && let Some(day) = self.deliveries.post_daily(&daily).await
        {
            let id = daily.request_id_once_posted(day);
            let request = self.request(id, RequestKind::Daily(daily.to_do(Some(day))));
            self.settle(request).await;
        }
    }

    /// Returns whether a platform is not connected. The bot does not receive the events of its people, so they must lose no
    /// time. The time of all others stands still too, which does no harm. Only clocks in real time run on.
    fn is_cut_off(&self) -> bool {
        self.platforms().any(|(_, is_connected)| !is_connected)
    }

    /// Drops data that is no longer needed. Returns whether there was some, so that there may be more.
    async fn tidy(&self) -> bool {
        let tidy = self.own_request("tidy", &self.ticks.next_name(), RequestKind::Tidy);
        let reply = self.settle(tidy).await;
        reply.is_some_and(|reply| reply.done().is_some())
    }
}

/// Returns whether a role was taken.
fn is_taken(taken: Result<bool, StoreError>) -> bool {
    taken.unwrap_or_else(|error| {
        tell_unstored(&error, "cannot read which process keeps the time");
        false
    })
}
