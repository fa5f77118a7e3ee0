//! The things of the page that change.

use super::{
    person::{PEOPLE_COUNT, PersonId},
    places::Room,
};

/// A thing of the page that changes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Followed {
    /// The posts of a room.
    Room(Room),
    /// A person, who can be deleted.
    Person(PersonId),
    /// The number of people.
    People,
}

impl Followed {
    /// Returns the key of the entry that changes with it.
    pub(super) fn key(&self) -> Vec<u8> {
        match self {
            Followed::Room(room) => room.counters_key(),
            Followed::Person(id) => id.key(),
            Followed::People => PEOPLE_COUNT.to_owned(),
        }
        .into_bytes()
    }
}
