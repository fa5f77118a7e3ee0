//! The words of a person, as they are stored until they are answered.

use serde::{Deserialize, Serialize};

use api::{Said, SlashCommand};

/// The words of a person.
///
/// They may hold a secret, so they have no `Debug`.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(super) enum MeantWords {
    Text(String),
    Move(String),
    Press(String),
    Choose { menu: String, value: String },
    Fill { form: String, text: String },
}

impl From<MeantWords> for Said {
    fn from(meant: MeantWords) -> Said {
        match meant {
            MeantWords::Text(text) => Said::Text(text),
            MeantWords::Move(text) => Said::Command(SlashCommand {
                name: "move".to_owned(),
                options: vec![("move".to_owned(), text)],
                person: None,
            }),
            MeantWords::Press(id) => Said::Press(id),
            MeantWords::Choose { menu, value } => Said::Choose { menu, value },
            MeantWords::Fill { form, text } => Said::Fill { form, text },
        }
    }
}
