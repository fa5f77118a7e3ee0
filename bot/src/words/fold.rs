//! Words as people type them.

use unicode_normalization::{UnicodeNormalization, char::is_combining_mark};

use super::{Language, Text};

/// A word without what people may leave out or write differently: in lower case, without accents.
pub fn fold(text: &str) -> String {
    let letters = text.nfd().filter(|c| !is_combining_mark(*c));
    letters.flat_map(char::to_lowercase).collect()
}

impl Text {
    /// Whether it is written so in some language, in any case, and perhaps without its accents.
    pub fn is_written(&self, text: &str) -> bool {
        let text = fold(text);
        Language::all().any(|language| fold(&language.say(self)) == text)
    }
}
