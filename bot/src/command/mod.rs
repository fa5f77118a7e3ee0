//! What people type, as exact commands.
//!
//! One grammar serves all platforms: a slash, the name, then values in the order of the table [`SPECS`], or anywhere as
//! `name:value`. A value with blanks stands in double quotes. Platforms that know options hand them over as they are,
//! through [`Command::from_options`].

mod control;
mod error;
mod setting;
mod spec;
mod words;

#[cfg(test)]
mod tests;

use std::fmt;

use rules::{Color, Setup, Variant};

pub use self::{
    control::{Control, ParseControlError},
    error::CommandError,
    setting::{Bottom, Colors, ParseSettingError, Pictures, Setting, Topic},
    spec::{OptionKind, OptionSpec, SPECS, Spec, spec},
    words::{Word, last_word, names_square, split},
};
use crate::{
    handbook,
    ports::MatchId,
    words::{self as room, Text},
};

/// The longest command that is read, in bytes.
pub const MAX_LENGTH: usize = 1000;

/// The longest text of options that is read, in bytes.
const MAX_OPTIONS: usize = 200;

/// Something that a person asks for.
///
/// It may hold a secret, so `Debug` shows its name only.
#[derive(Clone, PartialEq, Eq)]
pub enum Command {
    /// `/challenge`: open a challenge.
    Challenge {
        /// The rules to play, and what is chosen about them.
        setup: Box<Setup>,
        /// Whom, as written; nobody in particular if left out.
        opponent: Option<String>,
        /// The side the challenger wants.
        side: SideChoice,
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
    /// `/why`: say why a move is illegal, or what it would do.
    Why {
        /// The move, as written.
        text: String,
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
    /// `/draw`: offer a draw, or accept the offer that stands.
    Draw {
        /// In which match.
        which: Option<MatchId>,
    },
    /// `/games`: the speaker's matches and whose turn it is.
    Games,
    /// `/history`: the moves so far.
    History {
        /// Of which match.
        which: Option<MatchId>,
        /// Told in full, as it looked to whom; in short, as the speaker knows it, if left out.
        eyes: Option<Eyes>,
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
    /// `/settings`: what the speaker has chosen about what they alone are shown.
    Settings {
        /// What is to change.
        changes: Vec<Setting>,
    },
    /// `/rules`: the variants, or the rules of one.
    Rules(Lookup),
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

/// The side that a challenger wants; written `white`, `black` or `random`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SideChoice {
    /// Drawn when the challenge is accepted.
    Random,
    /// This one.
    Fixed(Color),
}

impl fmt::Display for SideChoice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            SideChoice::Random => "random",
            SideChoice::Fixed(Color::White) => "white",
            SideChoice::Fixed(Color::Black) => "black",
        })
    }
}

impl std::str::FromStr for SideChoice {
    type Err = rules::ParseColorError;

    fn from_str(text: &str) -> Result<SideChoice, rules::ParseColorError> {
        if text.eq_ignore_ascii_case("random") {
            Ok(SideChoice::Random)
        } else {
            text.parse().map(SideChoice::Fixed)
        }
    }
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
    pub fn parse(text: &str) -> Result<Command, CommandError> {
        if text.len() > MAX_LENGTH {
            return Err(CommandError::TooLong);
        }
        let words = split(text.trim_start().trim_start_matches('/'));
        let (name, words) = words.split_first().ok_or(CommandError::Empty)?;
        let name = name.text.as_str();
        let spec = spec(name).ok_or_else(|| CommandError::unknown_command(name))?;
        Command::from_options(spec, assign(spec, words)?)
    }

    /// Makes a command of its options: name and value.
    ///
    /// # Errors
    ///
    /// What is wrong with an option, ready to be told.
    pub fn from_options(spec: &'static Spec, options: Given) -> Result<Command, CommandError> {
        let mut options = Options { spec, options };
        Ok(match spec.name {
            "challenge" => Command::Challenge {
                setup: Box::new(options.setup()?),
                opponent: options.take("opponent"),
                side: match options.take("color") {
                    None => SideChoice::Random,
                    Some(text) => options.read("color", &text, room::expected_side())?,
                },
            },
            "move" => Command::Move {
                text: options.take("move"),
                which: options.which()?,
                confirmed: options.confirmed()?,
            },
            "why" => Command::Why {
                text: options.given("move")?,
                which: options.which()?,
            },
            "board" => Command::Board {
                which: options.which()?,
            },
            "view" => Command::View {
                which: options.which()?,
            },
            "resign" => Command::Resign {
                which: options.which()?,
                confirmed: options.confirmed()?,
            },
            "draw" => Command::Draw {
                which: options.which()?,
            },
            "games" => Command::Games,
            "history" => Command::History {
                which: options.which()?,
                eyes: options.eyes()?,
            },
            "replay" => Command::Replay {
                which: options.which()?,
                eyes: options.eyes()?,
            },
            "export" => Command::Export {
                which: options.which()?,
            },
            "verify" => Command::Verify {
                which: options.which()?,
            },
            "settings" => Command::Settings {
                changes: options.settings()?,
            },
            "rules" => Command::Rules(Lookup {
                variant: options.variant()?,
                topic: options.take("topic"),
                picture: options.picture()?,
                answer: options.take("move"),
                here: options.yes("here")?,
                which: options.which()?,
            }),
            "doctor" => Command::Doctor,
            _ => Command::Help {
                about: options.about()?,
            },
        })
    }

