//! The interactions that can still be answered.

use std::{
    sync::{
        Mutex,
        atomic::{AtomicBool, Ordering},
    },
    time::Duration,
};

use serenity::all::{InteractionId, MessageId};
use tokio::time::Instant;

use super::permissions::Access;
use kit::lock;
use text::Text;

/// How long answers go by the token of an interaction.
pub(super) const LIFE: Duration = Duration::from_secs(15 * 60);

/// What kind of an answer an interaction wants.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Expected {
    /// A message.
    Message,
    /// A message, or that the one be changed whose control was used, which only the speaker sees.
    Change,
    /// A message apart: everybody sees the one whose control was used, so that no answer may take its place.
    Aside,
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
    /// Whether it was done on a server where we are not, by somebody who has installed us for themselves.
    pub(super) is_outside: bool,
    /// Why somebody who is challenged would not read of it.
    pub(super) unread: Option<Text>,
    /// The message whose control was used, if one was.
    pub(super) source: Option<MessageId>,
    pub(super) since: Instant,
    /// What Discord has been told so far.
    told: Mutex<Acknowledgment>,
    /// Whether a promise may have come through without our knowing.
    is_promise_lost: AtomicBool,
    /// Held by whoever answers. A promise does not wait for it.
    pub(super) turn: tokio::sync::Mutex<()>,
    /// Held while a first word is on its way.
    pub(super) first_word: tokio::sync::Mutex<()>,
}

/// What Discord has been told of an interaction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Acknowledgment {
    /// Nothing yet.
    Nothing,
    /// Perhaps something; nobody knows whether Discord heard it.
    Unknown,
    /// That a message will come, which only the speaker sees.
    MessageComes,
    /// That something may change.
    ChangeComes,
    /// Why the answer takes its time; it takes the place of that.
    Note,
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
            is_outside: false,
            unread: None,
            source: None,
            since: Instant::now(),
            told: Mutex::new(Acknowledgment::Nothing),
            is_promise_lost: AtomicBool::new(false),
            turn: tokio::sync::Mutex::default(),
            first_word: tokio::sync::Mutex::default(),
        }
    }

    pub(super) fn acknowledgment(&self) -> Acknowledgment {
        *lock(&self.told)
    }

    /// Whether Discord is known to have been told something.
    pub(super) fn is_acknowledged(&self) -> bool {
        !matches!(
            self.acknowledgment(),
            Acknowledgment::Nothing | Acknowledgment::Unknown
        )
    }

    pub(super) fn note_told(&self, told: Acknowledgment) {
        *lock(&self.told) = told;
    }

    /// A promise was made; what was told since stands.
    pub(super) fn note_promised(&self, promised: Acknowledgment) {
        let mut told = lock(&self.told);
        if matches!(*told, Acknowledgment::Nothing | Acknowledgment::Unknown) {
            *told = promised;
        }
    }

    /// Nobody knows whether a first word came through.
    pub(super) fn note_doubt(&self) {
        let mut told = lock(&self.told);
        if *told == Acknowledgment::Nothing {
            *told = Acknowledgment::Unknown;
        }
    }

    /// Whether a promise may have come through; from now on whether `is_lost`.
    pub(super) fn doubt_promise(&self, is_lost: bool) -> bool {
        self.is_promise_lost.swap(is_lost, Ordering::AcqRel)
    }

    /// Whether a promise may have come through without our knowing.
    pub(super) fn is_promise_lost(&self) -> bool {
        self.is_promise_lost.load(Ordering::Acquire)
    }
}
