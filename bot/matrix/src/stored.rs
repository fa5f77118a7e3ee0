//! Reads and writes the data of Matrix in the store.

use std::fmt;

use matrix_sdk::ruma::{OwnedRoomId, RoomId};

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

    /// Writes choices under a key; without choices, removes the entry.
    pub(super) async fn keep_choices(
        &self,
        key: Vec<u8>,
        choices: Option<&Choices>,
    ) -> Result<(), Failure> {
        let Some(choices) = choices else {
            return Ok(self.writer.mark(key, false).await?);
        };
        let text = serde_json::to_string(choices)
            .map_err(matrix_sdk::Error::from)
            .map_err(failure)?;
        self.keep_text(key, &text).await
    }

    /// Reads the choices under a key.
    pub(super) fn kept_choices(&self, key: &[u8]) -> Result<Option<Choices>, Failure> {
        let text = self.kept_text(key)?;
        Ok(text.and_then(|text| serde_json::from_str(&text).ok()))
    }
}
