//! Replies as messages.

use crate::buttons::say;
use api::{Answer, Message, Private};
use text::{Language, Text};

/// A reply that can be rendered as an answer.
pub trait Render {
    /// Renders the reply in the language of its reader.
    fn render(&self, language: Language) -> Answer;
}

/// Makes a reply of text alone.
pub fn says(text: &Text, language: Language) -> Answer {
    say(text, language).into()
}

/// Makes a reply that replaces the message with the used control.
pub(crate) fn replacing(message: Message<Private>) -> Answer {
    Answer {
        replaces: true,
        ..message.into()
    }
}
