//! The interactions that can still be answered.

use std::{sync::Arc, time::Duration};

use serenity::all::InteractionId;
use tokio::time::Instant;

use super::{
    permissions::Access,
    reading::{Expected, ReadInteraction},
};
use crate::chat::kit::Memory;

/// How long answers go by the token of an interaction.
const LIFE: Duration = Duration::from_secs(15 * 60);

/// An interaction that can still be answered.
///
/// Its token lets whoever has it answer, so it has no `Debug`.
pub(super) struct OpenInteraction {
    pub(super) id: InteractionId,
    pub(super) token: String,
    pub(super) expected: Expected,
    /// What we may do where it was done, if that is a server.
    pub(super) access: Option<Access>,
    pub(super) since: Instant,
    /// What Discord has been told so far; whoever tells more holds the lock meanwhile.
    pub(super) told: tokio::sync::Mutex<Acknowledgment>,
}

/// What Discord has been told of an interaction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Acknowledgment {
    /// Nothing yet.
    Nothing,
    /// Perhaps that something will come; nobody knows whether Discord heard it.
    Unknown,
    /// That a message will come, which only the speaker sees.
    MessageComes,
    /// That something may change.
    ChangeComes,
    /// The answer.
    Answer,
}

/// All of them.
pub(super) struct OpenInteractions(Memory<InteractionId, Arc<OpenInteraction>>);

impl Default for OpenInteractions {
    fn default() -> OpenInteractions {
        OpenInteractions(Memory::lasting(LIFE))
    }
}

impl OpenInteractions {
    /// Takes one in; nothing if it was heard before.
    pub(super) fn add(&self, read: &ReadInteraction) -> Option<Arc<OpenInteraction>> {
        let open = Arc::new(OpenInteraction {
            id: read.id,
            token: read.token.clone(),
            expected: read.expected,
            access: read.access,
            since: Instant::now(),
            told: tokio::sync::Mutex::new(Acknowledgment::Nothing),
        });
        self.0.add(read.id, Arc::clone(&open)).then_some(open)
    }

    pub(super) fn find(&self, id: InteractionId) -> Option<Arc<OpenInteraction>> {
        self.0.get(&id)
    }
}
