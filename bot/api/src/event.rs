//! Events from people.

use std::{fmt, time::Duration};

use command::{ChannelId, EventId, Intent, MatchId, ServerId, Speaker};
use text::{Language, unmarked};

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
    /// The text that the speaker wrote, unless it is a command with separate options: others in the place may read it.
    pub text: Option<String>,
    /// The person that an option names, if the platform resolves them.
    pub named: Option<Speaker>,
    /// The match at whose board the speaker pressed, if they did: the answer appears there.
    pub board: Option<MatchId>,
    /// The time that the event took to arrive, as far as the adapter has measured the delay of the speaker's line itself.
    pub lag: Duration,
    /// The intent of the speaker.
    pub intent: Intent,
}

impl Event {
    /// Returns an event without further data.
    pub fn new(id: EventId, speaker: Speaker, place: Place, intent: Intent) -> Event {
        Event {
            id,
            speaker,
            place,
            language: None,
            place_language: None,
            server: None,
            text: None,
            named: None,
            board: None,
            lag: Duration::ZERO,
            intent,
        }
    }

    /// Returns the event without the program's own marks in its text and in the names of people. An [`Intent`] never has
    /// them.
    pub fn unmarked(self) -> Event {
        Event {
            speaker: self.speaker.unmarked(),
            text: self.text.as_deref().map(unmarked),
            named: self.named.map(Speaker::unmarked),
            ..self
        }
    }
}

impl fmt::Debug for Event {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Event({})", self.id)
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
    /// A conversation of which the bot is not a member, but a person uses it there. The bot can only answer there and cannot
    /// post, so matches continue in direct messages.
    Group,
}
