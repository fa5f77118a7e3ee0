//! Who is on which server. Discord tells it only to bots with a privileged intent, so it is asked now and then.

use std::time::Duration;

use serenity::{
    all::{Channel, ChannelId, GuildId, UserId},
    http::Http,
};

use super::{
    failure::{Failure, code, patiently},
    reading::speaker,
};
use crate::{chat::kit::Memory, ports::Speaker};

/// For how long somebody who was there is taken to be there.
const TRUST: Duration = Duration::from_secs(10 * 60);

/// What is known of it.
pub(super) struct Members {
    /// The servers of channels; direct messages have none.
    guilds: Memory<ChannelId, Option<GuildId>>,
    /// Who was seen.
    seen: Memory<(GuildId, UserId), ()>,
}

impl Default for Members {
    fn default() -> Members {
        Members {
            guilds: Memory::default(),
            seen: Memory::lasting(TRUST),
        }
    }
}

impl Members {
    /// Somebody did something in a channel of a server.
    pub(super) fn saw(&self, guild: GuildId, channel: ChannelId, user: UserId) {
        self.guilds.put(channel, Some(guild));
        self.seen.put((guild, user), ());
    }

    /// Whether somebody is not on the server of a channel any more.
    pub(super) async fn is_gone(
        &self,
        http: &Http,
        user: UserId,
        channel: ChannelId,
    ) -> Result<bool, Failure> {
        let Some(guild) = self.guild_of(http, channel).await? else {
            return Ok(false);
        };
        if self.seen.get(&(guild, user)).is_some() {
            return Ok(false);
        }
        match patiently(http.get_member(guild, user)).await {
            Ok(_) => {
                self.seen.put((guild, user), ());
                Ok(false)
            }
            Err(failure) if failure.is(code::UNKNOWN_MEMBER) => Ok(true),
            Err(failure) => Err(failure),
        }
    }

    /// Somebody on the server of a channel, by the name that they have there; nobody if they are not there, or a bot.
    pub(super) async fn find(
        &self,
        http: &Http,
        user: UserId,
        channel: ChannelId,
    ) -> Result<Option<Speaker>, Failure> {
        let Some(guild) = self.guild_of(http, channel).await? else {
            return Ok(None);
        };
        match patiently(http.get_member(guild, user)).await {
            Ok(member) if member.user.bot => Ok(None),
            Ok(member) => Ok(Some(speaker(&member.user, member.nick.as_deref()))),
            Err(failure) if failure.is(code::UNKNOWN_MEMBER) => Ok(None),
            Err(failure) => Err(failure),
        }
    }

    /// Whether somebody on the server of a channel can read it, by its roles and what the channel changes about them.
    pub(super) async fn reads(
        &self,
        http: &Http,
        user: UserId,
        channel: ChannelId,
    ) -> Result<bool, Failure> {
        let Channel::Guild(mut channel) = patiently(http.get_channel(channel)).await? else {
            return Ok(true);
        };
        // A thread is read by whoever reads the channel that it is in.
        if channel.thread_metadata.is_some()
            && let Some(parent) = channel.parent_id
            && let Channel::Guild(parent) = patiently(http.get_channel(parent)).await?
        {
            channel = parent;
        }
        let guild = channel.guild_id;
        let server = patiently(http.get_guild(guild));
        let member = patiently(http.get_member(guild, user));
        let (server, member) = tokio::try_join!(server, member)?;
        Ok(server.user_permissions_in(&channel, &member).view_channel())
    }

    async fn guild_of(&self, http: &Http, channel: ChannelId) -> Result<Option<GuildId>, Failure> {
        if let Some(guild) = self.guilds.get(&channel) {
            return Ok(guild);
        }
        let guild = match patiently(http.get_channel(channel)).await? {
            Channel::Guild(channel) => Some(channel.guild_id),
            _ => None,
        };
        self.guilds.put(channel, guild);
        Ok(guild)
    }
}
