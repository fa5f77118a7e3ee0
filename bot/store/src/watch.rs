//! Watches entries of a store for changes by this process and by others that share the store.

use std::{
    collections::HashMap,
    hash::Hash,
    sync::{Arc, Mutex, Weak},
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

/// The number of changes that wait for a slow receiver. It then receives an error instead of the oldest ones.
const MOST_CHANGES: usize = 4096;

/// Reports changes of things with an entry in the store, such as matches or rooms.
pub struct ChangeWatch<T> {
    writer: Writer,
    /// Returns the key of the entry that changes with the thing.
    key_of: fn(&T) -> Vec<u8>,
    /// The sender of changed things; `None` stands for all.
    changes: broadcast::Sender<Option<T>>,
    /// Notified when there may be changes to report.
    news: Notify,
    watched: Mutex<Watched<T>>,
}

struct Watched<T> {
    of: HashMap<T, WatchedEntry<T>>,
    /// True if a task checks for changes periodically.
    is_looked: bool,
}

struct WatchedEntry<T> {
    /// Alive as long as the thing is watched.
    watch: Weak<T>,
    /// The value seen last, unless there was none.
    value: Option<Vec<u8>>,
}

impl<T: Clone + Eq + Hash + Send + Sync + 'static> ChangeWatch<T> {
    /// Makes an empty watch.
    pub fn new(writer: Writer, key_of: fn(&T) -> Vec<u8>) -> Arc<ChangeWatch<T>> {
        Arc::new(ChangeWatch {
            writer,
            key_of,
            changes: broadcast::Sender::new(MOST_CHANGES),
            news: Notify::new(),
            watched: Mutex::new(Watched {
                of: HashMap::new(),
                is_looked: false,
            }),
        })
    }

    /// Returns the things that change from now on, each once the change is durable; `None` stands for all. If other processes
    /// share the store, only watched things are reported.
    pub fn changes(&self) -> broadcast::Receiver<Option<T>> {
        self.changes.subscribe()
    }

    /// Reports a change by this process. Receivers wait for the store themselves if they need it durable.
    pub fn publish(&self, changed: T) {
        if self.writer.is_shared() {
            self.news.notify_one();
        } else {
            self.publish_here(changed);
        }
    }

    /// Reports to the receivers in this process that a thing looks different, although its entry has not changed.
    pub fn publish_here(&self, changed: T) {
        // There may be no receiver.
        let _ = self.changes.send(Some(changed));
    }

    /// Reports that everything may have changed.
    pub fn publish_all(&self) {
        let _ = self.changes.send(None);
    }

    /// Reports the changes of a thing by other processes too, from now on, until the result is dropped.
    pub async fn watch(self: &Arc<Self>, thing: T) -> Arc<T> {
        if !self.writer.is_shared() {
            return Arc::new(thing);
        }
        // A value that cannot be read now counts as a change at the first check.
        let values = self.values(std::slice::from_ref(&thing)).await;
        let value = values.unwrap_or_default().pop().flatten();
        let mut watched = lock(&self.watched);
        let known = watched.of.get(&thing);
        let watch = known.and_then(|entry| entry.watch.upgrade());
        let watch = watch.unwrap_or_else(|| {
            let watch = Arc::new(thing.clone());
            let entry = WatchedEntry {
                watch: Arc::downgrade(&watch),
                value,
            };
            watched.of.insert(thing, entry);
            watch
        });
        if !watched.is_looked {
            watched.is_looked = true;
            tokio::spawn(Arc::clone(self).look_while_watched());
        }
        watch
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
        watched.of.retain(|_, entry| entry.watch.strong_count() > 0);
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
            let Some(entry) = watched.of.get_mut(&thing) else {
                continue;
            };
            if entry.value != value {
                entry.value = value;
                let _ = self.changes.send(Some(thing));
            }
        }
    }
}
