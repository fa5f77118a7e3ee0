//! People, guilds and channels as the server keeps them.

use std::{
    collections::{BTreeMap, BTreeSet},
    sync::Arc,
    time::Duration,
};

use serde_json::{Value, json};

use super::{Id, id::moment, json::merged, server_state::ServerState};

/// Permissions of a bot or a person, as Discord's bits.
pub mod permission {
    /// View a channel.
    pub const VIEW_CHANNEL: u64 = 1 << 10;
    /// Write in a channel.
    pub const SEND_MESSAGES: u64 = 1 << 11;
    /// Delete messages of others.
    pub const MANAGE_MESSAGES: u64 = 1 << 13;
    /// Show embeds.
    pub const EMBED_LINKS: u64 = 1 << 14;
    /// Send files.
    pub const ATTACH_FILES: u64 = 1 << 15;
    /// Read earlier messages.
    pub const READ_MESSAGE_HISTORY: u64 = 1 << 16;
    /// Mention everybody.
    pub const MENTION_EVERYONE: u64 = 1 << 17;
    /// Change threads of others.
    pub const MANAGE_THREADS: u64 = 1 << 34;
    /// Open threads that all can read.
    pub const CREATE_PUBLIC_THREADS: u64 = 1 << 35;
    /// Write in threads.
    pub const SEND_MESSAGES_IN_THREADS: u64 = 1 << 38;
    /// Change the guild itself.
    pub const MANAGE_GUILD: u64 = 1 << 5;
    /// Everything.
    pub const ADMINISTRATOR: u64 = 1 << 3;

    /// The bot's permissions in a new guild: all that a bot with thread support may ask for.
    pub const USUAL: u64 = VIEW_CHANNEL
        | SEND_MESSAGES
        | EMBED_LINKS
        | ATTACH_FILES
        | READ_MESSAGE_HISTORY
        | CREATE_PUBLIC_THREADS
        | SEND_MESSAGES_IN_THREADS;
}

/// A person or bot.
pub(super) struct Account {
    pub(super) id: Id,
    pub(super) username: String,
    /// Their name where they have no nickname.
    pub(super) global_name: String,
    pub(super) is_bot: bool,
    /// The direct channel between them and our bot.
    pub(super) direct: Option<Id>,
    pub(super) is_direct_open: bool,
    /// True if they have installed the bot as a user app.
    pub(super) has_installed: bool,
    /// The language of their Discord client: `en-US`.
    pub(super) locale: &'static str,
}

impl Account {
    pub(super) fn new(id: Id, name: &str, is_bot: bool) -> Account {
        Account {
            id,
            username: name.to_lowercase().replace(' ', "_"),
            global_name: name.to_owned(),
            is_bot,
            direct: None,
            is_direct_open: true,
            has_installed: false,
            locale: "en-US",
        }
    }

    pub(super) fn to_json(&self) -> Value {
        json!({
            "id": self.id,
            "username": self.username,
            "discriminator": "0",
            "global_name": self.global_name,
            "avatar": null,
            "bot": self.is_bot,
            "public_flags": 0,
            "flags": 0,
            "primary_guild": null,
        })
    }
}

/// A person as a member of a guild.
pub(super) struct Member {
    pub(super) nick: Option<String>,
    pub(super) permissions: u64,
    pub(super) joined: Duration,
}

/// A guild, which Discord's users call a server.
pub(super) struct GuildState {
    pub(super) id: Id,
    pub(super) name: String,
    pub(super) members: BTreeMap<Id, Member>,
    /// The language that its administrators have chosen.
    pub(super) locale: &'static str,
    /// The bot's permissions in the guild. `None` if it is not a member.
    pub(super) bot: Option<u64>,
    pub(super) bot_role: Id,
    pub(super) created: Duration,
}

impl GuildState {
    /// Returns the bot as a member. It has its permissions through its role.
    pub(super) fn bot_member(&self) -> Member {
        Member {
            nick: None,
            permissions: 0,
            joined: self.created,
        }
    }

