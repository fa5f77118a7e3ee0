//! What is to be said, without the words.

use std::fmt;

use icu_properties::{CodePointMapData, props::BidiClass};
use rules::{Action, Color, Square, Variant};

/// The message that stands for the name of who was deleted.
const DELETED: &str = "deleted-player";

/// A message and what it names, to be said in the language of who reads it.
///
/// It may tell of a move or hold what somebody wrote, so `Debug` shows which message it is and nothing else.
#[derive(Clone, PartialEq, Eq)]
pub struct Text(pub(super) TextKind);

#[derive(Clone, PartialEq, Eq)]
pub(super) enum TextKind {
    /// A message of the room.
    Message {
        id: &'static str,
        args: Vec<(&'static str, Arg)>,
    },
    /// What is the same in all languages: names, what somebody wrote.
    Verbatim(String),
    /// Moves in short notation, with English letters.
    Moves(String),
    /// A moment, as its reader counts time.
    Time(i64),
    /// What is written for a message that can be opened.
    Link {
        platform: &'static str,
        address: String,
        label: Box<Text>,
    },
    /// A channel that can be opened.
    Channel(String),
    /// Texts with the same between any two of them.
    Joined {
        texts: Vec<Text>,
        between: &'static str,
    },
}

/// What a message names.
#[derive(Clone, PartialEq, Eq)]
pub enum Arg {
    /// A number, which decides between singular and plural.
    Number(usize),
    /// A text, said in the same language.
    Text(Text),
}

impl Text {
    pub(super) const fn message(id: &'static str, args: Vec<(&'static str, Arg)>) -> Text {
        Text(TextKind::Message { id, args })
    }

    /// What is the same in all languages.
    pub fn verbatim(text: impl Into<String>) -> Text {
        Text(TextKind::Verbatim(text.into()))
    }

    /// The name of a player, which does not turn the text around it; what is not the name of a person is said in the
    /// language of who reads it.
    pub fn of_player(name: &str) -> Text {
        match (name, super::program::level_in(name)) {
            (super::DELETED_PLAYER, _) => super::deleted_player(),
            (_, Some(level)) => super::program_player(Text::verbatim(level)),
            (name, None) => Text::verbatim(isolated(name)),
        }
    }

    /// Moves in short notation, as the rules write them.
    pub fn moves(english: impl Into<String>) -> Text {
        Text(TextKind::Moves(english.into()))
    }

    /// A moment, in milliseconds since 1970 began, UTC, as its reader counts time.
    pub fn time(at: i64) -> Text {
        Text(TextKind::Time(at))
    }

    /// What is written for a message that can be opened, with what its platform is called, and its address.
    pub fn link(platform: &'static str, address: String, label: Text) -> Text {
        Text(TextKind::Link {
            platform,
            address,
            label: Box::new(label),
        })
    }

    /// A channel that can be opened, named as its platform names it, where that shows what it is called.
    pub fn channel(id: &str) -> Text {
        Text(TextKind::Channel(id.to_owned()))
    }

    /// Whether it names somebody who was deleted.
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

    /// Texts with the same between any two of them: a line break, a blank.
    pub fn joined(texts: impl IntoIterator<Item = Text>, between: &'static str) -> Text {
        Text(TextKind::Joined {
            texts: texts.into_iter().collect(),
            between,
        })
    }

    /// Texts below each other, each with a dot before it.
    pub fn list(texts: impl IntoIterator<Item = Text>) -> Text {
        let dot = |text| Text::joined([Text::verbatim("• "), text], "");
        Text::lines(texts.into_iter().map(dot))
    }

    /// Texts below each other.
    pub fn lines(texts: impl IntoIterator<Item = Text>) -> Text {
        Text::joined(texts, "\n")
    }
}

/// A text of at most so many characters; where it is longer, its end is left out and `…` stands for it. What is isolated
/// where it is cut ends before that.
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

/// What follows runs by itself, in the direction of its first letter.
const ISOLATE: char = '\u{2068}';

/// What runs by itself ends here.
const END_OF_ISOLATE: char = '\u{2069}';

/// A text that does not change the order of what stands around it: one with letters or digits that run from right to left
/// is put between marks. A text that has such marks already stays as it is.
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
            TextKind::Verbatim(_)
            | TextKind::Moves(_)
            | TextKind::Time(_)
            | TextKind::Link { .. }
            | TextKind::Channel(_)
            | TextKind::Joined { .. } => f.write_str("Text"),
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

impl From<String> for Arg {
    fn from(text: String) -> Arg {
        Arg::from(text.as_str())
    }
}

impl From<&String> for Arg {
    fn from(text: &String) -> Arg {
        Arg::from(text.as_str())
    }
}

impl From<char> for Arg {
    fn from(letter: char) -> Arg {
        Arg::from(letter.to_string())
    }
}

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

impl From<Square> for Arg {
    fn from(square: Square) -> Arg {
        Arg::from(square.to_string())
    }
}

impl From<Action> for Arg {
    fn from(action: Action) -> Arg {
        Arg::from(action.to_string())
    }
}

/// `White`
impl From<Color> for Arg {
    fn from(color: Color) -> Arg {
        Arg::Text(super::color(color))
    }
}

/// How it is called, not how it is written in a command.
impl From<Variant> for Arg {
    fn from(variant: Variant) -> Arg {
        Arg::Text(super::title(variant))
    }
}
