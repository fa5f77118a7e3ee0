//! The events that each person saw, in order.

use std::{collections::BTreeSet, sync::Arc};

use super::{Id, Message, Modal};

/// A completion as the bot offered it.
#[derive(Clone, Debug, PartialEq)]
pub struct Choice {
    /// The name that people read.
    pub name: String,
    /// The value of the option when this is chosen.
    pub value: String,
}

/// An event that one person saw.
#[derive(Clone)]
pub struct SeenEvent {
    /// The channel, thread or direct channel.
    pub room: Id,
    /// The event itself.
    pub event: VisibleEvent,
}

/// A kind of visible event.
#[derive(Clone)]
pub enum VisibleEvent {
    /// The person's own action, which only they see: `types /games`, `presses [Accept]`.
    Action(String),
    /// A new message. It may still show "is thinking…".
    Message(Message),
    /// The new state of an edited message.
    Edit(Message),
    /// The deletion of the message with this id.
    Deletion(Id),
    /// Completions of their input.
    Choices(Vec<Choice>),
    /// A modal that asks for text.
    Modal(Modal),
    /// The acknowledgment of a button, with no further message.
    Acknowledgment,
    /// Discord's notice that the bot did not answer.
    Failure,
    /// A new thread with this name.
    Thread(String),
    /// The new name of the channel or thread.
    Name(String),
    /// The archiving of the channel or thread.
    Archive,
    /// The deletion of the channel or thread.
    Closure,
}

impl VisibleEvent {
    /// Returns the new or edited message.
    pub fn message(&self) -> Option<&Message> {
        match self {
            VisibleEvent::Message(message) | VisibleEvent::Edit(message) => Some(message),
            _ => None,
        }
    }
}

/// The people who saw an event.
#[derive(Clone)]
pub(super) enum Readers {
    All(Arc<BTreeSet<Id>>),
    Only(Id),
}

/// One entry of the log.
pub(super) struct Entry {
    readers: Readers,
    seen: SeenEvent,
}

/// All events that anyone has seen.
#[derive(Default)]
pub(super) struct EventLog(Vec<Entry>);

impl EventLog {
    pub(super) fn note(&mut self, readers: Readers, room: Id, event: VisibleEvent) {
        self.0.push(Entry {
            readers,
            seen: SeenEvent { room, event },
        });
    }

    /// Returns the events that every reader of this room saw.
    pub(super) fn of_room(&self, room: Id) -> impl Iterator<Item = &VisibleEvent> {
        let is_here = move |entry: &&Entry| {
            entry.seen.room == room && matches!(entry.readers, Readers::All(_))
        };
        self.0.iter().filter(is_here).map(|entry| &entry.seen.event)
    }

    /// Returns the events that this person saw.
    pub(super) fn of(&self, user: Id) -> impl Iterator<Item = &SeenEvent> {
        let saw = move |entry: &&Entry| match &entry.readers {
            Readers::All(readers) => readers.contains(&user),
            Readers::Only(reader) => *reader == user,
        };
        self.0.iter().filter(saw).map(|entry| &entry.seen)
    }
}
