//! The inputs of the service. Each is decided on once, however often it is delivered.

use std::fmt;

use engine::Purpose;
use rules::Action;

use crate::{DailyDue, Due, Identity, Refusal};
use api::{
    EventId, Finding, MatchId, PersonalEntry, Place, Platform, ServerAccess, ServerId,
    SlashCommand, Speaker, Timestamp, UserId,
};
use command::{Command, Control, Draft, DraftPart};
use text::Language;

/// An event on which the service decides.
#[derive(Debug)]
pub struct Input {
    /// The id. An input that is delivered again under the same id within a day counts once. Each kind has ids of its own:
    /// `discord:17`, `tick:1767225600000-0`, `tidy:1767225600000-0`, `due:0000019b76da1800/4kq0z`, `engine:4kq0z-12`,
    /// `daily:play:lobby/20000`, `order:0badcafe`, `start:1767225600000`, `forget:1767225600000-discord:17-0`,
    /// `renamed:1767225600000-4kq0z`. A later part of an order adds the key after which it begins.
    pub id: String,
    /// The time of the event, by the clock of the system.
    pub at: Timestamp,
    /// The kind, with its data.
    pub what: InputKind,
}

/// The kind of an input.
#[derive(Debug)]
pub enum InputKind {
    /// A person asks for something.
    Request(Box<Request>),
    /// Time passes.
    Tick {
        /// True if no one could reach the bot since the tick before: it was stopped, or cut off from its platforms.
        was_away: bool,
    },
    /// The matches that are due after this one are wanted.
    DueAfter(Due),
    /// A match is due.
    Due(Due),
    /// A channel is due for its puzzle of the day, or it was posted.
    Daily(DailyDue),
    /// Data that time has made obsolete is to be deleted.
    Tidy,
    /// The program plays a move as a player.
    Engine(EngineMove),
    /// Failed deliveries are to be retried.
    Retry(Retry),
    /// One more match of a person is to end, because all their data is to be deleted.
    Forget {
        /// The person.
        user: UserId,
        /// The event with which they confirm it.
        event: EventId,
    },
    /// The name of a player may have changed where they play a match.
    Renamed(Renamed),
}

impl From<Request> for Input {
    fn from(request: Request) -> Input {
        Input {
            id: request.event.to_string(),
            at: request.now,
            what: InputKind::Request(Box::new(request)),
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
    pub which: Retryables,
    /// The key after which to begin, with which an earlier input has ended.
    pub after: Option<String>,
}

/// A choice of failed deliveries to retry.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Retryables {
    /// All of it.
    All,
    /// The deliveries that failed because one of these platforms was switched off.
    SwitchedOn(Vec<Platform>),
    /// The deliveries that were refused in places on this server.
    Server(ServerId),
}

/// A request of a person.
#[derive(Clone, Debug)]
pub struct Request {
    /// The event of the request. If it has changed something, the same id gets the same reply for at least a day.
    pub event: EventId,
    /// The person who asks, with the account that they use.
    pub speaker: Identity,
    /// The language of their platform, if the bot speaks it too.
    pub language: Option<Language>,
    /// The place that it comes from.
    pub place: Place,
    /// The language that has been chosen for that place, if any.
    pub place_language: Option<Language>,
    /// The server of that place, if it is on one.
    pub server: Option<ServerAccess>,
    /// True if others in the place can read the text of the request.
    pub is_overheard: bool,
    /// The intent, or the reason why it is not decided on: it cannot be read, or the service is overloaded at the moment.
    pub intent: Result<Intent, Refusal>,
    /// The person that a command names, if there is a person of that name.
    pub person: Option<Identity>,
    /// The names of people who can be challenged there, if the request asks for one.
    pub people: Vec<String>,
    /// The results of the checks for the speaker and the place, if they ask for them.
    pub findings: Vec<Finding>,
    /// The data that the adapter keeps of the speaker, if they ask for all their data and the adapter can read it.
    pub kept: Option<Vec<PersonalEntry>>,
    /// The time of the request.
    pub now: Timestamp,
}

/// The intent of a request.
///
/// It may hold a secret, so `Debug` shows nothing of it.
#[derive(Clone)]
pub enum Intent {
    /// A command.
    Command(Command),
    /// A button.
    Press(Control),
    /// An entry of a menu.
    Choose(Control, String),
    /// A form that was filled in.
    Fill(Control, String),
    /// The completions of a text that is being typed.
    Complete {
        /// The text typed so far.
        text: String,
        /// The names of people that match the text.
        people: Vec<String>,
        /// The language that they read.
        language: Language,
    },
    /// The completions of the option that is being typed, which is the last one.
    CompleteOption {
        /// The command as typed so far.
        command: SlashCommand,
        /// The language that they read.
        language: Language,
    },
}

impl Intent {
    /// Returns the person that it names, as written.
    pub fn person(&self) -> Option<&str> {
        match self {
            Intent::Command(command) => command.person(),
            Intent::Choose(Control::Challenge(DraftPart::Opponent, _), chosen) => Some(chosen)
                .filter(|chosen| ![Draft::ANYBODY, Draft::ANYWHERE].contains(&&***chosen))
                .map(String::as_str),
            Intent::Press(Control::Challenge(_, draft))
            | Intent::Choose(Control::Challenge(_, draft), _) => draft.person(),
            _ => None,
        }
    }

    /// Returns whether it is a challenge, or a choice in the form of one.
    pub fn is_challenge(&self) -> bool {
        matches!(
            self,
            Intent::Command(Command::Challenge { .. })
                | Intent::Press(Control::Challenge(..))
                | Intent::Choose(Control::Challenge(..), _)
        )
    }

    /// Returns whether its reply contains a list of people.
    pub fn asks_for_people(&self) -> bool {
        matches!(
            self,
            Intent::Command(Command::Challenge { setup: None, .. })
                | Intent::Choose(Control::Challenge(..), _)
        )
    }
}

impl fmt::Debug for Intent {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Intent")
    }
}

/// A move of the program.
///
/// It may be a secret, so `Debug` does not show the action.
pub struct EngineMove {
    /// The match.
    pub id: MatchId,
    /// The ply at which it was chosen.
    pub ply: usize,
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
        write!(f, "EngineMove({}-{})", self.id, self.ply)
    }
}
