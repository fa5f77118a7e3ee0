//! Showing that this process lives, and going on with what others have begun who do not.

use std::{
    iter,
    sync::{Arc, Weak},
};

use tokio::{sync::mpsc, task::spawn_blocking};
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
    let (seen, unheeded) = mpsc::unbounded_channel();
    // That may take longer than a process may show no sign of life.
    tokio::spawn(heed_all(Arc::clone(&processes), core.clone(), unheeded));
    for n in 1_u64.. {
        processes.until_next_beat().await;
        let beating = Arc::clone(&processes);
        let beaten = spawn_blocking(move || beating.beat());
        // A panic was logged by its hook; else the program is ending.
        let beaten = beaten.await.unwrap_or(Err(StoreError::Closed));
        if core.strong_count() == 0 {
            return;
        }
        match beaten {
            Ok(beaten) => {
                if beaten.was_lost {
                    info!("this process was taken for dead, as after a pause, and has joined anew");
                }
                let is_to_be_heeded = beaten != Beaten::default() || n.is_multiple_of(GLANCE);
                if is_to_be_heeded && seen.send(beaten).is_err() {
                    return;
                }
            }
            Err(error) => tell_unstored(&error, "this process cannot show that it lives"),
        }
    }
}

/// Sees to what follows from what was seen, and from time to time to what somebody has left who died meanwhile.
async fn heed_all(
    processes: Arc<Processes>,
    core: Weak<Core>,
    mut unheeded: mpsc::UnboundedReceiver<Beaten>,
) {
    while let Some(first) = unheeded.recv().await {
        let more = iter::from_fn(|| unheeded.try_recv().ok());
        let has_changed = iter::once(first)
            .chain(more)
            .any(|beaten| beaten != Beaten::default());
        let Some(core) = core.upgrade() else {
            return;
        };
        core.adopt(&processes).await;
        if has_changed {
            core.think_again().await;
            core.tick().await;
        }
    }
}