    fn roles_json(&self) -> Value {
        let role = |id: Id, name: &str, permissions: u64, is_ours: bool| {
            json!({
                "id": id, "name": name, "permissions": permissions.to_string(), "position": u8::from(is_ours),
                "color": 0, "colors": { "primary_color": 0, "secondary_color": null, "tertiary_color": null },
                "hoist": false, "managed": is_ours, "mentionable": false, "icon": null, "unicode_emoji": null, "flags": 0,
            })
        };
        let granted = self.bot.unwrap_or_default();
        let mut roles = vec![
            role(self.id, "@everyone", 0, false),
            role(self.bot_role, "Oddboard", granted, true),
        ];
        // Each member has their permissions through a role of their own, with the member's id.
        for (user, member) in &self.members {
            roles.push(role(*user, "member", member.permissions, false));
        }
        Value::Array(roles)
    }

    /// Returns the guild as an HTTP response contains it.
    pub(super) fn to_json(&self, state: &ServerState) -> Value {
        let told = json!({
            "id": self.id, "name": self.name, "roles": self.roles_json(),
            "owner_id": self.members.keys().next().copied().unwrap_or(state.application),
        });
        merged(told, fixed())
    }

    /// Returns the guild as the gateway sends it.
    pub(super) fn to_event(&self, state: &ServerState) -> Value {
        let rooms = || {
            state
                .rooms
                .values()
                .filter(|room| room.guild == Some(self.id) && state.bot_sees(room))
        };
        let is_thread = |room: &&Room| matches!(room.kind, Kind::Thread { .. });
        let more = json!({
            "joined_at": moment(self.created), "large": false, "unavailable": false,
            "member_count": self.members.len() + 1, "voice_states": [], "presences": [], "stage_instances": [],
            "guild_scheduled_events": [],
            "members": [member_json(state, self.id, state.application, &self.bot_member())],
            "channels": rooms().filter(|room| !is_thread(room)).map(|room| room.to_json(state)).collect::<Vec<_>>(),
            "threads": rooms().filter(is_thread).map(|room| room.to_json(state)).collect::<Vec<_>>(),
        });
        merged(self.to_json(state), more)
    }
}

/// Returns the fields that are the same for all guilds.
fn fixed() -> Value {
    let settings = json!({
        "afk_timeout": 300, "verification_level": 0, "default_message_notifications": 1, "explicit_content_filter": 0,
        "mfa_level": 0, "system_channel_flags": 0, "premium_tier": 0, "preferred_locale": "en-US", "nsfw_level": 0,
        "nsfw": false, "region": "deprecated", "premium_progress_bar_enabled": false, "max_members": 500_000,
        "premium_subscription_count": 0, "widget_enabled": false,
        "max_video_channel_users": 25, "max_stage_video_channel_users": 50,
        "emojis": [], "stickers": [], "features": [],
    });
    let missing = "icon splash discovery_splash afk_channel_id application_id system_channel_id rules_channel_id \
                   vanity_url_code description banner public_updates_channel_id safety_alerts_channel_id home_header \
                   incidents_data max_presences widget_channel_id";
    let missing = missing
        .split(' ')
        .map(|name| (name.to_owned(), Value::Null));
    merged(settings, Value::Object(missing.collect()))
}

/// Returns a member as an HTTP response contains it.
pub(super) fn member_json(state: &ServerState, guild: Id, user: Id, member: &Member) -> Value {
    let role = if user == state.application {
        state.guild(guild).bot_role
    } else {
        user
    };
    json!({
        "user": state.account(user).to_json(), "nick": member.nick, "avatar": null, "banner": null, "roles": [role],
        "joined_at": moment(member.joined), "premium_since": null, "deaf": false, "mute": false, "flags": 0,
        "pending": false, "communication_disabled_until": null,
    })
}

/// The kind of a guild channel, by Discord's numbers.
#[derive(Clone, Copy, PartialEq)]
pub(super) enum ChannelKind {
    /// Messages.
    Text = 0,
    /// Voice, with messages beside it.
    Voice = 2,
    /// Messages that other guilds can follow.
    Announcements = 5,
    /// Posts, each of which is a thread.
    Forum = 15,
}

