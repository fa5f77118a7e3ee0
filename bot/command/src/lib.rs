//! Parser of typed commands.
//!
//! One grammar serves all platforms: a slash, the name, then values in the order of the table [`SPECS`], or anywhere as
//! `name:value`. A value with blanks stands in quotes of any language. Dashes, digits and letters of any keyboard are
//! accepted. Platforms with separate option fields pass them unchanged through [`Command::from_slash`].
//!
//! People can type the names of options and the few fixed values in every language of the bot. Each is a [`Keyword`]. No two
//! keywords that can stand in the same position have the same spelling in any two languages.

mod command_table;
mod control;
mod draft;
mod error;
mod given;
mod habits;
mod ids;
mod intent;
mod keyword;
mod kind;
mod not_read;
mod offer;
mod opponent;
mod people;
mod plan;
mod raw_intent;
mod server;
mod setting;
mod shown;
mod side;
mod slash;
mod speaker;
mod spec;
mod time;
mod typed;
mod unnamed;
mod vacation;
mod words;

#[cfg(test)]
mod tests;

use std::fmt;

use engine::Level;
use rules::{Color, Setup, Variant};

pub use self::{
    command_table::SPECS,
    control::Control,
    draft::{Draft, DraftPart},
    given::Given,
    habits::{Bells, QuietHours, Reminders},
    ids::{ChannelId, EventId, MatchId, MessageId, Platform, ServerId, UserId, mentioned},
    intent::Intent,
    keyword::{Keyword, prepare, read_yes_or_no, yes_or_no},
    kind::OptionKind,
    not_read::NotRead,
    offer::OfferKind,
    opponent::{
        level_about, level_name, mention_program, program_at, program_meant, program_named,
    },
    people::People,
    plan::PlanEdit,
    raw_intent::RawIntent,
    server::{BoardPosts, Challengers, ChannelChange, ServerSetting, ServerTopic},
    setting::{Bottom, Colors, Confirmation, Pictures, Setting, SettingGroup, Spoken, Topic},
    shown::{is_same_name, shown},
    side::SideChoice,
    slash::{NOTHING_TYPED, SlashCommand, being_typed},
    speaker::Speaker,
    spec::{CommandOption, OWN, Spec, named, spec},
    time::TimeControl,
    typed::{begins_with_slash, is_unseen, plain, straight},
    vacation::VacationChange,
    words::{
        CommandWord, asked_move, is_move, last_word, names_square, split, typed_words,
        without_command,
    },
};
use text::{self as room, Text, is_like_program};

/// The maximum length of a command, in bytes.
pub const MAX_LENGTH: usize = 1000;

