//! Settings of a server, which its managers change.

use std::{fmt, str::FromStr};

use serde::{Deserialize, Serialize};

use super::{Keyword, ParseSettingError, Spoken, TimeControl};
use text::{Language, Text};

/// The people who can open challenges on a server.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Challengers {
    /// Everybody on the server.
    #[default]
    Everybody,
    /// The managers of the server.
    Managers,
}

/// The kind of board posts of a match.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum BoardPosts {
    /// One message, edited with each move if the platform supports that.
    #[default]
    One,
    /// A new message for each move.
    Each,
}

/// A change of the channels for matches, relative to the current channel.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ChannelChange {
    /// Adds this channel; channels that were never added are closed.
    Here,
    /// Removes this channel.
    Elsewhere,
    /// Opens every channel.
    Everywhere,
}

/// A setting of a server, without its value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum ServerTopic {
    /// The channels in which matches can begin.
    Channels,
    /// Threads for matches.
    Threads,
    /// Mentions in public messages.
    Bells,
    /// One message per match with its board, or one for each move.
    Boards,
    /// The default time control of challenges.
    Time,
    /// Immediate loss of a player whose time runs out.
    Forfeit,
    /// The language of public messages.
    Language,
    /// The default of challenges: rated or unrated.
    Rated,
    /// The people who can open challenges.
    Challengers,
    /// The days of vacation of a player in a year.
    Vacation,
    /// The daily puzzle in the current channel.
    Daily,
}

/// A setting of a server, with its value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ServerSetting {
    /// The channels in which matches can begin.
    Channels(ChannelChange),
    /// True if matches get threads.
    Threads(bool),
    /// True if public messages mention people.
    Bells(bool),
    /// The kind of board posts.
    Boards(BoardPosts),
    /// The default time control of challenges.
    Time(TimeControl),
    /// True if a player loses at once when their time runs out.
    Forfeit(bool),
    /// The language of public messages.
    Language(Spoken),
    /// True if challenges are rated by default.
    Rated(bool),
    /// The people who can open challenges.
    Challengers(Challengers),
    /// The days of vacation of a player in a year.
    Vacation(u16),
    /// True if the current channel gets a daily puzzle.
    Daily(bool),
}

/// The numbers of vacation days for completion, the default first.
const USUAL_VACATIONS: [u16; 7] = [21, 0, 7, 14, 28, 42, 60];

impl ServerTopic {
    /// All settings, in the order in which they are shown.
    pub const ALL: [ServerTopic; 11] = [
        ServerTopic::Channels,
        ServerTopic::Threads,
        ServerTopic::Bells,
        ServerTopic::Boards,
        ServerTopic::Time,
        ServerTopic::Forfeit,
        ServerTopic::Language,
        ServerTopic::Rated,
        ServerTopic::Challengers,
        ServerTopic::Vacation,
        ServerTopic::Daily,
    ];

    /// Returns whether a single room can have this setting. A room has no channels, and platforms with only rooms do
    /// not replace messages.
    pub fn is_for_rooms(self) -> bool {
        !matches!(self, ServerTopic::Channels | ServerTopic::Boards)
    }

