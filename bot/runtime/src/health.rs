//! What of the program works: its own tasks, and its platforms.

use std::collections::BTreeMap;

use crate::Core;
use api::Platform;

impl Core {
    /// Whether a task that the program cannot do without has panicked; only a restart helps then.
    pub fn is_broken(&self) -> bool {
        self.supervisor.is_broken()
    }

    /// Runs a task that the program cannot do without to its end; a panic of it is what [`broken`](Core::broken) waits for.
    pub fn watch_task<W: Future<Output = ()>>(
        &self,
        task: &'static str,
        work: W,
    ) -> impl Future<Output = ()> + use<W> {
        self.supervisor.clone().watch(task, work)
    }

    /// Waits until a task that the program cannot do without has panicked, and returns its name.
    pub async fn broken(&self) -> &'static str {
        tokio::select! {
            task = self.supervisor.broken() => task,
            () = self.writer.broken_down() => {
                self.supervisor.report("writer");
                "writer"
            }
        }
    }

    /// The platforms that are switched on, and whether each is connected. One that has been disabled is not.
    pub fn platforms(&self) -> impl Iterator<Item = (Platform, bool)> {
        let chats = self.chats.speakers().into_iter();
        let chats = chats.map(|chat| (chat.platform(), chat.is_connected()));
        let disabled = self.disabled_platforms().into_keys();
        chats.chain(disabled.map(|platform| (platform, false)))
    }

    /// The platforms that were disabled since the start, each with the reason.
    pub fn disabled_platforms(&self) -> BTreeMap<Platform, String> {
        self.chats.disabled()
    }

    /// Disables a platform until the next start. What was to be said there is tried again then.
    pub fn disable(&self, platform: Platform, reason: String) {
        self.chats.disable(platform, reason);
    }

    /// How many readers of matches are being told something, and how many wait until what has failed is tried again.
    pub fn n_lanes(&self) -> (usize, usize) {
        self.deliveries.n_lanes()
    }

    /// How many times a match was read and replayed to be told since the start.
    pub fn n_replays(&self) -> u64 {
        self.deliveries.n_replays()
    }

    /// How many boards were drawn for who watches matches since the start.
    pub fn n_drawn(&self) -> u64 {
        self.deliveries.n_drawn()
    }
}