/// A command of a person.
///
/// A command about a match holds its id, if the person has typed one. A command can hold a secret, so `Debug` shows its
/// name only.
#[derive(Clone, PartialEq, Eq)]
pub enum Command {
    /// `/challenge`: opens a challenge.
    Challenge {
        /// The variant and its options; the bot asks for them if `None`.
        setup: Option<Box<Setup>>,
        /// The opponent, as typed; a challenge without a named opponent if `None`.
        opponent: Option<String>,
        /// The challenger's side; the default for that opponent if `None`.
        side: Option<SideChoice>,
        /// The time control; the default of the place if `None`.
        time: Option<TimeControl>,
        /// True if the match is rated; the default of the place if `None`.
        rated: Option<bool>,
        /// True if players from other places can join by the name of the challenge.
        is_open_elsewhere: bool,
        /// The level of the program, if it is the opponent; the default if `None`.
        level: Option<Level>,
    },
    /// `/join`: accepts a challenge, from another place too; the only one to the speaker if `None`.
    Join(Option<MatchId>),
    /// `/move`: plays a move, or opens the menus for one if there is no text.
    Move {
        /// The move, as typed.
        text: Option<String>,
        /// The match.
        match_id: Option<MatchId>,
        /// True if the player has confirmed the move.
        confirmed: bool,
    },
    /// `/plan`: plans immediate replies to moves of the opponent.
    Plan {
        /// The change of the plan.
        edit: PlanEdit,
        /// The match.
        match_id: Option<MatchId>,
    },
    /// `/why`: explains why a move is illegal, or the effect of a legal one.
    Why {
        /// The move, as typed.
        text: String,
        /// The match.
        match_id: Option<MatchId>,
    },
    /// `/hint`: shows the best move that the program finds.
    Hint(Option<MatchId>),
    /// `/board`: shows the public board again.
    Board(Option<MatchId>),
    /// `/view`: shows the speaker's private view.
    View(Option<MatchId>),
    /// `/resign`: resigns.
    Resign {
        /// The match.
        match_id: Option<MatchId>,
        /// True if the player has confirmed the resignation.
        confirmed: bool,
    },
    /// `/draw`, `/takeback`, `/pause`: makes an offer to the other player, or accepts theirs.
    Offer(OfferKind, Option<MatchId>),
    /// `/rematch`: challenges the opponent of a finished match to another with colors swapped, or accepts that
    /// challenge.
    Rematch(Option<MatchId>),
    /// `/follow`: mentions the speaker once when a match of other players is over; a second call cancels that.
    Follow(Option<MatchId>),
    /// `/block`: blocks challenges from a person, as typed.
    Block(String),
    /// `/unblock`: accepts challenges from a person, as typed, again; lists the blocked people if `None`.
    Unblock(Option<String>),
    /// `/games`: lists the speaker's matches and the side to move of each.
    Games,
    /// `/mydata`: shows the data that the bot keeps about the speaker.
    MyData,
    /// `/link`: redeems a code, as typed; issues one for another account of the speaker if `None`.
    Link(Option<String>),
    /// `/profile`: shows ratings and last rated matches of a person, as typed; of the speaker if `None`.
    Profile(Option<String>),
    /// `/leaderboard`: shows the best players of a variant; of all variants if `None`.
    Leaderboard(Option<Variant>),
    /// `/history`: lists the moves so far.
    History {
        /// The match.
        match_id: Option<MatchId>,
        /// The viewer for the full list; a short list, as the speaker knows the match, if `None`.
        eyes: Option<Eyes>,
    },
    /// `/review`: shows the course of a finished match.
    Review(Option<MatchId>),
    /// `/replay`: shows the match as an animation.
    Replay {
        /// The match.
        match_id: Option<MatchId>,
        /// The viewer; the speaker if `None`.
        eyes: Option<Eyes>,
    },
    /// `/export`: sends the record as a file.
    Export(Option<MatchId>),
    /// `/verify`: verifies the dice of a finished match.
    Verify(Option<MatchId>),
    /// `/settings` and `/reminders`: shows or changes the speaker's settings.
    Settings(SettingGroup, Vec<Setting>),
    /// `/vacation`: begins a vacation or ends it; shows the remaining days if `None`.
    Vacation(Option<VacationChange>),
    /// `/settings server`: makes these changes to the settings of the server of the place, and shows them.
    ServerSettings(Vec<ServerSetting>),
    /// `/rules`: shows the variants, or the rules of one.
    Rules(Lookup),
    /// `/puzzle`: shows a puzzle, or checks the solution of the last one.
    Puzzle {
        /// The variant; any variant if `None`.
        variant: Option<Variant>,
        /// The solution, as typed.
        answer: Option<String>,
        /// True to post a daily puzzle in the channel, false to stop that; no change if `None`.
        daily: Option<bool>,
    },
    /// `/doctor`: checks the features of the bot in the speaker's place.
    Doctor,
    /// `/help`: explains one command; shows an introduction if `None`.
    Help(Option<&'static Spec>),
}

/// A lookup in the handbook.
#[derive(Clone, Default, PartialEq, Eq)]
pub struct Lookup {
    /// The variant.
    pub variant: Option<Variant>,
    /// The topic, as typed.
    pub topic: Option<String>,
    /// The number of the picture of the topic, counted from 1.
    pub picture: Option<usize>,
    /// A move that answers its task, as typed.
    pub answer: Option<String>,
    /// True to apply the topic to the board of a match.
    pub here: bool,
    /// The match of that board.
    pub match_id: Option<MatchId>,
}

/// The viewer of a finished match.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Eyes {
    /// The side, with its view during the match.
    Seat(Color),
    /// The channel, with the public view.
    Everybody,
    /// The truth.
    Everything,
}

