//! The page's own platform, and its store.

use std::sync::{Arc, Weak};

use axum::extract::ws::Utf8Bytes;
use serde::de::DeserializeOwned;
use tokio::sync::{Mutex, OnceCell};

use super::{
    followed::Followed,
    hub::Hub,
    person::PersonId,
    places::Room,
    push::{PushSettings, Pusher, VapidKey},
    stored::StoreFailure,
    waiters::Waiters,
    wire::{StoredAnswer, StoredPicture},
};
use api::{Completions, DrawError, Drawer, Entries, Recipe, Rows as _, StoreError};
use kit::Keyed;
use store::{
    watch::ChangeWatch,
    writer::{Transaction, Tries, Writer, parse},
};

/// The unit of exclusive change: one task at a time changes the rows under a key.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(super) enum LockKey {
    /// The list of people.
    People,
    /// The posts of a room.
    Room(Room),
    /// The answers to a person.
    Answers(PersonId),
    /// The devices of all people, and the key of pushes.
    Devices,
}

/// The chat platform behind the page.
pub struct Playground {
    pub(super) writer: Writer,
    locks: Keyed<LockKey, Mutex<()>>,
    pub(super) hub: Hub,
    /// The frames that lines wait for: of a room, after a known change, because of a report of a change.
    pub(super) news: Keyed<(Room, u64, u64), OnceCell<(Utf8Bytes, u64)>>,
    /// Lets one read of new posts go on at a time.
    pub(super) reading_news: Mutex<()>,
    /// Reports changes of rooms and people by all processes.
    pub(super) watch: Arc<ChangeWatch<Followed>>,
    pub(super) answers: Waiters<StoredAnswer>,
    pub(super) completions: Waiters<Completions>,
    drawer: Arc<dyn Drawer>,
    pub(super) pusher: Arc<Pusher>,
    /// The key of pushes, once it was needed.
    pub(super) push_key: OnceCell<Arc<VapidKey>>,
    /// This platform, for tasks in the background, which keep no store open.
    pub(super) own: Weak<Playground>,
}

impl Playground {
    /// Creates a platform that stores its posts in `writer` and draws pictures with `drawer`. It is silent until it is
    /// [served](super::serve).
    pub fn new(writer: Writer, drawer: Arc<dyn Drawer>, push: PushSettings) -> Arc<Playground> {
        Arc::new_cyclic(|own| Playground {
            watch: ChangeWatch::new(writer.clone(), Followed::key),
            writer,
            locks: Keyed::default(),
            hub: Hub::default(),
            news: Keyed::default(),
            reading_news: Mutex::default(),
            answers: Waiters::default(),
            completions: Waiters::default(),
            drawer,
            pusher: Arc::new(Pusher::new(push)),
            push_key: OnceCell::new(),
            own: Weak::clone(own),
        })
    }

    /// Reads the values of several keys together.
    pub(super) fn look_up(
        &self,
        keys: impl Iterator<Item = String>,
    ) -> Result<Vec<Option<Vec<u8>>>, StoreError> {
        let keys: Vec<_> = keys.map(String::into_bytes).collect();
        if keys.is_empty() {
            return Ok(Vec::new());
        }
        self.writer.get_all(&keys)
    }

    /// Iterates over the entries with a prefix after a key, and skips damaged ones.
    pub(super) fn sound_after<T: DeserializeOwned>(
        &self,
        prefix: &str,
        after: Option<&str>,
    ) -> impl Iterator<Item = Result<(Vec<u8>, T), StoreError>> {
        let start = after.map(str::as_bytes);
        let entries = Entries::new(move |after, limit| {
            let after = after.or(start);
            self.writer.scan(prefix.as_bytes(), after, limit)
        });
        let parsed = entries.map(|entry| {
            let (key, value) = entry?;
            let value = parse(&key, &value)?;
            Ok((key, value))
        });
        parsed.filter(|entry| !matches!(entry, Err(StoreError::Damaged { .. })))
    }

    /// Draws a picture, if it has this digest.
    pub(super) async fn drawn(
        &self,
        picture: Option<StoredPicture>,
        digest: &str,
    ) -> Result<Option<Arc<[u8]>>, StoreFailure> {
        let Some(picture) = picture.filter(|picture| picture.digest == digest) else {
            return Ok(None);
        };
        self.draw(&picture.recipe).await
    }

    /// Draws a picture, or returns `None` if what it shows is gone.
    pub(super) async fn draw(&self, recipe: &Recipe) -> Result<Option<Arc<[u8]>>, StoreFailure> {
        match self.drawer.draw(recipe).await {
            Ok(file) => Ok(Some(file)),
            Err(DrawError::Gone) => Ok(None),
            Err(error @ DrawError::Later(_)) => Err(StoreFailure::Later(error.to_string())),
        }
    }

    /// Decides on a change under the locks of this process, and makes it; decides again if another writer was quicker. Returns
    /// the decision, once it is durable.
    pub(super) async fn change<T, E: From<StoreFailure>>(
        &self,
        what: impl IntoIterator<Item = LockKey> + Clone,
        decide: impl Fn(&mut Transaction<'_>) -> Result<T, E>,
    ) -> Result<T, E> {
        let mut tries = Tries::default();
        loop {
            let mut locks = Vec::new();
            for key in what.clone() {
                locks.push(self.locks.get(key).lock_owned().await);
            }
            let mut transaction = self.writer.transaction();
            let decided = decide(&mut transaction)?;
            let change = transaction.submit().map_err(StoreFailure::from)?;
            // Other tasks decide in the meantime, so that many changes become durable together.
            drop(locks);
            for key in what.clone() {
                if let LockKey::Room(room) = key {
                    self.watch.publish(&Followed::Room(room));
                }
            }
            if tries.confirm(change).await.map_err(StoreFailure::from)? {
                return Ok(decided);
            }
        }
    }
}
