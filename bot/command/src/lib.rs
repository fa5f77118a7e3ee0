//! What people type, as exact commands.
//!
//! One grammar serves all platforms: a slash, the name, then values in the order of the table [`SPECS`], or anywhere as
//! `name:value`. A value with blanks stands in quotes of any language; dashes, digits and letters of any keyboard will do. Platforms that tell options apart hand them over as they are,
//! through [`Command::from_slash`].
//!
//! The names of options and the few words that may stand in some are understood in every language that the bot speaks, from
//! everybody: each is a [`Keyword`], and no two that could stand in the same place are written alike in any two languages.

mod control;
mod draft;
mod error;
mod habits;
mod keyword;
mod kind;
mod offer;
mod opponent;
mod options;
mod plan;
mod rated;
mod server;
mod setting;
mod shown;
mod slash;
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
    control::{Control, ParseControlError},
    draft::{Draft, DraftPart},
    habits::{Bells, QuietHours, Reminders},
    keyword::{Keyword, prepare},
    kind::OptionKind,
    offer::{OfferKind, ParseOfferKindError},
    opponent::{mention_program, program_at, program_meant, program_named},
    options::{Given, given},
    plan::PlanEdit,
    rated::RatedChoice,
    server::{BoardPosts, Challengers, ChannelChange, ServerSetting, ServerTopic},
    setting::{
        Bottom, Colors, Confirmation, ParseSettingError, Pictures, Setting, SettingGroup, Spoken,
        Topic,
    },
    shown::{is_same_name, shown},
    slash::{NOTHING_TYPED, being_typed},
    spec::{CommandOption, OWN, SPECS, Spec, named, spec},
    time::{ParseTimeControlError, TimeControl},
    typed::{begins_with_slash, is_unseen, plain, straight},
    vacation::VacationChange,
    words::{
        CommandWord, asked_move, is_move, last_word, names_square, split, typed_words,
        without_command,
    },
};
use api::MatchId;
use api::SideChoice;
use text::{self as room, Text, is_like_program};

/// The longest command that is read, in bytes.
pub const MAX_LENGTH: usize = 1000;

