//! Replies as messages.

use crate::buttons::text_message;
use api::{Answer, Message, Private};
use text::{Language, Text};

/// A reply that can be rendered as an answer.
pub trait Render {
    /// Renders the reply in the language of its reader.
    fn render(&self, language: Language) -> Answer;
}

/// Makes a reply of text alone.
pub fn text_answer(text: &Text, language: Language) -> Answer {
    text_message(text, language).into()
}

/// Marks the reply: all readers of the place see the change itself.
pub(crate) fn evident(answer: Answer) -> Answer {
    Answer {
        is_evident: true,
        ..answer
    }
}

/// Makes a reply that replaces the message with the used control.
pub(crate) fn replacing(message: Message<Private>) -> Answer {
    Answer {
        replaces: true,
        ..message.into()
    }
}