    /// Returns the typed name: `channels`.
    pub const fn name(self) -> &'static str {
        match self {
            ServerTopic::Channels => "channels",
            ServerTopic::Threads => "threads",
            ServerTopic::Bells => "bells",
            ServerTopic::Boards => "boards",
            ServerTopic::Time => "time",
            ServerTopic::Forfeit => "forfeit",
            ServerTopic::Language => "language",
            ServerTopic::Rated => "rated",
            ServerTopic::Challengers => "challengers",
            ServerTopic::Vacation => "vacation",
            ServerTopic::Daily => "daily",
        }
    }

    /// Returns the keyword of its option.
    pub const fn keyword(self) -> Keyword {
        let local = match self {
            ServerTopic::Channels => text::option_channels(),
            ServerTopic::Threads => text::option_threads(),
            ServerTopic::Bells => text::option_bells(),
            ServerTopic::Boards => text::option_boards(),
            ServerTopic::Time => text::option_time(),
            ServerTopic::Forfeit => text::option_forfeit(),
            ServerTopic::Language => text::option_language(),
            ServerTopic::Rated => text::option_rated(),
            ServerTopic::Challengers => text::option_challengers(),
            ServerTopic::Vacation => text::option_vacation(),
            ServerTopic::Daily => text::option_daily(),
        };
        Keyword::new(self.name(), local)
    }

    /// Returns the title for people.
    pub fn title(self) -> Text {
        match self {
            ServerTopic::Channels => text::server_topic_channels(),
            ServerTopic::Threads => text::server_topic_threads(),
            ServerTopic::Bells => text::server_topic_bells(),
            ServerTopic::Boards => text::server_topic_boards(),
            ServerTopic::Time => text::server_topic_time(),
            ServerTopic::Forfeit => text::server_topic_forfeit(),
            ServerTopic::Language => text::server_topic_language(),
            ServerTopic::Rated => text::server_topic_rated(),
            ServerTopic::Challengers => text::server_topic_challengers(),
            ServerTopic::Vacation => text::server_topic_vacation(),
            ServerTopic::Daily => text::server_topic_daily(),
        }
    }

    /// Returns the possible values. For times and days these are only common ones.
    pub fn settings(self) -> Vec<ServerSetting> {
        let either = |setting: fn(bool) -> ServerSetting| [true, false].map(setting).into();
        match self {
            ServerTopic::Channels => [
                ChannelChange::Here,
                ChannelChange::Elsewhere,
                ChannelChange::Everywhere,
            ]
            .map(ServerSetting::Channels)
            .into(),
            ServerTopic::Threads => either(ServerSetting::Threads),
            ServerTopic::Bells => either(ServerSetting::Bells),
            ServerTopic::Boards => BoardPosts::ALL.map(ServerSetting::Boards).into(),
            ServerTopic::Time => TimeControl::USUAL.map(ServerSetting::Time).into(),
            ServerTopic::Forfeit => either(ServerSetting::Forfeit),
            ServerTopic::Language => [Spoken::Usual]
                .into_iter()
                .chain(Language::all().map(Spoken::Of))
                .map(ServerSetting::Language)
                .collect(),
            ServerTopic::Rated => either(ServerSetting::Rated),
            ServerTopic::Challengers => Challengers::ALL.map(ServerSetting::Challengers).into(),
            ServerTopic::Vacation => USUAL_VACATIONS.map(ServerSetting::Vacation).into(),
            ServerTopic::Daily => either(ServerSetting::Daily),
        }
    }

    /// Returns all possible words of its option, if these are a few fixed ones.
    pub(super) fn words(self) -> Option<Vec<Keyword>> {
        let settings = self.settings().into_iter();
        settings.map(ServerSetting::keyword).collect()
    }

    /// Parses a value, in any case.
    pub fn setting(self, text: &str) -> Option<ServerSetting> {
        match self {
            ServerTopic::Time => return text.parse().ok().map(ServerSetting::Time),
            ServerTopic::Vacation => {
                let days = text
                    .parse()
                    .ok()
                    .filter(|days| *days <= ServerSetting::MOST_VACATION);
                return days.map(ServerSetting::Vacation);
            }
            _ => {}
        }
        let mut settings = self.settings().into_iter();
        settings.find(|setting| setting.name().eq_ignore_ascii_case(text))
    }
}

impl ServerSetting {
    /// The maximum number of vacation days in a year.
    pub(super) const MOST_VACATION: u16 = 90;

    /// Returns the typed name of the value: `on`.
    pub fn name(self) -> String {
        match self {
            ServerSetting::Time(time) => time.to_string(),
            ServerSetting::Vacation(days) => days.to_string(),
            ServerSetting::Language(spoken) => spoken.to_string(),
            ServerSetting::Channels(change) => change.name().to_owned(),
            ServerSetting::Challengers(who) => who.name().to_owned(),
            ServerSetting::Boards(posts) => posts.name().to_owned(),
            ServerSetting::Threads(is_on)
            | ServerSetting::Bells(is_on)
            | ServerSetting::Forfeit(is_on)
            | ServerSetting::Rated(is_on)
            | ServerSetting::Daily(is_on) => switch(is_on).name.to_owned(),
        }
    }

    /// Returns the keyword of the value, or `None` if the value is not a fixed word.
    pub fn keyword(self) -> Option<Keyword> {
        Some(match self {
            ServerSetting::Time(_) | ServerSetting::Vacation(_) => return None,
            ServerSetting::Language(Spoken::Usual) => Keyword::new("usual", text::choice_usual()),
            ServerSetting::Language(Spoken::Of(language)) => Keyword::everywhere(language.tag()),
            ServerSetting::Channels(change) => {
                let local = match change {
                    ChannelChange::Here => text::choice_here(),
                    ChannelChange::Elsewhere => text::choice_elsewhere(),
                    ChannelChange::Everywhere => text::choice_everywhere(),
                };
                Keyword::new(change.name(), local)
            }
            ServerSetting::Boards(posts) => {
                let local = match posts {
                    BoardPosts::One => text::choice_one(),
                    BoardPosts::Each => text::choice_each(),
                };
                Keyword::new(posts.name(), local)
            }
            ServerSetting::Challengers(who) => {
                let local = match who {
                    Challengers::Everybody => text::choice_everybody(),
                    Challengers::Managers => text::choice_managers(),
                };
                Keyword::new(who.name(), local)
            }
            ServerSetting::Threads(is_on)
            | ServerSetting::Bells(is_on)
            | ServerSetting::Forfeit(is_on)
            | ServerSetting::Rated(is_on)
            | ServerSetting::Daily(is_on) => switch(is_on),
        })
    }

