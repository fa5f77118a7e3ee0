//! Limiting how often sessions begin: Discord allows few identifies at a time, however many processes a bot runs in.

use std::{sync::Arc, time::Duration};

use tokio::{
    sync::{Mutex, oneshot},
    time::sleep,
};
use tracing::warn;

use api::Roles;
use kit::Keyed;

/// The pause after an identify before the next one. Discord requires five seconds, counted from when it receives the
/// identify.
pub const IDENTIFY_PAUSE: Duration = Duration::from_millis(5500);

/// The interval between checks for the end of another process's turn.
const LOOK: Duration = Duration::from_millis(250);

/// The queue of shards that are to identify.
pub(super) struct IdentifyTurns {
    roles: Arc<dyn Roles>,
    /// The number of buckets, each with one identify at a time. The bucket of a shard is its number modulo this.
    n_buckets: u32,
    pause: Duration,
    buckets: Keyed<u32, Mutex<()>>,
}

/// A turn to identify. When it is dropped, the next one begins after the pause.
pub(super) struct IdentifyTurn {
    _over: oneshot::Sender<()>,
}

impl IdentifyTurns {
    pub(super) fn new(roles: Arc<dyn Roles>, n_buckets: u32, pause: Duration) -> IdentifyTurns {
        IdentifyTurns {
            roles,
            n_buckets: n_buckets.max(1),
            pause,
            buckets: Keyed::default(),
        }
    }

    /// Waits for the turn of a shard.
    pub(super) async fn next(&self, shard: u32) -> IdentifyTurn {
        let bucket = shard % self.n_buckets;
        let role = format!("discord/identify/{bucket}");
        let here = self.buckets.get(bucket).lock_owned().await;
        while !self.take(&role).await {
            sleep(LOOK).await;
        }
        let (over, ended) = oneshot::channel();
        let (roles, pause) = (Arc::clone(&self.roles), self.pause);
        tokio::spawn(async move {
            // The turn ends when it is dropped.
            let _ = ended.await;
            sleep(pause).await;
            if let Err(error) = roles.give_up(&role).await {
                warn!(%error, "waiting for other processes to identify with Discord");
            }
            drop(here);
        });
        IdentifyTurn { _over: over }
    }

    async fn take(&self, role: &str) -> bool {
        let taken = self.roles.take(role).await;
        taken.unwrap_or_else(|error| {
            warn!(%error, "cannot read the lease for identifying with Discord; retrying");
            false
        })
    }
}
