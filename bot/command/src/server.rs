//! What who manages a server can choose for it.

use std::{fmt, str::FromStr};

use serde::{Deserialize, Serialize};

use super::{Keyword, ParseSettingError, Spoken, TimeControl};
use text::{Language, Text};

/// Who may challenge on a server.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Challengers {
    /// Everybody there.
    #[default]
    Everybody,
    /// Those who manage it.
    Managers,
}

/// How the boards of a match are posted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum BoardPosts {
    /// One message is changed with each move, where the platform can.
    #[default]
    One,
    /// Each move has a message of its own.
    Each,
}

/// Where matches may begin on a server, seen from the channel where that is chosen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ChannelChange {
    /// Here too, and nowhere that was not chosen so.
    Here,
    /// Not here any more.
    Elsewhere,
    /// In every channel.
    Everywhere,
}

/// Something that can be chosen for a server.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum ServerTopic {
    /// Where matches may begin.
    Channels,
    /// Whether matches get threads.
    Threads,
    /// Whether what everybody reads calls people.
    Bells,
    /// Whether a match has one message with its board, or one for each move.
    Boards,
    /// How much time players have if their challenge does not say.
    Time,
    /// Whether who runs out of time loses at once.
    Forfeit,
    /// The language of what everybody reads.
    Language,
    /// Whether matches are rated if their challenge does not say.
    Rated,
    /// Who may challenge.
    Challengers,
    /// How many days of vacation a player has in a year.
    Vacation,
    /// Whether the channel at hand gets a puzzle each day.
    Daily,
}

/// Something that can be chosen for a server, and the choice.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ServerSetting {
    /// Where matches may begin.
    Channels(ChannelChange),
    /// Whether matches get threads.
    Threads(bool),
    /// Whether what everybody reads calls people.
    Bells(bool),
    /// What a move does to the message with the board.
    Boards(BoardPosts),
    /// How much time players have if their challenge does not say.
    Time(TimeControl),
    /// Whether who runs out of time loses at once.
    Forfeit(bool),
    /// The language of what everybody reads.
    Language(Spoken),
    /// Whether matches are rated if their challenge does not say.
    Rated(bool),
    /// Who may challenge.
    Challengers(Challengers),
    /// How many days of vacation a player has in a year.
    Vacation(u16),
    /// Whether the channel at hand gets a puzzle each day.
    Daily(bool),
}

/// The most days of vacation in a year.
const MOST_VACATION: u16 = 90;

/// How many days of vacation are offered to who is choosing, the usual number first.
const USUAL_VACATIONS: [u16; 7] = [21, 0, 7, 14, 28, 42, 60];

impl ServerTopic {
    /// All that can be chosen, in the order in which it is told.
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

    /// Whether it can be chosen for one room: a room has no channels, and where rooms are the only servers messages are not
    /// replaced.
    pub fn is_for_rooms(self) -> bool {
        !matches!(self, ServerTopic::Channels | ServerTopic::Boards)
    }

    /// How it is written: `channels`.
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

    /// The name of the option that chooses it.
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

    /// What it is, for people.
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

    /// What can be chosen about it. Of times and days it is only what many choose.
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

    /// All words that can stand in its option, if these are a few fixed ones.
    pub(super) fn words(self) -> Option<Vec<Keyword>> {
        let settings = self.settings().into_iter();
        settings.map(ServerSetting::keyword).collect()
    }

    /// The choice that is named so, in any case.
    pub fn setting(self, text: &str) -> Option<ServerSetting> {
        match self {
            ServerTopic::Time => return text.parse().ok().map(ServerSetting::Time),
            ServerTopic::Vacation => {
                let days = text.parse().ok().filter(|days| *days <= MOST_VACATION);
                return days.map(ServerSetting::Vacation);
            }
            _ => {}
        }
        let mut settings = self.settings().into_iter();
        settings.find(|setting| setting.name().eq_ignore_ascii_case(text))
    }

    /// What can be written, where that is not a few words.
    pub(super) fn expected(self) -> Option<Text> {
        match self {
            ServerTopic::Time => Some(text::expected_time()),
            ServerTopic::Vacation => Some(text::expected_vacation(usize::from(MOST_VACATION))),
            _ => None,
        }
    }
}

impl ServerSetting {
    /// How the choice is written: `on`.
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

    /// What people write for it; nothing of what is no fixed word.
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

    /// What it means: a phrase.
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

/// What is written for yes and no.
fn switch(is_on: bool) -> Keyword {
    if is_on {
        Keyword::new("on", text::choice_on())
    } else {
        Keyword::new("off", text::choice_off())
    }
}

impl Challengers {
    /// All that can be chosen, the usual choice first.
    pub const ALL: [Challengers; 2] = [Challengers::Everybody, Challengers::Managers];

    const fn name(self) -> &'static str {
        match self {
            Challengers::Everybody => "everybody",
            Challengers::Managers => "managers",
        }
    }
}

impl BoardPosts {
    /// All that can be chosen, the usual choice first.
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
