//! Channels and direct messages: what was said in them.

use std::sync::Arc;

use crate::{ports::Batch, writer::Pending};

use super::{
    adapter::{LockKey, Playground},
    places::Room,
    posts::{Counters, Missed, NewPost, RoomPost, StoredPost},
    stored::{StoreFailure, durable, json},
    turns::{TellingTurn, take_turn},
    wire::Body,
};

/// How many posts of a room are kept.
pub(super) const KEPT_POSTS: u64 = 500;

/// How many numbers are left out where nobody knows any more which was the last.
const MARGIN: u64 = 100;

impl Playground {
    /// Says something, once per nonce, and gives the number of the post.
    pub(super) async fn say(&self, room: Room, new: NewPost) -> Result<u64, StoreFailure> {
        let lock = self.lock(LockKey::Room(room)).await;
        if let Some(person) = new.author.person().or(room.reader())
            && self.is_gone(person)?
        {
            return Err(StoreFailure::Later("that person is gone".to_owned()));
        }
        let generation = self.writer.generation();
        let nonce_key = nonce_key(room, &new.nonce);
        if let Some(number) = self.read(&nonce_key)? {
            let stored = self.read_sound::<StoredPost>(&post_key(room, number))?;
            let change = self.submit(generation, Batch::default())?;
            self.tell(take_turn(lock), change, room, stored.as_ref())
                .await?;
            return Ok(number);
        }
        let mut counters = self.counters(room)?;
        self.hub.expect_after(room, counters.change);
        let number = counters.next;
        counters.next += 1;
        counters.change += 1;
        let post = RoomPost {
            number,
            change: counters.change,
            at: jiff::Timestamp::now().as_millisecond(),
            author: new.author,
            edited: false,
            body: new.body,
        };
        let stored = StoredPost {
            nonce: new.nonce,
            post,
        };

        let mut batch = Batch::default();
        batch.put(post_key(room, number), json(&stored));
        batch.put(nonce_key, json(&number));
        if counters.next - counters.first > KEPT_POSTS {
            self.forget(room, counters.first, &mut batch)?;
            counters.first += 1;
        }
        batch.put(counters_key(room), json(&counters));
        let change = self.submit(generation, batch)?;
        self.tell(take_turn(lock), change, room, Some(&stored))
            .await?;
        Ok(number)
    }

    /// Changes what a post says; false if there is no such post, or it is damaged.
    pub(super) async fn edit_post(
        &self,
        room: Room,
        number: u64,
        change: impl FnOnce(&Body) -> Body,
    ) -> Result<bool, StoreFailure> {
        let lock = self.lock(LockKey::Room(room)).await;
        let generation = self.writer.generation();
        let Some(mut stored) = self.read_sound::<StoredPost>(&post_key(room, number))? else {
            return Ok(false);
        };
        let body = change(&stored.post.body);
        if stored.post.body == body {
            let change = self.submit(generation, Batch::default())?;
            self.tell(take_turn(lock), change, room, Some(&stored))
                .await?;
            return Ok(true);
        }
        let mut counters = self.counters(room)?;
        self.hub.expect_after(room, counters.change);
        counters.change += 1;
        stored.post = RoomPost {
            change: counters.change,
            edited: true,
            body,
            ..stored.post
        };

        let mut batch = Batch::default();
        batch.put(post_key(room, number), json(&stored));
        if !stored.post.body.has_file() {
            batch.remove(file_key(room, number));
        }
        batch.put(counters_key(room), json(&counters));
        let change = self.submit(generation, batch)?;
        self.tell(take_turn(lock), change, room, Some(&stored))
            .await?;
        Ok(true)
    }

    /// Whether a post was there and is not kept any more.
    pub(super) fn is_forgotten(&self, room: Room, number: u64) -> bool {
        let counters = self.counters(room);
        counters.is_ok_and(|counters| number < counters.first)
    }

    /// What of a room is durable and was made or edited after a change.
    pub(super) async fn posts_since(
        &self,
        room: Room,
        change: u64,
    ) -> Result<Missed, StoreFailure> {
        let generation = self.writer.generation();
        // Counted before the posts are read: what changes meanwhile may be missing among them.
        let last = self.counters(room)?.change;
        let prefix = format!("play/post/{room}/");
        let mut posts = Vec::new();
        for entry in self.sound_after::<StoredPost>(&prefix, None) {
            let (_, StoredPost { post, .. }) = entry?;
            if post.change > change {
                posts.push(post);
            }
        }
        self.commit(generation, Batch::default()).await?;
        Ok(Missed {
            posts,
            change: last,
        })
    }

    /// The picture of a post, if it is still the one with this digest.
    pub(super) async fn post_picture(
        &self,
        room: Room,
        number: u64,
        digest: &str,
    ) -> Result<Option<Arc<[u8]>>, StoreFailure> {
        let stored: Option<StoredPost> = self.read_sound(&post_key(room, number))?;
        let picture = stored.and_then(|stored| stored.post.body.picture);
        self.file(picture, digest, &file_key(room, number)).await
    }

    /// Tells those who listen of a post, once the change that it came by is durable and all changes before it are told.
    /// Whoever repeats a change may not know how it ended: so it is told again.
    async fn tell(
        &self,
        mut turn: TellingTurn,
        change: Pending,
        room: Room,
        stored: Option<&StoredPost>,
    ) -> Result<(), StoreFailure> {
        durable(change).await?;
        turn.come().await;
        if let Some(stored) = stored {
            self.hub.tell(room, &stored.post);
        }
        Ok(())
    }

    /// Removes a post.
    pub(super) fn forget(
        &self,
        room: Room,
        number: u64,
        batch: &mut Batch,
    ) -> Result<(), StoreFailure> {
        if let Some(stored) = self.read_sound::<StoredPost>(&post_key(room, number))? {
            batch.remove(nonce_key(room, &stored.nonce));
        }
        batch.remove(file_key(room, number));
        batch.remove(post_key(room, number));
        Ok(())
    }

    fn counters(&self, room: Room) -> Result<Counters, StoreFailure> {
        match self.read_sound(&counters_key(room))? {
            Some(counters) => Ok(counters),
            None => self.count(room),
        }
    }

    /// What the counters of a room have to be, as far as its posts tell: they are damaged, were lost with what was damaged,
    /// or nothing was said yet.
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
            // The very last may be damaged too: nothing is put in its place, or taken for what a page knows already.
            next: last + 1 + margin,
            change: change + margin,
        })
    }
}

pub(super) fn counters_key(room: Room) -> String {
    format!("play/room/{room}")
}

fn post_key(room: Room, number: u64) -> String {
    format!("play/post/{room}/{number:016}")
}

fn file_key(room: Room, number: u64) -> String {
    format!("play/picture/{room}/{number:016}")
}

fn nonce_key(room: Room, nonce: &str) -> String {
    format!("play/nonce/{room}/{nonce}")
}
