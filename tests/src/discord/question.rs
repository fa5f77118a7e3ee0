//! What a person asked of the bot, as the server keeps it, and what became of it.

use std::{collections::HashSet, time::Duration};

use serde_json::Value;
use tokio::sync::watch;

use super::{Id, Modal, chronicle::Choice};

/// How an interaction was acknowledged.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Manner {
    /// With a message at once.
    Answer,
    /// With a promise of a message: "is thinking…".
    Deferral,
    /// The button stops turning; something may follow, or nothing.
    Silence,
    /// The message with the button was changed.
    Update,
    /// With completions.
    Choices,
    /// With a window that asks for text.
    Modal,
}

/// How and when an interaction was acknowledged.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Acknowledgment {
    /// How.
    pub manner: Manner,
    /// Whether nobody else sees the message.
    pub is_private: bool,
    /// How long it took.
    pub after: Duration,
}

/// What kind of thing was done, by Discord's numbers.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    Command = 2,
    Component = 3,
    Completion = 4,
    Modal = 5,
}

/// An interaction.
pub(super) struct Question {
    pub(super) id: Id,
    pub(super) token: String,
    pub(super) kind: Kind,
    pub(super) user: Id,
    pub(super) room: Id,
    pub(super) asked: Duration,
    /// The command with its options as everybody sees it who can read a public answer; empty after a button.
    pub(super) command: String,
    /// The message whose button was pressed.
    pub(super) source: Option<Id>,
    /// The event, to tell it again.
    pub(super) event: Value,
    pub(super) acknowledgment: Option<Acknowledgment>,
    /// Whether the bot may not know that its acknowledgment arrived.
    pub(super) is_doubtful: bool,
    /// Whether the bot was told of it when it was too late to acknowledge it.
    pub(super) is_late: bool,
    /// How many requests had been answered when the bot was told that its acknowledgment arrived.
    pub(super) told_at: Option<usize>,
    /// The message that `@original` names.
    pub(super) original: Option<Id>,
    /// Every message that was shown or changed in answer, in order.
    pub(super) answers: Vec<Id>,
    /// Those that are answers of this interaction, which its token can change.
    pub(super) owned: HashSet<Id>,
    pub(super) modal: Option<Modal>,
    pub(super) choices: Option<Vec<Choice>>,
    pub(super) is_expired: bool,
    pub(super) progress: watch::Sender<()>,
}

/// What proves that a bot was asked this.
pub(super) fn token(id: Id) -> String {
    format!("token-of-interaction-{id}")
}

/// The interaction of a token.
pub(super) fn id_of(token: &str) -> Option<Id> {
    token.strip_prefix("token-of-interaction-")?.parse().ok()
}

impl Question {
    /// Something became of it, which whoever waits for it is told.
    pub(super) fn progress(&self) {
        self.progress.send_replace(());
    }
}
