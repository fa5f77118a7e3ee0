//! Channels and direct messages: their posts.

use std::{collections::BTreeSet, sync::Arc, time::Duration};

use axum::extract::ws::Utf8Bytes;
use tokio::time::sleep;

use api::{Batch, StoreError};
use store::writer::{Transaction, parse};

use super::{
    adapter::{LockKey, Playground},
    places::Room,
    posts::{Counters, Missed, NewPost, RoomPost, StoredPost},
    stored::{StoreFailure, json},
    wire::Body,
};

/// The number of posts of a room that are stored.
pub(super) const KEPT_POSTS: u64 = 500;

/// The pause after a failed read of new posts.
const PAUSE: Duration = Duration::from_secs(1);

/// The number of skipped numbers if the last number is lost.
const MARGIN: u64 = 100;

impl Playground {
    /// Posts a message, once per nonce, and returns the number of the post.
    pub(super) async fn post_once(&self, room: Room, new: NewPost) -> Result<u64, StoreFailure> {
        let put = |transaction: &mut Transaction<'_>| self.put_post(transaction, room, &new);
        self.change([LockKey::Room(room)], put).await
    }

    /// Adds a post to a room, unless the room has it already. Returns its number.
    fn put_post(
        &self,
        transaction: &mut Transaction<'_>,
        room: Room,
        new: &NewPost,
    ) -> Result<u64, StoreFailure> {
        if let Some(person) = new.author.person().or(room.reader())
            && self.is_gone(transaction, person)?
        {
            return Err(StoreFailure::Later("that person is gone".to_owned()));
        }
        let nonce_key = nonce_key(room, &new.nonce);
        if let Some(number) = transaction.read(&nonce_key)? {
            return Ok(number);
        }
        let mut counters = self.counters(transaction, room)?;
        let number = counters.next;
        counters.next += 1;
        counters.count_change(number);
        let stored = StoredPost {
            nonce: new.nonce.clone(),
            post: RoomPost {
                number,
                change: counters.change,
                at: jiff::Timestamp::now().as_millisecond(),
                author: new.author.clone(),
                edited: false,
                body: new.body.clone(),
            },
        };
        transaction.batch.put(post_key(room, number), json(&stored));
        transaction.batch.put(nonce_key, json(&number));
        if counters.next - counters.first > KEPT_POSTS {
            self.forget(room, counters.first, &mut transaction.batch)?;
            counters.first += 1;
        }
        transaction.batch.put(room.counters_key(), json(&counters));
        Ok(number)
    }

    /// Edits the body of a post; false if there is no such post, or it is damaged.
    pub(super) async fn edit_post(
        &self,
        room: Room,
        number: u64,
        change: impl Fn(&Body) -> Body,
    ) -> Result<bool, StoreFailure> {
        self.change([LockKey::Room(room)], |transaction| {
            let Some(stored) = transaction.read_sound::<StoredPost>(&post_key(room, number))?
            else {
                return Ok(false);
            };
            let body = change(&stored.post.body);
            self.put_body(transaction, room, stored, body)?;
            Ok(true)
        })
        .await
    }

    /// Stores the body of a post, unless it is the same.
    fn put_body(
        &self,
        transaction: &mut Transaction<'_>,
        room: Room,
        mut stored: StoredPost,
        body: Body,
    ) -> Result<(), StoreFailure> {
        if stored.post.body == body {
            return Ok(());
        }
        let mut counters = self.counters(transaction, room)?;
        let number = stored.post.number;
        counters.count_change(number);
        stored.post = RoomPost {
            change: counters.change,
            edited: true,
            body,
            ..stored.post
        };
        transaction.batch.put(post_key(room, number), json(&stored));
        transaction.batch.put(room.counters_key(), json(&counters));
        Ok(())
    }

    /// Tells whether a room had a post that is no longer stored.
    pub(super) fn is_forgotten(&self, room: Room, number: u64) -> bool {
        let counters = self.counters(&mut self.writer.transaction(), room);
        counters.is_ok_and(|counters| number < counters.first)
    }

    /// Returns the frame of the posts that were made or edited after a change that a reader knows, and the last change in it, once
    /// the store can be read. All readers who know the same and wait because of the same report of a change share one read.
    pub(super) async fn news(&self, room: Room, known: u64, report: u64) -> (Utf8Bytes, u64) {
        let news = self.news.get((room, known, report));
        let read = async || loop {
            // Slow readers know different posts: their reads must not take all connections to the database.
            let turn = self.reading_news.lock().await;
            match self.posts_since(room, known).await {
                Ok(missed) => return (Utf8Bytes::from(json(&missed.frame())), missed.change),
                Err(error) => tracing::debug!(%error, "cannot read new posts; retrying"),
            }
            drop(turn);
            sleep(PAUSE).await;
        };
        news.get_or_init(read).await.clone()
    }

