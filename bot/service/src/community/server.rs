//! Shows and changes the settings of a server, and checks them before a challenge.

use crate::{
    CommunityDone, CommunityReply, Outcome, Reply, ServerChoices, ServerSettings,
    decision::{
        context::{Asker, Context, reply_with},
        interrupt::Interrupt,
    },
    match_store::{schema::server_key, server::named},
};
use api::{Batch, ChannelId, Platform, ServerId};
use command::{Challengers, ServerSetting, ServerTopic};
use text::{Text, arg};

impl Asker<'_> {
    /// Shows the findings about the speaker's place, and the settings of the server.
    pub(crate) fn doctor(&self) -> Result<Outcome, Interrupt> {
        let server = match &self.request.event.server {
            Some(_) => Some(Box::new(self.server_choices()?)),
            None => None,
        };
        reply_with(Reply::Community(CommunityReply::Doctor {
            findings: self.request.findings.clone(),
            server,
        }))
    }

    /// Shows a manager of the server the settings of a topic.
    pub(crate) fn open_server_topic(&self, topic: &str) -> Result<Outcome, Interrupt> {
        let topic = topic.parse().map_err(|_| text::refusal_unknown_control())?;
        self.change_server(&[], Some(topic))
    }

    /// Applies a choice from a menu.
    pub(crate) fn choose_for_server(
        &self,
        topic: ServerTopic,
        value: &str,
    ) -> Result<Outcome, Interrupt> {
        let setting = topic.setting(value);
        let setting = setting.ok_or_else(text::refusal_unknown_control)?;
        self.change_server(&[setting], Some(topic))
    }

    /// Changes the settings of the server, if the speaker manages it; without a change, shows them.
    pub(crate) fn change_server(
        &self,
        changes: &[ServerSetting],
        topic: Option<ServerTopic>,
    ) -> Result<Outcome, Interrupt> {
        let server = self.request.event.server.as_ref();
        let server = server.ok_or_else(text::refusal_no_server)?;
        if !server.may_manage {
            return Err(may_not_manage(server.id.platform).into());
        }
        let mut settings = Box::new(self.server_choices()?);
        if changes.is_empty() {
            return reply_with(Reply::Community(CommunityReply::Server { settings, topic }));
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
            if let ServerSetting::Widget(true) = change {
                if !settings.is_one_room {
                    return Err(text::refusal_widget_room().into());
                }
                if !self.request.has_page {
                    return Err(text::refusal_no_page().into());
                }
                if !self.request.has_widgets {
                    return Err(text::refusal_widgets_off().into());
                }
            }
            if let ServerSetting::Time(time) = change {
                self.check_real_time(*time)?;
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
        let done = CommunityDone::SetServer { settings, topic };
        Ok(self.context.done_apart(batch, done))
    }

    /// Refuses if the speaker cannot challenge in a channel of a server.
    pub(crate) fn check_may_challenge(
        &self,
        server: Option<&ServerId>,
        channel: &ChannelId,
    ) -> Result<(), Interrupt> {
        self.check_channel(server, channel)?;
        let here = self.request.event.server.as_ref();
        let may_manage = here.is_some_and(|here| here.may_manage && Some(&here.id) == server);
        match self.context.settings_of_server(server)?.challengers {
            Challengers::Managers if !may_manage => Err(text::refusal_managers_challenge().into()),
            Challengers::Managers | Challengers::Everybody => Ok(()),
        }
    }

    /// Refuses if matches cannot be played in a channel of a server.
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

    /// Returns the settings of the server and the channel of the request.
    fn server_choices(&self) -> Result<ServerChoices, Interrupt> {
        Ok(ServerChoices {
            settings: self.server_settings()?,
            daily: self.has_daily()?,
            is_one_room: self.is_one_room(),
        })
    }

    /// Tells whether the server of the request is a single room.
    pub(crate) fn is_one_room(&self) -> bool {
        self.request.event.id.platform == Platform::Matrix
    }

    /// Returns the settings of the server of the request.
    pub(crate) fn server_settings(&self) -> Result<ServerSettings, Interrupt> {
        let server = self.request.event.server.as_ref().map(|server| &server.id);
        self.context.settings_of_server(server)
    }
}

impl Context<'_> {
    /// Returns the settings of a server.
    pub(crate) fn settings_of_server(
        self,
        server: Option<&ServerId>,
    ) -> Result<ServerSettings, Interrupt> {
        match server {
            Some(server) => self.state.entry_or_default(&server_key(server)),
            None => Ok(ServerSettings::default()),
        }
    }
}

/// Explains which permission a person needs to manage a server.
pub(crate) fn may_not_manage(platform: Platform) -> Text {
    match platform {
        Platform::Discord => text::refusal_manage_discord(),
        Platform::Matrix => text::refusal_manage_matrix(),
        Platform::Playground | Platform::Engine => text::refusal_manage_page(),
    }
}
