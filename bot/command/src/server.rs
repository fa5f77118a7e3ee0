//! Settings of a server, which its managers change.

use std::{fmt, str::FromStr};

use serde::{Deserialize, Serialize};

use super::{
    Keyword, NotRead, OptionKind, SPECS, Setting, Spoken, TimeControl, keyword::switch,
    setting::as_text,
};
use text::Text;

/// The people who can open challenges on a server.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Challengers {
    /// All people on the server.
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
    /// Immediate loss when the time of a player runs out.
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
    /// The list of matches on the web page.
    Web,
    /// The board of a new match in a widget.
    Widget,
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
    /// True if the web page lists the matches.
    Web(bool),
    /// True if a widget shows the board of each new match.
    Widget(bool),
}

/// The numbers of vacation days for completion, the default first.
const USUAL_VACATIONS: [u16; 7] = [21, 0, 7, 14, 28, 42, 60];

impl ServerTopic {
    /// Returns all settings, in the order of their options.
    pub fn all() -> impl Iterator<Item = ServerTopic> {
        let options = SPECS.iter().flat_map(|spec| spec.options);
        options.filter_map(|option| match option.kind {
            OptionKind::Server(topic) => Some(topic),
            _ => None,
        })
    }

    /// Returns whether a single room, or a server with channels, can have this setting. A room has no channels, and platforms with
    /// only rooms do not replace messages. They alone have widgets.
    pub fn is_for(self, is_one_room: bool) -> bool {
        match self {
            ServerTopic::Channels | ServerTopic::Boards => !is_one_room,
            ServerTopic::Widget => is_one_room,
            _ => true,
        }
    }

    /// Returns the typed name: `channels`.
    pub fn name(self) -> &'static str {
        self.keyword().name
    }

    /// Returns the keyword of its option.
    pub const fn keyword(self) -> Keyword {
        match self {
            ServerTopic::Channels => Keyword::new("channels", text::option_channels()),
            ServerTopic::Threads => Keyword::new("threads", text::option_threads()),
            ServerTopic::Bells => Keyword::new("bells", text::option_bells()),
            ServerTopic::Boards => Keyword::new("boards", text::option_boards()),
            ServerTopic::Time => Keyword::new("time", text::option_time()),
            ServerTopic::Forfeit => Keyword::new("forfeit", text::option_forfeit()),
            ServerTopic::Language => Keyword::new("language", text::option_language()),
            ServerTopic::Rated => Keyword::new("rated", text::option_rated()),
            ServerTopic::Challengers => Keyword::new("challengers", text::option_challengers()),
            ServerTopic::Vacation => Keyword::new("vacation", text::option_vacation()),
            ServerTopic::Daily => Keyword::new("daily", text::option_daily()),
            ServerTopic::Web => Keyword::new("web", text::option_web()),
            ServerTopic::Widget => Keyword::new("widget", text::option_widget()),
        }
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
            ServerTopic::Web => text::server_topic_web(),
            ServerTopic::Widget => text::server_topic_widget(),
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
            ServerTopic::Boards => [BoardPosts::One, BoardPosts::Each]
                .map(ServerSetting::Boards)
                .into(),
            ServerTopic::Time => TimeControl::USUAL.map(ServerSetting::Time).into(),
            ServerTopic::Forfeit => either(ServerSetting::Forfeit),
            ServerTopic::Language => Spoken::all().map(ServerSetting::Language).collect(),
            ServerTopic::Rated => either(ServerSetting::Rated),
            ServerTopic::Challengers => [Challengers::Everybody, Challengers::Managers]
                .map(ServerSetting::Challengers)
                .into(),
            ServerTopic::Vacation => USUAL_VACATIONS.map(ServerSetting::Vacation).into(),
            ServerTopic::Daily => either(ServerSetting::Daily),
            ServerTopic::Web => either(ServerSetting::Web),
            ServerTopic::Widget => either(ServerSetting::Widget),
        }
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
            _ => {
                let word = self.keyword();
                word.map_or_else(String::new, |word| word.name.to_owned())
            }
        }
    }

    /// Returns the value as people read it.
    pub(super) fn word(self) -> Text {
        let word = self.keyword();
        word.map_or_else(|| Text::verbatim(self.name()), |word| word.local)
    }

    /// Returns the keyword of the value, or `None` if the value is not a fixed word.
    pub fn keyword(self) -> Option<Keyword> {
        Some(match self {
            ServerSetting::Time(_) | ServerSetting::Vacation(_) => return None,
            ServerSetting::Language(spoken) => Setting::Language(spoken).keyword(),
            ServerSetting::Channels(ChannelChange::Here) => {
                Keyword::new("here", text::choice_here())
            }
            ServerSetting::Channels(ChannelChange::Elsewhere) => {
                Keyword::new("elsewhere", text::choice_elsewhere())
            }
            ServerSetting::Channels(ChannelChange::Everywhere) => {
                Keyword::new("everywhere", text::choice_everywhere())
            }
            ServerSetting::Boards(BoardPosts::One) => Keyword::new("one", text::choice_one()),
            ServerSetting::Boards(BoardPosts::Each) => Keyword::new("each", text::choice_each()),
            ServerSetting::Challengers(Challengers::Everybody) => {
                Keyword::new("everybody", text::choice_everybody())
            }
            ServerSetting::Challengers(Challengers::Managers) => {
                Keyword::new("managers", text::choice_managers())
            }
            ServerSetting::Web(true) => Keyword::new("listed", text::choice_listed()),
            ServerSetting::Web(false) => Keyword::new("unlisted", text::choice_unlisted()),
            ServerSetting::Threads(is_on)
            | ServerSetting::Bells(is_on)
            | ServerSetting::Forfeit(is_on)
            | ServerSetting::Rated(is_on)
            | ServerSetting::Daily(is_on)
            | ServerSetting::Widget(is_on) => switch(is_on),
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
            ServerSetting::Web(true) => text::server_web_listed(),
            ServerSetting::Web(false) => text::server_web_unlisted(),
            ServerSetting::Widget(true) => text::server_widget_on(),
            ServerSetting::Widget(false) => text::server_widget_off(),
        }
    }
}

as_text!(ServerSetting about ServerTopic: BoardPosts is Boards, Challengers is Challengers);

impl fmt::Display for ServerTopic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for ServerTopic {
    type Err = NotRead;

    fn from_str(text: &str) -> Result<ServerTopic, NotRead> {
        let known = ServerTopic::all().find(|topic| topic.name() == text);
        known.ok_or(NotRead("a setting of a server"))
    }
}
