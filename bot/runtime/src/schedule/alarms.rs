//! Alarms: the flags of matches in real time, which cannot wait for a tick. Ticks still do the work of a lost alarm.

use std::{collections::BTreeMap, sync::Weak, time::Duration};

use tokio::{sync::mpsc, time::sleep};

use crate::{Core, unstored::tell_unstored};
use api::Timestamp;
use service::{Due, RequestKind, read_urgent, read_wait};

/// The time ahead for which a tick sets alarms. The next tick comes before its end.
const AHEAD: Duration = Duration::from_secs(3 * 60);

/// The pause after which an alarm reads the time again if the store has failed.
const AGAIN: Duration = Duration::from_secs(1);

/// Sets alarms. Clones share them.
#[derive(Clone)]
pub(crate) struct Alarms(mpsc::UnboundedSender<Due>);

impl Alarms {
    /// Makes a setter of alarms, and the queue for [`ring_all`].
    pub(crate) fn new() -> (Alarms, mpsc::UnboundedReceiver<Due>) {
        let (sender, set) = mpsc::unbounded_channel();
        (Alarms(sender), set)
    }

    /// Sets an alarm for the moment at which a match is due.
    pub(crate) fn set(&self, due: Due) {
        // The receiver is gone only if the process is ending.
        let _ = self.0.send(due);
    }
}

/// Submits each due match to the decider at its moment, for as long as the core lives.
pub(crate) async fn ring_all(core: Weak<Core>, mut set: mpsc::UnboundedReceiver<Due>) {
    // By their names, which begin with their moments.
    let mut waiting: BTreeMap<String, Due> = BTreeMap::new();
    loop {
        let first = waiting.first_key_value().map(|(_, due)| due.clone());
        let rings = async {
            match first {
                Some(due) => ring(&core, due).await,
                None => std::future::pending().await,
            }
        };
        tokio::select! {
            due = set.recv() => match due {
                Some(due) => drop(waiting.insert(due.name(), due)),
                None => return,
            },
            () = rings => drop(waiting.pop_first()),
        }
    }
}

/// Waits for the moment of a due match, and submits it. A match that is no longer due then stays as it is.
async fn ring(core: &Weak<Core>, due: Due) {
    while let Some(core_now) = core.upgrade() {
        let wait = match read_wait(&core_now.writer, &due, core_now.now()) {
            Ok(wait) => wait,
            Err(error) => {
                tell_unstored(&error, "cannot read the time of an alarm");
                AGAIN
            }
        };
        if wait.is_zero() {
            let request = core_now.request(due.name(), RequestKind::Due(due));
            drop(core_now.submit(request).await);
            return;
        }
        // The core is dropped, so that an alarm does not delay the end.
        drop(core_now);
        sleep(wait).await;
    }
}

impl Core {
    /// Sets the alarms of the matches in real time that are due soon. Most are set already; after a restart, none is.
    pub(super) fn set_alarms(&self, now: Timestamp) {
        match read_urgent(&self.writer, now, AHEAD) {
            Ok(urgent) => urgent.into_iter().for_each(|due| self.alarms.set(due)),
            Err(error) => tell_unstored(&error, "cannot read which flags fall soon"),
        }
    }
}
