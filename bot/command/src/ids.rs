//! Identifiers. The platform is part of each value, so that ids of two platforms are never equal by accident.

use std::{fmt, str::FromStr};

use serde::{Deserialize, Serialize};

use super::NotRead;
use text::Arg;

/// A platform on which people chat.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Platform {
    /// Discord.
    Discord,
    /// Matrix.
    Matrix,
    /// The local web page.
    Playground,
    /// No platform: the program's own players, which do not chat.
    Engine,
}

impl Platform {
    const ALL: [Platform; 4] = [
        Platform::Discord,
        Platform::Matrix,
        Platform::Playground,
        Platform::Engine,
    ];

    /// Returns the name to show next to a player on this platform.
    pub const fn title(self) -> Option<&'static str> {
        match self {
            Platform::Discord => Some("Discord"),
            Platform::Matrix => Some("Matrix"),
            Platform::Playground => Some("Web"),
            Platform::Engine => None,
        }
    }

    /// Returns the role that a process needs to speak on this platform, if only one process can at a time. On Matrix the bot
    /// has one session, and its keys change with every message.
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

impl FromStr for Platform {
    type Err = NotRead;

    fn from_str(text: &str) -> Result<Platform, NotRead> {
        let mut all = Platform::ALL.into_iter();
        let named = all.find(|platform| platform.to_string() == text);
        named.ok_or(NotRead("the name of a platform"))
    }
}

macro_rules! platform_id {
    ($(#[$doc:meta])* $name:ident) => {
        $(#[$doc])*
        #[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
        pub struct $name {
            /// The platform that gave the id.
            pub platform: Platform,
            /// The id in the platform's own format.
            pub id: Box<str>,
        }

        impl $name {
            /// Makes an id of a platform.
            pub fn new(platform: Platform, id: impl Into<Box<str>>) -> Self {
                Self { platform, id: id.into() }
            }

            /// Returns the id in the platform's own format, if it belongs to `platform`.
            pub fn on(&self, platform: Platform) -> Option<&str> {
                (self.platform == platform).then_some(&*self.id)
            }
        }

        impl fmt::Display for $name {
            /// Writes `platform:id`.
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                write!(f, "{}:{}", self.platform, self.id)
            }
        }

        impl FromStr for $name {
            type Err = NotRead;

            fn from_str(text: &str) -> Result<Self, NotRead> {
                let (platform, id) = text.split_once(':').ok_or(NotRead("an id of a platform"))?;
                Ok(Self::new(platform.parse()?, id))
            }
        }
    };
}

platform_id! {
    /// A person.
    UserId
}
platform_id! {
    /// A channel that several people read.
    ChannelId
}
/// The id of the channel that stands for direct messages of a match. No channel of any platform has this id.
const DIRECT: &str = "@direct";

impl ChannelId {
    /// Returns the channel that stands for direct messages with the program's opponent. The match names that person.
    pub fn direct(platform: Platform) -> ChannelId {
        ChannelId::new(platform, DIRECT)
    }

    /// Tells whether this is [`ChannelId::direct`].
    pub fn is_direct(&self) -> bool {
        &*self.id == DIRECT
    }
}

platform_id! {
    /// A group of channels with the same managers: a Discord server, a Matrix room, the whole page.
    ServerId
}
platform_id! {
    /// A message of the bot.
    MessageId
}
platform_id! {
    /// An event. The platform gives the same id when it sends the event twice.
    EventId
}

/// Returns the id in a text of the form `<@…>`, by which the bot names a person to an adapter.
pub fn mentioned(text: &str) -> Option<&str> {
    text.strip_prefix("<@")?.strip_suffix('>')
}

/// The id of a match, from challenge to end: five letters and digits that are easy to distinguish and type.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct MatchId(u32);

impl MatchId {
    /// The number of ids.
    pub const COUNT: u32 = 1 << 25;

    const DIGITS: &[u8; 32] = b"0123456789abcdefghjkmnpqrstvwxyz";

    /// Returns the id with this number; higher bits are ignored.
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

const NO_MATCH_ID: NotRead = NotRead("five letters and digits that name a match, such as 4kq0z");

impl FromStr for MatchId {
    type Err = NotRead;

    /// Reads the five characters in any case, with `o` for 0 and `i` or `l` for 1.
    fn from_str(text: &str) -> Result<MatchId, NotRead> {
        if text.len() != 5 {
            return Err(NO_MATCH_ID);
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
                    .ok_or(NO_MATCH_ID)?;
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
