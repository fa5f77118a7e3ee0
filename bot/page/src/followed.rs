//! The things of the page that change.

use std::future::pending;

use tokio::sync::broadcast::{Receiver, error::RecvError};

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

/// Returns the number of the next change of a thing. Never completes once the process is ending.
pub(super) async fn next_change(changes: &mut Receiver<u64>) -> u64 {
    loop {
        match changes.recv().await {
            Ok(number) => return number,
            // Later changes still wait.
            Err(RecvError::Lagged(_)) => {}
            Err(RecvError::Closed) => pending().await,
        }
    }
}
