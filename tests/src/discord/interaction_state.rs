//! Interactions as the server keeps them, with their results.

use std::time::Duration;

use serde_json::Value;
use tokio::sync::watch;

use super::{Id, Message, Modal, event_log::Choice, server_state::ServerState};

/// The kind of an acknowledgment.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AcknowledgmentKind {
    /// An immediate message.
    Answer,
    /// A deferred message: "is thinking…".
    Deferral,
    /// A deferred update: the button stops loading, with or without a later message.
    Silence,
    /// An edit of the message with the button.
    Update,
    /// Completions.
    Choices,
    /// A modal that asks for text.
    Modal,
    /// A launch of the Activity.
    Launch,
}

/// The kind and time of an acknowledgment.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Acknowledgment {
    /// Its kind.
    pub kind: AcknowledgmentKind,
    /// True if no other person sees the message.
    pub is_private: bool,
    /// The delay.
    pub after: Duration,
}

/// The kind of an interaction, by Discord's numbers.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    Command = 2,
    Component = 3,
    Completion = 4,
    Modal = 5,
}

/// An interaction.
pub(super) struct InteractionState {
    pub(super) id: Id,
    pub(super) token: String,
    pub(super) kind: Kind,
    pub(super) user: Id,
    pub(super) room: Id,
    pub(super) asked: Duration,
    /// The command with its options, as every reader of a public answer sees it. Empty after a button.
    pub(super) command: String,
    /// The message whose button was pressed.
    pub(super) source: Option<Id>,
    /// The event, for a replay.
    pub(super) event: Value,
    pub(super) acknowledgment: Option<Acknowledgment>,
    /// True if the bot may not know that its acknowledgment arrived.
    pub(super) is_doubtful: bool,
    /// True if the bot received it too late to acknowledge it.
    pub(super) is_late: bool,
    /// The number of answered requests at the time when the bot received the response to its acknowledgment.
    pub(super) known_at: Option<usize>,
    /// The message that `@original` names.
    pub(super) original: Option<Id>,
    /// Every message that was shown or edited in answer, in order.
    pub(super) answers: Vec<Id>,
    pub(super) modal: Option<Modal>,
    pub(super) choices: Option<Vec<Choice>>,
    pub(super) is_expired: bool,
    pub(super) progress: watch::Sender<()>,
}

/// Returns the token by which a bot answers this interaction.
pub(super) fn token(id: Id) -> String {
    format!("token-of-interaction-{id}")
}

/// Returns the interaction of a token.
pub(super) fn id_of(token: &str) -> Option<Id> {
    token.strip_prefix("token-of-interaction-")?.parse().ok()
}

impl InteractionState {
    /// Returns the messages that answered it and still exist, as they read now.
    pub(super) fn shown(&self, state: &ServerState) -> impl Iterator<Item = Message> {
        let answers = self.answers.iter();
        answers.filter_map(|id| state.messages.get(id)).cloned()
    }

    /// Notifies all waiting tasks of progress.
    pub(super) fn progress(&self) {
        self.progress.send_replace(());
    }
}
