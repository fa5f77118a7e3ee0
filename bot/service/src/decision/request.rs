//! The requests on which the service decides. Each is decided on once, however often it is delivered.

use std::{fmt, sync::Arc};

use engine::Purpose;
use rules::Action;

use crate::{DailyDue, Due, Identity, SessionRequest, TimeScale};
use api::{
    Event, EventId, Finding, MatchId, PersonalEntry, Platform, ServerId, Speaker, Timestamp, UserId,
};
use text::{Language, Text};

/// A request of a person, of the clock, of the operator or of the program itself.
#[derive(Debug)]
pub struct Request {
    /// The id. A request that is delivered again under the same id within a day counts once. Each kind has ids of its own:
    /// `discord:17`, `tick:1767225600000-0`, `mark:1767225600000-1`, `tidy:1767225600000-0`, `due/0000019b76da1800/4kq0z`,
    /// `flag/0000019b76da1800/4kq0z`, `engine:4kq0z-12`, `daily:play:lobby/20000`, `order:0badcafe`, `start:1767225600000`, `forget:1767225600000-discord:17-0`,
    /// `renamed:1767225600000-4kq0z`, `session:1767225600000-use-0badcafe`. A later part of an order adds the key after which it begins.
    pub id: String,
    /// The time of the request, by the clock of the system.
    pub at: Timestamp,
    /// The kind, with its data.
    pub kind: RequestKind,
}

/// The kind of a request.
#[derive(Debug)]
pub enum RequestKind {
    /// A person asks for something.
    Person(Box<PersonRequest>),
    /// Time passes.
    Tick {
        /// The scale on which it passes.
        scale: TimeScale,
        /// True if this scale stood still since the last tick.
        was_away: bool,
    },
    /// A match is due.
    Due(Due),
    /// A channel is due for its puzzle of the day, or it was posted.
    Daily(DailyDue),
    /// The deletion of obsolete data is due.
    Tidy,
    /// The program plays a move as a player.
    Engine(EngineMove),
    /// A retry of failed deliveries is due.
    Retry(Retry),
    /// One more match of a person ends before the deletion of all their data.
    Forget {
        /// The person.
        user: UserId,
        /// The event with which they confirm it.
        event: EventId,
    },
    /// The name of a player may have changed where they play a match.
    Renamed(Renamed),
    /// A session of an account on the page begins, is used or ends.
    Session(SessionRequest),
}

/// An event of a person, with the data that was looked up for it.
#[derive(Clone, Debug)]
pub struct PersonRequest {
    /// The event. If it has changed something, the same id gets the same reply for at least a day.
    pub event: Arc<Event>,
    /// The speaker, with the account that they use.
    pub speaker: Identity,
    /// The language that the speaker reads.
    pub language: Language,
    /// True if others in the place can read the text of the event.
    pub is_overheard: bool,
    /// True if the speaker can use the page with their account.
    pub has_page: bool,
    /// True if the platform of the place shows boards in widgets.
    pub has_widgets: bool,
    /// The reason why the request is not decided on, if there is one.
    pub obstacle: Option<Text>,
    /// The person that the event names, if there is a person of that name.
    pub person: Option<Identity>,
    /// The names of the people that the speaker can challenge there, or who match the typed name.
    pub people: Vec<String>,
    /// The results of the checks for the speaker and the place, if they request them.
    pub findings: Vec<Finding>,
    /// The data that the adapter keeps about the speaker, if they request all their data and the adapter can read it.
    pub kept: Option<Vec<PersonalEntry>>,
}

impl PersonRequest {
    /// Returns the request of an event for which nothing was looked up.
    pub fn new(event: Arc<Event>, language: Language) -> PersonRequest {
        PersonRequest {
            speaker: event.speaker.clone().into(),
            event,
            language,
            is_overheard: false,
            has_page: false,
            has_widgets: false,
            obstacle: None,
            person: None,
            people: Vec::new(),
            findings: Vec::new(),
            kept: Some(Vec::new()),
        }
    }

    /// Returns the request at this time.
    pub fn at(self, at: Timestamp) -> Request {
        Request {
            id: self.event.id.to_string(),
            at,
            kind: RequestKind::Person(Box::new(self)),
        }
    }
}

/// The new name of a player, for one of their matches.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Renamed {
    /// The match.
    pub id: MatchId,
    /// The account with its new name.
    pub who: Speaker,
    /// The server on which it has this name; `None` if only in their direct messages.
    pub server: Option<ServerId>,
}

/// An order to retry failed deliveries.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Retry {
    /// The failed deliveries to retry.
    pub retryables: Retryables,
    /// The key after which to begin, with which an earlier request has ended.
    pub after: Option<String>,
}

/// A choice of failed deliveries to retry.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Retryables {
    /// All failed deliveries.
    All,
    /// The deliveries that failed because one of these platforms was switched off.
    SwitchedOn(Vec<Platform>),
    /// The deliveries that were refused in places on this server.
    Server(ServerId),
}

/// A move of the program.
///
/// It can be a secret, so `Debug` does not print the action.
pub struct EngineMove {
    /// The match.
    pub id: MatchId,
    /// The number of inputs at which it was chosen.
    pub n_inputs: usize,
    /// The action.
    pub action: Action,
    /// The expected result, in thousandths of a win, if known.
    pub expected: Option<u16>,
    /// The number of plies that a sure win takes at most; negative for a sure loss, and none if neither is known.
    pub sure_in: Option<i16>,
    /// The purpose of the move, if known.
    pub purpose: Option<Purpose>,
}

impl fmt::Debug for EngineMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "EngineMove({}-{})", self.id, self.n_inputs)
    }
}
