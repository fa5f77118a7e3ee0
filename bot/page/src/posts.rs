//! The posts of a room, as they are stored and as the page reads them.

use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};

use super::{person::PersonId, places::Room, wire::Body};

/// The number of changes of a room with a known touched post. If a reader missed more, the page scans all posts.
const MOST_LATEST: usize = 32;

/// The author of a post.
#[derive(Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(super) enum Author {
    Bot,
    Person { id: PersonId, name: String },
}

impl Author {
    /// Returns the person, if it was one.
    pub(super) fn person(&self) -> Option<PersonId> {
        match self {
            Author::Bot => None,
            Author::Person { id, .. } => Some(*id),
        }
    }
}

/// A post to make.
pub(super) struct NewPost {
    /// The id under which it is posted only once.
    pub(super) nonce: String,
    pub(super) author: Author,
    pub(super) body: Body,
}

/// A post in a room.
#[derive(Serialize, Deserialize)]
pub(super) struct RoomPost {
    /// The first post of a room is 1, the next one 2.
    pub(super) number: u64,
    /// The last change of the room that touched this post: its creation or an edit.
    pub(super) change: u64,
    /// Milliseconds since 1970 began.
    pub(super) at: i64,
    pub(super) author: Author,
    pub(super) edited: bool,
    #[serde(flatten)]
    pub(super) body: Body,
}

/// A post as stored.
#[derive(Serialize, Deserialize)]
pub(super) struct StoredPost {
    pub(super) nonce: String,
    #[serde(flatten)]
    pub(super) post: RoomPost,
}

/// The posts of a room that its readers have missed.
pub(super) struct Missed {
    pub(super) room: Room,
    /// The posts, in their order in the room.
    pub(super) posts: Vec<RoomPost>,
    /// The last change that the posts include, with all before it.
    pub(super) change: u64,
}

/// The counters of a room.
#[derive(Serialize, Deserialize)]
pub(super) struct Counters {
    /// The oldest stored post.
    pub(super) first: u64,
    /// The number of the next post.
    pub(super) next: u64,
    /// The last change, 0 before there is one.
    pub(super) change: u64,
    /// The posts that the last changes touched, up to that one.
    pub(super) latest: Vec<u64>,
}

impl Counters {
    /// Counts a change of this post.
    pub(super) fn count_change(&mut self, post: u64) {
        self.change += 1;
        let n_surplus = (self.latest.len() + 1).saturating_sub(MOST_LATEST);
        self.latest.drain(..n_surplus);
        self.latest.push(post);
    }

    /// Returns the posts that were touched after a change, if they are still known.
    pub(super) fn posts_since(&self, change: u64) -> Option<BTreeSet<u64>> {
        let n_changes = usize::try_from(self.change.saturating_sub(change)).ok()?;
        let first = self.latest.len().checked_sub(n_changes)?;
        Some(self.latest[first..].iter().copied().collect())
    }
}
