//! Membership of servers. Discord reports it only to bots with a privileged intent, so it is requested now and then.

use std::time::Duration;

use serde_json::{Map, Value, json};
use serenity::{
    all::{Channel, ChannelId, GuildId, Member, PartialGuild, User, UserId},
    http::Route,
};

use super::{
    failure::{Failure, code, failure, is},
    line::RequestLine,
    reading::speaker,
};
use api::Speaker;
use kit::Memory;

/// The time for which a person who was seen counts as a member.
const TRUST: Duration = Duration::from_secs(10 * 60);

/// A cache of memberships.
pub(super) struct Members {
    /// The servers of channels; direct messages have none.
    guilds: Memory<ChannelId, Option<GuildId>>,
    /// The people seen on servers.
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
    /// Records that a person acted in a channel of a server.
    pub(super) fn saw(&self, guild: GuildId, channel: ChannelId, user: UserId) {
        self.guilds.put(channel, Some(guild));
        self.seen.put((guild, user), ());
    }

    /// Tells whether a person has left the server of a channel.
    pub(super) async fn is_gone(
        &self,
        line: &RequestLine,
        user: UserId,
        channel: ChannelId,
    ) -> Result<bool, Failure> {
        let Some(guild) = self.guild_of(line, channel).await? else {
            return Ok(false);
        };
        if self.seen.get(&(guild, user)).is_some() {
            return Ok(false);
        }
        match member(line, guild, user).await {
            Ok(_) => {
                self.seen.put((guild, user), ());
                Ok(false)
            }
            Err(failure) if is(&failure, code::UNKNOWN_MEMBER) => Ok(true),
            Err(failure) => Err(failure),
        }
    }

    /// Returns a person on the server of a channel, with their name there. Returns `None` if they are not a member, or a
    /// bot.
    pub(super) async fn find(
        &self,
        line: &RequestLine,
        user: UserId,
        channel: ChannelId,
    ) -> Result<Option<Speaker>, Failure> {
        let Some(guild) = self.guild_of(line, channel).await? else {
            return Ok(None);
        };
        match member(line, guild, user).await {
            Ok(member) if member.user.bot => Ok(None),
            Ok(member) => Ok(Some(speaker(&member.user, member.nick.as_deref()))),
            Err(failure) if is(&failure, code::UNKNOWN_MEMBER) => Ok(None),
            Err(failure) => Err(failure),
        }
    }

    /// Tells whether a person on the server of a channel can read it, from the server's roles and the channel's overwrites.
    pub(super) async fn reads(
        &self,
        line: &RequestLine,
        user: UserId,
        channel: ChannelId,
    ) -> Result<bool, Failure> {
        let Channel::Guild(mut channel) = channel_of(line, channel).await? else {
            return Ok(true);
        };
        // A thread can be read by all who can read its parent channel.
        if channel.thread_metadata.is_some()
            && let Some(parent) = channel.parent_id
            && let Channel::Guild(parent) = channel_of(line, parent).await?
        {
            channel = parent;
        }
        let guild = channel.guild_id;
        let route = Route::Guild { guild_id: guild };
        let server = line.get::<PartialGuild>(route, Vec::new());
        let (server, member) = tokio::try_join!(server, member(line, guild, user))?;
        Ok(server.user_permissions_in(&channel, &member).view_channel())
    }

    async fn guild_of(
        &self,
        line: &RequestLine,
        channel: ChannelId,
    ) -> Result<Option<GuildId>, Failure> {
        if let Some(guild) = self.guilds.get(&channel) {
            return Ok(guild);
        }
        let guild = match channel_of(line, channel).await? {
            Channel::Guild(channel) => Some(channel.guild_id),
            _ => None,
        };
        self.guilds.put(channel, guild);
        Ok(guild)
    }
}

/// Returns a person with the name of their account, or `None` if it is a bot.
pub(super) async fn account(
    line: &RequestLine,
    user_id: UserId,
) -> Result<Option<Speaker>, Failure> {
    let user: User = line.get(Route::User { user_id }, Vec::new()).await?;
    Ok((!user.bot).then(|| speaker(&user, None)))
}

async fn channel_of(line: &RequestLine, channel_id: ChannelId) -> Result<Channel, Failure> {
    line.get(Route::Channel { channel_id }, Vec::new()).await
}

/// Returns a member of a server. Discord does not repeat the id of the server.
async fn member(line: &RequestLine, guild_id: GuildId, user_id: UserId) -> Result<Member, Failure> {
    let route = Route::GuildMember { guild_id, user_id };
    let mut fields: Map<String, Value> = line.get(route, Vec::new()).await?;
    fields.insert("guild_id".to_owned(), json!(guild_id));
    serde_json::from_value(fields.into()).map_err(|error| failure(error.into()))
}
