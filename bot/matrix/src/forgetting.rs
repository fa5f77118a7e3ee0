//! Shows and deletes the stored data of a person.
//!
//! The bot needs the direct room for the last answer. It keeps the room in memory until then, and then leaves it. The
//! homeserver owns the rooms themselves and the messages in them.

use matrix_sdk::ruma::UserId;
use serde_json::{Map, Value};
use tracing::warn;

use super::{adapter::Matrix, failure::Failure, stored::key};
use api::{Batch, Entries, Entry, PersonalEntry, Rows, StoreError};
use kit::lock;
use store::writer::Writer;

/// The prefix of all keys of Matrix.
const ALL: &[u8] = b"matrix/";

/// Returns all stored data of a person.
pub(super) fn kept_of(rows: &dyn Rows, user: &UserId) -> Result<Vec<PersonalEntry>, Failure> {
    let text = |bytes: Vec<u8>| String::from_utf8_lossy(&bytes).into_owned();
    let entries = entries_of(rows, user)?.into_iter();
    let rows: Map<_, _> = entries
        .map(|(key, value)| (text(key), Value::from(text(value))))
        .collect();
    Ok(if rows.is_empty() {
        Vec::new()
    } else {
        vec![PersonalEntry {
            what: "matrix",
            value: rows.into(),
        }]
    })
}

/// Deletes all stored data of a person.
pub(super) async fn forget(writer: &Writer, user: &UserId) -> Result<(), Failure> {
    let mut batch = Batch::default();
    for (key, _) in entries_of(writer, user)? {
        batch.remove(key);
    }
    Ok(writer.commit(batch).await?)
}

/// Returns the entries with a person at the end of the key, or as the value.
fn entries_of(rows: &dyn Rows, user: &UserId) -> Result<Vec<Entry>, StoreError> {
    let end = format!("/{user}");
    let mut found = Vec::new();
    for entry in Entries::new(|after, limit| rows.scan(ALL, after, limit)) {
        let (key, value) = match entry {
            Err(StoreError::Damaged { key, .. }) => (key, Vec::new()),
            entry => entry?,
        };
        if key.ends_with(end.as_bytes()) || value == user.as_bytes() {
            found.push((key, value));
        }
    }
    Ok(found)
}

impl Matrix {
    /// Deletes all stored data of a person, and keeps their direct room in memory for the last answer.
    pub(super) async fn forget_user(&self, user: &UserId) -> Result<(), Failure> {
        if let Some(room) = self.kept_room(&key("direct", user))? {
            lock(&self.farewells).insert(user.to_owned(), room);
        }
        forget(&self.writer, user).await
    }

    /// Leaves the direct room of a deleted person after their last answer. If that fails, the bot stays there and treats the room
    /// like any other.
    pub(super) async fn part_from(&self, user: &UserId) {
        let room = lock(&self.farewells).remove(user);
        let Some(room) = room.and_then(|room| self.client.get_room(&room)) else {
            return;
        };
        if let Err(error) = room.leave().await {
            warn!(%error, "cannot leave the room of a deleted person");
        }
    }
}
