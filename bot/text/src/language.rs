//! The languages, and the localization of texts.

use std::{fmt, str::FromStr, sync::OnceLock};

use fluent_bundle::{
    FluentArgs, FluentError, FluentResource, FluentValue,
    concurrent::FluentBundle,
    resolver::{ResolverError, errors::ReferenceKind},
};
use tracing::error;

use super::{Arg, Letters, Text, Times, marks, text::TextKind};

type Bundle = FluentBundle<FluentResource>;

/// The attribute of a message that holds its form for a reader at the board of the match.
const AT_BOARD: &str = "at-board";

/// The tag of each language and its files, in the order of the tags.
const LANGUAGES: &[(&str, &[&str])] = &include!(concat!(env!("OUT_DIR"), "/languages.rs"));

/// The messages of each language, loaded on first use.
static BUNDLES: [OnceLock<Bundle>; LANGUAGES.len()] = [const { OnceLock::new() }; LANGUAGES.len()];

/// A language of the bot, with the letters of pieces in it, and the time format and the place of its reader. Its text form is
/// its tag: `en`.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Language {
    pub(super) number: usize,
    pub(super) letters: Letters,
    pub(super) times: Times,
    /// True if the reader is at the board of the match that the texts are about.
    pub(super) at_board: bool,
}

/// The tag does not belong to a language of the bot.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("no such language")]
pub struct ParseLanguageError;

impl Language {
    /// English, which has every message.
    pub const ENGLISH: Language = {
        let mut n = 0;
        while !matches!(LANGUAGES[n].0.as_bytes(), b"en") {
            n += 1;
        }
        Language::numbered(n)
    };

    const fn numbered(number: usize) -> Language {
        Language {
            number,
            letters: Letters::English,
            times: Times::Marked,
            at_board: false,
        }
    }

    /// Returns the same language for a reader at the board of the match that the texts are about. Some messages have a form
    /// for them, without the name of the match.
    #[must_use]
    pub const fn at_board(self) -> Language {
        Language {
            at_board: true,
            ..self
        }
    }

    /// Returns all languages, in the order of their tags.
    pub fn all() -> impl Iterator<Item = Language> {
        (0..LANGUAGES.len()).map(Language::numbered)
    }

    /// Returns its index among all languages.
    pub const fn number(self) -> usize {
        self.number
    }

