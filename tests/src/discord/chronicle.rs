//! What each person saw, in order.

use std::{collections::BTreeSet, sync::Arc};

use super::{Id, Message, Modal};

/// A completion as it was offered.
#[derive(Clone, Debug, PartialEq)]
pub struct Choice {
    /// What people read.
    pub name: String,
    /// What stands in the option when it is chosen.
    pub value: String,
}

/// Something that one person saw.
#[derive(Clone)]
pub struct Seen {
    /// In which channel, thread or direct channel.
    pub room: Id,
    /// What.
    pub sight: Sight,
}

/// What there is to see.
#[derive(Clone)]
pub enum Sight {
    /// Their own deed, which only they see: `types /games`, `presses [Accept]`.
    Deed(String),
    /// A new message; it may be one that is still being thought about.
    Message(Message),
    /// What a message became.
    Edit(Message),
    /// The message of this number is gone.
    Deletion(Id),
    /// Completions of what they type.
    Choices(Vec<Choice>),
    /// A window that asks for text.
    Modal(Modal),
    /// A button stops turning; nothing else is told.
    Acknowledgment,
    /// Discord says that the bot did not answer.
    Failure,
    /// A thread was opened, with this name.
    Thread(String),
    /// The channel or thread has this name now.
    Name(String),
    /// The channel or thread is archived.
    Archive,
    /// The channel or thread is gone.
    Closure,
}

impl Sight {
    /// The message that came or changed.
    pub fn message(&self) -> Option<&Message> {
        match self {
            Sight::Message(message) | Sight::Edit(message) => Some(message),
            _ => None,
        }
    }
}

/// Who saw something.
#[derive(Clone)]
pub(super) enum Readers {
    All(Arc<BTreeSet<Id>>),
    Only(Id),
}

/// One line of the chronicle.
pub(super) struct Entry {
    readers: Readers,
    seen: Seen,
}

/// All that was ever seen.
#[derive(Default)]
pub(super) struct Chronicle(Vec<Entry>);

impl Chronicle {
    pub(super) fn note(&mut self, readers: Readers, room: Id, sight: Sight) {
        self.0.push(Entry {
            readers,
            seen: Seen { room, sight },
        });
    }

    /// What everybody saw who can read this room.
    pub(super) fn of_room(&self, room: Id) -> impl Iterator<Item = &Sight> {
        let is_here = move |entry: &&Entry| {
            entry.seen.room == room && matches!(entry.readers, Readers::All(_))
        };
        self.0.iter().filter(is_here).map(|entry| &entry.seen.sight)
    }

    /// What this person saw.
    pub(super) fn of(&self, user: Id) -> impl Iterator<Item = &Seen> {
        let saw = move |entry: &&Entry| match &entry.readers {
            Readers::All(readers) => readers.contains(&user),
            Readers::Only(reader) => *reader == user,
        };
        self.0.iter().filter(saw).map(|entry| &entry.seen)
    }
}
