//! Chance as explicit steps: the caller picks one of a finite list of outcomes.

use alloc::vec::Vec;
use core::{fmt, str::FromStr};

/// A step of chance: all outcomes that may happen, with exact integer weights.
#[derive(Clone, PartialEq, Eq)]
pub struct Chance {
    pub(crate) outcomes: Vec<ChanceOutcome>,
}

impl Chance {
    /// Everything that may happen, in a fixed order. All outcomes of a step have the same weight, 1.
    pub fn outcomes(&self) -> &[ChanceOutcome] {
        &self.outcomes
    }
}

impl fmt::Debug for Chance {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Chance({} outcomes)", self.outcomes.len())
    }
}

/// What chance brought: the second of the two inputs of a game. It may be a secret, so `Debug` shows nothing of it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum ChanceOutcome {
    /// The drawn start array with this index: `start:17`.
    Start(u16),
}

impl fmt::Debug for ChanceOutcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("ChanceOutcome")
    }
}

impl fmt::Display for ChanceOutcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ChanceOutcome::Start(index) => write!(f, "start:{index}"),
        }
    }
}

/// The text is not an outcome of chance.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ParseChanceOutcomeError;

impl fmt::Display for ParseChanceOutcomeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an outcome of chance is written such as start:17")
    }
}

impl core::error::Error for ParseChanceOutcomeError {}

impl FromStr for ChanceOutcome {
    type Err = ParseChanceOutcomeError;

    fn from_str(text: &str) -> Result<ChanceOutcome, ParseChanceOutcomeError> {
        let index = text.strip_prefix("start:").ok_or(ParseChanceOutcomeError)?;
        index
            .parse()
            .map(ChanceOutcome::Start)
            .map_err(|_| ParseChanceOutcomeError)
    }
}