    /// The name, without slash.
    pub fn name(&self) -> &'static str {
        match self {
            Command::Challenge { .. } => "challenge",
            Command::Move { .. } => "move",
            Command::Why { .. } => "why",
            Command::Board { .. } => "board",
            Command::View { .. } => "view",
            Command::Resign { .. } => "resign",
            Command::Draw { .. } => "draw",
            Command::Games => "games",
            Command::History { .. } => "history",
            Command::Replay { .. } => "replay",
            Command::Export { .. } => "export",
            Command::Verify { .. } => "verify",
            Command::Settings { .. } => "settings",
            Command::Rules(_) => "rules",
            Command::Doctor => "doctor",
            Command::Help { .. } => "help",
        }
    }
}

/// Options of a command as they were given: name and value.
pub type Given = Vec<(&'static str, String)>;

/// Gives each typed word to an option: by name where one is written, else in order.
fn assign(spec: &'static Spec, words: &[Word]) -> Result<Given, CommandError> {
    let mut given = Given::new();
    for word in words {
        give(spec, &mut given, word)?;
    }
    Ok(given)
}

/// The options of a command that is still being typed; words that cannot be read are passed over.
pub fn given(spec: &'static Spec, words: &[Word]) -> Given {
    let mut given = Given::new();
    for word in words {
        // Whoever goes on like this hears what is wrong when they send it.
        let _ = give(spec, &mut given, word);
    }
    given
}

fn give(spec: &'static Spec, given: &mut Given, word: &Word) -> Result<(), CommandError> {
    let (option, value) = match word.named() {
        Some((name, value)) => {
            let unknown = || CommandError::UnknownOption {
                command: spec,
                name: excerpt(name),
            };
            let option = spec.option(name).ok_or_else(unknown)?;
            (option, value)
        }
        None => {
            let option = next_option(spec, given, word).ok_or_else(|| CommandError::Surplus {
                command: spec.name,
                word: excerpt(&word.text),
            })?;
            (option, word.text.as_str())
        }
    };
    let earlier = given.iter_mut().find(|(name, _)| *name == option.name);
    match (earlier, option.joint()) {
        (None, _) => given.push((option.name, value.to_owned())),
        (Some((_, text)), Some(joint)) => {
            text.push_str(joint);
            text.push_str(value);
        }
        (Some(_), None) => {
            return Err(CommandError::Twice {
                option: option.name,
            });
        }
    }
    Ok(())
}

/// The option that a word without a name belongs to.
fn next_option(
    spec: &'static Spec,
    given: &[(&'static str, String)],
    word: &Word,
) -> Option<&'static OptionSpec> {
    let by_look = spec
        .options
        .iter()
        .find(|option| option.kind == OptionKind::Options && word.is_choice());
    // Who is called like a side is challenged as `@white`.
    let is_side = word.text.parse::<SideChoice>().is_ok();
    let is_open = |option: &&OptionSpec| {
        option.positional
            && (option.joint().is_some() || given.iter().all(|(name, _)| *name != option.name))
            && !(is_side && option.kind == OptionKind::Person)
    };
    by_look.or_else(|| spec.options.iter().find(is_open))
}

/// The options of a command that have not been read yet.
struct Options {
    spec: &'static Spec,
    options: Given,
}

impl Options {
    fn take(&mut self, name: &str) -> Option<String> {
        let at = self.options.iter().position(|(given, _)| *given == name)?;
        Some(self.options.swap_remove(at).1)
    }

    fn given(&mut self, name: &'static str) -> Result<String, CommandError> {
        self.take(name).ok_or(CommandError::Missing {
            command: self.spec.name,
            option: name,
        })
    }

    fn read<T: std::str::FromStr>(
        &self,
        name: &'static str,
        text: &str,
        expected: Text,
    ) -> Result<T, CommandError> {
        text.parse().map_err(|_| self.bad(name, text, expected))
    }

    fn variant(&mut self) -> Result<Option<Variant>, CommandError> {
        let Some(text) = self.take("variant") else {
            return Ok(None);
        };
        self.variant_named(&text).map(Some)
    }

    /// The variant that is meant, in whatever spelling.
    fn variant_named(&self, text: &str) -> Result<Variant, CommandError> {
        handbook::variant(text)
            .ok_or_else(|| self.bad("variant", text, names(Variant::ALL.map(Variant::name))))
    }

    /// A variant, and what is chosen about it.
    fn setup(&mut self) -> Result<Setup, CommandError> {
        let variant = self.given("variant")?;
        let variant = self.variant_named(&variant)?;
        let chosen = self.take("options").unwrap_or_default();
        if chosen.len() > MAX_OPTIONS {
            let flaw = room::flaw_options_too_long(MAX_OPTIONS);
            return Err(CommandError::BadOptions(vec![flaw]));
        }
        let chosen: String = chosen.chars().filter(|c| !is_disruptive(*c)).collect();
        Setup::with_options(variant, &chosen).map_err(|error| CommandError::bad_options(&error))
    }

    fn eyes(&mut self) -> Result<Option<Eyes>, CommandError> {
        let Some(text) = self.take("eyes") else {
            return Ok(None);
        };
        let known = Eyes::ALL
            .into_iter()
            .find(|eyes| eyes.name().eq_ignore_ascii_case(&text));
        known
            .map(Some)
            .ok_or_else(|| self.bad("eyes", &text, names(Eyes::ALL.map(Eyes::name))))
    }

    fn settings(&mut self) -> Result<Vec<Setting>, CommandError> {
        let mut settings = Vec::new();
        for topic in Topic::ALL {
            let Some(text) = self.take(topic.name()) else {
                continue;
            };
            let expected = || names(topic.settings().into_iter().map(Setting::name));
            let setting = topic.setting(&text);
            settings.push(setting.ok_or_else(|| self.bad(topic.name(), &text, expected()))?);
        }
        Ok(settings)
    }

    fn which(&mut self) -> Result<Option<MatchId>, CommandError> {
        let Some(text) = self.take("match") else {
            return Ok(None);
        };
        self.read("match", &text, room::expected_match()).map(Some)
    }

    fn picture(&mut self) -> Result<Option<usize>, CommandError> {
        let Some(text) = self.take("picture") else {
            return Ok(None);
        };
        self.read("picture", &text, room::expected_number())
            .map(Some)
    }

    fn confirmed(&mut self) -> Result<bool, CommandError> {
        self.yes("confirm")
    }

    /// Whether an option says `yes`.
    fn yes(&mut self, name: &'static str) -> Result<bool, CommandError> {
        match self.take(name) {
            None => Ok(false),
            Some(text) if text.eq_ignore_ascii_case("yes") => Ok(true),
            Some(text) => Err(self.bad(name, &text, names(["yes"]))),
        }
    }

    fn about(&mut self) -> Result<Option<&'static Spec>, CommandError> {
        let Some(text) = self.take("command") else {
            return Ok(None);
        };
        let name = text.trim_start_matches('/');
        spec(name)
            .map(Some)
            .ok_or_else(|| CommandError::unknown_command(name))
    }

    fn bad(&self, option: &'static str, text: &str, expected: Text) -> CommandError {
        CommandError::Bad {
            option,
            text: excerpt(text),
            expected,
        }
    }
}

/// All that can be written.
fn names(names: impl IntoIterator<Item = &'static str>) -> Text {
    Text::joined(names.into_iter().map(Text::verbatim), ", ")
}

/// A clause as a sentence: with a capital letter and a dot.
pub fn sentence(clause: &str) -> String {
    let mut chars = clause.chars();
    let first = chars.next().map(char::to_uppercase);
    first
        .into_iter()
        .flatten()
        .chain(chars)
        .chain(['.'])
        .collect()
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

/// What somebody wrote, fit to be shown inside a sentence, in quotes: short, without control characters.
pub fn excerpt(text: &str) -> String {
    const MOST: usize = 40;
    let shown: String = text
        .chars()
        .filter(|c| !is_disruptive(*c))
        .take(MOST)
        .collect();
    let dots = if text.chars().count() > MOST {
        "…"
    } else {
        ""
    };
    shown + dots
}

/// Whether a character can disturb the text around it: control characters, and those that are not seen, turn the
/// direction of writing, or stack without limit.
pub fn is_disruptive(c: char) -> bool {
    c.is_control()
        || matches!(c, '\u{ad}' | '\u{61c}' | '\u{180e}' | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}')
        || matches!(c, '\u{2060}'..='\u{206f}' | '\u{feff}' | '\u{fff9}'..='\u{fffb}')
        || matches!(c, '\u{300}'..='\u{36f}' | '\u{1ab0}'..='\u{1aff}' | '\u{1dc0}'..='\u{1dff}' | '\u{20d0}'..='\u{20ff}' | '\u{fe20}'..='\u{fe2f}')
}
