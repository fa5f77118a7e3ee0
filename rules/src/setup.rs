//! What is agreed before a game: variant, options, start position.

use alloc::{
    format,
    string::{String, ToString},
    vec,
    vec::Vec,
};
use core::{fmt, str::FromStr};

use crate::{Variant, variant::Start};

/// The longest text worth reading, in bytes.
const MAX_LEN: usize = 1000;
const POSITION: &str = "position=";

/// A valid agreement on a game: variant, options and start position. It is the one gate to a [`crate::Game`].
///
/// Its text is the variant, then the options that differ from their defaults, then perhaps a position that takes the
/// rest of the line: `berolina`, `berolina position=8/8/8/4k3/8/8/4P3/4K3 w - - 0 1`.
#[derive(Clone, PartialEq, Eq)]
pub struct Setup {
    variant: Variant,
    start: Start,
    /// The text of the start as this crate writes it, unless it is the usual one.
    position: Option<String>,
}

impl Setup {
    /// The usual start of a variant with its default options.
    pub fn new(variant: Variant) -> Setup {
        Setup {
            variant,
            start: variant.usual_start(),
            position: None,
        }
    }

    /// A start from a position text, under options written as in the text of a setup (empty for the defaults).
    ///
    /// # Errors
    ///
    /// Every reason at once why options and position are no start of a game.
    pub fn with_position(variant: Variant, options: &str, position: &str) -> Result<Setup, SetupError> {
        let mut reasons = variant.flaws_of_options(options);
        let start = variant.read_start(position).map_err(|flaws| reasons.extend(flaws));
        match start {
            Ok(start) if reasons.is_empty() => Ok(Setup {
                variant,
                position: (start != variant.usual_start()).then(|| start.to_string()),
                start,
            }),
            _ => Err(SetupError { reasons }),
        }
    }

    /// The usual start under options written as in the text of a setup.
    fn with_options(variant: Variant, options: &str) -> Result<Setup, SetupError> {
        match variant.flaws_of_options(options) {
            reasons if reasons.is_empty() => Ok(Setup::new(variant)),
            reasons => Err(SetupError { reasons }),
        }
    }

    /// The rules played.
    pub fn variant(&self) -> Variant {
        self.variant
    }

    /// The start position where it is not the usual one, as this crate writes it.
    pub fn position(&self) -> Option<&str> {
        self.position.as_deref()
    }

    pub(crate) fn start(&self) -> &Start {
        &self.start
    }
}

impl fmt::Debug for Setup {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Setup({})", self.variant)
    }
}

impl fmt::Display for Setup {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.variant)?;
        match &self.position {
            Some(position) => write!(f, " position={position}"),
            None => Ok(()),
        }
    }
}

/// Every reason why a text is no [`Setup`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SetupError {
    reasons: Vec<String>,
}

impl SetupError {
    /// The reasons, each a clause without a final dot; at least one.
    pub fn reasons(&self) -> &[String] {
        &self.reasons
    }
}

impl fmt::Display for SetupError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.reasons.join("; "))
    }
}

impl core::error::Error for SetupError {}

impl FromStr for Setup {
    type Err = SetupError;

    /// Reads what `Display` writes; the variant's name may be in any case.
    fn from_str(text: &str) -> Result<Setup, SetupError> {
        let refuse = |reason| SetupError { reasons: vec![reason] };
        if text.len() > MAX_LEN {
            return Err(refuse(format!("a setup has at most {MAX_LEN} bytes")));
        }
        let (head, position) = split_position(text);
        let (name, options) = head.split_once(char::is_whitespace).unwrap_or((head, ""));
        let variant: Variant = name
            .parse()
            .map_err(|error: crate::ParseVariantError| refuse(error.to_string()))?;
        match position {
            Some(position) => Setup::with_position(variant, options, position),
            None => Setup::with_options(variant, options),
        }
    }
}

/// Parts variant and options from the position, which is a word that begins with `position=` and all that follows.
fn split_position(text: &str) -> (&str, Option<&str>) {
    let text = text.trim();
    let parts = text
        .split_once(POSITION)
        .filter(|(head, _)| head.ends_with(char::is_whitespace));
    match parts {
        Some((head, position)) => (head.trim(), Some(position)),
        None => (text, None),
    }
}
