//! Replaces Matrix at a process without the session, because another process has it. Stored data can be read and deleted, but
//! nothing can be sent.

use std::sync::Arc;

use async_trait::async_trait;

use super::{adapter, forgetting, ids};
use api::{
    Answer, Capabilities, ChannelId, Chat, ChatError, Checkup, Event, EventId, Finding, Form,
    Message, MessageId, Nonce, PersonalEntry, Platform, Private, Public, UserId,
};
use kit::known;
use store::writer::Writer;

/// The replacement for Matrix at a process without the session.
pub struct Standby {
    writer: Writer,
    threads: bool,
}

impl Standby {
    /// Creates the replacement. `writer` stores the data of people; `threads` is true if matches get threads on Matrix.
    pub fn new(writer: Writer, threads: bool) -> Arc<Standby> {
        Arc::new(Standby { writer, threads })
    }
}

/// Returns an error that allows a retry, later and elsewhere.
fn elsewhere() -> ChatError {
    ChatError::Unavailable("another process speaks on Matrix, or is about to".to_owned())
}

#[async_trait]
impl Chat for Standby {
    fn platform(&self) -> Platform {
        Platform::Matrix
    }

    fn capabilities(&self) -> Capabilities {
        adapter::capabilities(self.threads)
    }

    fn is_elsewhere(&self) -> bool {
        true
    }

    async fn post(
        &self,
        _: &Nonce,
        _: &ChannelId,
        _: &Message<Public>,
    ) -> Result<MessageId, ChatError> {
        Err(elsewhere())
    }

    async fn whisper(
        &self,
        _: &Nonce,
        _: &UserId,
        _: &Message<Private>,
    ) -> Result<MessageId, ChatError> {
        Err(elsewhere())
    }

    async fn edit(&self, _: &MessageId, _: &Message<Public>) -> Result<(), ChatError> {
        Err(elsewhere())
    }

    async fn edit_whisper(
        &self,
        _: &UserId,
        _: &MessageId,
        _: &Message<Private>,
    ) -> Result<(), ChatError> {
        Err(elsewhere())
    }

    async fn open_thread(
        &self,
        _: &MessageId,
        _: &str,
        _: &[&UserId],
    ) -> Result<Option<ChannelId>, ChatError> {
        Err(elsewhere())
    }

    async fn answer(&self, _: &EventId, _: &Answer) -> Result<(), ChatError> {
        Err(elsewhere())
    }

    async fn show_form(&self, _: &EventId, _: &Form) -> Result<(), ChatError> {
        Err(elsewhere())
    }

    async fn examine(&self, _: &Event, _: Checkup) -> Result<Vec<Finding>, ChatError> {
        Err(elsewhere())
    }

    async fn has_left(&self, _: &UserId, _: &ChannelId) -> Result<bool, ChatError> {
        Err(elsewhere())
    }

    async fn kept_of(&self, user: &UserId) -> Result<Vec<PersonalEntry>, ChatError> {
        let user = known(ids::user(user), user)?;
        Ok(forgetting::kept_of(&self.writer, &user)?)
    }

    async fn forget(&self, user: &UserId) -> Result<(), ChatError> {
        let user = known(ids::user(user), user)?;
        Ok(forgetting::forget(&self.writer, &user).await?)
    }
}
