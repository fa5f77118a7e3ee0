//! What is said in a room, as it is stored and as the page reads it.

use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};

use super::{person::PersonId, wire::Body};

/// Of how many changes of a room it is known which post they touched: who was away no longer finds what they have missed
/// without a look at all posts.
const MOST_LATEST: usize = 32;

/// Who said something.
#[derive(Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(super) enum Author {
    Bot,
    Person { id: PersonId, name: String },
}

impl Author {
    /// The person, if it was one.
    pub(super) fn person(&self) -> Option<PersonId> {
        match self {
            Author::Bot => None,
            Author::Person { id, .. } => Some(*id),
        }
    }
}

/// Something to say.
pub(super) struct NewPost {
    /// Said once however often it is asked.
    pub(super) nonce: String,
    pub(super) author: Author,
    pub(super) body: Body,
}

/// Something that was said.
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

/// What somebody has missed of a room.
pub(super) struct Missed {
    /// The posts that were made or edited, in their order in the room.
    pub(super) posts: Vec<RoomPost>,
    /// The last change of which they are known to tell, with all before it.
    pub(super) change: u64,
}

/// The counters of a room.
#[derive(Serialize, Deserialize)]
pub(super) struct Counters {
    /// The oldest post that is kept.
    pub(super) first: u64,
    /// The number of the next post.
    pub(super) next: u64,
    /// The last change, 0 before there is one.
    pub(super) change: u64,
    /// Which post each of the last changes touched, up to that one.
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

    /// Which posts were touched after a change, if that is still known.
    pub(super) fn posts_since(&self, change: u64) -> Option<BTreeSet<u64>> {
        let n_changes = usize::try_from(self.change.saturating_sub(change)).ok()?;
        let first = self.latest.len().checked_sub(n_changes)?;
        Some(self.latest[first..].iter().copied().collect())
    }
}
