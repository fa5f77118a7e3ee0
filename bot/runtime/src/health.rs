//! The health of the bot: its own tasks, and its platforms.

use std::collections::BTreeMap;

use crate::Core;
use api::Platform;

impl Core {
    /// Returns whether a required task has panicked; only a restart helps then.
    pub fn is_broken(&self) -> bool {
        self.supervisor.is_broken()
    }

    /// Runs a required task to its end. Its panic ends the wait of [`broken`](Core::broken).
    pub fn watch_task<W: Future<Output = ()>>(
        &self,
        task: &'static str,
        work: W,
    ) -> impl Future<Output = ()> + use<W> {
        self.supervisor.clone().watch(task, work)
    }

    /// Waits until a required task has panicked, and returns its name.
    pub async fn broken(&self) -> &'static str {
        tokio::select! {
            task = self.supervisor.broken() => task,
            () = self.writer.broken_down() => {
                self.supervisor.report("writer");
                "writer"
            }
        }
    }

    /// Returns the platforms that are switched on, each with whether it is connected. A disabled one is not.
    pub fn platforms(&self) -> impl Iterator<Item = (Platform, bool)> {
        let chats = self.chats.speakers().into_iter();
        let chats = chats.map(|chat| (chat.platform(), chat.is_connected()));
        let disabled = self.disabled_platforms().into_keys();
        chats.chain(disabled.map(|platform| (platform, false)))
    }

    /// Returns the platforms that were disabled since the start, each with the reason.
    pub fn disabled_platforms(&self) -> BTreeMap<Platform, String> {
        self.chats.disabled()
    }

    /// Disables a platform until the next start. Its deliveries are retried then.
    pub fn disable(&self, platform: Platform, reason: String) {
        self.chats.disable(platform, reason);
    }

    /// Returns the number of active delivery queues, and the number of queues that wait for a retry.
    pub fn n_delivery_queues(&self) -> (usize, usize) {
        self.deliveries.queues.n_at_work()
    }

    /// Returns the number of times that a match was read and replayed for a delivery since the start.
    pub fn n_replays(&self) -> u64 {
        self.deliveries.snapshots.n_replays()
    }

    /// Returns the number of boards drawn for viewers of matches since the start.
    pub fn n_drawn(&self) -> u64 {
        self.deliveries.drawn.n_drawn()
    }
}
