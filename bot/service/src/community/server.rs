//! What who manages a server has chosen for it.

use serde::{Deserialize, Serialize};

use crate::{
    Done, Effects, QueryReply, Rows,
    decision::{
        context::{Asker, Context, reply_with},
        interrupt::Interrupt,
    },
    match_store::{
        codec,
        entries::{read, unless_damaged},
        matches::USUAL_VACATION,
        schema::server_key,
    },
};
use api::{Batch, ChannelId, Platform, ServerId, StoreError};
use command::{
    BoardPosts, Challengers, ChannelChange, ServerSetting, ServerTopic, Spoken, TimeControl,
};
use text::{Language, Text, arg};

/// What is chosen for a server. Without one, as in direct messages, all is as if nothing were chosen.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ServerSettings {
    /// Where matches may begin; everywhere if there are none.
    pub channels: Vec<ChannelId>,
    /// Whether each match gets a thread, where the platform has them.
    pub threads: bool,
    /// Whether what everybody reads calls those whom it is about.
    pub bells: bool,
    /// How the boards of a match are posted.
    #[serde(with = "codec::text")]
    pub boards: BoardPosts,
    /// How much time players have if their challenge does not say.
    pub time: TimeControl,
    /// Whether who runs out of time loses at once, and not only when the other claims the win.
    pub loses_at_once: bool,
    /// The language of what everybody reads.
    #[serde(with = "codec::text")]
    pub language: Spoken,
    /// Whether matches are rated if their challenge does not say.
    pub rated: bool,
    /// Who may challenge.
    #[serde(with = "codec::text")]
    pub challengers: Challengers,
    /// For how many days of a year the time of a player may stand still.
    pub vacation: u16,
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
        }
    }
}

/// What is chosen for a server, and for the channel where that is looked at.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ServerChoices {
    /// For the server.
    #[serde(flatten)]
    pub settings: ServerSettings,
    /// Whether the channel gets a puzzle each day.
    pub daily: bool,
    /// Whether it is one room, without channels to choose from.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub is_one_room: bool,
}

impl ServerChoices {
    /// All that can be chosen for it.
    pub fn topics(&self) -> impl Iterator<Item = ServerTopic> {
        let topics = ServerTopic::ALL.into_iter();
        topics.filter(|topic| !self.is_one_room || topic.is_for_rooms())
    }

    /// What is chosen about a topic, unless it is some channels.
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
        })
    }
}

/// What is chosen for a server; what is damaged is as if nothing were.
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

/// The most channels of a server that can be chosen.
const MOST_CHANNELS: usize = 50;

impl ServerSettings {
    /// Where matches may begin, if not everywhere: `#games, #lobby`.
    pub fn named_channels(&self) -> Text {
        Text::joined(self.channels.iter().map(named), ", ")
    }

    /// The language of what everybody reads, if one is chosen.
    pub const fn chosen_language(&self) -> Option<Language> {
        match self.language {
            Spoken::Usual => None,
            Spoken::Of(language) => Some(language),
        }
    }

