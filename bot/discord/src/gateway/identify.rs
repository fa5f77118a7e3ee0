//! Limiting how often sessions begin: Discord allows few identifies at a time, however many processes a bot runs in.

use std::{num::NonZeroU32, sync::Arc, time::Duration};

use tokio::{
    sync::{Mutex, oneshot},
    time::sleep,
};
use tracing::warn;
use twilight_gateway::queue::Queue;

use super::greeting::PAUSES;
use crate::adapter::Discord;
use api::Roles;
use kit::{Keyed, retry};

/// The pause after an identify before the next one. Discord requires five seconds, counted from when it receives the
/// identify.
pub const IDENTIFY_PAUSE: Duration = Duration::from_millis(5500);

/// The interval between checks for the end of another process's turn.
const LOOK: Duration = Duration::from_millis(250);

/// The number of remaining session starts that stay in reserve. Discord resets the token of a bot that exceeds its limit, and
/// several processes may identify at once.
const RESERVE: u64 = 50;

/// The shortest wait before the bot requests the number of remaining session starts again.
const SHORTEST_WAIT: Duration = Duration::from_secs(1);

/// The queue of shards that wait to identify, in all processes.
#[derive(Clone)]
pub(super) struct IdentifyQueue {
    pub(super) discord: Arc<Discord>,
    pub(super) roles: Arc<dyn Roles>,
    /// The number of buckets, each with one identify at a time. The bucket of a shard is its number modulo this.
    pub(super) n_buckets: NonZeroU32,
    pub(super) buckets: Arc<Keyed<u32, Mutex<()>>>,
}

impl Queue for IdentifyQueue {
    fn enqueue(&self, shard: u32) -> oneshot::Receiver<()> {
        let (turn, granted) = oneshot::channel();
        let queue = self.clone();
        tokio::spawn(async move { queue.grant(shard, turn).await });
        granted
    }
}

impl IdentifyQueue {
    /// Grants a shard its turn, in which it identifies at once. Ends the turn after the pause, or at once if the shard no
    /// longer waits.
    async fn grant(&self, shard: u32, mut turn: oneshot::Sender<()>) {
        let bucket = shard % self.n_buckets;
        let role = format!("discord/identify/{bucket}");
        let bucket = self.buckets.get(bucket);
        let _here = bucket.lock().await;
        // A cancelled call might take the role all the same.
        while !turn.is_closed() && !self.take(&role).await {
            sleep(LOOK).await;
        }
        tokio::select! {
            biased;
            () = turn.closed() => {}
            () = self.await_start() => {}
        }
        if turn.send(()).is_ok() {
            sleep(self.discord.settings.identify_pause).await;
        }
        if let Err(error) = self.roles.give_up(&role).await {
            warn!(%error, "waiting for other processes to identify with Discord");
        }
    }

    async fn take(&self, role: &str) -> bool {
        let taken = self.roles.take(role).await;
        taken.unwrap_or_else(|error| {
            warn!(%error, "cannot read the lease for identifying with Discord; retrying");
            false
        })
    }

    /// Waits until the bot can identify at a safe distance from the limit at which Discord resets its token. The shard keeps
    /// its turn: the limit applies to the whole bot, so the next shard would wait as long.
    async fn await_start(&self) {
        let ask = || self.discord.find_gateway();
        // Discord refuses the identify if it does not know the token.
        while let Ok(found) = retry("to read the limit of session starts", PAUSES, ask).await
            && let limit = found.session_start_limit
            && limit.remaining <= RESERVE
        {
            let wait = Duration::from_millis(limit.reset_after).max(SHORTEST_WAIT);
            warn!(
                remaining = limit.remaining,
                wait_s = wait.as_secs(),
                "Discord resets the token of a bot that begins too many sessions, and few are left; waiting for the reset of the limit"
            );
            sleep(wait).await;
        }
    }
}
