//! Words of commands that can be typed in any language.

use std::{collections::HashMap, sync::LazyLock};

use crate::SideChoice;
use rules::Color;
use unicode_normalization::char::is_combining_mark;

use super::SPECS;
use text::{Language, Text, fold};

/// The name of an option, or a fixed word in its value. Everybody can type it in English and in any other language.
#[derive(Debug, PartialEq, Eq)]
pub struct Keyword {
    /// The internal name, which is English: `color`.
    pub name: &'static str,
    /// The name in the language of the reader.
    pub local: Text,
}

impl Keyword {
    pub(super) const fn new(name: &'static str, local: Text) -> Keyword {
        Keyword { name, local }
    }

    /// Makes a keyword that is the same in all languages.
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

/// The spellings of the keywords in all languages, with the names of the keywords of each spelling.
static WRITTEN: LazyLock<HashMap<String, Vec<&'static str>>> = LazyLock::new(|| {
    let mut written: HashMap<String, Vec<&'static str>> = HashMap::new();
    for option in SPECS.iter().flat_map(|spec| spec.options) {
        let words = option.kind.words().unwrap_or_default();
        for Keyword { name, local } in words.iter().chain([&option.keyword]) {
            let spellings = Language::all().map(|language| language.say(local));
            for text in spellings.chain([(*name).to_owned()]) {
                written.entry(fold(&text)).or_default().push(name);
            }
        }
    }
    written
});

/// Builds the lookup tables of the commands now: their words and the handbook. This is slow, so that the first request
/// does not wait for it.
pub fn prepare() {
    LazyLock::force(&WRITTEN);
    handbook::prepare();
}

/// Returns the names of the keywords with this spelling in any language, in any case, with or without accents.
pub(super) fn written_as(text: &str) -> &'static [&'static str] {
    WRITTEN.get(&fold(text)).map_or(&[], Vec::as_slice)
}

/// Returns whether a text is `none`, in any language.
pub(super) fn is_none(text: &str) -> bool {
    says(text, &text::choice_none())
}

/// Returns whether a text is `clear`, in any language.
pub(super) fn is_clear(text: &str) -> bool {
    says(text, &text::choice_clear())
}

/// Returns whether a text is a word, in any language.
pub(super) fn says(text: &str, word: &Text) -> bool {
    Language::all().any(|language| fold(&language.say(word)) == fold(text))
}

/// Returns whether a text looks like the name of an option in some language: letters, possibly with accents.
pub(super) fn is_name(text: &str) -> bool {
    !text.is_empty()
        && text
            .chars()
            .all(|c| c.is_alphabetic() || is_combining_mark(c))
}
