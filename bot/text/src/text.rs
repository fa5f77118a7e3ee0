//! Texts before localization.

use std::fmt;

use icu_properties::{CodePointMapData, props::BidiClass};
use rules::{Action, Color, Square, Variant};

/// The message that replaces the name of a deleted player.
const DELETED: &str = "deleted-player";

/// A message with its arguments, which is localized for each reader.
///
/// It can reveal a move or hold typed text, so `Debug` prints only the id of the message.
#[derive(Clone, PartialEq, Eq)]
pub struct Text(pub(super) TextKind);

#[derive(Clone, PartialEq, Eq)]
pub(super) enum TextKind {
    /// A message of the bot.
    Message {
        id: &'static str,
        args: Vec<(&'static str, Arg)>,
    },
    /// Text that is the same in all languages: names, typed text.
    Verbatim(String),
    /// Moves in short notation, with English letters.
    Moves(String),
    /// A time, shown in the time format of the reader.
    Time(i64),
    /// A link to a message.
    Link {
        platform: &'static str,
        address: String,
        label: Box<Text>,
    },
    /// A link to a channel.
    Channel(String),
    /// Texts with a separator between them.
    Joined {
        texts: Vec<Text>,
        between: &'static str,
    },
}

/// An argument of a message.
#[derive(Clone, PartialEq, Eq)]
pub enum Arg {
    /// A number, which selects singular or plural.
    Number(usize),
    /// A text, localized to the same language.
    Text(Text),
}

impl Text {
    pub(super) const fn message(id: &'static str, args: Vec<(&'static str, Arg)>) -> Text {
        Text(TextKind::Message { id, args })
    }

    /// Makes a text that is the same in all languages.
    pub fn verbatim(text: impl Into<String>) -> Text {
        Text(TextKind::Verbatim(text.into()))
    }

    /// Makes the name of a player, isolated from the direction of the text around it. The names of deleted players and
    /// of the program are localized for the reader.
    pub fn of_player(name: &str) -> Text {
        match (name, super::program::level_in(name)) {
            (super::DELETED_PLAYER, _) => super::deleted_player(),
            (_, Some(level)) => super::program_player(Text::verbatim(level)),
            (name, None) => Text::verbatim(isolated(name)),
        }
    }

    /// Makes moves in short notation, as the rules write them.
    pub fn moves(english: impl Into<String>) -> Text {
        Text(TextKind::Moves(english.into()))
    }

    /// Makes a time, in milliseconds since 1970 began, UTC, shown in the time format of the reader.
    pub fn time(at: i64) -> Text {
        Text(TextKind::Time(at))
    }

    /// Makes a link to a message, with the name of its platform, its address and a label.
    pub fn link(platform: &'static str, address: String, label: Text) -> Text {
        Text(TextKind::Link {
            platform,
            address,
            label: Box::new(label),
        })
    }

    /// Makes a link to a channel by the platform's own id, for messages on that platform, which shows its name.
    pub fn channel(id: &str) -> Text {
        Text(TextKind::Channel(id.to_owned()))
    }

    /// Returns whether the text names a deleted player.
    pub(super) fn names_deleted(&self) -> bool {
        match &self.0 {
            TextKind::Message { id, args } => {
                *id == DELETED
                    || args
                        .iter()
                        .any(|(_, arg)| matches!(arg, Arg::Text(text) if text.names_deleted()))
            }
            TextKind::Joined { texts, .. } => texts.iter().any(Text::names_deleted),
            TextKind::Link { label, .. } => label.names_deleted(),
            TextKind::Verbatim(_)
            | TextKind::Moves(_)
            | TextKind::Time(_)
            | TextKind::Channel(_) => false,
        }
    }

    /// Joins texts with a separator: a line break, a blank.
    pub fn joined(texts: impl IntoIterator<Item = Text>, between: &'static str) -> Text {
        Text(TextKind::Joined {
            texts: texts.into_iter().collect(),
            between,
        })
    }

    /// Lists texts below each other, each with a bullet.
    pub fn list(texts: impl IntoIterator<Item = Text>) -> Text {
        let dot = |text| Text::joined([Text::verbatim("• "), text], "");
        Text::lines(texts.into_iter().map(dot))
    }

    /// Joins texts by line breaks.
    pub fn lines(texts: impl IntoIterator<Item = Text>) -> Text {
        Text::joined(texts, "\n")
    }
}

/// Shortens a text to at most `most` characters, and replaces the omitted end by `…`. Closes an isolate that the cut
/// leaves open.
pub fn clip(text: &str, most: usize) -> String {
    if text.chars().count() <= most {
        return text.to_owned();
    }
    let kept: String = text.chars().take(most.saturating_sub(1)).collect();
    let n = |mark| kept.matches(mark).count();
    if n(ISOLATE) > n(END_OF_ISOLATE) {
        let kept = text.chars().take(most.saturating_sub(2));
        kept.chain([END_OF_ISOLATE, '…']).collect()
    } else {
        kept + "…"
    }
}

/// The start of an isolate, which takes the direction of its first strong letter.
const ISOLATE: char = '\u{2068}';

/// The end of an isolate.
const END_OF_ISOLATE: char = '\u{2069}';

/// Isolates a text with letters or digits that run from right to left, so that it does not reorder the text around it.
/// Leaves a text unchanged if it has isolates already.
fn isolated(text: &str) -> String {
    let classes = CodePointMapData::<BidiClass>::new();
    let turns = |c| {
        let class = classes.get(c);
        [
            BidiClass::RightToLeft,
            BidiClass::ArabicLetter,
            BidiClass::ArabicNumber,
        ]
        .contains(&class)
    };
    if text.contains(turns) && !text.contains(ISOLATE) {
        format!("{ISOLATE}{text}{END_OF_ISOLATE}")
    } else {
        text.to_owned()
    }
}

impl fmt::Debug for Text {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.0 {
            TextKind::Message { id, .. } => write!(f, "Text({id})"),
            _ => f.write_str("Text"),
        }
    }
}

impl From<Text> for Arg {
    fn from(text: Text) -> Arg {
        Arg::Text(text)
    }
}

impl From<&Text> for Arg {
    fn from(text: &Text) -> Arg {
        Arg::Text(text.clone())
    }
}

impl From<&str> for Arg {
    fn from(text: &str) -> Arg {
        Arg::Text(Text::of_player(text))
    }
}

/// Makes arguments of the written forms of values.
macro_rules! written {
    ($($value:ty),+) => {$(
        impl From<$value> for Arg {
            fn from(value: $value) -> Arg {
                Arg::from(value.to_string().as_str())
            }
        }
    )+};
}

written!(String, &String, char, Square, Action);

impl From<usize> for Arg {
    fn from(number: usize) -> Arg {
        Arg::Number(number)
    }
}

impl From<u32> for Arg {
    fn from(number: u32) -> Arg {
        Arg::Number(usize::try_from(number).unwrap_or(usize::MAX))
    }
}

/// Makes an argument such as `White`.
impl From<Color> for Arg {
    fn from(color: Color) -> Arg {
        Arg::Text(super::color(color))
    }
}

/// Makes an argument from the name for people, not from the typed name.
impl From<Variant> for Arg {
    fn from(variant: Variant) -> Arg {
        Arg::Text(super::title(variant))
    }
}
