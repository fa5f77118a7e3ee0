//! The options of a variant, chosen before a game.

use alloc::vec::Vec;
use core::fmt;

use crate::{Flaw, Variant};

/// An option of a variant that is chosen before a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OptionSpec {
    /// The name in lower case, as written in texts: `setup`.
    pub name: &'static str,
    /// The possible values; the first is the default.
    pub values: &'static [OptionValue],
}

/// One of the values of an [`OptionSpec`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OptionValue {
    /// The name in lower case, as written in texts: `symmetric`.
    pub name: &'static str,
    /// The paragraph of the law about it, such as `baroque Q3`.
    pub law: &'static str,
}

impl OptionSpec {
    /// Returns the value that holds unless a player chooses another.
    pub const fn default(&self) -> &'static OptionValue {
        &self.values[0]
    }
}

/// The greatest number of options of a variant.
const MAX_OPTIONS: usize = 4;

/// The chosen values of a variant's options.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) struct Options {
    specs: &'static [OptionSpec],
    /// The index of the chosen value of each option, in the order of `specs`.
    chosen: [u8; MAX_OPTIONS],
}

impl Options {
    pub(crate) const fn defaults(specs: &'static [OptionSpec]) -> Options {
        Options {
            specs,
            chosen: [0; MAX_OPTIONS],
        }
    }

    /// Returns all options that differ from the defaults in one value.
    pub(crate) fn variations(specs: &'static [OptionSpec]) -> impl Iterator<Item = Options> {
        specs.iter().flat_map(move |option| {
            option.values[1..].iter().map(move |value| {
                let mut options = Options::defaults(specs);
                options.choose(option.name, value.name);
                options
            })
        })
    }

    /// Returns every combination of values, the defaults first.
    pub(crate) fn combinations(specs: &'static [OptionSpec]) -> impl Iterator<Item = Options> {
        let n = specs.iter().map(|option| option.values.len()).product();
        (0..n).map(move |mut number: usize| {
            let mut options = Options::defaults(specs);
            // The last option changes first.
            for (option, chosen) in specs.iter().zip(&mut options.chosen).rev() {
                *chosen = (number % option.values.len()) as u8;
                number /= option.values.len();
            }
            options
        })
    }

    /// Reads words such as `setup=symmetric`, in any case, as options of a variant; the error has every flaw of the text.
    pub(crate) fn read(
        variant: Variant,
        specs: &'static [OptionSpec],
        text: &str,
    ) -> Result<Options, Vec<Flaw>> {
        let mut options = Options::defaults(specs);
        let mut given = [false; MAX_OPTIONS];
        let mut flaws = Vec::new();
        for word in text.split_whitespace() {
            match find(variant, specs, word) {
                Ok((option, _)) if given[option] => {
                    flaws.push(Flaw::OptionTwice(specs[option].name));
                }
                Ok((option, value)) => {
                    given[option] = true;
                    options.chosen[option] = value;
                }
                Err(flaw) => flaws.push(flaw),
            }
        }
        if flaws.is_empty() {
            Ok(options)
        } else {
            Err(flaws)
        }
    }

    /// Returns the name of the chosen value of the option with this name, if the variant has one.
    pub(crate) fn value(&self, name: &str) -> Option<&'static str> {
        self.chosen()
            .find(|(option, _)| option.name == name)
            .map(|(_, value)| value.name)
    }

    /// Sets the option with this name to the value with this name, and does nothing if there is none.
    pub(crate) fn choose(&mut self, name: &str, value: &str) {
        let options = self.specs.iter();
        for (option, chosen) in options.zip(&mut self.chosen) {
            let at = option.values.iter().position(|known| known.name == value);
            if let Some(at) = at
                .and_then(|at| u8::try_from(at).ok())
                .filter(|_| option.name == name)
            {
                *chosen = at;
            }
        }
    }

    /// Returns each option with its chosen value.
    pub(crate) fn chosen(
        &self,
    ) -> impl Iterator<Item = (&'static OptionSpec, &'static OptionValue)> {
        let options = self.specs.iter().zip(self.chosen);
        options.map(|(option, value)| (option, &option.values[usize::from(value)]))
    }
}

impl fmt::Display for Options {
    /// Writes the options that differ from their defaults, each with a blank before it.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (option, value) in self
            .chosen()
            .filter(|(option, value)| *value != option.default())
        {
            write!(f, " {}={}", option.name, value.name)?;
        }
        Ok(())
    }
}

/// Returns the indexes of the option and the value that a word such as `setup=symmetric` names.
fn find(variant: Variant, specs: &[OptionSpec], word: &str) -> Result<(usize, u8), Flaw> {
    let (name, value) = word.split_once('=').unwrap_or((word, ""));
    let at = specs
        .iter()
        .position(|option| option.name.eq_ignore_ascii_case(name))
        .ok_or_else(|| Flaw::NoSuchOption {
            variant,
            name: name.into(),
        })?;
    (0..)
        .zip(specs[at].values)
        .find(|(_, known)| known.name.eq_ignore_ascii_case(value))
        .map(|(chosen, _)| (at, chosen))
        .ok_or_else(|| Flaw::NoSuchValue {
            variant,
            option: specs[at].name,
            value: value.into(),
        })
}

#[cfg(test)]
mod tests;
