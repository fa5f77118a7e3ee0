//! What the tests of words share.

use rules::{ByColor, Square};

/// Two names.
pub(super) fn names(white: &str, black: &str) -> ByColor<String> {
    ByColor {
        white: white.to_owned(),
        black: black.to_owned(),
    }
}

/// A square by name.
pub(super) fn at(square: &str) -> Square {
    square.parse().expect("the test names a square")
}
