//! The side that a challenger wants.

use std::fmt;

use rules::Color;

use super::Keyword;

/// The side that a challenger wants; written `white`, `black` or `random`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SideChoice {
    /// A random side, drawn when the challenge is accepted.
    Random,
    /// A fixed side.
    Fixed(Color),
}

impl SideChoice {
    /// All choices.
    pub const ALL: [SideChoice; 3] = [
        SideChoice::Random,
        SideChoice::Fixed(Color::White),
        SideChoice::Fixed(Color::Black),
    ];

    /// Returns the written form: `white`.
    pub fn name(self) -> &'static str {
        self.keyword().name
    }

    /// Returns the keyword.
    pub const fn keyword(self) -> Keyword {
        match self {
            SideChoice::Random => Keyword::new("random", text::choice_random()),
            SideChoice::Fixed(Color::White) => Keyword::new("white", text::choice_white()),
            SideChoice::Fixed(Color::Black) => Keyword::new("black", text::choice_black()),
        }
    }
}

impl fmt::Display for SideChoice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl std::str::FromStr for SideChoice {
    type Err = rules::ParseColorError;

    fn from_str(text: &str) -> Result<SideChoice, rules::ParseColorError> {
        if text.eq_ignore_ascii_case("random") {
            Ok(SideChoice::Random)
        } else {
            text.parse().map(SideChoice::Fixed)
        }
    }
}
