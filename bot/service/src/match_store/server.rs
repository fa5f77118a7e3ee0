//! The settings of a server, which its managers choose.

use serde::{Deserialize, Serialize};

use super::{
    codec,
    entries::{read, unless_damaged},
    matches::USUAL_VACATION,
    schema::server_key,
};
use crate::Rows;
use api::{ChannelId, Platform, ServerId, StoreError};
use command::{
    BoardPosts, Challengers, ChannelChange, ServerSetting, ServerTopic, Spoken, TimeControl,
};
use text::Text;

/// The settings of a server. Without a server, as in direct messages, the defaults apply.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ServerSettings {
    /// The channels in which matches can begin; all channels if there are none.
    pub channels: Vec<ChannelId>,
    /// True if each match gets a thread, where the platform has them.
    pub threads: bool,
    /// True if public posts mention the people they are about.
    pub bells: bool,
    /// The way in which boards of a match are posted.
    #[serde(with = "codec::text")]
    pub boards: BoardPosts,
    /// The default time of the players, for challenges without a time.
    pub time: TimeControl,
    /// True if a player loses as soon as their time is over, and not only when the opponent claims the win.
    pub loses_at_once: bool,
    /// The language of public posts.
    #[serde(with = "codec::text")]
    pub language: Spoken,
    /// True if matches are rated by default.
    pub rated: bool,
    /// The people who can challenge.
    #[serde(with = "codec::text")]
    pub challengers: Challengers,
    /// The number of days a year for which the time of a player can stand still.
    pub vacation: u16,
    /// True if the web page lists the matches that are being played.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub is_listed: bool,
    /// True if a widget shows the board of each new match, where the platform has widgets.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub widget: bool,
}

impl Default for ServerSettings {
    fn default() -> ServerSettings {
        ServerSettings {
            channels: Vec::new(),
            threads: true,
            bells: true,
            boards: BoardPosts::default(),
            time: TimeControl::default(),
            loses_at_once: false,
            language: Spoken::default(),
            rated: false,
            challengers: Challengers::default(),
            vacation: USUAL_VACATION,
            is_listed: false,
            widget: false,
        }
    }
}

/// The settings of a server and of the channel in which they are shown.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ServerChoices {
    /// The settings of the server.
    #[serde(flatten)]
    pub settings: ServerSettings,
    /// True if the channel gets a puzzle each day.
    pub daily: bool,
    /// True if the server is one room, without channels to choose from.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub is_one_room: bool,
}

impl ServerChoices {
    /// Returns all topics that can be set for it.
    pub fn topics(&self) -> impl Iterator<Item = ServerTopic> {
        ServerTopic::all().filter(|topic| topic.is_for(self.is_one_room))
    }

    /// Returns the setting for a topic; `None` for a list of channels.
    pub fn about(&self, topic: ServerTopic) -> Option<ServerSetting> {
        let settings = &self.settings;
        Some(match topic {
            ServerTopic::Channels if !settings.channels.is_empty() => return None,
            ServerTopic::Channels => ServerSetting::Channels(ChannelChange::Everywhere),
            ServerTopic::Threads => ServerSetting::Threads(settings.threads),
            ServerTopic::Bells => ServerSetting::Bells(settings.bells),
            ServerTopic::Boards => ServerSetting::Boards(settings.boards),
            ServerTopic::Time => ServerSetting::Time(settings.time),
            ServerTopic::Forfeit => ServerSetting::Forfeit(settings.loses_at_once),
            ServerTopic::Language => ServerSetting::Language(settings.language),
            ServerTopic::Rated => ServerSetting::Rated(settings.rated),
            ServerTopic::Challengers => ServerSetting::Challengers(settings.challengers),
            ServerTopic::Vacation => ServerSetting::Vacation(settings.vacation),
            ServerTopic::Daily => ServerSetting::Daily(self.daily),
            ServerTopic::Web => ServerSetting::Web(settings.is_listed),
            ServerTopic::Widget => ServerSetting::Widget(settings.widget),
        })
    }
}

/// Reads the settings of a server; defaults if the row is damaged.
///
/// # Errors
///
/// The store cannot read.
pub fn read_server_settings(
    rows: &dyn Rows,
    server: &ServerId,
) -> Result<ServerSettings, StoreError> {
    Ok(unless_damaged(read(rows, &server_key(server)))?.unwrap_or_default())
}

/// The maximum number of channels that can be chosen for a server.
const MOST_CHANNELS: usize = 50;

impl ServerSettings {
    /// Lists the channels in which matches can begin, if not all: `#games, #lobby`.
    pub fn named_channels(&self) -> Text {
        Text::joined(self.channels.iter().map(named), ", ")
    }

    /// Applies a setting that was chosen in a channel.
    pub(crate) fn choose(
        &mut self,
        setting: ServerSetting,
        here: Option<&ChannelId>,
    ) -> Result<(), Text> {
        match setting {
            ServerSetting::Channels(change) => return self.choose_channels(change, here),
            ServerSetting::Threads(is_on) => self.threads = is_on,
            ServerSetting::Bells(is_on) => self.bells = is_on,
            ServerSetting::Boards(posts) => self.boards = posts,
            ServerSetting::Time(time) => self.time = time,
            ServerSetting::Forfeit(is_on) => self.loses_at_once = is_on,
            ServerSetting::Language(language) => self.language = language,
            ServerSetting::Rated(is_on) => self.rated = is_on,
            ServerSetting::Challengers(who) => self.challengers = who,
            ServerSetting::Vacation(days) => self.vacation = days,
            ServerSetting::Web(is_listed) => self.is_listed = is_listed,
            ServerSetting::Widget(is_on) => self.widget = is_on,
            // The daily puzzle is stored with the channel.
            ServerSetting::Daily(_) => {}
        }
        Ok(())
    }

    fn choose_channels(
        &mut self,
        change: ChannelChange,
        here: Option<&ChannelId>,
    ) -> Result<(), Text> {
        if change == ChannelChange::Everywhere {
            self.channels.clear();
            return Ok(());
        }
        let here = here.ok_or_else(text::refusal_which_channel)?;
        let is_listed = self.channels.contains(here);
        match change {
            _ if is_listed == (change == ChannelChange::Here) => {}
            ChannelChange::Elsewhere if self.channels.len() == 1 => {
                return Err(text::refusal_last_channel());
            }
            ChannelChange::Elsewhere => self.channels.retain(|channel| channel != here),
            _ if self.channels.len() == MOST_CHANNELS => {
                return Err(text::refusal_too_many_channels(MOST_CHANNELS));
            }
            _ => self.channels.push(here.clone()),
        }
        if self.channels.is_empty() {
            Err(text::refusal_all_channels())
        } else {
            Ok(())
        }
    }
}

/// Returns the name of a channel.
pub(crate) fn named(channel: &ChannelId) -> Text {
    match channel.platform {
        Platform::Discord => Text::channel(&channel.id),
        _ => Text::verbatim(format!("#{}", channel.id)),
    }
}
