//! Who is on which server. Discord tells it only to bots with a privileged intent, so it is asked now and then.

use std::{sync::Mutex, time::Duration};

use lru::LruCache;
use serenity::all::{Channel, ChannelId, GuildId, UserId};
use tokio::time::Instant;

use super::{
    Discord, REMEMBERED,
    failure::{Failure, code},
    hold, patiently,
};

/// For how long somebody who was there is taken to be there.
const TRUST: Duration = Duration::from_secs(10 * 60);

/// What is known of it.
pub(super) struct Members {
    /// The servers of channels; direct messages have none.
    guilds: Mutex<LruCache<ChannelId, Option<GuildId>>>,
    /// When somebody was last seen.
    seen: Mutex<LruCache<(GuildId, UserId), Instant>>,
}

impl Default for Members {
    fn default() -> Members {
        Members {
            guilds: Mutex::new(LruCache::new(REMEMBERED)),
            seen: Mutex::new(LruCache::new(REMEMBERED)),
        }
    }
}

impl Members {
    /// Somebody did something in a channel of a server.
    pub(super) fn saw(&self, guild: GuildId, channel: ChannelId, user: UserId) {
        hold(&self.guilds).put(channel, Some(guild));
        hold(&self.seen).put((guild, user), Instant::now());
    }
}

impl Discord {
    /// Whether somebody is not on the server of a channel any more.
    pub(super) async fn is_gone(&self, user: UserId, channel: ChannelId) -> Result<bool, Failure> {
        let Some(guild) = self.guild_of(channel).await? else {
            return Ok(false);
        };
        let seen = hold(&self.members.seen).get(&(guild, user)).copied();
        if seen.is_some_and(|at| at.elapsed() < TRUST) {
            return Ok(false);
        }
        match patiently(self.http.get_member(guild, user)).await {
            Ok(_) => {
                hold(&self.members.seen).put((guild, user), Instant::now());
                Ok(false)
            }
            Err(failure) if failure.is(code::UNKNOWN_MEMBER) => Ok(true),
            Err(failure) => Err(failure),
        }
    }

    async fn guild_of(&self, channel: ChannelId) -> Result<Option<GuildId>, Failure> {
        if let Some(guild) = hold(&self.members.guilds).get(&channel) {
            return Ok(*guild);
        }
        let guild = match patiently(self.http.get_channel(channel)).await? {
            Channel::Guild(channel) => Some(channel.guild_id),
            _ => None,
        };
        hold(&self.members.guilds).put(channel, guild);
        Ok(guild)
    }
}