    /// Changes this, as it is asked for in a channel.
    fn choose(&mut self, setting: ServerSetting, here: Option<&ChannelId>) -> Result<(), Text> {
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
            // It is kept with the channel.
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

impl Asker<'_> {
    /// What works for the speaker where they are, and what is chosen for the server.
    pub(crate) fn doctor(&self) -> Result<Effects, Interrupt> {
        let server = match &self.request.server {
            Some(_) => Some(Box::new(self.server_choices()?)),
            None => None,
        };
        reply_with(QueryReply::Doctor {
            findings: self.request.findings.clone(),
            server,
        })
    }

    /// Shows who manages the server what can be chosen about a topic.
    pub(crate) fn open_server_topic(&self, topic: &str) -> Result<Effects, Interrupt> {
        let topic = topic.parse().map_err(|_| text::refusal_unknown_control())?;
        self.change_server(&[], Some(topic))
    }

    /// Takes a choice from a menu.
    pub(crate) fn choose_for_server(
        &self,
        topic: ServerTopic,
        value: &str,
    ) -> Result<Effects, Interrupt> {
        let setting = topic.setting(value);
        let setting = setting.ok_or_else(text::refusal_unknown_control)?;
        self.change_server(&[setting], Some(topic))
    }

    /// Changes what is chosen for the server, if the speaker manages it; with no change, tells what that is.
    pub(crate) fn change_server(
        &self,
        changes: &[ServerSetting],
        topic: Option<ServerTopic>,
    ) -> Result<Effects, Interrupt> {
        let server = self.request.server.as_ref();
        let server = server.ok_or_else(text::refusal_no_server)?;
        if !server.may_manage {
            return Err(may_not_manage(server.id.platform).into());
        }
        let mut settings = Box::new(self.server_choices()?);
        if changes.is_empty() {
            return reply_with(QueryReply::Server { settings, topic });
        }
        let mut batch = Batch::default();
        for change in changes {
            let here = self.state().channel.as_ref();
            if settings.is_one_room
                && matches!(
                    change,
                    ServerSetting::Channels(_) | ServerSetting::Boards(_)
                )
            {
                return Err(text::refusal_one_room().into());
            }
            settings.settings.choose(*change, here)?;
            if let ServerSetting::Daily(is_wanted) = *change
                && is_wanted != settings.daily
            {
                self.change_daily(None, is_wanted, &mut batch)?;
                settings.daily = is_wanted;
            }
        }
        let key = server_key(&server.id);
        self.context.rewrite(&mut batch, key, &settings.settings)?;
        let done = Done::SetServer { settings, topic };
        Ok(self.context.done_apart(batch, done))
    }

    /// Checks that the speaker may challenge somebody in a channel of a server.
    pub(crate) fn check_may_challenge(
        &self,
        server: Option<&ServerId>,
        channel: &ChannelId,
    ) -> Result<(), Interrupt> {
        self.check_channel(server, channel)?;
        let here = self.request.server.as_ref();
        let may_manage = here.is_some_and(|here| here.may_manage && Some(&here.id) == server);
        match self.context.settings_of_server(server)?.challengers {
            Challengers::Managers if !may_manage => Err(text::refusal_managers_challenge().into()),
            Challengers::Managers | Challengers::Everybody => Ok(()),
        }
    }

    /// Checks that matches may be played in a channel of a server.
    pub(crate) fn check_channel(
        &self,
        server: Option<&ServerId>,
        channel: &ChannelId,
    ) -> Result<(), Interrupt> {
        let settings = self.context.settings_of_server(server)?;
        if !settings.channels.is_empty() && !settings.channels.contains(channel) {
            let others = settings.named_channels();
            let is_here = self.state().channel.as_ref() == Some(channel);
            return Err(if is_here {
                text::refusal_not_in_channel(others)
            } else {
                text::refusal_not_in_that_channel(
                    arg::channel(named(channel)),
                    arg::channels(others),
                )
            }
            .into());
        }
        Ok(())
    }

    /// What is chosen for the server and the channel where something is asked for.
    fn server_choices(&self) -> Result<ServerChoices, Interrupt> {
        Ok(ServerChoices {
            settings: self.server_settings()?,
            daily: self.has_daily()?,
            is_one_room: self.is_one_room(),
        })
    }

    /// Whether a room is the only server there is where something is asked for.
    pub(crate) fn is_one_room(&self) -> bool {
        self.request.speaker.account.platform == Platform::Matrix
    }

    /// What is chosen for the server where something is asked for.
    pub(crate) fn server_settings(&self) -> Result<ServerSettings, Interrupt> {
        let server = self.request.server.as_ref().map(|server| &server.id);
        self.context.settings_of_server(server)
    }
}

impl Context<'_> {
    /// What is chosen for a server.
    pub(crate) fn settings_of_server(
        self,
        server: Option<&ServerId>,
    ) -> Result<ServerSettings, Interrupt> {
        let settings = match server {
            Some(server) => self.state.entry(&server_key(server))?,
            None => None,
        };
        Ok(settings.unwrap_or_default())
    }
}

/// What a channel is called.
fn named(channel: &ChannelId) -> Text {
    match channel.platform {
        Platform::Discord => Text::channel(&channel.id),
        _ => Text::verbatim(format!("#{}", channel.id)),
    }
}

/// What somebody lacks who does not manage a server.
pub(crate) fn may_not_manage(platform: Platform) -> Text {
    match platform {
        Platform::Discord => text::refusal_manage_discord(),
        Platform::Matrix => text::refusal_manage_matrix(),
        Platform::Playground | Platform::Engine => text::refusal_manage_page(),
    }
}
