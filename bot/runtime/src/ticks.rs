//! How time goes on for the bot.

#[cfg(test)]
pub(crate) mod tests;

use std::sync::{
    Arc,
    atomic::{AtomicBool, AtomicU64, Ordering},
};

use tokio::{sync::Mutex, task::JoinSet};

use crate::{Core, decider::pending::Verdict, unstored::tell_unstored};
use api::{Platform, Roles};
use service::{DailyPuzzle, Due, InputKind, Reply};

/// The role of whoever does what is due.
const TIME: &str = "time";

/// At which ticks a process one of whose platforms is disabled keeps the time, if no other does: at each of so many. Others come
/// first, so that the time of all stands still only where no process serves all platforms.
const TURNS_OF_DISABLED: u64 = 4;

/// How many puzzles of the day are posted at the same time.
const DAILIES_AT_ONCE: usize = 8;

/// What is known of the ticks so far.
pub(crate) struct Ticks {
    /// How many there were.
    n: AtomicU64,
    /// How often this process could have begun to keep the time.
    n_turns: AtomicU64,
    /// Whether somebody could not be heard at the last one; before the first one nobody was at work.
    was_away: AtomicBool,
    /// Held while that is said which is due.
    speaking: Arc<Mutex<()>>,
}

impl Default for Ticks {
    fn default() -> Ticks {
        Ticks {
            n: AtomicU64::new(0),
            n_turns: AtomicU64::new(0),
            was_away: AtomicBool::new(true),
            speaking: Arc::default(),
        }
    }
}

impl Ticks {
    /// A name that no tick has had since the start.
    fn next_name(&self) -> String {
        self.n.fetch_add(1, Ordering::Relaxed).to_string()
    }

    /// Waits until nothing is being said that is due.
    pub(crate) async fn idle(&self) {
        drop(self.speaking.lock().await);
    }
}

impl Core {
    /// Lets time go on: what is due is done, and what is no longer needed is given up. Of several processes one does that. Where
    /// one of them alone can speak, that one says what is due.
    pub async fn tick(self: &Arc<Core>) {
        let keeps_time = self.keeps_time().await;
        if keeps_time {
            self.do_what_is_due().await;
            while self.tidy().await {}
        } else {
            // Somebody is at work.
            self.ticks.was_away.store(false, Ordering::Relaxed);
        }
        self.catch_up().await;
        self.deliveries.forget_refusals();
        let mut platforms = self.chats.here();
        platforms.retain(|platform| keeps_time || platform.role().is_some());
        if !platforms.is_empty() {
            self.say_what_is_due(platforms);
        }
    }

    /// Whether no other process does what is due.
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

    /// Brings the bot's time forward, and looks after each match that is due once. One that fails waits for the next tick and
    /// holds up no other.
    async fn do_what_is_due(&self) {
        let is_away = self.is_cut_off();
        let was_away = self.ticks.was_away.swap(is_away, Ordering::Relaxed) || is_away;
        let mut next = InputKind::Tick { was_away };
        loop {
            let ticked = self.own_input("tick", &self.ticks.next_name(), next);
            let ticked = self.settle(ticked).await;
            let Some(Verdict::Decided(Ok(Reply::Due(due)))) = ticked.as_deref() else {
                return;
            };
            let Some(last) = due.last() else {
                return;
            };
            self.look_after(due).await;
            next = InputKind::DueAfter(last.clone());
        }
    }

    /// Looks after matches that are due.
    async fn look_after(&self, due: &[Due]) {
        // They share commits.
        let mut open = Vec::new();
        for due in due {
            let look = self.input(format!("due:{}", due.name()), InputKind::Due(due.clone()));
            open.extend(self.submit(look).await);
        }
        for settled in open {
            // Nobody waits for what becomes of it.
            let _ = settled.await;
        }
    }

    /// Gives each channel on some platforms its puzzle of the day, and tells accounts what they have not heard of others, unless
    /// that is still being done; a slow platform keeps nobody else waiting. What cannot be said now is said with a later tick,
    /// and after a crash again under the same name.
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

    /// Brings a channel its puzzle of the day if there is to be another, and posts it if it waits for that.
    async fn see_to_daily(&self, mut daily: DailyPuzzle) {
        if let Some(id) = daily.due(self.now()) {
            let due = self.input(id, InputKind::Daily(daily.to_do(None)));
            self.settle(due).await;
            match self.deliveries.daily(&daily.channel) {
                Some(brought) => daily = brought,
                None => return,
            }
        }
        if daily.is_to_be_posted(self.now())
            && let Some(day) = self.deliveries.post_daily(&daily).await
        {
            let id = daily.input_id_once_posted(day);
            let said = self.input(id, InputKind::Daily(daily.to_do(Some(day))));
            self.settle(said).await;
        }
    }

    /// Whether a platform is not connected: its people cannot be heard, and nobody is to lose time by that. The time of all
    /// others stands still with theirs, which does them no harm.
    fn is_cut_off(&self) -> bool {
        self.platforms().any(|(_, is_connected)| !is_connected)
    }

    /// Gives up what is no longer needed. Whether something was, so that there may be more.
    async fn tidy(&self) -> bool {
        let tidy = self.own_input("tidy", &self.ticks.next_name(), InputKind::Tidy);
        let verdict = self.settle(tidy).await;
        verdict.is_some_and(|verdict| verdict.is_done())
    }
}
