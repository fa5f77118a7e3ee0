//! Words of commands that people may write in any language.

use unicode_normalization::char::is_combining_mark;

use crate::words::{Language, Text, fold};

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

    /// Whether the word is written so in some language, in any case, and perhaps without its accents.
    pub fn is(&self, text: &str) -> bool {
        let text = fold(text);
        let is_so = |language: Language| fold(&language.say(&self.local)) == text;
        text == self.name || Language::all().any(is_so)
    }
}

/// Whether a text looks like the name of an option in some language: letters, perhaps with accents.
pub(super) fn is_name(text: &str) -> bool {
    !text.is_empty()
        && text
            .chars()
            .all(|c| c.is_alphabetic() || is_combining_mark(c))
}
