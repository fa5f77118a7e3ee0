//! Membership of servers. Discord reports it only to bots with a privileged intent, so the bot requests it now and then.

use std::time::Duration;

use serde_json::{Map, Value, json};
use serenity::{
    all::{Channel, ChannelId, GuildId, Member, PartialGuild, User, UserId},
    http::Route,
};

use super::{
    failure::{Failure, code, failure, is},
    ids,
    line::RequestLine,
    reading::speaker,
};
use api::{Event, Place, Speaker};
use kit::{Memory, known};

/// The time for which a person counts as a member after an event of theirs.
const TRUST: Duration = Duration::from_secs(10 * 60);

/// A cache of memberships.
pub(super) struct Members {
    line: RequestLine,
    /// The servers of channels; direct messages have none.
    guilds: Memory<ChannelId, Option<GuildId>>,
    /// The people seen on servers.
    seen: Memory<(GuildId, UserId), ()>,
}

impl Members {
    pub(super) fn new(line: RequestLine) -> Members {
        Members {
            line,
            guilds: Memory::default(),
            seen: Memory::lasting(TRUST),
        }
    }

    /// Records that a person acted in a channel of a server, if the event comes from one.
    pub(super) fn saw(&self, event: &Event) {
        let guild = event.server.as_ref().and_then(|it| ids::guild(&it.id));
        if let (Some(guild), Place::Channel(channel)) = (guild, &event.place)
            && let (Some(channel), Some(user)) =
                (ids::channel(channel), ids::user(&event.speaker.id))
        {
            self.guilds.put(channel, Some(guild));
            self.seen.put((guild, user), ());
        }
    }

    /// Tells whether a person has left the server of a channel.
    pub(super) async fn is_gone(&self, user: UserId, channel: ChannelId) -> Result<bool, Failure> {
        let Some(guild) = self.guild_of(channel).await? else {
            return Ok(false);
        };
        if self.seen.get(&(guild, user)).is_some() {
            return Ok(false);
        }
        let member = self.member(guild, user).await?;
        if member.is_some() {
            self.seen.put((guild, user), ());
        }
        Ok(member.is_none())
    }

    /// Returns a person on the server of a channel, with their name there. Returns `None` if they are not a member, or a
    /// bot.
    pub(super) async fn find(
        &self,
        user: UserId,
        channel: ChannelId,
    ) -> Result<Option<Speaker>, Failure> {
        let Some(guild) = self.guild_of(channel).await? else {
            return Ok(None);
        };
        let member = self.member(guild, user).await?;
        let person = member.filter(|member| !member.user.bot);
        Ok(person.map(|member| speaker(&member.user, member.nick.as_deref())))
    }

    /// Returns a person with the name of their account, or `None` if it is a bot.
    pub(super) async fn account(&self, user_id: UserId) -> Result<Option<Speaker>, Failure> {
        let user: User = self.line.get(Route::User { user_id }).await?;
        Ok((!user.bot).then(|| speaker(&user, None)))
    }

    /// Tells whether a person on the server of a channel can read it, from the server's roles and the channel's overwrites.
    pub(super) async fn reads(&self, user: UserId, channel: ChannelId) -> Result<bool, Failure> {
        let Channel::Guild(mut channel) = self.channel(channel).await? else {
            return Ok(true);
        };
        // All readers of the parent channel can read a thread.
        if channel.thread_metadata.is_some()
            && let Some(parent) = channel.parent_id
            && let Channel::Guild(parent) = self.channel(parent).await?
        {
            channel = parent;
        }
        let guild_id = channel.guild_id;
        let server = self.line.get::<PartialGuild>(Route::Guild { guild_id });
        let (server, member) = tokio::try_join!(server, self.member(guild_id, user))?;
        let member = known(member, &user)?;
        Ok(server.user_permissions_in(&channel, &member).view_channel())
    }

    async fn guild_of(&self, channel: ChannelId) -> Result<Option<GuildId>, Failure> {
        if let Some(guild) = self.guilds.get(&channel) {
            return Ok(guild);
        }
        let guild = self.channel(channel).await?.guild();
        let guild = guild.map(|channel| channel.guild_id);
        self.guilds.put(channel, guild);
        Ok(guild)
    }

    async fn channel(&self, channel_id: ChannelId) -> Result<Channel, Failure> {
        self.line.get(Route::Channel { channel_id }).await
    }

    /// Returns a member of a server, if the person is one. Discord does not repeat the id of the server.
    async fn member(&self, guild_id: GuildId, user_id: UserId) -> Result<Option<Member>, Failure> {
        let route = Route::GuildMember { guild_id, user_id };
        let mut fields: Map<String, Value> = match self.line.get(route).await {
            Err(failure) if is(&failure, code::UNKNOWN_MEMBER) => return Ok(None),
            fields => fields?,
        };
        fields.insert("guild_id".to_owned(), json!(guild_id));
        serde_json::from_value(fields.into()).map_err(|error| failure(error.into()))
    }
}