    /// Returns the posts of a room that were made or edited after a change, once they are durable.
    pub(super) async fn posts_since(
        &self,
        room: Room,
        change: u64,
    ) -> Result<Missed, StoreFailure> {
        self.writer.durable(|| self.missed(room, change)).await
    }

    /// Reads the posts of a room that were made or edited after a change.
    fn missed(&self, room: Room, since: u64) -> Result<Missed, StoreFailure> {
        // Reads the counters before the posts, because the counters may lack later changes.
        let counters = self.counters(&mut self.writer.transaction(), room)?;
        let mut posts = match counters.posts_since(since) {
            Some(numbers) => self.posts_with(room, numbers)?,
            None => self.all_posts(room)?,
        };
        // Leaves out posts with predecessors that may be missing.
        posts.retain(|post| post.change > since && post.number < counters.next);
        Ok(Missed {
            room,
            posts,
            change: counters.change,
        })
    }

    /// Returns the posts with these numbers, in their order in the room.
    fn posts_with(
        &self,
        room: Room,
        numbers: BTreeSet<u64>,
    ) -> Result<Vec<RoomPost>, StoreFailure> {
        let keys = numbers.into_iter().map(|number| post_key(room, number));
        let values = match self.look_up(keys) {
            // A scan of all skips damaged ones.
            Err(StoreError::Damaged { .. }) => return self.all_posts(room),
            values => values?.into_iter().flatten(),
        };
        let sound = values.filter_map(|value| parse::<StoredPost>(b"", &value).ok());
        Ok(sound.map(|stored| stored.post).collect())
    }

    fn all_posts(&self, room: Room) -> Result<Vec<RoomPost>, StoreFailure> {
        let prefix = format!("play/post/{room}/");
        let stored = self.sound_after::<StoredPost>(&prefix, None);
        stored.map(|entry| Ok(entry?.1.post)).collect()
    }

    /// Returns the picture of a post, if it still has this digest.
    pub(super) async fn post_picture(
        &self,
        room: Room,
        number: u64,
        digest: &str,
    ) -> Result<Option<Arc<[u8]>>, StoreFailure> {
        let stored: Option<StoredPost> = self.writer.read_sound(&post_key(room, number))?;
        let picture = stored.and_then(|stored| stored.post.body.picture);
        self.drawn(picture, digest).await
    }

    /// Removes a post.
    pub(super) fn forget(
        &self,
        room: Room,
        number: u64,
        batch: &mut Batch,
    ) -> Result<(), StoreFailure> {
        if let Some(stored) = self
            .writer
            .read_sound::<StoredPost>(&post_key(room, number))?
        {
            batch.remove(nonce_key(room, &stored.nonce));
        }
        batch.remove(post_key(room, number));
        Ok(())
    }

    fn counters(
        &self,
        transaction: &mut Transaction<'_>,
        room: Room,
    ) -> Result<Counters, StoreFailure> {
        match transaction.read_sound(&room.counters_key())? {
            Some(counters) => Ok(counters),
            None => self.count(room),
        }
    }

    /// Reconstructs the counters of a room from its posts, if they are damaged, lost or not yet written.
    fn count(&self, room: Room) -> Result<Counters, StoreFailure> {
        let prefix = format!("play/post/{room}/");
        let posts: Vec<_> = self
            .sound_after::<StoredPost>(&prefix, None)
            .collect::<Result<_, _>>()?;
        let margin = if posts.is_empty() { 0 } else { MARGIN };
        let posts = || posts.iter().map(|(_, stored)| &stored.post);
        let last = posts().map(|post| post.number).max().unwrap_or(0);
        let change = posts().map(|post| post.change).max().unwrap_or(0);
        Ok(Counters {
            first: posts().map(|post| post.number).min().unwrap_or(1),
            // The last post may be damaged too. A page may know its number already, so the room does not reuse it.
            next: last + 1 + margin,
            change: change + margin,
            latest: Vec::new(),
        })
    }
}

fn post_key(room: Room, number: u64) -> String {
    format!("play/post/{room}/{number:016}")
}

fn nonce_key(room: Room, nonce: &str) -> String {
    format!("play/nonce/{room}/{nonce}")
}
