//! Showing that this process lives, and going on with what others have begun who do not.

use std::sync::{Arc, Weak};

use tokio::task::spawn_blocking;
use tracing::info;

use super::{
    core::Core,
    processes::{Beaten, Processes},
    unstored::tell_unstored,
};
use crate::ports::StoreError;

/// Each so many beats it is looked for what nobody goes on with.
const GLANCE: u64 = 10;

/// Shows again and again that this process lives, for as long as the bot runs.
pub(super) async fn keep(processes: Arc<Processes>, core: Weak<Core>) {
    for n in 1_u64.. {
        processes.until_next_beat().await;
        let beating = Arc::clone(&processes);
        let beaten = spawn_blocking(move || beating.beat());
        // A panic was logged by its hook; else the program is ending.
        let beaten = beaten.await.unwrap_or(Err(StoreError::Closed));
        let Some(core) = core.upgrade() else {
            return;
        };
        match beaten {
            Ok(beaten) => heed(&processes, beaten, n.is_multiple_of(GLANCE), &core).await,
            Err(error) => tell_unstored(&error, "this process cannot show that it lives"),
        }
    }
}

/// Sees to what follows from what was seen, and from time to time to what somebody has left who died meanwhile.
async fn heed(processes: &Arc<Processes>, beaten: Beaten, is_due: bool, core: &Arc<Core>) {
    if beaten.was_lost {
        info!("this process was taken for dead, as after a pause, and has joined anew");
    }
    let has_changed = beaten.was_lost || beaten.has_buried;
    if has_changed || is_due {
        core.adopt(processes).await;
    }
    if has_changed {
        core.think_again().await;
        core.tick().await;
    }
}
