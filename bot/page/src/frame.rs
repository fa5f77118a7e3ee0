//! The frames that a page receives over its live connection.

use serde::Serialize;

use super::{
    person::{PersonId, SignedIn},
    places::Channel,
    posts::{Missed, RoomPost},
    wire::StoredAnswer,
};

/// A frame to a page.
#[derive(Serialize)]
#[serde(tag = "type", rename_all = "kebab-case")]
pub(super) enum LiveEvent<'a> {
    /// The first frame.
    Welcome {
        you: PersonId,
        name: &'a str,
        bot: &'a str,
        /// True if the bot can write direct messages to the person.
        direct: bool,
        channels: &'a [Channel],
        people: Vec<Listing<'a>>,
    },
    /// New posts of a place, and edited ones in their new form, in the order of their numbers. The page identifies a post by
    /// place and number.
    Posts {
        place: &'a str,
        posts: &'a [RoomPost],
        /// The last change of the place that the page knows then, with all before it.
        change: u64,
    },
    /// A later answer to the page's event with this id, in place of the first one.
    Answer {
        id: &'a str,
        reply: &'a StoredAnswer,
    },
    /// The page knows all places now.
    CaughtUp,
    /// A person came or left.
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

impl Missed {
    /// Returns the frame for the reader who has missed them.
    pub(super) fn frame(&self) -> LiveEvent<'_> {
        LiveEvent::Posts {
            place: self.room.place(),
            posts: &self.posts,
            change: self.change,
        }
    }
}
