//! Words as people type them.

use unicode_normalization::{UnicodeNormalization, char::is_combining_mark};

use super::{Language, Text};

/// A word without what people may leave out or write differently: in lower case, without accents and [shaping](is_shaping)
/// characters.
pub fn fold(text: &str) -> String {
    let letters = text
        .nfd()
        .filter(|c| !is_combining_mark(*c) && !is_shaping(*c));
    letters.flat_map(char::to_lowercase).collect()
}

/// Whether this is U+200C or U+200D, which part or join letters or emoji and are not seen themselves.
pub fn is_joiner(c: char) -> bool {
    matches!(c, '\u{200c}' | '\u{200d}')
}

/// Tells whether a character is a tag. Tags after a black flag spell whose flag it is, and are not seen themselves.
pub fn is_tag(c: char) -> bool {
    matches!(c, '\u{e0020}'..='\u{e007f}')
}

/// Tells whether a character changes how its neighbors look and is not seen itself: a joiner, a tag, a variation selector. Names
/// that differ in nothing else are the same.
pub fn is_shaping(c: char) -> bool {
    is_joiner(c) || is_tag(c) || matches!(c, '\u{fe00}'..='\u{fe0f}')
}

impl Text {
    /// Whether it is written so in some language, in any case, and perhaps without its accents.
    pub fn is_written(&self, text: &str) -> bool {
        let text = fold(text);
        Language::all().any(|language| fold(&language.say(self)) == text)
    }
}

#[cfg(test)]
mod tests {
    use super::fold;

    #[test]
    fn a_word_is_the_same_with_and_without_joiners() {
        assert_eq!(fold("علی\u{200c}رضا"), fold("علیرضا"));
        assert_eq!(fold("👩\u{200d}👧"), fold("👩👧"));
        assert_eq!(fold("🏴\u{e0067}\u{e007f}"), fold("🏴"));
    }
}
