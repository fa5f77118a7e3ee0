//! What can happen to the bot: each input is decided on once, however often it is told.

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

/// Something that happens, and that a decision may follow from.
#[derive(Debug)]
pub struct Input {
    /// What tells it from all others; whatever is told again under the same id within a day counts once. Each kind has ids
    /// of its own: `discord:17`, `tick:1767225600000-0`, `tidy:1767225600000-0`, `due:0000019b76da1800/4kq0z`, `engine:4kq0z-12`, `daily:play:lobby/20000`, `order:0badcafe`, `start:1767225600000`, `forget:1767225600000-discord:17-0`, `renamed:1767225600000-4kq0z`. A part
    /// of an order that is not the first has the key after which it begins added.
    pub id: String,
    /// When it happened, by the clock of the system.
    pub at: Timestamp,
    /// What happens.
    pub what: InputKind,
}

/// What can happen.
#[derive(Debug)]
pub enum InputKind {
    /// A person asks for something.
    Request(Box<Request>),
    /// Time goes on.
    Tick {
        /// Whether nobody could be heard since the one before: the program was not at work, or cut off from its platforms.
        was_away: bool,
    },
    /// What else is due after this is wanted.
    DueAfter(Due),
    /// Something is due in a match.
    Due(Due),
    /// A channel is to get its puzzle of the day, or it was posted.
    Daily(DailyDue),
    /// What time has made needless is given up.
    Tidy,
    /// The program plays a move for a player of its own.
    Engine(EngineMove),
    /// What could not be said for good is to be tried again.
    Retry(Retry),
    /// One more match of somebody is to end, because all that is kept of them is to be deleted.
    Forget {
        /// Who.
        user: UserId,
        /// The event by which they confirm it.
        event: EventId,
    },
    /// A player of a match may be called otherwise than before where they play it.
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

/// What somebody is called by now, for one of their matches.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Renamed {
    /// The match.
    pub id: MatchId,
    /// By which account, and what it is called.
    pub who: Speaker,
    /// On which server; nowhere else but in their direct messages if on none.
    pub server: Option<ServerId>,
}

/// Has what could not be said for good tried again.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Retry {
    /// What of it.
    pub which: Retryables,
    /// Nothing but what comes after this, which an earlier input has ended with.
    pub after: Option<String>,
}

/// Which of what could not be said for good is to be tried again.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Retryables {
    /// All of it.
    All,
    /// What was given up because one of these platforms was switched off.
    SwitchedOn(Vec<Platform>),
    /// What was refused where a match is played on this server.
    Server(ServerId),
}

/// What somebody asks of the bot.
#[derive(Clone, Debug)]
pub struct Request {
    /// The event that asks; if it has changed something, the same id gets the same answer for at least a day.
    pub event: EventId,
    /// Who asks, and by which account.
    pub speaker: Identity,
    /// What their platform speaks to them, if the bot speaks it too.
    pub language: Option<Language>,
    /// Where.
    pub place: Place,
    /// The language that has been chosen for that place, if one has been.
    pub place_language: Option<Language>,
    /// The server, if it is one.
    pub server: Option<ServerAccess>,
    /// Whether others there read what they wrote.
    pub is_overheard: bool,
    /// For what, or why that is not even looked up: it cannot be read, or there is no room for it at the moment.
    pub intent: Result<Intent, Refusal>,
    /// The person that a command names, if there is one of that name.
    pub person: Option<Identity>,
    /// The names of people who can be challenged there, if they are asked for one.
    pub people: Vec<String>,
    /// What works for the speaker where they are and what does not, if that is what they ask for.
    pub findings: Vec<Finding>,
    /// What their platform's adapter keeps of the speaker, if they ask for all that is kept of them and it can tell.
    pub kept: Option<Vec<PersonalEntry>>,
    /// When.
    pub now: Timestamp,
}

/// What a request asks for.
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
    /// A form, filled in.
    Fill(Control, String),
    /// The ways to go on typing.
    Complete {
        /// What is typed so far.
        text: String,
        /// The names of people that fit what is typed.
        people: Vec<String>,
        /// The language that they read.
        language: Language,
    },
    /// The ways to go on with the option that is being typed, which is the last one.
    CompleteOption {
        /// The command as far as it is typed.
        command: SlashCommand,
        /// The language that they read.
        language: Language,
    },
}

impl Intent {
    /// The person that it names, as written.
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

    /// Whether it is a challenge, or chooses something of one.
    pub fn is_challenge(&self) -> bool {
        matches!(
            self,
            Intent::Command(Command::Challenge { .. })
                | Intent::Press(Control::Challenge(..))
                | Intent::Choose(Control::Challenge(..), _)
        )
    }

    /// Whether it is answered with a list of people.
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

/// A move of a player of the program's own.
///
/// It may be a secret, so `Debug` does not show the action.
pub struct EngineMove {
    /// The match.
    pub id: MatchId,
    /// The ply at which it was chosen.
    pub ply: usize,
    /// What it does.
    pub action: Action,
    /// The result that is expected, in thousandths of a win, if that is known.
    pub expected: Option<u16>,
    /// How many plies a sure win takes at most; negative for a sure loss, and none if neither is known.
    pub sure_in: Option<i16>,
    /// What it is for, if that is known.
    pub purpose: Option<Purpose>,
}

impl fmt::Debug for EngineMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "EngineMove({}-{})", self.id, self.ply)
    }
}
