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

use self::{
    referee::{Referee, TextFields, VariantInfo},
    text::PositionText,
};
use crate::{
    Color, Flaw, Glyph, OptionSpec, ParsePositionError, Position, Variant, VariantPosition,
    catalog::catalog, options::Options, position::cast,
};

pub(crate) mod bario;
pub(crate) mod baroque;
pub(crate) mod berolina;
pub(crate) mod chakart;
pub(crate) mod explain;
pub(crate) mod referee;
mod tail;
pub(crate) mod text;

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
                    $(Variant::$Name => &<$folder::Position as Referee>::INFO,)+
                }
            }

            /// Tells whether an action can call for a chance outcome.
            pub const fn has_chance(self) -> bool {
                match self {
                    $(Variant::$Name => <$folder::Position as Position>::HAS_CHANCE,)+
                }
            }

            pub(crate) fn usual_start(self, options: &Options) -> Start {
                match self {
                    $(Variant::$Name => Start::$Name(Referee::usual_start(options)),)+
                }
            }

            /// Returns the text of a whole position that looks like this text to a seat.
            pub(crate) fn possible_truth(self, text: &str, seat: Color) -> Result<String, Vec<Flaw>> {
                match self {
                    $(Variant::$Name => <$folder::Position as Referee>::possible_truth(text, seat),)+
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
                    $(Variant::$Name => <$folder::Position as Referee>::fields_in(text),)+
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
                text::write_debug(self, f)
            }
        })+

        $(impl FromStr for $folder::Position {
            type Err = ParsePositionError;

            /// Reads a position text. The text determines the options; an option that it leaves open has its default value.
            /// Baroque's text does not hold `chameleon`; [`Setup::with_position`](crate::Setup::with_position) takes the
            /// options beside the text.
            fn from_str(text: &str) -> Result<$folder::Position, ParsePositionError> {
                text::parse(text)
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

impl Variant {
    /// Tells whether a game of the variant can have secrets before its end, under any options.
    pub const fn has_secrets(self) -> bool {
        self.info().has_secrets
    }

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
