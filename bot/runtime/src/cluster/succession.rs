//! Writes heartbeats of this process, and takes over the deliveries of dead processes and the deliveries left to this one.

use std::{
    iter,
    sync::{Arc, Weak},
};

use tokio::{sync::mpsc, task::spawn_blocking, time::sleep};
use tracing::{debug, info};

use super::processes::{Beaten, Processes};
use crate::{
    Core,
    unstored::{apart, tell_unstored},
};
use api::{Chat, Roles as _, StoreError};
use service::DeliveryId;

/// The number of heartbeats between two checks for orphaned deliveries.
const GLANCE: u64 = 10;

impl Core {
    /// Makes the deliveries of dead processes.
    pub(crate) async fn adopt(&self, processes: &Arc<Processes>) {
        self.take_up_rows(processes, Processes::adopt).await;
    }

    /// Makes the deliveries that `find` returns.
    async fn take_up_rows(
        &self,
        processes: &Arc<Processes>,
        find: impl FnOnce(&Processes) -> Result<Vec<DeliveryId>, StoreError> + Send + 'static,
    ) {
        let processes = Arc::clone(processes);
        let what = "cannot read the deliveries of other processes";
        if let Some(rows) = apart(what, move || find(&processes)).await {
            self.deliveries.take_up(rows);
        }
    }

    /// Makes this the adapter of its platform from now on.
    pub fn speak_by(&self, chat: Arc<dyn Chat>) {
        self.chats.speak_by(chat);
    }

    /// Makes this the adapter of its platform after this process has taken the role. Makes the deliveries that wait there.
    pub async fn speak_for(&self, role: &'static str, chat: Arc<dyn Chat>) {
        self.speak_by(chat);
        if let Some(processes) = &self.processes {
            self.take_up_rows(processes, move |processes| processes.claimed_for(role))
                .await;
        }
    }

    /// Makes the deliveries that other processes have left to the holder of a role.
    pub async fn run_errands(&self, role: &'static str) {
        let Some(processes) = self.processes.clone() else {
            return;
        };
        let what = "cannot read the deliveries that other processes handed over";
        let ids = apart(what, move || processes.take_errands(role)).await;
        for id in ids.unwrap_or_default() {
            self.deliveries.look_for_more(id);
        }
    }
}

/// Writes heartbeats of this process for as long as the bot runs.
pub(crate) async fn keep(processes: Arc<Processes>, core: Weak<Core>) {
    let (seen, unheeded) = mpsc::unbounded_channel();
    // This work can take longer than a process is allowed to stay without a heartbeat.
    let heeding = heed_all(Arc::clone(&processes), core.clone(), unheeded);
    let Some(supervisor) = core.upgrade().map(|core| core.supervisor.clone()) else {
        return;
    };
    tokio::spawn(supervisor.watch("successor of other processes", heeding));
    for n in 1_u64.. {
        processes.until_next_beat().await;
        let beaten = beat(&processes).await;
        if core.strong_count() == 0 {
            return;
        }
        match beaten {
            Ok(beaten) => {
                if beaten.was_lost {
                    info!(
                        "other processes declared this process dead, probably after a pause; rejoined"
                    );
                }
                let is_to_be_heeded = beaten != Beaten::default() || n.is_multiple_of(GLANCE);
                if is_to_be_heeded && seen.send(beaten).is_err() {
                    return;
                }
            }
            Err(error) => tell_unstored(&error, "cannot write the heartbeat"),
        }
    }
}

/// Makes a heartbeat. During a slow check of the other processes, it periodically confirms that this process lives.
async fn beat(processes: &Arc<Processes>) -> Result<Beaten, StoreError> {
    let beating = Arc::clone(processes);
    let mut beaten = spawn_blocking(move || beating.beat());
    loop {
        tokio::select! {
            biased;
            // A panic was logged by its hook; else the process is ending.
            beaten = &mut beaten => return beaten.unwrap_or(Err(StoreError::Closed)),
            () = sleep(processes.interval()) => {
                if let Err(error) = processes.confirm().await {
                    debug!(%error, "cannot write the heartbeat; retrying");
                }
            }
        }
    }
}

/// Acts on the results of heartbeats, and periodically takes over the deliveries of processes that have died.
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
