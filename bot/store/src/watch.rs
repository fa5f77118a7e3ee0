//! Watches entries of a store for changes by this process and by others that share the store.

use std::{
    collections::HashMap,
    hash::Hash,
    sync::{Arc, Mutex},
    time::Duration,
};

use tokio::{
    sync::{Notify, broadcast},
    time::sleep,
};
use tracing::debug;

use crate::writer::Writer;
use api::{Rows as _, StoreError};
use kit::lock;

/// The interval between two checks for changes of other processes.
const LOOK: Duration = Duration::from_millis(200);

/// The number of changes of a thing that wait for a slow receiver. It then receives an error instead of the oldest ones.
const MOST_CHANGES: usize = 16;

/// Reports changes of things with an entry in the store, such as matches or rooms.
pub struct ChangeWatch<T> {
    writer: Writer,
    /// Returns the key of the entry that changes with the thing.
    key_of: fn(&T) -> Vec<u8>,
    /// Notified when there may be changes to report.
    news: Notify,
    watched: Mutex<Watched<T>>,
}

struct Watched<T> {
    of: HashMap<T, WatchedEntry>,
    /// True if a task checks for changes periodically.
    is_looked: bool,
}

struct WatchedEntry {
    /// The sender of the number of each change. The thing is watched as long as there are receivers.
    changes: broadcast::Sender<u64>,
    n_changes: u64,
    /// The value seen last, unless there was none.
    value: Option<Vec<u8>>,
}

impl WatchedEntry {
    fn is_watched(&self) -> bool {
        self.changes.receiver_count() > 0
    }

    fn publish(&mut self) {
        self.n_changes += 1;
        // The last receiver may have gone away.
        let _ = self.changes.send(self.n_changes);
    }
}

impl<T: Clone + Eq + Hash + Send + Sync + 'static> ChangeWatch<T> {
    /// Makes an empty watch.
    pub fn new(writer: Writer, key_of: fn(&T) -> Vec<u8>) -> Arc<ChangeWatch<T>> {
        Arc::new(ChangeWatch {
            writer,
            key_of,
            news: Notify::new(),
            watched: Mutex::new(Watched {
                of: HashMap::new(),
                is_looked: false,
            }),
        })
    }

    /// Reports a change by this process. Receivers wait for the store themselves if they need it durable.
    pub fn publish(&self, changed: &T) {
        if self.writer.is_shared() {
            self.news.notify_one();
        } else {
            self.publish_here(changed);
        }
    }

    /// Reports to the receivers in this process that a thing looks different, although its entry has not changed.
    pub fn publish_here(&self, changed: &T) {
        if let Some(entry) = lock(&self.watched).of.get_mut(changed) {
            entry.publish();
        }
    }

    /// Reports that everything may have changed.
    pub fn publish_all(&self) {
        let mut watched = lock(&self.watched);
        watched.of.values_mut().for_each(WatchedEntry::publish);
    }

    /// Subscribes to a thing. Returns a receiver of the numbers of its changes by all processes from now on. A number can arrive
    /// before its change is durable. Numbers distinguish the changes; they start again after the last receiver is dropped.
    pub async fn watch(self: &Arc<Self>, thing: T) -> broadcast::Receiver<u64> {
        let is_shared = self.writer.is_shared();
        // A value that cannot be read now counts as a change at the first check.
        let value = if is_shared {
            let values = self.values(std::slice::from_ref(&thing)).await;
            values.unwrap_or_default().pop().flatten()
        } else {
            None
        };
        let mut watched = lock(&self.watched);
        let known = watched.of.get(&thing);
        if let Some(known) = known.filter(|known| known.is_watched()) {
            return known.changes.subscribe();
        }
        // The search for unwatched things pays only when the map would have to grow.
        if watched.of.len() == watched.of.capacity() {
            watched.of.retain(|_, entry| entry.is_watched());
        }
        let (sender, changes) = broadcast::channel(MOST_CHANGES);
        let entry = WatchedEntry {
            changes: sender,
            n_changes: 0,
            value,
        };
        watched.of.insert(thing, entry);
        if is_shared && !watched.is_looked {
            watched.is_looked = true;
            tokio::spawn(Arc::clone(self).look_while_watched());
        }
        changes
    }

    /// Checks for changes periodically, until nothing is watched.
    async fn look_while_watched(self: Arc<Self>) {
        while let Some(things) = self.watched_things() {
            if let Err(error) = self.look(things).await {
                debug!(%error, "cannot read the watched entries; retrying");
            }
            tokio::select! {
                () = self.news.notified() => {}
                () = sleep(LOOK) => {}
            }
        }
    }

    /// Reports the things that have changed. Only then it waits until what it has read is durable, which may cost a commit.
    async fn look(&self, things: Vec<T>) -> Result<(), Arc<StoreError>> {
        let values = self.read(&things)?;
        let changed = self.changed(things.into_iter().zip(values));
        if !changed.is_empty() {
            let values = self.values(&changed).await?;
            self.publish_changes(changed.into_iter().zip(values));
        }
        Ok(())
    }

    /// Returns the things with other values than those seen last.
    fn changed(&self, values: impl Iterator<Item = (T, Option<Vec<u8>>)>) -> Vec<T> {
        let watched = lock(&self.watched);
        let is_news = |(thing, value): &(T, _)| {
            let entry = watched.of.get(thing);
            entry.is_some_and(|entry| entry.value != *value)
        };
        values.filter(is_news).map(|(thing, _)| thing).collect()
    }

    /// Returns the watched things, or `None` if there are none; the task ends then.
    fn watched_things(&self) -> Option<Vec<T>> {
        let mut watched = lock(&self.watched);
        watched.of.retain(|_, entry| entry.is_watched());
        watched.is_looked = !watched.of.is_empty();
        let things = watched.of.keys().cloned().collect();
        watched.is_looked.then_some(things)
    }

    /// Returns the values of the entries, once they are durable.
    async fn values(&self, things: &[T]) -> Result<Vec<Option<Vec<u8>>>, Arc<StoreError>> {
        self.writer.durable(|| self.read(things)).await
    }

    /// Returns the values of the entries. A damaged entry counts as missing.
    fn read(&self, things: &[T]) -> Result<Vec<Option<Vec<u8>>>, Arc<StoreError>> {
        let keys: Vec<_> = things.iter().map(self.key_of).collect();
        match self.writer.get_all(&keys) {
            Err(StoreError::Damaged { .. }) => keys.iter().map(|key| self.sound(key)).collect(),
            values => Ok(values?),
        }
    }

    fn sound(&self, key: &[u8]) -> Result<Option<Vec<u8>>, Arc<StoreError>> {
        match self.writer.get(key) {
            Err(StoreError::Damaged { .. }) => Ok(None),
            value => Ok(value?),
        }
    }

    fn publish_changes(&self, values: impl Iterator<Item = (T, Option<Vec<u8>>)>) {
        let mut watched = lock(&self.watched);
        for (thing, value) in values {
            if let Some(entry) = watched.of.get_mut(&thing)
                && entry.value != value
            {
                entry.value = value;
                entry.publish();
            }
        }
    }
}
