//! The languages of the room, and how a text is said in one of them.

use std::{fmt, str::FromStr, sync::OnceLock};

use fluent_bundle::{
    FluentArgs, FluentError, FluentMessage, FluentResource, FluentValue, concurrent::FluentBundle,
};
use tracing::error;

use super::{Arg, Letters, Text, text::TextKind};

type Bundle = FluentBundle<FluentResource>;

/// The tag of each language and its files, in the order of the tags.
const LANGUAGES: &[(&str, &[&str])] = &include!(concat!(env!("OUT_DIR"), "/languages.rs"));

/// The messages of each language, made ready when it is spoken first.
static BUNDLES: [OnceLock<Bundle>; LANGUAGES.len()] = [const { OnceLock::new() }; LANGUAGES.len()];

/// A language that the bot speaks, and the letters that stand for pieces in it. It is written as its tag: `en`.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Language {
    pub(super) number: usize,
    pub(super) letters: Letters,
}

/// No language that the bot speaks has this tag.
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
        }
    }

    /// All languages, in the order of their tags.
    pub fn all() -> impl Iterator<Item = Language> {
        (0..LANGUAGES.len()).map(Language::numbered)
    }

    /// Its place among all.
    pub(crate) const fn number(self) -> usize {
        self.number
    }

    /// Its tag: `en`.
    pub const fn tag(self) -> &'static str {
        LANGUAGES[self.number].0
    }

    /// What it is called by those who speak it: `English`.
    pub fn name(self) -> String {
        self.say(&super::language_name())
    }

    /// The first of these tags, such as `fr-CA`, whose language the bot speaks, whatever its country.
    pub fn negotiate<'a>(wanted: impl IntoIterator<Item = &'a str>) -> Option<Language> {
        fn primary(tag: &str) -> &str {
            tag.split(['-', '_']).next().unwrap_or(tag)
        }
        wanted.into_iter().find_map(|wanted| {
            let same = |language: &Language| language.tag().eq_ignore_ascii_case(wanted);
            let alike =
                |language: &Language| primary(language.tag()).eq_ignore_ascii_case(primary(wanted));
            Language::all()
                .find(same)
                .or_else(|| Language::all().find(alike))
        })
    }

    /// What a text is in this language; where a message is missing or wrong, that is said in English.
    pub fn say(self, text: &Text) -> String {
        match &text.0 {
            TextKind::Verbatim(text) => text.clone(),
            TextKind::Moves(moves) => self.moves(moves),
            TextKind::Joined { texts, between } => {
                let said: Vec<_> = texts.iter().map(|text| self.say(text)).collect();
                said.join(between)
            }
            TextKind::Message { id, form, args } => {
                let said = self.try_say(id, *form, args).or_else(|error| {
                    error!(id, language = self.tag(), error, "a message cannot be said");
                    Language::ENGLISH.try_say(id, *form, args)
                });
                // A message without words is better than none.
                said.unwrap_or_else(|_| (*id).to_owned())
            }
        }
    }

    pub(super) fn try_say(
        self,
        id: &str,
        form: Option<&str>,
        args: &[(&'static str, Arg)],
    ) -> Result<String, String> {
        let message = self.bundle().get_message(id).ok_or("it is missing")?;
        self.format(&message, form, args)
    }

    fn format(
        self,
        message: &FluentMessage<'_>,
        form: Option<&str>,
        args: &[(&'static str, Arg)],
    ) -> Result<String, String> {
        let pattern = match form {
            None => message.value(),
            Some(form) => message.get_attribute(form).map(|form| form.value()),
        };
        let pattern = pattern.ok_or("the form is missing")?;
        let args = self.arguments(args);
        let mut errors = Vec::new();
        let said = self
            .bundle()
            .format_pattern(pattern, Some(&args), &mut errors);
        match errors.first() {
            None => Ok(said.into_owned()),
            Some(error) => Err(error.to_string()),
        }
    }

    /// What a message names, said in this language, and the gender of each as `NAME_gender`.
    fn arguments<'a>(self, args: &'a [(&'static str, Arg)]) -> FluentArgs<'a> {
        let mut out = FluentArgs::with_capacity(args.len());
        for (name, arg) in args {
            let (said, gender) = match arg {
                Arg::Number(number) => (FluentValue::from(*number), None),
                Arg::Text(text) => (FluentValue::from(self.say(text)), self.gender(text)),
            };
            out.set(*name, said);
            let gender = gender.unwrap_or_else(|| "none".to_owned());
            out.set(format!("{name}_gender"), FluentValue::from(gender));
        }
        out
    }

    /// The grammatical gender of a text, if this language knows of one.
    fn gender(self, text: &Text) -> Option<String> {
        let TextKind::Message { id, args, .. } = &text.0 else {
            return None;
        };
        self.try_say(id, Some("gender"), args).ok()
    }

    fn bundle(self) -> &'static Bundle {
        BUNDLES[self.number].get_or_init(|| {
            let tag = self.tag().parse().unwrap_or_default();
            let mut bundle = FluentBundle::new_concurrent(vec![tag]);
            // What is named is shown as it is, without marks around it.
            bundle.set_use_isolating(false);
            if let Err(error) = bundle.add_function("CAPITAL", capital) {
                error!(language = self.tag(), %error, "messages have no capital letters");
            }
            for file in LANGUAGES[self.number].1 {
                let resource = match FluentResource::try_new((*file).to_owned()) {
                    Ok(resource) | Err((resource, _)) => resource,
                };
                let added: Result<(), Vec<FluentError>> = bundle.add_resource(resource);
                if let Err(errors) = added {
                    error!(language = self.tag(), ?errors, "messages are there twice");
                }
            }
            bundle
        })
    }
}

/// `{ CAPITAL($piece) }`: a text with a capital letter at its beginning.
fn capital<'a>(given: &[FluentValue<'a>], _: &FluentArgs<'_>) -> FluentValue<'a> {
    match given {
        [FluentValue::String(text)] => {
            let mut chars = text.chars();
            let first = chars.next().into_iter().flat_map(char::to_uppercase);
            FluentValue::from(first.chain(chars).collect::<String>())
        }
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