    /// Returns its tag: `en`.
    pub const fn tag(self) -> &'static str {
        LANGUAGES[self.number].0
    }

    /// Returns its name in the language itself: `English`.
    pub fn name(self) -> String {
        self.localize(&super::language_name())
    }

    /// Returns the language of the first of these tags, such as `fr-CA`, that the bot supports, and ignores the
    /// country.
    pub fn negotiate<'a>(tags: impl IntoIterator<Item = &'a str>) -> Option<Language> {
        fn primary(tag: &str) -> &str {
            tag.split(['-', '_']).next().unwrap_or(tag)
        }
        tags.into_iter().find_map(|tag| {
            let same = |language: &Language| language.tag().eq_ignore_ascii_case(tag);
            let alike =
                |language: &Language| primary(language.tag()).eq_ignore_ascii_case(primary(tag));
            Language::all()
                .find(same)
                .or_else(|| Language::all().find(alike))
        })
    }

    /// Localizes a text.
    pub fn localize(self, text: &Text) -> String {
        let words = self.localize_part(text);
        if text.names_deleted() {
            self.with_capitals(words)
        } else {
            words
        }
    }

    /// Capitalizes the name of a deleted player at the beginning of a sentence.
    fn with_capitals(self, words: String) -> String {
        let name = self.localize_part(&super::deleted_player());
        let mut capitals = String::with_capacity(words.len());
        let mut rest = 0;
        for (at, _) in words.match_indices(&name) {
            let before = &words[..at];
            let begins = before.is_empty()
                || [". ", "! ", "? ", "\n"]
                    .iter()
                    .any(|end| before.ends_with(end));
            if begins {
                capitals.push_str(&words[rest..at]);
                capitals.push_str(&capitalized(&name));
                rest = at + name.len();
            }
        }
        capitals.push_str(&words[rest..]);
        capitals
    }

    fn localize_part(self, text: &Text) -> String {
        match &text.0 {
            TextKind::Verbatim(text) => text.clone(),
            TextKind::Moves(moves) => self.moves(moves),
            TextKind::Time(at) => self.time(*at),
            TextKind::Link {
                platform,
                address,
                label,
            } => marks::link(platform, address, &self.localize_part(label)),
            TextKind::Channel(id) => marks::channel(id),
            TextKind::Joined { texts, between } => {
                let parts: Vec<_> = texts.iter().map(|text| self.localize_part(text)).collect();
                parts.join(between)
            }
            TextKind::Message { id, args } => self.localize_message(id, &self.arguments(args)),
        }
    }

    fn localize_message(self, id: &str, args: &FluentArgs<'_>) -> String {
        self.try_localize(id, args).unwrap_or_else(|error| {
            error!(id, language = self.tag(), error, "cannot format a message");
            // A message id is better than no message.
            id.to_owned()
        })
    }

    /// Localizes a message. A named argument can lack an attribute that others have.
    pub(super) fn try_localize(self, id: &str, args: &FluentArgs<'_>) -> Result<String, String> {
        let message = self.bundle().get_message(id).ok_or("it is missing")?;
        let at_board = message.get_attribute(AT_BOARD).filter(|_| self.at_board);
        let pattern = at_board.map(|form| form.value()).or(message.value());
        let pattern = pattern.ok_or("it says nothing")?;
        let mut errors = Vec::new();
        let value = self
            .bundle()
            .format_pattern(pattern, Some(args), &mut errors);
        match errors.iter().find(|error| !is_lack_of_attribute(error)) {
            None => Ok(value.into_owned()),
            Some(error) => Err(error.to_string()),
        }
    }

    /// Localizes the arguments of a message, and adds each attribute of an argument: its `gender` as `NAME_gender`.
    pub(super) fn arguments(self, args: &[(&'static str, Arg)]) -> FluentArgs<'static> {
        let mut out = FluentArgs::with_capacity(args.len());
        for (name, arg) in args {
            match arg {
                Arg::Number(number) => out.set(*name, *number),
                Arg::Text(Text(TextKind::Message { id, args })) => {
                    let args = self.arguments(args);
                    for (attribute, value) in self.attributes(id, &args) {
                        out.set(format!("{name}_{attribute}"), value);
                    }
                    out.set(*name, self.localize_message(id, &args));
                }
                Arg::Text(text) => out.set(*name, self.localize_part(text)),
            }
        }
        out
    }

    /// Returns the attributes of a message with these arguments.
    fn attributes(self, id: &str, args: &FluentArgs<'_>) -> Vec<(&'static str, String)> {
        let message = self.bundle().get_message(id).into_iter();
        let attributes = message.flat_map(|message| message.attributes().collect::<Vec<_>>());
        let values = attributes.filter_map(|attribute| {
            let mut errors = Vec::new();
            let pattern = attribute.value();
            let value = self
                .bundle()
                .format_pattern(pattern, Some(args), &mut errors);
            errors
                .is_empty()
                .then(|| (attribute.id(), value.into_owned()))
        });
        values.collect()
    }

    fn bundle(self) -> &'static Bundle {
        BUNDLES[self.number].get_or_init(|| {
            let tag = self.tag().parse().unwrap_or_default();
            let mut bundle = FluentBundle::new_concurrent(vec![tag]);
            // Arguments are inserted as they are, without isolating marks around them.
            bundle.set_use_isolating(false);
            if let Err(error) = bundle.add_function("CAPITAL", capital) {
                error!(language = self.tag(), %error, "messages lack capital letters");
            }
            for file in LANGUAGES[self.number].1 {
                let resource = match FluentResource::try_new((*file).to_owned()) {
                    Ok(resource) | Err((resource, _)) => resource,
                };
                let added: Result<(), Vec<FluentError>> = bundle.add_resource(resource);
                if let Err(errors) = added {
                    error!(language = self.tag(), ?errors, "messages are defined twice");
                }
            }
            bundle
        })
    }
}

/// Returns whether the error is a missing attribute of an argument, such as a gender, by which the message chooses.
fn is_lack_of_attribute(error: &FluentError) -> bool {
    matches!(
        error,
        FluentError::ResolverError(ResolverError::Reference(ReferenceKind::Variable { id }))
            if id.contains('_')
    )
}

fn capitalized(text: &str) -> String {
    let mut chars = text.chars();
    let first = chars.next().into_iter().flat_map(char::to_uppercase);
    first.chain(chars).collect()
}

/// Capitalizes the first letter of a text: the function `{ CAPITAL($piece) }` of messages.
fn capital<'a>(given: &[FluentValue<'a>], _: &FluentArgs<'_>) -> FluentValue<'a> {
    match given {
        [FluentValue::String(text)] => FluentValue::from(capitalized(text)),
        [other] => other.clone(),
        _ => FluentValue::Error,
    }
}

impl fmt::Display for Language {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.tag())
    }
}

impl fmt::Debug for Language {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.tag())
    }
}

impl FromStr for Language {
    type Err = ParseLanguageError;

    fn from_str(text: &str) -> Result<Language, ParseLanguageError> {
        let mut all = Language::all();
        all.find(|language| language.tag().eq_ignore_ascii_case(text))
            .ok_or(ParseLanguageError)
    }
}
