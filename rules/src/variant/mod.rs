//! The variants, one file each.

use alloc::{format, string::String, vec::Vec};
use core::{fmt, str::FromStr};

pub(crate) mod berolina;

/// A set of rules.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Variant {
    /// Berolina chess: pawns move diagonally and capture straight ahead.
    Berolina,
}

/// A valid start position of some variant.
#[derive(Clone, PartialEq, Eq)]
pub(crate) enum Start {
    Berolina(berolina::Position),
}

impl Variant {
    /// All variants.
    pub const ALL: [Variant; 1] = [Variant::Berolina];

    /// The name in lower case, as written in texts: `berolina`.
    pub const fn name(self) -> &'static str {
        match self {
            Variant::Berolina => "berolina",
        }
    }

    pub(crate) fn usual_start(self) -> Start {
        match self {
            Variant::Berolina => Start::Berolina(berolina::Position::start()),
        }
    }

    /// Reads a position text; the error has every reason why it is none.
    pub(crate) fn read_start(self, position: &str) -> Result<Start, Vec<String>> {
        match self {
            Variant::Berolina => berolina::Position::read(position).map(Start::Berolina),
        }
    }

    /// The reason to give for an option that this variant does not know.
    pub(crate) fn unknown_option(self, option: &str) -> String {
        match self {
            Variant::Berolina => format!("{self} has no option {option:?}; it has none at all"),
        }
    }
}

impl fmt::Display for Variant {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// The text names no variant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ParseVariantError;

impl fmt::Display for ParseVariantError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("no such variant; there is")?;
        for variant in Variant::ALL {
            write!(f, " {variant}")?;
        }
        Ok(())
    }
}

impl core::error::Error for ParseVariantError {}

impl FromStr for Variant {
    type Err = ParseVariantError;

    /// Reads the name in any case.
    fn from_str(text: &str) -> Result<Variant, ParseVariantError> {
        Variant::ALL
            .into_iter()
            .find(|variant| variant.name().eq_ignore_ascii_case(text))
            .ok_or(ParseVariantError)
    }
}
