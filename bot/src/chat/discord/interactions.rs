//! The interactions that can still be answered.

use std::{sync::Mutex, time::Duration};

use serenity::all::InteractionId;
use tokio::time::Instant;

use super::permissions::Access;
use crate::chat::kit::hold;

/// How long answers go by the token of an interaction.
pub(super) const LIFE: Duration = Duration::from_secs(15 * 60);

/// What kind of an answer an interaction wants.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Expected {
    /// A message.
    Message,
    /// A message, or that the one be changed whose control was used, which only the speaker sees.
    Change,
    /// Values for the option that is being typed.
    Completion,
}

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
    /// What Discord has been told so far.
    told: Mutex<Acknowledgment>,
    /// Held by whoever tells more.
    pub(super) turn: tokio::sync::Mutex<()>,
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

impl OpenInteraction {
    pub(super) fn new(id: InteractionId, token: &str, expected: Expected) -> OpenInteraction {
        OpenInteraction {
            id,
            token: token.to_owned(),
            expected,
            access: None,
            since: Instant::now(),
            told: Mutex::new(Acknowledgment::Nothing),
            turn: tokio::sync::Mutex::default(),
        }
    }

    pub(super) fn told(&self) -> Acknowledgment {
        *hold(&self.told)
    }

    pub(super) fn note_told(&self, told: Acknowledgment) {
        *hold(&self.told) = told;
    }
}
