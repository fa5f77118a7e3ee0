//! What people do.

use std::fmt;

use serde::Deserialize;

use super::{ChannelId, EventId, Platform, ServerId, UserId};
use text::{Language, PROGRAM, unmarked};

/// Something that a person did.
///
/// It may hold a secret, so `Debug` shows its id only.
#[derive(Clone)]
pub struct Event {
    /// The platform's own id of it; the same when the platform tells us twice.
    pub id: EventId,
    /// Who did it.
    pub speaker: Speaker,
    /// Where.
    pub place: Place,
    /// The language in which their platform speaks to them, as far as it tells and the bot speaks it.
    pub language: Option<Language>,
    /// The language that has been chosen for the place, as far as the platform tells and the bot speaks it.
    pub place_language: Option<Language>,
    /// The server, if it was done on one.
    pub server: Option<ServerAccess>,
    /// What.
    pub said: Said,
}

impl Event {
    /// The same event, without the program's own marks in what a person wrote or is called.
    pub fn unmarked(self) -> Event {
        Event {
            speaker: self.speaker.unmarked(),
            said: self.said.unmarked(),
            ..self
        }
    }
}

impl fmt::Debug for Event {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Event({})", self.id)
    }
}

/// A person and the name to show for them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Speaker {
    /// Who.
    pub id: UserId,
    /// The name to show; any text, at most as long as the platform allows.
    pub name: String,
}

impl Speaker {
    /// The program itself, as somebody to play against.
    pub fn program() -> Speaker {
        Speaker {
            id: UserId::new(Platform::Engine, "any"),
            name: PROGRAM.to_owned(),
        }
    }

    /// The same person, without the program's own marks in the name.
    pub fn unmarked(self) -> Speaker {
        Speaker {
            name: unmarked(&self.name),
            ..self
        }
    }

    /// Whether this is the program.
    pub fn is_program(&self) -> bool {
        self.id.platform == Platform::Engine
    }
}

/// The server on which somebody does something, and what they may do there.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ServerAccess {
    /// Which server.
    pub id: ServerId,
    /// Whether their platform lets them manage it.
    pub may_manage: bool,
}

/// Where something was said.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Place {
    /// In a channel that others read.
    Channel(ChannelId),
    /// In the direct messages between the speaker and the bot.
    Direct,
    /// Among people who have taken the bot along to where it is not: it can answer there, and post nothing by itself. So
    /// whatever is played goes on in direct messages.
    Group,
}

/// What a person did; the page tells it as it stands here.
#[derive(Clone, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Said {
    /// A command as text, with or without its slash: `/move e2e4`.
    Text(String),
    /// A command whose options the platform tells apart; nobody else there reads it.
    #[serde(skip)]
    Command(SlashCommand),
    /// A button with this id was pressed.
    Press(String),
    /// An entry of the menu with this id was chosen.
    Choose {
        /// The menu.
        menu: String,
        /// The value of the entry.
        value: String,
    },
    /// The form with this id was filled in.
    Fill {
        /// The form.
        form: String,
        /// What was written.
        text: String,
    },
}

impl Said {
    fn unmarked(self) -> Said {
        match self {
            Said::Text(text) => Said::Text(unmarked(&text)),
            Said::Command(command) => Said::Command(command.unmarked()),
            Said::Press(button) => Said::Press(unmarked(&button)),
            Said::Choose { menu, value } => Said::Choose {
                menu: unmarked(&menu),
                value: unmarked(&value),
            },
            Said::Fill { form, text } => Said::Fill {
                form: unmarked(&form),
                text: unmarked(&text),
            },
        }
    }
}

/// A command with its options apart.
///
/// It may hold a secret, so it has no `Debug`.
#[derive(Clone, PartialEq, Eq)]
pub struct SlashCommand {
    /// Its name, without slash.
    pub name: String,
    /// Its options by their names, each with what stands there, to the letter.
    pub options: Vec<(String, String)>,
    /// The person whom one of them names, where the platform knows them.
    pub person: Option<Speaker>,
}

impl SlashCommand {
    fn unmarked(self) -> SlashCommand {
        let options = self.options.into_iter();
        SlashCommand {
            name: unmarked(&self.name),
            options: options
                .map(|(name, value)| (name, unmarked(&value)))
                .collect(),
            person: self.person.map(Speaker::unmarked),
        }
    }
}
