//! IdentifyTurns to begin a session: Discord lets a bot begin few at a time, however many processes it runs in.

use std::{sync::Arc, time::Duration};

use tokio::{
    sync::{Mutex, oneshot},
    time::sleep,
};
use tracing::warn;

use api::Roles;
use kit::Keyed;

/// How long nobody else may begin a session after one has begun: five seconds for Discord, which counts from when it hears
/// of that.
pub const IDENTIFY_PAUSE: Duration = Duration::from_millis(5500);

/// How often it is looked whether another process has had its turn.
const LOOK: Duration = Duration::from_millis(250);

/// Who may begin a session.
pub(super) struct IdentifyTurns {
    roles: Arc<dyn Roles>,
    /// How many may begin at a time: shards are parted by what is left when their numbers are divided by this.
    n_buckets: u32,
    pause: Duration,
    buckets: Keyed<u32, Mutex<()>>,
}

/// A turn to begin a session. When it is dropped, the next one comes after the pause.
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

    /// Waits for a turn.
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
            // It ends by being dropped.
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
