//! Words of commands that can be typed in any language.

use std::{collections::HashMap, sync::LazyLock};

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

/// The name of the option for a match.
pub(super) const MATCH: Keyword = Keyword::new("match", text::option_match());

/// The name of the option for options of a variant.
pub(super) const OPTIONS: Keyword = Keyword::new("options", text::option_options());

/// The name of the option for a variant.
pub(super) const VARIANT: Keyword = Keyword::new("variant", text::option_variant());

impl Keyword {
    pub(super) const fn new(name: &'static str, local: Text) -> Keyword {
        Keyword { name, local }
    }

    /// Makes a keyword that is the same in all languages.
    pub(super) fn everywhere(name: &'static str) -> Keyword {
        Keyword::new(name, Text::verbatim(name))
    }
}

/// Returns the keyword of an answer: `yes` or `no`.
pub const fn yes_or_no(is_yes: bool) -> Keyword {
    if is_yes {
        Keyword::new("yes", text::choice_yes())
    } else {
        Keyword::new("no", text::choice_no())
    }
}

/// Finds the answer with this name.
pub fn read_yes_or_no(name: &str) -> Option<bool> {
    let mut answers = [true, false].into_iter();
    answers.find(|is_yes| yes_or_no(*is_yes).name == name)
}

/// Returns the keyword of a switch: `on` or `off`.
pub(super) const fn switch(is_on: bool) -> Keyword {
    if is_on {
        Keyword::new("on", text::choice_on())
    } else {
        Keyword::new("off", text::choice_off())
    }
}

/// The spellings of the keywords in all languages, with the names of the keywords of each spelling.
static WRITTEN: LazyLock<HashMap<String, Vec<&'static str>>> = LazyLock::new(|| {
    let mut written: HashMap<String, Vec<&'static str>> = HashMap::new();
    for option in SPECS.iter().flat_map(|spec| spec.options) {
        let words = option.kind.words().unwrap_or_default();
        for Keyword { name, local } in words.iter().chain([&option.keyword]) {
            let spellings = Language::all().map(|language| language.localize(local));
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

/// Returns whether a text looks like the name of an option in some language: letters, possibly with accents.
pub(super) fn is_name(text: &str) -> bool {
    !text.is_empty()
        && text
            .chars()
            .all(|c| c.is_alphabetic() || is_combining_mark(c))
}
