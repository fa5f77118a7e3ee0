//! The inputs of people in tests, as a platform receives them.

use api::{Event, EventId, Place, Speaker};
use command::{Control, Intent};

/// An input of a person.
#[derive(Clone, PartialEq, Eq)]
pub enum UserInput {
    /// Writes a text.
    Text(String),
    /// Presses the button with this id.
    Press(String),
    /// Chooses an entry of a menu.
    Choose {
        /// The id of the menu.
        menu: String,
        /// The value of the entry.
        value: String,
    },
    /// Fills a form.
    Fill {
        /// The id of the form.
        form: String,
        /// The text.
        text: String,
    },
    /// Types a text up to here.
    Type(String),
}

impl UserInput {
    /// Reads a short input: a command if it begins with a slash, else a press of the button with this id.
    pub fn short(text: &str) -> UserInput {
        if text.starts_with('/') {
            UserInput::Text(text.to_owned())
        } else {
            UserInput::Press(text.to_owned())
        }
    }

    /// Returns the text that others in the place may read.
    fn text(&self) -> Option<&str> {
        match self {
            UserInput::Text(text) | UserInput::Fill { text, .. } => Some(text),
            UserInput::Press(_) | UserInput::Choose { .. } | UserInput::Type(_) => None,
        }
    }

    /// Returns the event of this input.
    pub fn event(&self, id: EventId, speaker: Speaker, place: Place) -> Event {
        Event {
            text: self.text().map(str::to_owned),
            ..Event::new(id, speaker, place, self.intent())
        }
    }

    /// Returns the intent, as an adapter reads it.
    fn intent(&self) -> Intent {
        match self {
            UserInput::Text(text) => Intent::typed(text),
            UserInput::Press(id) => Intent::Press(Control::read(id)),
            UserInput::Choose { menu, value } => Intent::choose(Control::read(menu), value),
            UserInput::Fill { form, text } => Intent::fill(Control::read(form), text),
            UserInput::Type(text) => Intent::complete(text),
        }
    }
}