    /// Describes the effect of the value: a phrase.
    pub fn help(self) -> Text {
        match self {
            ServerSetting::Channels(ChannelChange::Here) => text::server_channels_here(),
            ServerSetting::Channels(ChannelChange::Elsewhere) => text::server_channels_elsewhere(),
            ServerSetting::Channels(ChannelChange::Everywhere) => {
                text::server_channels_everywhere()
            }
            ServerSetting::Threads(true) => text::server_threads_on(),
            ServerSetting::Threads(false) => text::server_threads_off(),
            ServerSetting::Bells(true) => text::server_bells_on(),
            ServerSetting::Bells(false) => text::server_bells_off(),
            ServerSetting::Boards(BoardPosts::One) => text::server_boards_one(),
            ServerSetting::Boards(BoardPosts::Each) => text::server_boards_each(),
            ServerSetting::Time(time) => time.words(),
            ServerSetting::Forfeit(true) => text::server_forfeit_on(),
            ServerSetting::Forfeit(false) => text::server_forfeit_off(),
            ServerSetting::Language(Spoken::Usual) => text::server_language_usual(),
            ServerSetting::Language(Spoken::Of(language)) => Text::verbatim(language.name()),
            ServerSetting::Rated(true) => text::server_rated_on(),
            ServerSetting::Rated(false) => text::server_rated_off(),
            ServerSetting::Challengers(Challengers::Everybody) => {
                text::server_challengers_everybody()
            }
            ServerSetting::Challengers(Challengers::Managers) => {
                text::server_challengers_managers()
            }
            ServerSetting::Vacation(days) => text::server_vacation(usize::from(days)),
            ServerSetting::Daily(true) => text::server_daily_on(),
            ServerSetting::Daily(false) => text::server_daily_off(),
        }
    }
}

/// Returns the keyword for on or off.
fn switch(is_on: bool) -> Keyword {
    if is_on {
        Keyword::new("on", text::choice_on())
    } else {
        Keyword::new("off", text::choice_off())
    }
}

impl Challengers {
    /// All choices, the default first.
    pub const ALL: [Challengers; 2] = [Challengers::Everybody, Challengers::Managers];

    const fn name(self) -> &'static str {
        match self {
            Challengers::Everybody => "everybody",
            Challengers::Managers => "managers",
        }
    }
}

impl BoardPosts {
    /// All choices, the default first.
    pub const ALL: [BoardPosts; 2] = [BoardPosts::One, BoardPosts::Each];

    const fn name(self) -> &'static str {
        match self {
            BoardPosts::One => "one",
            BoardPosts::Each => "each",
        }
    }
}

impl ChannelChange {
    const fn name(self) -> &'static str {
        match self {
            ChannelChange::Here => "here",
            ChannelChange::Elsewhere => "elsewhere",
            ChannelChange::Everywhere => "everywhere",
        }
    }
}

impl fmt::Display for BoardPosts {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for BoardPosts {
    type Err = ParseSettingError;

    fn from_str(text: &str) -> Result<BoardPosts, ParseSettingError> {
        let known = BoardPosts::ALL.into_iter();
        let mut known = known.filter(|posts| posts.name() == text);
        known.next().ok_or(ParseSettingError)
    }
}

impl fmt::Display for Challengers {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for Challengers {
    type Err = ParseSettingError;

    fn from_str(text: &str) -> Result<Challengers, ParseSettingError> {
        let known = Challengers::ALL.into_iter().find(|who| who.name() == text);
        known.ok_or(ParseSettingError)
    }
}

impl fmt::Display for ServerTopic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for ServerTopic {
    type Err = ParseSettingError;

    fn from_str(text: &str) -> Result<ServerTopic, ParseSettingError> {
        let known = ServerTopic::ALL
            .into_iter()
            .find(|topic| topic.name() == text);
        known.ok_or(ParseSettingError)
    }
}
