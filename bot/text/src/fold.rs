//! Normalization of typed words.

use unicode_normalization::{UnicodeNormalization, char::is_combining_mark};

use super::{Language, Text};

/// Normalizes a word for comparison: lower case, without accents and [shaping](is_shaping) characters, which people
/// omit or vary.
pub fn fold(text: &str) -> String {
    let letters = text
        .nfd()
        .filter(|c| !is_combining_mark(*c) && !is_shaping(*c));
    letters.flat_map(char::to_lowercase).collect()
}

/// Returns whether the character is U+200C or U+200D, which separate or join letters or emoji and are invisible
/// themselves.
pub fn is_joiner(c: char) -> bool {
    matches!(c, '\u{200c}' | '\u{200d}')
}

/// Returns whether a character is a tag. Tags after a black flag spell the region of the flag, and are invisible
/// themselves.
pub fn is_tag(c: char) -> bool {
    matches!(c, '\u{e0020}'..='\u{e007f}')
}

/// Returns whether a character changes the look of its neighbors and is invisible itself: a joiner, a tag, a variation
/// selector. Names that differ in nothing else are the same.
pub fn is_shaping(c: char) -> bool {
    is_joiner(c) || is_tag(c) || matches!(c, '\u{fe00}'..='\u{fe0f}')
}

impl Text {
    /// Returns whether a typed text is this text in some language, in any case, with or without its accents.
    pub fn is_written(&self, text: &str) -> bool {
        let text = fold(text);
        Language::all().any(|language| fold(&language.localize(self)) == text)
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
