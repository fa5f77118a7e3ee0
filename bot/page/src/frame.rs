//! What a page is told over its open line.

use std::collections::BTreeMap;

use serde::Serialize;

use super::{
    person::{PersonId, SignedIn},
    places::Channel,
    posts::RoomPost,
    wire::StoredAnswer,
};

/// What a page is told.
#[derive(Serialize)]
#[serde(tag = "type", rename_all = "kebab-case")]
pub(super) enum LiveEvent<'a> {
    /// The first frame.
    Welcome {
        you: PersonId,
        name: &'a str,
        bot: &'a str,
        /// The language that they have chosen.
        #[serde(skip_serializing_if = "Option::is_none")]
        language: Option<&'static str>,
        /// Whether the bot may write direct messages to them.
        direct: bool,
        channels: &'a [Channel],
        people: Vec<Listing<'a>>,
    },
    /// A new post, or an edited one in its new form. The page knows a post by place and number.
    Post {
        place: &'a str,
        #[serde(flatten)]
        post: &'a RoomPost,
    },
    /// A later answer to something that the page said under this id, in place of the one that it got.
    Answer {
        id: &'a str,
        reply: &'a StoredAnswer,
    },
    /// All that was missed has been sent. What follows comes in the order in which it was said; what came before came in
    /// the order of its places and numbers.
    CaughtUp {
        /// The last change of each place that the page knows now, with all before it.
        changes: BTreeMap<&'static str, u64>,
    },
    /// Somebody came or left.
    Person(Listing<'a>),
}

#[derive(Serialize)]
pub(super) struct Listing<'a> {
    pub(super) id: PersonId,
    pub(super) name: &'a str,
    pub(super) online: bool,
}

impl LiveEvent<'_> {
    pub(super) fn person(person: &SignedIn, online: bool) -> LiveEvent<'_> {
        LiveEvent::Person(Listing {
            id: person.id,
            name: &person.name,
            online,
        })
    }
}
