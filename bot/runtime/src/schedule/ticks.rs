//! The ticks of the bot's time.

#[cfg(test)]
pub(crate) mod tests;

use std::sync::{
    Arc,
    atomic::{AtomicBool, AtomicU64, Ordering},
};

use tokio::{sync::Mutex, task::JoinSet};

use crate::{Core, unstored::tell_unstored};
use api::{Platform, Roles, Timestamp};
use service::{DailyPuzzle, Reply, Request, RequestKind, TimeScale, is_real_time_played, read_due};

/// The role of the process that does the due work.
const TIME: &str = "time";

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
    /// True if this process has ticked, or another one has; false before that, as no process was at work.
    has_ticked: AtomicBool,
    /// True if all platforms were connected at the last tick too.
    was_here: AtomicBool,
    /// True if this process did the due work at the last tick.
    keeps_time: AtomicBool,
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
        let keeps_time = self.keeps_time().await;
        self.ticks.keeps_time.store(keeps_time, Ordering::Relaxed);
        if keeps_time {
            self.do_what_is_due().await;
            while self.tidy().await {}
        } else {
            // Another process does the work.
            self.ticks.has_ticked.store(true, Ordering::Relaxed);
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

    /// Stores the time while a clock in real time runs, so that a restart gives almost no time back. Call it each second.
    pub async fn mark_time(&self) {
        if !self.ticks.keeps_time.load(Ordering::Relaxed) {
            return;
        }
        match is_real_time_played(&self.writer) {
            Ok(true) => drop(self.settle(self.real_time_tick(self.now())).await),
            Ok(false) => {}
            Err(error) => tell_unstored(&error, "cannot read whether a clock in real time runs"),
        }
    }

    /// Returns the request that advances the time of matches in real time.
    fn real_time_tick(&self, at: Timestamp) -> Request {
        let was_away = !self.ticks.has_ticked.swap(true, Ordering::Relaxed);
        Request {
            id: format!("mark:{}-{}", at.0, self.ticks.next_name()),
            at,
            kind: RequestKind::Tick {
                scale: TimeScale::RealTime,
                was_away,
            },
        }
    }

    /// Returns whether this process is to do the due work.
    async fn keeps_time(&self) -> bool {
        let Some(processes) = &self.processes else {
            return true;
        };
        let n = self.ticks.n_turns.fetch_add(1, Ordering::Relaxed);
        let is_passed_on =
            !self.chats.disabled().is_empty() && !n.is_multiple_of(TURNS_OF_DISABLED);
        let taken = if is_passed_on {
            processes.give_up(TIME).await.map(|()| false)
        } else {
            processes.take(TIME).await
        };
        taken.unwrap_or_else(|error| {
            tell_unstored(&error, "cannot read which process keeps the time");
            false
        })
    }

    /// Advances the bot time, and does the due work of each match once. A match that fails waits for the next tick and delays
    /// no other.
    async fn do_what_is_due(&self) {
        let is_away = self.is_cut_off();
        let was_away = !self.ticks.was_here.swap(!is_away, Ordering::Relaxed) || is_away;
        let tick = RequestKind::Tick {
            scale: TimeScale::Correspondence,
            was_away,
        };
        let tick = self.own_request("tick", &self.ticks.next_name(), tick);
        let mut at = tick.at;
        drop(self.settle(self.real_time_tick(at)).await);
        let Some(Reply::Nothing) = self.settle(tick).await.as_deref() else {
            return;
        };
        let mut last = None;
        loop {
            let due = match read_due(&self.writer, at, last.as_ref()) {
                Ok(due) if due.is_empty() => return self.set_alarms(at),
                Ok(due) => due,
                Err(error) => return tell_unstored(&error, "cannot read which matches are due"),
            };
            // Their replies are not needed.
            self.settle_all(
                due.iter()
                    .map(|due| self.request(due.name(), RequestKind::Due(due.clone()))),
            )
            .await;
            last = due.last().cloned();
            at = self.now();
        }
    }

    /// Posts the puzzle of the day in each channel of some platforms, and notifies accounts of links, unless the last run is
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
