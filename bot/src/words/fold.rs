//! Words as people type them.

use unicode_normalization::{UnicodeNormalization, char::is_combining_mark};

/// A word without what people may leave out or write differently: in lower case, without accents.
pub fn fold(text: &str) -> String {
    let letters = text.nfd().filter(|c| !is_combining_mark(*c));
    letters.flat_map(char::to_lowercase).collect()
}