impl Eyes {
    /// All viewers.
    pub const ALL: [Eyes; 4] = [
        Eyes::Seat(Color::White),
        Eyes::Seat(Color::Black),
        Eyes::Everybody,
        Eyes::Everything,
    ];

    /// Returns the typed name: `white`.
    pub fn name(self) -> &'static str {
        self.keyword().name
    }

    /// Finds the viewer with this name.
    fn named(name: &str) -> Option<Eyes> {
        Eyes::ALL.into_iter().find(|eyes| eyes.name() == name)
    }

    /// Returns the keyword.
    const fn keyword(self) -> Keyword {
        match self {
            Eyes::Seat(Color::White) => Keyword::new("white", room::choice_white()),
            Eyes::Seat(Color::Black) => Keyword::new("black", room::choice_black()),
            Eyes::Everybody => Keyword::new("everybody", room::choice_everybody()),
            Eyes::Everything => Keyword::new("everything", room::choice_everything()),
        }
    }
}

impl fmt::Debug for Command {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Command({})", self.name())
    }
}

impl Command {
    /// Parses a typed command, with or without its slash.
    ///
    /// # Errors
    ///
    /// Returns the error in the text as a message for the person.
    pub fn parse(text: &str) -> Result<Command, Text> {
        if text.len() > MAX_LENGTH {
            return Err(room::command_too_long(MAX_LENGTH));
        }
        let words = typed_words(text);
        let words = match named(&words) {
            Some(_) => words,
            None => words::before_move(words),
        };
        let name = words.first().ok_or_else(room::command_empty)?;
        let (spec, words) =
            named(&words).ok_or_else(|| error::unknown_command(name.text.as_str()))?;
        (spec.make)(&Given::of_words(spec, words)?)
    }

    /// Returns the person that the command names, as typed.
    pub fn person(&self) -> Option<&str> {
        match self {
            Command::Challenge { opponent, .. } => opponent.as_deref(),
            Command::Block(person) => Some(person),
            Command::Unblock(person) | Command::Profile(person) => person.as_deref(),
            _ => None,
        }
    }

    /// Returns the button with the same effect in a match, if there is one.
    pub fn control_in(&self, id: MatchId, n_inputs: usize) -> Option<Control> {
        let control = match self {
            Command::Join(_) => Control::Accept(id),
            Command::Move { text: None, .. } => Control::Guide(id, n_inputs),
            Command::Move {
                text: Some(text),
                confirmed: false,
                ..
            } => Control::Type(id, n_inputs, text.clone()),
            Command::Plan {
                edit: PlanEdit::Clear,
                ..
            } => Control::ClearPlan(id),
            Command::Plan { edit, .. } => Control::Plan(id, n_inputs, edit.to_string()),
            Command::Why { text, .. } => Control::Why(id, text.clone()),
            Command::Hint(_) => Control::Hint(id, n_inputs),
            Command::Board(_) => Control::Board(id),
            Command::View(_) => Control::View(id),
            Command::Resign { .. } => Control::Resign(id, n_inputs),
            Command::Offer(kind, _) => Control::Offer(*kind, id, n_inputs),
            Command::Follow(_) => Control::Follow(id),
            Command::History { eyes: None, .. } => Control::History(id),
            Command::Replay { eyes: None, .. } => Control::Replay(id),
            Command::Review(_) => Control::Review(id),
            Command::Export(_) => Control::Export(id),
            _ => return None,
        };
        Some(control).filter(Control::is_short)
    }

