//! The words of a person, as they are stored until they are answered.

use serde::{Deserialize, Serialize};

use command::{Control, Intent, SlashCommand};

/// The words of a person.
///
/// They may hold a secret, so they have no `Debug`.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(super) enum StoredIntent {
    Text(String),
    Move(String),
    Press(Control),
    Choose { menu: Control, value: String },
    Fill { form: Control, text: String },
}

impl StoredIntent {
    /// Returns the text that others in the room may have read.
    pub(super) fn text(&self) -> Option<&str> {
        match self {
            StoredIntent::Text(text) | StoredIntent::Fill { text, .. } => Some(text),
            StoredIntent::Move(_) | StoredIntent::Press(_) | StoredIntent::Choose { .. } => None,
        }
    }
}

impl From<StoredIntent> for Intent {
    fn from(stored: StoredIntent) -> Intent {
        match stored {
            StoredIntent::Text(text) => Intent::typed(&text),
            StoredIntent::Move(text) => Intent::slash(SlashCommand {
                name: "move".to_owned(),
                options: vec![("move".to_owned(), text)],
            }),
            StoredIntent::Press(control) => Intent::Press(control),
            StoredIntent::Choose { menu, value } => Intent::choose(menu, &value),
            StoredIntent::Fill { form, text } => Intent::fill(form, &text),
        }
    }
}