/// Something that a person asks for.
///
/// It may hold a secret, so `Debug` shows its name only.
#[derive(Clone, PartialEq, Eq)]
pub enum Command {
    /// `/challenge`: open a challenge.
    Challenge {
        /// The rules to play, and what is chosen about them; asked for if left out.
        setup: Option<Box<Setup>>,
        /// Whom, as written; nobody in particular if left out.
        opponent: Option<String>,
        /// The side the challenger wants; as is usual against that opponent if left out.
        side: Option<SideChoice>,
        /// How much time the players have; as is usual there if left out.
        time: Option<TimeControl>,
        /// Whether it is rated; as is usual there if left out.
        rated: Option<bool>,
        /// Whether somebody may join from elsewhere who knows its name.
        is_open_elsewhere: bool,
        /// How well the program plays, if it is the opponent; as usual if left out.
        level: Option<Level>,
    },
    /// `/join`: accept a challenge, from elsewhere too.
    Join {
        /// Which one; the only one to the speaker if left out.
        which: Option<MatchId>,
    },
    /// `/move`: play a move, or be guided through menus when there is no text.
    Move {
        /// The move, as written.
        text: Option<String>,
        /// In which match.
        which: Option<MatchId>,
        /// Whether the question whether that is meant has been answered.
        confirmed: bool,
    },
    /// `/plan`: have moves of the opponent answered at once.
    Plan {
        /// What is planned, or whether nothing is any more.
        edit: PlanEdit,
        /// In which match.
        which: Option<MatchId>,
    },
    /// `/why`: say why a move is illegal, or what it would do.
    Why {
        /// The move, as written.
        text: String,
        /// In which match.
        which: Option<MatchId>,
    },
    /// `/hint`: tell what the program would play.
    Hint {
        /// In which match.
        which: Option<MatchId>,
    },
    /// `/board`: show the public board again.
    Board {
        /// Of which match.
        which: Option<MatchId>,
    },
    /// `/view`: show what the speaker alone may see.
    View {
        /// Of which match.
        which: Option<MatchId>,
    },
    /// `/resign`: give up.
    Resign {
        /// Which match.
        which: Option<MatchId>,
        /// Whether the question whether that is meant has been answered.
        confirmed: bool,
    },
    /// `/draw`, `/takeback`, `/pause`: offer something to the other player, or accept what they have offered.
    Offer {
        /// What.
        kind: OfferKind,
        /// In which match.
        which: Option<MatchId>,
    },
    /// `/rematch`: challenge the opponent of a match that is over to another, colors swapped, or accept that.
    Rematch {
        /// Of which match.
        which: Option<MatchId>,
    },
    /// `/follow`: be called once when a match of others is over, or no longer.
    Follow {
        /// Which match.
        which: Option<MatchId>,
    },
    /// `/block`: take no challenges from a person any more.
    Block {
        /// Whom, as written.
        person: String,
    },
    /// `/unblock`: take them again.
    Unblock {
        /// From whom, as written; who is blocked is told if left out.
        person: Option<String>,
    },
    /// `/games`: the speaker's matches and whose turn it is.
    Games,
    /// `/mydata`: what is kept of the speaker.
    MyData,
    /// `/link`: give a code for another account of the speaker, or take one.
    Link {
        /// The code, as written; one is given if left out.
        code: Option<String>,
    },
    /// `/profile`: ratings and last rated matches.
    Profile {
        /// Whose, as written; the speaker's if left out.
        person: Option<String>,
    },
    /// `/leaderboard`: the best players.
    Leaderboard {
        /// In which variant; in all if left out.
        variant: Option<Variant>,
    },
    /// `/history`: the moves so far.
    History {
        /// Of which match.
        which: Option<MatchId>,
        /// Told in full, as it looked to whom; in short, as the speaker knows it, if left out.
        eyes: Option<Eyes>,
    },
    /// `/review`: how a match that is over went.
    Review {
        /// Which match.
        which: Option<MatchId>,
    },
    /// `/replay`: the match as an animation.
    Replay {
        /// Of which match.
        which: Option<MatchId>,
        /// As it looked to whom; as the speaker knows it, if left out.
        eyes: Option<Eyes>,
    },
    /// `/export`: the record as a file.
    Export {
        /// Of which match.
        which: Option<MatchId>,
    },
    /// `/verify`: check the dice of a match that is over.
    Verify {
        /// Of which match.
        which: Option<MatchId>,
    },
    /// `/settings` and `/reminders`: what the speaker has chosen for themselves.
    Settings {
        /// About what.
        group: SettingGroup,
        /// What is to change.
        changes: Vec<Setting>,
    },
    /// `/vacation`: begin a vacation, end it, or tell what is left.
    Vacation {
        /// What is wanted.
        change: Option<VacationChange>,
    },
    /// `/settings server`: what is chosen for the server where that is asked for.
    ServerSettings {
        /// What is to change.
        changes: Vec<ServerSetting>,
    },
    /// `/rules`: the variants, or the rules of one.
    Rules(Lookup),
    /// `/puzzle`: be shown a puzzle, or solve the one that was shown.
    Puzzle {
        /// Of which variant; of any if left out.
        variant: Option<Variant>,
        /// The move that solves it, as written.
        answer: Option<String>,
        /// Whether the channel is to get one each day, if that is to be chosen.
        daily: Option<bool>,
    },
    /// `/doctor`: what works where the speaker is, and what does not.
    Doctor,
    /// `/help`: the way in, or one command explained.
    Help {
        /// The command.
        about: Option<&'static Spec>,
    },
}

/// What somebody looks up in the handbook.
#[derive(Clone, Default, PartialEq, Eq)]
pub struct Lookup {
    /// Whose rules.
    pub variant: Option<Variant>,
    /// What of them, as written.
    pub topic: Option<String>,
    /// Which of its pictures, counted from 1.
    pub picture: Option<usize>,
    /// A move that answers its task, as written.
    pub answer: Option<String>,
    /// Whether to say what it means on the board of a match.
    pub here: bool,
    /// Of which match.
    pub which: Option<MatchId>,
}

/// Through whose eyes a match that is over is told.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Eyes {
    /// As this side saw it while it was played.
    Seat(Color),
    /// As the channel saw it.
    Everybody,
    /// As it was.
    Everything,
}

impl Eyes {
    /// All that can be chosen.
    pub const ALL: [Eyes; 4] = [
        Eyes::Seat(Color::White),
        Eyes::Seat(Color::Black),
        Eyes::Everybody,
        Eyes::Everything,
    ];

    /// How it is written: `white`.
    pub const fn name(self) -> &'static str {
        match self {
            Eyes::Seat(Color::White) => "white",
            Eyes::Seat(Color::Black) => "black",
            Eyes::Everybody => "everybody",
            Eyes::Everything => "everything",
        }
    }

    /// What people write for it.
    fn keyword(self) -> Keyword {
        let local = match self {
            Eyes::Seat(Color::White) => room::choice_white(),
            Eyes::Seat(Color::Black) => room::choice_black(),
            Eyes::Everybody => room::choice_everybody(),
            Eyes::Everything => room::choice_everything(),
        };
        Keyword::new(self.name(), local)
    }
}

impl fmt::Debug for Command {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Command({})", self.name())
    }
}

