//! The intent of a person before it is parsed, as a page sends it and an adapter stores it.

use serde::{Deserialize, Serialize};

use super::{Control, Intent, SlashCommand};

/// The intent of a person before it is parsed.
///
/// It may hold a secret, so it has no `Debug`.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum RawIntent {
    /// A text, which is a command if it can be read as one.
    Text(String),
    /// A move.
    Move(String),
    /// A button.
    Press(Control),
    /// An entry of a menu.
    Choose {
        /// The menu.
        menu: Control,
        /// The value of the entry.
        value: String,
    },
    /// A form that was filled in.
    Fill {
        /// The form.
        form: Control,
        /// The text that was entered.
        text: String,
    },
}

impl RawIntent {
    /// Returns the text that others in the room may have read.
    pub fn text(&self) -> Option<&str> {
        match self {
            RawIntent::Text(text) | RawIntent::Fill { text, .. } => Some(text),
            RawIntent::Move(_) | RawIntent::Press(_) | RawIntent::Choose { .. } => None,
        }
    }
}

impl From<RawIntent> for Intent {
    fn from(raw: RawIntent) -> Intent {
        match raw {
            RawIntent::Text(text) => Intent::typed(&text),
            RawIntent::Move(text) => Intent::slash(SlashCommand {
                name: "move".to_owned(),
                options: vec![("move".to_owned(), text)],
            }),
            RawIntent::Press(control) => Intent::Press(control),
            RawIntent::Choose { menu, value } => Intent::choose(menu, &value),
            RawIntent::Fill { form, text } => Intent::fill(form, &text),
        }
    }
}
