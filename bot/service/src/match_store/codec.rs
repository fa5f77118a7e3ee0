//! Stored forms of values that are not plain data: text, tag, pair.

/// Values stored as their text.
pub mod text {
    use std::{fmt::Display, str::FromStr};

    use serde::{Deserialize, Deserializer, Serializer, de::Error};

    /// Stores the text of a value.
    ///
    /// # Errors
    ///
    /// The serializer fails.
    pub fn serialize<T: Display, S: Serializer>(
        thing: &T,
        serializer: S,
    ) -> Result<S::Ok, S::Error> {
        serializer.collect_str(thing)
    }

    /// Reads a value from its text.
    ///
    /// # Errors
    ///
    /// There is no text, or the text does not parse.
    pub fn deserialize<'de, T, D>(deserializer: D) -> Result<T, D::Error>
    where
        T: FromStr<Err: Display>,
        D: Deserializer<'de>,
    {
        String::deserialize(deserializer)?
            .parse()
            .map_err(D::Error::custom)
    }
}

/// Optional values stored as their text.
pub(crate) mod option {
    use std::{fmt::Display, str::FromStr};

    use serde::{Deserialize, Deserializer, Serializer, de::Error};

    pub(crate) fn serialize<T: Display, S: Serializer>(
        thing: &Option<T>,
        serializer: S,
    ) -> Result<S::Ok, S::Error> {
        match thing {
            Some(thing) => serializer.collect_str(thing),
            None => serializer.serialize_none(),
        }
    }

    pub(crate) fn deserialize<'de, T, D>(deserializer: D) -> Result<Option<T>, D::Error>
    where
        T: FromStr<Err: Display>,
        D: Deserializer<'de>,
    {
        let text = Option::<String>::deserialize(deserializer)?;
        let thing = text.map(|text| text.parse().map_err(D::Error::custom));
        thing.transpose()
    }
}

/// Optional values stored as their text. A value that the bot has ceased to know reads as none.
pub(crate) mod known_option {
    use std::str::FromStr;

    use serde::{Deserialize, Deserializer};

    pub(crate) use super::option::serialize;

    pub(crate) fn deserialize<'de, T: FromStr, D: Deserializer<'de>>(
        deserializer: D,
    ) -> Result<Option<T>, D::Error> {
        let text = Option::<String>::deserialize(deserializer)?;
        Ok(text.and_then(|text| text.parse().ok()))
    }
}

/// A choice, stored as its text. A choice that the bot has ceased to know reads as the default.
pub(crate) mod known {
    use std::str::FromStr;

    use serde::{Deserialize, Deserializer};

    pub(crate) use super::text::serialize;

    pub(crate) fn deserialize<'de, T, D>(deserializer: D) -> Result<T, D::Error>
    where
        T: FromStr + Default,
        D: Deserializer<'de>,
    {
        let text = String::deserialize(deserializer)?;
        Ok(text.parse().unwrap_or_default())
    }
}

/// Values of both sides, stored as a pair, White's first.
pub(crate) mod pair {
    use rules::ByColor;
    use serde::{Deserialize, Deserializer, Serialize, Serializer};

    pub(crate) fn serialize<T: Serialize, S: Serializer>(
        both: &ByColor<T>,
        serializer: S,
    ) -> Result<S::Ok, S::Error> {
        (&both.white, &both.black).serialize(serializer)
    }

    pub(crate) fn deserialize<'de, T: Deserialize<'de>, D: Deserializer<'de>>(
        deserializer: D,
    ) -> Result<ByColor<T>, D::Error> {
        let (white, black) = Deserialize::deserialize(deserializer)?;
        Ok(ByColor { white, black })
    }
}

/// Secrets of dice, stored in the form in which they are published at the end.
pub(crate) mod secret {
    use serde::{Deserialize, Deserializer, Serializer, de::Error};

    use api::Secret;
    use dice::{Published, read_secret};

    pub(crate) fn serialize<S: Serializer>(
        secret: &Secret,
        serializer: S,
    ) -> Result<S::Ok, S::Error> {
        serializer.collect_str(&Published(secret))
    }

    pub(crate) fn deserialize<'de, D: Deserializer<'de>>(
        deserializer: D,
    ) -> Result<Secret, D::Error> {
        read_secret(&String::deserialize(deserializer)?).map_err(D::Error::custom)
    }
}
