//! Words of commands that people may write in any language.

use std::{collections::HashMap, sync::LazyLock};

use api::SideChoice;
use rules::Color;
use unicode_normalization::char::is_combining_mark;

use super::SPECS;
use text::{Language, Text, fold};

/// The name of an option, or a word that can stand in one. Everybody can write it as in English and as in any other language.
#[derive(Debug, PartialEq, Eq)]
pub struct Keyword {
    /// As the program knows it, which is as in English: `color`.
    pub name: &'static str,
    /// As it is called in the language of who reads it.
    pub local: Text,
}

impl Keyword {
    pub(super) const fn new(name: &'static str, local: Text) -> Keyword {
        Keyword { name, local }
    }

    /// A word that is the same in all languages.
    pub(super) fn everywhere(name: &'static str) -> Keyword {
        Keyword::new(name, Text::verbatim(name))
    }
}

impl From<SideChoice> for Keyword {
    fn from(side: SideChoice) -> Keyword {
        let local = match side {
            SideChoice::Random => text::choice_random(),
            SideChoice::Fixed(Color::White) => text::choice_white(),
            SideChoice::Fixed(Color::Black) => text::choice_black(),
        };
        Keyword::new(side.name(), local)
    }
}

/// What is written for each keyword in any language, and the names of those for which it is written.
static WRITTEN: LazyLock<HashMap<String, Vec<&'static str>>> = LazyLock::new(|| {
    let mut written: HashMap<String, Vec<&'static str>> = HashMap::new();
    for option in SPECS.iter().flat_map(|spec| spec.options) {
        let words = option.kind.words().unwrap_or_default();
        for Keyword { name, local } in words.iter().chain([&option.keyword]) {
            let said = Language::all().map(|language| language.say(local));
            for text in said.chain([(*name).to_owned()]) {
                written.entry(fold(&text)).or_default().push(name);
            }
        }
    }
    written
});

/// Makes ready what commands look up: their words and the handbook. It takes a while, for which nobody has to wait then.
pub fn prepare() {
    LazyLock::force(&WRITTEN);
    handbook::prepare();
}

/// The names of the keywords that are written so in some language, in any case, and perhaps without their accents.
pub(super) fn written_as(text: &str) -> &'static [&'static str] {
    WRITTEN.get(&fold(text)).map_or(&[], Vec::as_slice)
}

/// Whether a text says `none`, in any language.
pub(super) fn is_none(text: &str) -> bool {
    says(text, &text::choice_none())
}

/// Whether a text says `clear`, in any language.
pub(super) fn is_clear(text: &str) -> bool {
    says(text, &text::choice_clear())
}

/// Whether a text says a word, in any language.
pub(super) fn says(text: &str, word: &Text) -> bool {
    Language::all().any(|language| fold(&language.say(word)) == fold(text))
}

/// Whether a text looks like the name of an option in some language: letters, perhaps with accents.
pub(super) fn is_name(text: &str) -> bool {
    !text.is_empty()
        && text
            .chars()
            .all(|c| c.is_alphabetic() || is_combining_mark(c))
}