/// The kind of a room.
#[derive(Clone, PartialEq)]
pub(super) enum Kind {
    /// A channel of a guild.
    Channel(ChannelKind),
    /// The direct messages between this person and the bot.
    Direct(Id),
    /// A group of these people, without the bot.
    Group(BTreeSet<Id>),
    /// A thread below a channel.
    Thread {
        parent: Id,
        owner: Id,
        is_archived: bool,
        is_locked: bool,
        is_private: bool,
        /// The minutes from its last message until it is archived.
        rests_after: u64,
        members: BTreeSet<Id>,
    },
}

/// A channel, thread or direct channel.
pub(super) struct Room {
    pub(super) id: Id,
    pub(super) kind: Kind,
    pub(super) guild: Option<Id>,
    pub(super) name: String,
    /// The people who can read it. `None` if all members can.
    pub(super) only: Option<BTreeSet<Id>>,
    /// The permissions that the bot lacks in this room.
    pub(super) denied: u64,
    pub(super) messages: Vec<Id>,
    pub(super) created: Duration,
    /// The cached readers. The cache is valid until a person joins or leaves.
    pub(super) readers: Option<Arc<BTreeSet<Id>>>,
}

impl Room {
    /// Tells whether it is open to all, or this person or bot is one of its readers.
    pub(super) fn admits(&self, id: Id) -> bool {
        self.only.as_ref().is_none_or(|only| only.contains(&id))
    }

    /// Tells whether it is a private thread without this person or bot.
    pub(super) fn is_closed_to(&self, id: Id) -> bool {
        matches!(&self.kind, Kind::Thread { is_private: true, members, .. } if !members.contains(&id))
    }

    pub(super) fn to_json(&self, state: &ServerState) -> Value {
        let common = json!({
            "id": self.id,
            "last_message_id": self.messages.last(),
            "flags": 0,
        });
        let more = match &self.kind {
            Kind::Direct(user) => {
                json!({ "type": 1, "recipients": [state.account(*user).to_json()] })
            }
            Kind::Group(people) => {
                let people = people.iter().map(|user| state.account(*user).to_json());
                json!({ "type": 3, "name": self.name, "recipients": people.collect::<Vec<_>>() })
            }
            Kind::Channel(kind) => json!({
                "type": *kind as u8, "guild_id": self.guild, "name": self.name, "position": 0, "topic": null, "nsfw": false,
                "parent_id": null, "rate_limit_per_user": 0, "permission_overwrites": self.overwrites(state),
            }),
            Kind::Thread {
                parent,
                owner,
                is_archived,
                is_locked,
                is_private,
                rests_after,
                members,
            } => json!({
                "type": self.thread_type(state, *parent, *is_private), "guild_id": self.guild, "name": self.name, "parent_id": parent,
                "owner_id": owner, "rate_limit_per_user": 0,
                "message_count": self.messages.len(), "member_count": members.len().min(50), "total_message_sent": self.messages.len(),
                "thread_metadata": {
                    "archived": is_archived, "locked": is_locked, "auto_archive_duration": rests_after,
                    "archive_timestamp": moment(self.created), "create_timestamp": moment(self.created),
                },
            }),
        };
        merged(common, more)
    }

    fn thread_type(&self, state: &ServerState, parent: Id, is_private: bool) -> u8 {
        let parent = state.rooms.get(&parent).map(|parent| &parent.kind);
        match parent {
            _ if is_private => 12,
            Some(Kind::Channel(ChannelKind::Announcements)) => 10,
            _ => 11,
        }
    }

    fn overwrites(&self, state: &ServerState) -> Value {
        let guild = self.guild.expect("a channel is in a guild");
        let mut overwrites = Vec::new();
        let mut add = |id: Id, kind: u8, allow: u64, deny: u64| {
            overwrites.push(json!({ "id": id, "type": kind, "allow": allow.to_string(), "deny": deny.to_string() }));
        };
        if let Some(only) = &self.only {
            add(guild, 0, 0, permission::VIEW_CHANNEL);
            for user in only {
                add(*user, 1, permission::VIEW_CHANNEL, 0);
            }
        }
        if self.denied != 0 {
            add(state.application, 1, 0, self.denied);
        }
        json!(overwrites)
    }
}
