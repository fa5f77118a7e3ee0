//! The variants, each in its own module. They share functions and tables, never each other.

use alloc::{
    string::{String, ToString},
    vec::Vec,
};
use core::{
    fmt,
    hash::{Hash, Hasher},
    mem,
    str::FromStr,
};

use self::entry::{Entry, VariantInfo};
use crate::{
    Color, Flaw, Glyph, OptionSpec, ParsePositionError, Position, Variant, VariantPosition,
    catalog::catalog,
    options::Options,
    position::cast,
    position_text::{PositionText, TextFields},
    referee::Referee,
};

pub(crate) mod bario;
pub(crate) mod baroque;
pub(crate) mod berolina;
pub(crate) mod chakart;
pub(crate) mod entry;

/// Generates all code of this module that has one part for each variant.
macro_rules! define_rules {
    ($($(#[doc = $doc:literal])* $Name:ident = $folder:ident;)+) => {
        /// The exported items of each variant, under its own name.
        #[expect(unreachable_pub, reason = "the crate exports what is in it")]
        pub mod exports {
            $($(#[doc = $doc])* pub mod $folder {
                pub use crate::variant::$folder::Position;
            })+
        }

        impl Variant {
            /// Returns its properties apart from its rules.
            pub const fn info(self) -> &'static VariantInfo {
                match self {
                    $(Variant::$Name => &<$folder::Position as Entry>::INFO,)+
                }
            }

            /// Tells whether an action can call for a chance outcome.
            pub const fn has_chance(self) -> bool {
                match self {
                    $(Variant::$Name => <$folder::Position as Position>::HAS_CHANCE,)+
                }
            }

            /// Tells whether a game of the variant can have secrets before its end, under any options.
            pub const fn has_secrets(self) -> bool {
                match self {
                    $(Variant::$Name => <$folder::Position as Referee>::BELIEF.is_some(),)+
                }
            }

            pub(crate) fn usual_start(self, options: &Options) -> Start {
                match self {
                    $(Variant::$Name => Start::$Name(Entry::usual_start(options)),)+
                }
            }

            /// Returns the text of a whole position that looks like this text to a seat.
            pub(crate) fn possible_truth(self, text: &str, seat: Color) -> Result<String, Vec<Flaw>> {
                match self {
                    $(Variant::$Name => possible_truth::<$folder::Position>(text, seat),)+
                }
            }

            /// Reads a position text; the error has every flaw of the text. If the text itself determines options, they are
            /// written into `options`.
            pub(crate) fn read_start(self, options: &mut Options, text: &str) -> Result<Start, Vec<Flaw>> {
                match self {
                    $(Variant::$Name => PositionText::read(options, text).map(Start::$Name),)+
                }
            }

            /// Returns the fields of a position text that a view has nowhere else.
            pub(crate) fn fields_in(self, text: &str) -> TextFields {
                match self {
                    $(Variant::$Name => <$folder::Position as PositionText>::fields_in(text),)+
                }
            }

            /// Returns the text of a position with these pieces and objects, which need not be legal.
            pub(crate) fn arranged(self, options: &Options, cells: &[Option<Glyph>; 64], turn: Color) -> String {
                match self {
                    $(Variant::$Name => <$folder::Position as PositionText>::arranged(options, cells, turn).to_string(),)+
                }
            }
        }

        /// A valid start position of some variant.
        #[derive(Clone, PartialEq, Eq)]
        pub(crate) enum Start {
            $($Name($folder::Position),)+
        }

        impl Start {
            /// Tells whether a game that begins here uses chance.
            pub(crate) fn has_chance(&self) -> bool {
                match self {
                    $(Start::$Name(position) => has_chance(position),)+
                }
            }

            /// Returns the position, if it is one of this type.
            pub(crate) fn position<P: VariantPosition>(&self) -> Option<P> {
                match self {
                    $(Start::$Name(position) => cast(position),)+
                }
            }
        }

        $(impl Hash for $folder::Position {
            fn hash<H: Hasher>(&self, hasher: &mut H) {
                hasher.write_u64(self.key());
            }
        })+

        $(impl fmt::Debug for $folder::Position {
            /// Writes the position text, unless a position of the variant can hold secrets.
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                write_debug(self, f)
            }
        })+

        $(impl FromStr for $folder::Position {
            type Err = ParsePositionError;

            /// Reads a position text. The text determines the options; an option that it leaves open has its default value.
            /// Baroque's text does not hold `chameleon`; [`Setup::with_position`](crate::Setup::with_position) takes the
            /// options beside the text.
            fn from_str(text: &str) -> Result<$folder::Position, ParsePositionError> {
                parse(text)
            }
        })+

        impl fmt::Display for Start {
            /// Writes the position text.
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                match self {
                    $(Start::$Name(position) => position.fmt(f),)+
                }
            }
        }
    };
}

catalog!(define_rules);

fn has_chance<P: Position>(position: &P) -> bool {
    P::HAS_CHANCE || position.is_chance()
}

fn possible_truth<P: Referee>(text: &str, seat: Color) -> Result<String, Vec<Flaw>> {
    match P::BELIEF {
        Some(belief) => (belief.possible_truth)(text, seat),
        None => Ok(text.to_string()),
    }
}

/// Reads a position text under the default options, or under options that differ from them in one value. The flaws are those
/// under the default options.
fn parse<P: Entry>(text: &str) -> Result<P, ParsePositionError> {
    let variant = P::VARIANT;
    P::read(&mut Options::defaults(P::INFO.options), text).or_else(|flaws| {
        Options::variations(P::INFO.options)
            .find_map(|mut options| P::read(&mut options, text).ok())
            .ok_or(ParsePositionError { variant, flaws })
    })
}

/// Writes the variant and the position text, or the variant alone if a position can hold secrets.
fn write_debug<P: Referee>(position: &P, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    let variant = P::VARIANT;
    if P::BELIEF.is_some() {
        write!(f, "Position({variant})")
    } else {
        write!(f, "Position({variant}, {position})")
    }
}

/// Reads a position text under options written as in the text of a setup.
#[cfg(test)]
pub(crate) fn read_position<P: Entry>(options: &str, text: &str) -> Result<P, Vec<Flaw>> {
    P::read(
        &mut Options::read(P::VARIANT, P::INFO.options, options)?,
        text,
    )
}

/// Checks that a text is no position under the default options, for exactly these reasons.
#[cfg(test)]
#[track_caller]
pub(crate) fn check_refused<P: Entry>(text: &str, flaws: &[&str]) {
    let Err(found) = read_position::<P>("", text) else {
        panic!("{text} is a position")
    };
    assert_eq!(crate::flaw::shown(&found), flaws, "{text}");
}

impl Variant {
    /// Tells whether its board can show this glyph.
    pub fn has_glyph(self, glyph: Glyph) -> bool {
        let kind = mem::discriminant(&glyph);
        let mut glyphs = self.info().glyphs.iter();
        glyphs.any(|known| mem::discriminant(known) == kind)
    }

    /// Returns the options that can be chosen before a game.
    pub const fn options(self) -> &'static [OptionSpec] {
        self.info().options
    }
}
