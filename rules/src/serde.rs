//! `serde` support: types with a text form are written and read as that text.

use alloc::string::String;

use serde::{Deserialize, Deserializer, Serialize, Serializer, de::Error};

use crate::{Action, ChanceOutcome, Color, GameInput, Record, Setup, Square, Variant, View};

macro_rules! as_text {
    ($($Name:ident)*) => { $(
        impl Serialize for $Name {
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.collect_str(self)
            }
        }

        impl<'de> Deserialize<'de> for $Name {
            fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<$Name, D::Error> {
                String::deserialize(deserializer)?.parse().map_err(D::Error::custom)
            }
        }
    )* };
}

as_text!(Action ChanceOutcome Color GameInput Record Setup Square Variant);

impl Serialize for View {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(&self.to_text())
    }
}

impl<'de> Deserialize<'de> for View {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<View, D::Error> {
        String::deserialize(deserializer)?
            .parse()
            .map_err(D::Error::custom)
    }
}
