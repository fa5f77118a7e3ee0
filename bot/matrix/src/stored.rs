//! Reads and writes the data of Matrix in the store.

use std::fmt;

use matrix_sdk::ruma::{OwnedRoomId, RoomId};
use serde::{Serialize, de::DeserializeOwned};

use super::{
    adapter::Matrix,
    choices::Choices,
    failure::{Failure, failure},
};
use api::Batch;

/// Returns the key of an entry about a person or a thing.
pub(super) fn key(kept: &str, about: impl fmt::Display) -> Vec<u8> {
    format!("matrix/{kept}/{about}").into_bytes()
}

impl Matrix {
    pub(super) async fn keep(&self, changes: Batch) -> Result<(), Failure> {
        Ok(self.writer.commit(changes).await?)
    }

    /// Writes a text under a key.
    pub(super) async fn keep_text(&self, key: Vec<u8>, text: &str) -> Result<(), Failure> {
        let mut batch = Batch::default();
        batch.put(key, text);
        self.keep(batch).await
    }

    /// Reads the text under a key, if there is one.
    pub(super) fn kept_text(&self, key: &[u8]) -> Result<Option<String>, Failure> {
        let found = self.writer.get(key)?;
        Ok(found.and_then(|found| String::from_utf8(found).ok()))
    }

    /// Reads the room under a key, if there is one.
    pub(super) fn kept_room(&self, key: &[u8]) -> Result<Option<OwnedRoomId>, Failure> {
        let text = self.kept_text(key)?;
        Ok(text.and_then(|text| RoomId::parse(text).ok()))
    }

    /// Writes a value under a key, as JSON.
    pub(super) async fn keep_json(
        &self,
        key: Vec<u8>,
        value: &impl Serialize,
    ) -> Result<(), Failure> {
        let text = serde_json::to_string(value).map_err(failure)?;
        self.keep_text(key, &text).await
    }

    /// Reads the value under a key, if there is one that can be parsed.
    pub(super) fn kept_json<T: DeserializeOwned>(&self, key: &[u8]) -> Result<Option<T>, Failure> {
        let found = self.writer.get(key)?;
        Ok(found.and_then(|found| serde_json::from_slice(&found).ok()))
    }

    /// Writes choices under a key; without choices, removes the entry.
    pub(super) async fn keep_choices(
        &self,
        key: Vec<u8>,
        choices: Option<&Choices>,
    ) -> Result<(), Failure> {
        match choices {
            Some(choices) => self.keep_json(key, choices).await,
            None => Ok(self.writer.mark(key, false).await?),
        }
    }
}
