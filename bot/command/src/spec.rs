//! The description of a command, and the search for one by its name.

use std::fmt;

use super::{
    Command, CommandWord, Given, Keyword, OptionKind, SPECS, keyword::written_as, typed::plain,
};
use text::Text;

/// The description of a command.
pub struct Spec {
    /// The name, without slash: one or two words of 1 to 32 lower-case letters. It is the same in all languages,
    /// because people of several languages use it with each other, and the bot uses it in public messages.
    pub name: &'static str,
    /// The summary: a sentence of at most 100 characters.
    pub summary: Text,
    /// An example line, if the name alone is not enough.
    pub(super) example: Option<Text>,
    /// The options, required ones first.
    pub options: &'static [CommandOption],
    /// Makes the command from its options.
    pub(super) make: fn(&Given) -> Result<Command, Text>,
}

/// An option of a command.
#[derive(Debug, PartialEq, Eq)]
pub struct CommandOption {
    /// The keyword: 1 to 32 lower-case letters. No other option of the command has this name in any language.
    pub keyword: Keyword,
    /// The summary: a phrase of at most 100 characters.
    pub summary: Text,
    /// The kind of value.
    pub kind: OptionKind,
    /// True if the option is required.
    pub required: bool,
    /// True if its name can be omitted.
    pub positional: bool,
}

impl CommandOption {
    /// Returns the internal name, which is English.
    pub const fn name(&self) -> &'static str {
        self.keyword.name
    }

    /// Returns whether the option is available where a server is a single room, or where it has channels.
    pub fn is_for(&self, is_one_room: bool) -> bool {
        match self.kind {
            OptionKind::Server(topic) => topic.is_for(is_one_room),
            _ => true,
        }
    }
}

/// The name is unique among the commands.
impl PartialEq for Spec {
    fn eq(&self, other: &Spec) -> bool {
        self.name == other.name
    }
}

impl Eq for Spec {}

impl fmt::Debug for Spec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Spec({})", self.name)
    }
}

impl Spec {
    /// Returns the other commands with names that begin with this name, each with the rest of its name: `server` for `settings
    /// server`.
    pub fn siblings(&self) -> impl Iterator<Item = (&'static Spec, &'static str)> {
        let name = self.name;
        SPECS.iter().filter_map(move |spec| {
            let (first, rest) = spec.name.split_once(' ')?;
            (first == name).then_some((spec, rest))
        })
    }

    /// Returns an example line.
    pub fn example(&self) -> Text {
        let name = || Text::verbatim(format!("/{}", self.name));
        self.example.clone().unwrap_or_else(name)
    }

    /// Returns whether the command takes options of a variant.
    pub fn takes_choices(&self) -> bool {
        let mut options = self.options.iter();
        options.any(|option| option.kind == OptionKind::Options)
    }

    /// Returns the option with this name, in any language.
    pub fn option(&self, name: &str) -> Option<&'static CommandOption> {
        let names = written_as(&plain(name));
        let mut options = self.options.iter();
        options.find(|option| names.contains(&option.name()))
    }
}

/// The second word of a command if other names begin with its name, on platforms that must distinguish them: `settings me`.
pub const OWN: &str = "me";

/// Returns the command with this name, in any case.
pub fn spec(name: &str) -> Option<&'static Spec> {
    let is_called = |spec: &&Spec| spec.name.eq_ignore_ascii_case(name);
    SPECS.iter().find(is_called).or_else(|| {
        let (first, own) = name.split_once(' ')?;
        let found = spec(first).filter(|_| own.eq_ignore_ascii_case(OWN))?;
        found.siblings().next().map(|_| found)
    })
}

/// Returns the command with the name at the beginning of these words, and the words after it.
pub fn named(words: &[CommandWord]) -> Option<(&'static Spec, &[CommandWord])> {
    let texts = words.iter().take(2).map(|word| word.text.as_str());
    let texts: Vec<_> = texts.collect();
    let found = spec(&texts.join(" ")).map(|spec| (spec, &words[texts.len()..]));
    found.or_else(|| Some((spec(texts.first()?)?, &words[1..])))
}
