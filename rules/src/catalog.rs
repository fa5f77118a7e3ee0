//! The catalog of variants: a line for each.

use core::{fmt, str::FromStr};

/// Passes the catalog to a macro. A variant is a line here and a folder of that name in `variant`.
macro_rules! catalog {
    ($with:ident) => {
        $with! {
            /// Berolina chess: pawns move diagonally and capture straight ahead.
            Berolina = berolina;
            /// Baroque, also called Ultima: every kind of piece captures in its own way.
            Baroque = baroque;
            /// Chakart: chess with mushrooms, eggs, bananas and bombs.
            Chakart = chakart;
            /// Bario: pieces that stay undefined until they move.
            Bario = bario;
        }
    };
}
pub(crate) use catalog;

macro_rules! define_variant {
    ($($(#[doc = $doc:literal])* $Name:ident = $folder:ident;)+) => {
        /// A set of rules.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum Variant {
            $($(#[doc = $doc])* $Name,)+
        }

        const N_VARIANTS: usize = [$(Variant::$Name,)+].len();

        impl Variant {
            /// All variants.
            pub const ALL: [Variant; N_VARIANTS] = [$(Variant::$Name,)+];

            /// Returns the name in lower case, as written in texts: `berolina`.
            pub const fn name(self) -> &'static str {
                match self {
                    $(Variant::$Name => stringify!($folder),)+
                }
            }
        }
    };
}

catalog!(define_variant);

impl fmt::Display for Variant {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// The error for a text that names no variant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ParseVariantError;

impl fmt::Display for ParseVariantError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names = Variant::ALL.map(Variant::name).join(", ");
        write!(f, "no such variant; there are {names}")
    }
}

impl core::error::Error for ParseVariantError {}

impl FromStr for Variant {
    type Err = ParseVariantError;

    /// Reads the name in any case.
    fn from_str(text: &str) -> Result<Variant, ParseVariantError> {
        let mut all = Variant::ALL.into_iter();
        all.find(|variant| variant.name().eq_ignore_ascii_case(text))
            .ok_or(ParseVariantError)
    }
}
