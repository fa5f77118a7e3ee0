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

/// The lifetime of an interaction token.
pub(super) const LIFE: Duration = Duration::from_secs(15 * 60);

/// The kind of answer that an interaction expects.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Expected {
    /// A message.
    Message,
    /// A message, or an edit of the message with the control, which only the speaker sees.
    Change,
    /// A separate message: the message with the control is public, so no answer can replace it.
    Aside,
    /// Completions for the option that is being typed.
    Completion,
}

/// An interaction that can still be answered.
///
/// Its token allows anyone to answer, so it has no `Debug`.
pub(super) struct OpenInteraction {
    pub(super) id: InteractionId,
    pub(super) token: String,
    pub(super) expected: Expected,
    /// The permissions of the bot in the channel, if it is on a server.
    pub(super) access: Option<Access>,
    /// True if it comes from a server without the bot, by a person who has installed the bot for themselves.
    pub(super) is_outside: bool,
    /// The reason why the challenged person would not read the challenge, if any.
    pub(super) unread: Option<Text>,
    /// The message with the control that was used, if any.
    pub(super) source: Option<MessageId>,
    pub(super) since: Instant,
    /// The responses that Discord has received so far.
    acknowledgment: Mutex<Acknowledgment>,
    /// True if a deferral may have arrived although its result is unknown.
    is_deferral_lost: AtomicBool,
    /// Held while an answer is sent. A deferral does not wait for it.
    pub(super) turn: tokio::sync::Mutex<()>,
    /// Held while a first response is in flight.
    pub(super) first_word: tokio::sync::Mutex<()>,
}

/// The responses that Discord has received to an interaction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Acknowledgment {
    /// No response yet.
    Nothing,
    /// Possibly a response, with an unknown result.
    Unknown,
    /// A deferred message that only the speaker sees.
    MessageComes,
    /// A deferred change of the message with the control.
    ChangeComes,
    /// A note in place of the answer about why it takes long.
    Note,
    /// The answer.
    Answer,
}

impl Acknowledgment {
    fn is_known(self) -> bool {
        !matches!(self, Acknowledgment::Nothing | Acknowledgment::Unknown)
    }
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
            acknowledgment: Mutex::new(Acknowledgment::Nothing),
            is_deferral_lost: AtomicBool::new(false),
            turn: tokio::sync::Mutex::default(),
            first_word: tokio::sync::Mutex::default(),
        }
    }

    pub(super) fn acknowledgment(&self) -> Acknowledgment {
        *lock(&self.acknowledgment)
    }

    /// Tells whether Discord is known to have received a response.
    pub(super) fn is_acknowledged(&self) -> bool {
        self.acknowledgment().is_known()
    }

    /// Records the response that Discord has received last.
    pub(super) fn note(&self, acknowledgment: Acknowledgment) {
        *lock(&self.acknowledgment) = acknowledgment;
    }

    /// Records a deferral, unless a later response is already recorded.
    pub(super) fn note_deferred(&self, deferred: Acknowledgment) {
        let mut acknowledgment = lock(&self.acknowledgment);
        if !acknowledgment.is_known() {
            *acknowledgment = deferred;
        }
    }

    /// Records that the result of a first response is unknown.
    pub(super) fn note_doubt(&self) {
        let mut acknowledgment = lock(&self.acknowledgment);
        if *acknowledgment == Acknowledgment::Nothing {
            *acknowledgment = Acknowledgment::Unknown;
        }
    }

    /// Sets whether a deferral may have arrived although its result is unknown. Returns the previous value.
    pub(super) fn doubt_deferral(&self, is_lost: bool) -> bool {
        self.is_deferral_lost.swap(is_lost, Ordering::AcqRel)
    }

    /// True if a deferral may have arrived although its result is unknown.
    pub(super) fn is_deferral_lost(&self) -> bool {
        self.is_deferral_lost.load(Ordering::Acquire)
    }
}