impl Command {
    /// Reads a typed command, with or without its slash.
    ///
    /// # Errors
    ///
    /// What is wrong with the text, ready to be told.
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
        Command::from_options(spec, options::assign(spec, words)?)
    }

    /// The person that it names, as written.
    pub fn person(&self) -> Option<&str> {
        match self {
            Command::Challenge { opponent, .. } => opponent.as_deref(),
            Command::Block { person } => Some(person),
            Command::Unblock { person } | Command::Profile { person } => person.as_deref(),
            _ => None,
        }
    }

    /// The button that does the same in a match at a ply, if there is one.
    pub fn control_in(&self, id: MatchId, ply: usize) -> Option<Control> {
        let control = match self {
            Command::Join { .. } => Control::Accept(id),
            Command::Move { text: None, .. } => Control::Guide(id, ply),
            Command::Move {
                text: Some(text),
                confirmed: false,
                ..
            } => Control::Type(id, ply, text.clone()),
            Command::Plan {
                edit: PlanEdit::Clear,
                ..
            } => Control::ClearPlan(id),
            Command::Plan { edit, .. } => Control::Plan(id, ply, edit.to_string()),
            Command::Why { text, .. } => Control::Why(id, text.clone()),
            Command::Hint { .. } => Control::Hint(id, ply),
            Command::Board { .. } => Control::Board(id),
            Command::View { .. } => Control::View(id),
            Command::Resign { .. } => Control::Resign(id, ply),
            Command::Offer { kind, .. } => Control::Offer(*kind, id, ply),
            Command::Follow { .. } => Control::Follow(id),
            Command::History { eyes: None, .. } => Control::History(id),
            Command::Replay { eyes: None, .. } => Control::Replay(id),
            Command::Review { .. } => Control::Review(id),
            Command::Export { .. } => Control::Export(id),
            _ => return None,
        };
        Some(control).filter(Control::is_short)
    }

    /// The name, without slash.
    pub fn name(&self) -> &'static str {
        match self {
            Command::Challenge { .. } => "challenge",
            Command::Join { .. } => "join",
            Command::Move { .. } => "move",
            Command::Plan { .. } => "plan",
            Command::Why { .. } => "why",
            Command::Hint { .. } => "hint",
            Command::Board { .. } => "board",
            Command::View { .. } => "view",
            Command::Resign { .. } => "resign",
            Command::Offer { kind, .. } => kind.name(),
            Command::Rematch { .. } => "rematch",
            Command::Follow { .. } => "follow",
            Command::Block { .. } => "block",
            Command::Unblock { .. } => "unblock",
            Command::Games => "games",
            Command::MyData => "mydata",
            Command::Link { .. } => "link",
            Command::Profile { .. } => "profile",
            Command::Leaderboard { .. } => "leaderboard",
            Command::History { .. } => "history",
            Command::Replay { .. } => "replay",
            Command::Review { .. } => "review",
            Command::Export { .. } => "export",
            Command::Verify { .. } => "verify",
            Command::Settings { group, .. } => group.command(),
            Command::ServerSettings { .. } => "settings server",
            Command::Vacation { .. } => "vacation",
            Command::Rules(_) => "rules",
            Command::Puzzle { .. } => "puzzle",
            Command::Doctor => "doctor",
            Command::Help { .. } => "help",
        }
    }
}

/// The candidate that differs least from `text`, if it differs by few letters.
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

/// The command that somebody may mean whose text names none: the first that begins so, or the one that differs least.
pub fn nearest_command(text: &str) -> Option<&'static Spec> {
    const FEW: usize = 2;
    let lower = text.to_lowercase();
    let begun = SPECS.iter().find(|spec| spec.name.starts_with(&lower));
    let begun = begun.filter(|_| lower.len() >= FEW);
    begun.or_else(|| spec(nearest(text, SPECS.iter().map(|spec| spec.name))?))
}

/// What somebody wrote, fit to be shown inside a sentence, in quotes: short, without control characters.
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

/// The letters that a text begins with, as the names of commands have them.
pub fn leading_name(text: &str) -> &str {
    let end = text.find(|c: char| !c.is_alphanumeric() && c != '-');
    &text[..end.unwrap_or(text.len())]
}

/// The name of a player as others read it: short, without what disturbs the text around it, and not to be taken for a command or,
/// if a person has it, for the program.
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

/// A name that names no command, which could be pressed: it has another slash there.
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

/// Whether a character can disturb the text around it: control characters, and those that are not seen, turn the
/// direction of writing, or stack without limit. [`shown`] keeps joiners and tags all the same where they belong.
pub fn is_disruptive(c: char) -> bool {
    c.is_control()
        || room::is_mark(c)
        || matches!(c, '\u{ad}' | '\u{61c}' | '\u{180e}' | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}')
        || matches!(c, '\u{2060}'..='\u{206f}' | '\u{feff}' | '\u{fff9}'..='\u{fffb}' | '\u{e0000}'..='\u{e007f}')
        || matches!(c, '\u{300}'..='\u{36f}' | '\u{1ab0}'..='\u{1aff}' | '\u{1dc0}'..='\u{1dff}' | '\u{20d0}'..='\u{20ff}' | '\u{fe20}'..='\u{fe2f}')
}
