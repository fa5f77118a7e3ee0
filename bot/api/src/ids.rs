//! Identifiers. The platform is part of the value, so that ids of two platforms never meet by accident.

use std::{fmt, str::FromStr};

use serde::{Deserialize, Serialize};

use text::Arg;

/// Where people chat.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Platform {
    /// Discord.
    Discord,
    /// Matrix.
    Matrix,
    /// The local web page.
    Playground,
    /// None: players of the program's own, with whom nobody chats.
    Engine,
}

impl Platform {
    /// What it is called beside the name of somebody who plays there.
    pub const fn title(self) -> Option<&'static str> {
        match self {
            Platform::Discord => Some("Discord"),
            Platform::Matrix => Some("Matrix"),
            Platform::Playground => Some("Web"),
            Platform::Engine => None,
        }
    }

    /// The role of the one process that speaks there at a time, where not every process may: on Matrix the bot has one session,
    /// whose keys change with whatever is said.
    pub const fn role(self) -> Option<&'static str> {
        match self {
            Platform::Matrix => Some("matrix"),
            Platform::Discord | Platform::Playground | Platform::Engine => None,
        }
    }
}

impl fmt::Display for Platform {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Platform::Discord => "discord",
            Platform::Matrix => "matrix",
            Platform::Playground => "playground",
            Platform::Engine => "engine",
        })
    }
}

macro_rules! platform_id {
    ($(#[$doc:meta])* $name:ident) => {
        $(#[$doc])*
        #[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
        pub struct $name {
            /// The platform that gave the id.
            pub platform: Platform,
            /// The id in the platform's own words.
            pub id: Box<str>,
        }

        impl $name {
            /// An id of a platform.
            pub fn new(platform: Platform, id: impl Into<Box<str>>) -> Self {
                Self { platform, id: id.into() }
            }

            /// The id in the words of this platform, if that gave it.
            pub fn on(&self, platform: Platform) -> Option<&str> {
                (self.platform == platform).then_some(&*self.id)
            }
        }

        impl fmt::Display for $name {
            /// `platform:id`
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                write!(f, "{}:{}", self.platform, self.id)
            }
        }
    };
}

platform_id! {
    /// A person.
    UserId
}
platform_id! {
    /// A place where several people read.
    ChannelId
}
/// How the direct messages of whoever plays a match are named; no channel of any platform is called so.
const DIRECT: &str = "@direct";

impl ChannelId {
    /// The direct messages on a platform of whoever plays a match against the program there. Who that is, the match tells.
    pub fn direct(platform: Platform) -> ChannelId {
        ChannelId::new(platform, DIRECT)
    }

    /// Whether it is that.
    pub fn is_direct(&self) -> bool {
        &*self.id == DIRECT
    }
}

platform_id! {
    /// Channels that the same people manage: a server of Discord, a room of Matrix, all of the page.
    ServerId
}
platform_id! {
    /// Something that the bot said.
    MessageId
}
platform_id! {
    /// Something that a person did; the platform gives the same id when it tells us twice.
    EventId
}

/// The id in a text of the form `<@…>`, by which the bot names a person to an adapter.
pub fn mentioned(text: &str) -> Option<&str> {
    text.strip_prefix("<@")?.strip_suffix('>')
}

/// A match, from challenge to end: five letters and digits that are easy to tell apart and to type.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct MatchId(u32);

impl MatchId {
    /// How many ids there are.
    pub const COUNT: u32 = 1 << 25;

    const DIGITS: &[u8; 32] = b"0123456789abcdefghjkmnpqrstvwxyz";

    /// The id with this number; higher bits are ignored.
    pub const fn from_number(number: u32) -> MatchId {
        MatchId(number % MatchId::COUNT)
    }
}

impl fmt::Display for MatchId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let digits = [20, 15, 10, 5, 0].map(|shift| {
            let digit = self.0 >> shift & 31;
            MatchId::DIGITS[digit as usize]
        });
        f.write_str(str::from_utf8(&digits).expect("the digits are ASCII"))
    }
}

impl From<MatchId> for Arg {
    fn from(id: MatchId) -> Arg {
        Arg::from(id.to_string())
    }
}

impl fmt::Debug for MatchId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// The text is no id of a match.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("a match is named by five letters and digits, such as 4kq0z")]
pub struct ParseMatchIdError;

impl FromStr for MatchId {
    type Err = ParseMatchIdError;

    /// Reads the five characters in any case, with `o` for 0 and `i` or `l` for 1.
    fn from_str(text: &str) -> Result<MatchId, ParseMatchIdError> {
        if text.len() != 5 {
            return Err(ParseMatchIdError);
        }
        text.bytes()
            .try_fold(0, |number, byte| {
                let byte = match byte.to_ascii_lowercase() {
                    b'o' => b'0',
                    b'i' | b'l' => b'1',
                    other => other,
                };
                let digit = MatchId::DIGITS
                    .iter()
                    .position(|digit| *digit == byte)
                    .ok_or(ParseMatchIdError)?;
                Ok(number << 5 | digit as u32)
            })
            .map(MatchId)
    }
}

impl Serialize for MatchId {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for MatchId {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<MatchId, D::Error> {
        String::deserialize(deserializer)?
            .parse()
            .map_err(serde::de::Error::custom)
    }
}
