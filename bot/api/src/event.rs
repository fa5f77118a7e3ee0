//! Events from people.

use std::fmt;

use serde::Deserialize;

use super::{ChannelId, EventId, Platform, ServerId, UserId};
use text::{Language, PROGRAM, unmarked};

/// An action of a person on a platform.
///
/// It may hold a secret, so `Debug` shows its id only.
#[derive(Clone)]
pub struct Event {
    /// The platform's id of the event. It is the same when the platform sends the event twice.
    pub id: EventId,
    /// The speaker.
    pub speaker: Speaker,
    /// The place of the event.
    pub place: Place,
    /// The language of the speaker's client, if the platform reports it and the bot supports it.
    pub language: Option<Language>,
    /// The language of the place, if the platform reports it and the bot supports it.
    pub place_language: Option<Language>,
    /// The server of the event, if there is one.
    pub server: Option<ServerAccess>,
    /// The content of the event.
    pub said: Said,
}

impl Event {
    /// Returns the event without the program's own marks in the text and name of the person.
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

/// A person with a display name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Speaker {
    /// The account.
    pub id: UserId,
    /// The display name; any text, at most as long as the platform allows.
    pub name: String,
}

impl Speaker {
    /// Returns the program itself as an opponent.
    pub fn program() -> Speaker {
        Speaker {
            id: UserId::new(Platform::Engine, "any"),
            name: PROGRAM.to_owned(),
        }
    }

    /// Returns the person without the program's own marks in the name.
    pub fn unmarked(self) -> Speaker {
        Speaker {
            name: unmarked(&self.name),
            ..self
        }
    }

    /// Tells whether this is the program.
    pub fn is_program(&self) -> bool {
        self.id.platform == Platform::Engine
    }
}

/// A server, with the rights that the speaker has there.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ServerAccess {
    /// The server.
    pub id: ServerId,
    /// True if the platform allows the speaker to manage the server.
    pub may_manage: bool,
}

/// The place of an event.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Place {
    /// A channel that others read.
    Channel(ChannelId),
    /// The direct messages between the speaker and the bot.
    Direct,
    /// A conversation where the bot is not a member and a person has brought it along. The bot can answer there, but cannot
    /// post by itself, so matches continue in direct messages.
    Group,
}

/// The content of an event. The page sends it in this format.
#[derive(Clone, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Said {
    /// A command as text, with or without its slash: `/move e2e4`.
    Text(String),
    /// A command whose options the platform separates. Others in the place do not read it.
    #[serde(skip)]
    Command(SlashCommand),
    /// A press of the button with this id.
    Press(String),
    /// A choice from a menu.
    Choose {
        /// The id of the menu.
        menu: String,
        /// The value of the entry.
        value: String,
    },
    /// A filled form.
    Fill {
        /// The id of the form.
        form: String,
        /// The text that was entered.
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

/// A command with separate options.
///
/// It may hold a secret, so it has no `Debug`.
#[derive(Clone, PartialEq, Eq)]
pub struct SlashCommand {
    /// The name, without slash.
    pub name: String,
    /// The options by name, each with its value exactly as typed.
    pub options: Vec<(String, String)>,
    /// The person that an option names, if the platform resolves them.
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
