//! What is said in a room, as it is stored and as the page reads it.

use serde::{Deserialize, Serialize};

use super::{person::PersonId, wire::Body};

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
}
