//! The matches that are watched in this process, and their changes by any of several processes on one store.

use std::{
    collections::BTreeMap,
    mem,
    sync::{Arc, Mutex, Weak},
    time::Duration,
};

use tokio::{
    sync::{Notify, broadcast},
    time::sleep,
};
use tracing::debug;

use super::error::DeliveryError;
use api::MatchId;
use kit::lock;
use service::read_versions;
use store::writer::Writer;

/// The interval between two checks for changes of other processes.
const LOOK: Duration = Duration::from_millis(200);

/// Reports the changes of watched matches.
pub(super) struct ChangeWatch {
    writer: Writer,
    /// The sender of changed matches; `None` stands for all.
    changes: broadcast::Sender<Option<MatchId>>,
    /// Notified when there may be changes to report.
    news: Notify,
    matches: Mutex<WatchedMatches>,
}

#[derive(Default)]
struct WatchedMatches {
    of: BTreeMap<MatchId, WatchedMatch>,
    /// True if a task checks for changes periodically.
    is_looked: bool,
}

struct WatchedMatch {
    /// Alive as long as a viewer watches the match.
    watch: Weak<MatchId>,
    /// The version seen last, unless the match had none.
    version: Option<u64>,
}

impl ChangeWatch {
    /// Makes an empty watch, which sends changes to `changes`.
    pub(super) fn new(
        writer: Writer,
        changes: broadcast::Sender<Option<MatchId>>,
    ) -> Arc<ChangeWatch> {
        Arc::new(ChangeWatch {
            writer,
            changes,
            news: Notify::new(),
            matches: Mutex::default(),
        })
    }

    /// Makes the task check for changed matches immediately.
    pub(super) fn nudge(&self) {
        self.news.notify_one();
    }

    /// Reports the changes of a match from now on, until the result is dropped.
    pub(super) async fn watch(self: &Arc<ChangeWatch>, id: MatchId) -> Arc<MatchId> {
        // A version that cannot be read now counts as a change at the first check.
        let versions = self.versions(&[id]).await.unwrap_or_default();
        let version = versions.into_iter().next().flatten();
        let mut matches = lock(&self.matches);
        let known = matches.of.get(&id);
        let watch = known.and_then(|watched| watched.watch.upgrade());
        let watch = watch.unwrap_or_else(|| {
            let watch = Arc::new(id);
            let watched = WatchedMatch {
                watch: Arc::downgrade(&watch),
                version,
            };
            matches.of.insert(id, watched);
            watch
        });
        if !matches.is_looked {
            matches.is_looked = true;
            tokio::spawn(Arc::clone(self).look_while_watched());
        }
        watch
    }

    /// Checks for changes periodically, until nothing is watched.
    async fn look_while_watched(self: Arc<ChangeWatch>) {
        while let Some(ids) = self.watched_matches() {
            match self.versions(&ids).await {
                Ok(versions) => self.publish_changes(ids.into_iter().zip(versions)),
                Err(error) => {
                    debug!(%error, "cannot read the changes of watched matches; retrying")
                }
            }
            tokio::select! {
                () = self.news.notified() => {}
                () = sleep(LOOK) => {}
            }
        }
    }

    /// Returns the watched matches, or `None` if there are none; the task ends then.
    fn watched_matches(&self) -> Option<Vec<MatchId>> {
        let mut matches = lock(&self.matches);
        matches
            .of
            .retain(|_, watched| watched.watch.strong_count() > 0);
        matches.is_looked = !matches.of.is_empty();
        let ids = matches.of.keys().copied().collect();
        matches.is_looked.then_some(ids)
    }

    /// Returns the versions of matches, once they are durable.
    async fn versions(&self, ids: &[MatchId]) -> Result<Vec<Option<u64>>, DeliveryError> {
        let read = || Ok(read_versions(&self.writer, ids)?);
        self.writer.durable(read).await
    }

    fn publish_changes(&self, versions: impl Iterator<Item = (MatchId, Option<u64>)>) {
        let mut matches = lock(&self.matches);
        for (id, version) in versions {
            let Some(watched) = matches.of.get_mut(&id) else {
                continue;
            };
            if mem::replace(&mut watched.version, version) != version {
                // There may be no viewer any more.
                let _ = self.changes.send(Some(id));
            }
        }
    }
}