    /// Returns the name, without slash.
    pub fn name(&self) -> &'static str {
        match self {
            Command::Challenge { .. } => "challenge",
            Command::Join(_) => "join",
            Command::Move { .. } => "move",
            Command::Plan { .. } => "plan",
            Command::Why { .. } => "why",
            Command::Hint(_) => "hint",
            Command::Board(_) => "board",
            Command::View(_) => "view",
            Command::Resign { .. } => "resign",
            Command::Offer(kind, _) => kind.name(),
            Command::Rematch(_) => "rematch",
            Command::Follow(_) => "follow",
            Command::Block(_) => "block",
            Command::Unblock(_) => "unblock",
            Command::Games => "games",
            Command::MyData => "mydata",
            Command::Link(_) => "link",
            Command::Profile(_) => "profile",
            Command::Leaderboard(_) => "leaderboard",
            Command::History { .. } => "history",
            Command::Replay { .. } => "replay",
            Command::Review(_) => "review",
            Command::Export(_) => "export",
            Command::Verify(_) => "verify",
            Command::Settings(group, _) => group.command(),
            Command::ServerSettings(_) => "settings server",
            Command::Vacation(_) => "vacation",
            Command::Rules(_) => "rules",
            Command::Puzzle { .. } => "puzzle",
            Command::Doctor => "doctor",
            Command::Help(_) => "help",
        }
    }
}

/// Returns the candidate with the smallest edit distance from `text`, if the distance is small.
pub fn nearest<'a>(text: &str, candidates: impl Iterator<Item = &'a str>) -> Option<&'a str> {
    if text.len() > 32 {
        return None;
    }
    let text = text.to_lowercase();
    let distance = |name: &&str| strsim::damerau_levenshtein(&text, name);
    candidates
        .filter(|name| distance(name) <= 1 + name.len() / 4)
        .min_by_key(distance)
}

/// Suggests a command for an unknown name: the first with this beginning, or the one with the smallest edit distance.
pub fn nearest_command(text: &str) -> Option<&'static Spec> {
    const FEW: usize = 2;
    let lower = text.to_lowercase();
    let begun = SPECS.iter().find(|spec| spec.name.starts_with(&lower));
    let begun = begun.filter(|_| lower.len() >= FEW);
    begun.or_else(|| spec(nearest(text, SPECS.iter().map(|spec| spec.name))?))
}

/// Shortens a typed text for a quotation inside a sentence, and removes control characters.
pub fn excerpt(text: &str) -> String {
    const MOST: usize = 40;
    let shown = shown(text, MOST);
    let dots = if text.chars().count() > MOST {
        "…"
    } else {
        ""
    };
    shown + dots
}

/// Returns the letters at the beginning of a text that can belong to the name of a command.
pub fn leading_name(text: &str) -> &str {
    let end = text.find(|c: char| !c.is_alphanumeric() && c != '-');
    &text[..end.unwrap_or(text.len())]
}

/// Makes a player's name safe for other readers: short, and without characters that disturb the text around it. It does not
/// look like a command and, if a person has it, not like the program.
pub fn name_of_player(name: &str, is_program: bool) -> String {
    let name = shown(name, 64);
    match without_commands(name.trim()).as_str() {
        "" => "somebody".to_owned(),
        name if !is_program && is_like_program(name) => {
            let name: String = name.chars().take(62).collect();
            format!("“{name}”")
        }
        name => name.to_owned(),
    }
}

/// Replaces the slashes in a name, so that platforms do not turn it into a clickable command.
pub fn without_commands(name: &str) -> String {
    let mut parts = name.split('/');
    let mut shown = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let is_command = spec(leading_name(part)).is_some();
        shown.push(if is_command { '\u{2215}' } else { '/' });
        shown.push_str(part);
    }
    shown
}

/// Returns whether a character can disturb the text around it. These are control characters, and characters that are
/// invisible, turn the direction of writing, or stack without limit. [`shown`] nevertheless keeps joiners and tags
/// where they belong.
pub fn is_disruptive(c: char) -> bool {
    c.is_control()
        || room::is_mark(c)
        || matches!(c, '\u{ad}' | '\u{61c}' | '\u{180e}' | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}')
        || matches!(c, '\u{2060}'..='\u{206f}' | '\u{feff}' | '\u{fff9}'..='\u{fffb}' | '\u{e0000}'..='\u{e007f}')
        || matches!(c, '\u{300}'..='\u{36f}' | '\u{1ab0}'..='\u{1aff}' | '\u{1dc0}'..='\u{1dff}' | '\u{20d0}'..='\u{20ff}' | '\u{fe20}'..='\u{fe2f}')
}
