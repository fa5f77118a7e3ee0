//! The words of a person, as they are stored until they are answered.

use serde::{Deserialize, Serialize};

use command::{Control, Intent, SlashCommand};

/// The words of a person.
///
/// They may hold a secret, so they have no `Debug`.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(super) enum MeantWords {
    Text(String),
    Move(String),
    Press(Control),
    Choose { menu: Control, value: String },
    Fill { form: Control, text: String },
}

impl MeantWords {
    /// Returns the text that others in the room may have read.
    pub(super) fn text(&self) -> Option<&str> {
        match self {
            MeantWords::Text(text) | MeantWords::Fill { text, .. } => Some(text),
            MeantWords::Move(_) | MeantWords::Press(_) | MeantWords::Choose { .. } => None,
        }
    }
}

impl From<MeantWords> for Intent {
    fn from(meant: MeantWords) -> Intent {
        match meant {
            MeantWords::Text(text) => Intent::typed(&text),
            MeantWords::Move(text) => Intent::slash(SlashCommand {
                name: "move".to_owned(),
                options: vec![("move".to_owned(), text)],
            }),
            MeantWords::Press(control) => Intent::Press(control),
            MeantWords::Choose { menu, value } => Intent::choose(menu, &value),
            MeantWords::Fill { form, text } => Intent::fill(form, &text),
        }
    }
}
