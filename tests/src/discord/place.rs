//! Guilds and rooms as a test handles them.

use std::{collections::BTreeSet, sync::Arc};

use serde_json::{Value, json};

use super::{
    Id, Message, User,
    event_log::VisibleEvent,
    people::{ChannelKind, Kind, permission},
    server::Server,
    server_state::ServerState,
    sessions::Intent,
};

/// A guild, which Discord's users call a server.
#[derive(Clone)]
pub struct Guild {
    pub(super) server: Arc<Server>,
    /// Its id.
    pub id: Id,
}

impl Guild {
    /// Returns its text channel with this name. Creates it if there is none.
    pub fn channel(&self, name: &str) -> Room {
        self.channel_for(ChannelKind::Text, name)
    }

    /// Returns its announcement channel with this name. Creates it if there is none.
    pub fn announcements(&self, name: &str) -> Room {
        self.channel_for(ChannelKind::Announcements, name)
    }

    /// Returns its voice channel with this name, whose chat holds messages. Creates it if there is none.
    pub fn voice(&self, name: &str) -> Room {
        self.channel_for(ChannelKind::Voice, name)
    }

    /// Returns its forum with this name; see [`Room::open_post`]. Creates it if there is none.
    pub fn forum(&self, name: &str) -> Room {
        self.channel_for(ChannelKind::Forum, name)
    }

    fn channel_for(&self, kind: ChannelKind, name: &str) -> Room {
        let mut state = self.server.state();
        let kind = Kind::Channel(kind);
        let is_it = |room: &&super::people::Room| {
            room.guild == Some(self.id) && room.name == name && room.kind == kind
        };
        let known = state.rooms.values().find(is_it).map(|room| room.id);
        let id = known.unwrap_or_else(|| {
            let id = state.add_room(kind.clone(), Some(self.id), name);
            state.send_room_event(id, "CREATE");
            id
        });
        Room::new(&self.server, id)
    }

    /// Sets the bot's permissions in the guild to exactly these.
    pub fn set_bot_permissions(&self, permissions: u64) {
        self.server.state().guild_mut(self.id).bot = Some(permissions);
    }

    /// Sets a member's permissions in the guild to exactly these.
    pub fn set_rights(&self, user: &User, permissions: u64) {
        let mut state = self.server.state();
        state.member_mut(self.id, user.id).permissions = permissions;
    }

    /// Sets the guild's language: `fr`.
    pub fn set_locale(&self, locale: &'static str) {
        self.server.state().guild_mut(self.id).locale = locale;
    }

    /// Removes the bot from the guild.
    pub fn remove_bot(&self) {
        let mut state = self.server.state();
        state.guild_mut(self.id).bot = None;
        let data = json!({ "id": self.id });
        state.send_event(Some(self.id), Intent::GUILDS, "GUILD_DELETE", &data);
    }

    /// Adds the bot to the guild.
    pub fn add_bot(&self, permissions: u64) {
        self.set_bot_permissions(permissions);
        let mut state = self.server.state();
        let data = state.guild(self.id).to_event(&state);
        state.send_event(Some(self.id), Intent::GUILDS, "GUILD_CREATE", &data);
    }
}

/// A channel, a thread or direct messages.
#[derive(Clone)]
pub struct Room {
    pub(super) server: Arc<Server>,
    /// Its id.
    pub id: Id,
}

impl Room {
    pub(super) fn new(server: &Arc<Server>, id: Id) -> Room {
        Room {
            server: server.clone(),
            id,
        }
    }

    /// Returns its name.
    pub fn name(&self) -> String {
        self.server.state().room(self.id).name.clone()
    }

    /// Restricts the room to these people. The bot keeps access unless its permissions are taken.
    pub fn set_readers(&self, readers: &[&User]) {
        let mut state = self.server.state();
        let bot = state.application;
        let readers = readers.iter().map(|user| user.id).chain([bot]);
        state.room_mut(self.id).only = Some(readers.collect());
        state.forget_readers();
        state.send_room_event(self.id, "UPDATE");
    }

    /// Takes exactly these permissions from the bot in this room.
    pub fn deny_bot(&self, permissions: u64) {
        let mut state = self.server.state();
        state.room_mut(self.id).denied = permissions;
        // If a channel becomes invisible for a bot, Discord reports it as deleted.
        let is_hidden = permissions & permission::VIEW_CHANNEL != 0;
        state.send_room_event(self.id, if is_hidden { "DELETE" } else { "UPDATE" });
    }

    /// Opens a private thread for these people. They can add the bot with a mention in the thread.
    pub fn open_private(&self, name: &str, people: &[&User]) -> Room {
        self.open_thread(name, people, true)
    }

    /// Opens a post of a forum as this user.
    pub fn open_post(&self, user: &User, name: &str) -> Room {
        let post = self.open_thread(name, &[user], false);
        self.server.state().send_room_event(post.id, "CREATE");
        user.writes(&post, name);
        post
    }

    fn open_thread(&self, name: &str, people: &[&User], is_private: bool) -> Room {
        let mut state = self.server.state();
        let guild = state.room(self.id).guild;
        let kind = Kind::Thread {
            parent: self.id,
            owner: people[0].id,
            is_archived: false,
            is_locked: false,
            is_private,
            rests_after: 1440,
            members: people.iter().map(|user| user.id).collect(),
        };
        let id = state.add_room(kind, guild, name);
        Room::new(&self.server, id)
    }

    /// Returns its threads, oldest first.
    pub fn threads(&self) -> Vec<Room> {
        let threads = self.server.state().threads(self.id).into_iter();
        threads.map(|id| Room::new(&self.server, id)).collect()
    }

    /// Returns the members of this thread.
    pub fn members(&self) -> Vec<User> {
        let state = self.server.state();
        let members = match state.rooms.get(&self.id).map(|room| &room.kind) {
            Some(Kind::Thread { members, .. }) => members.clone(),
            _ => BTreeSet::new(),
        };
        let people = members.into_iter().filter(|id| *id != state.application);
        people.map(|id| User::new(&self.server, id)).collect()
    }

    /// Waits until it has `n` threads.
    ///
    /// # Panics
    ///
    /// Panics after the time limit.
    pub async fn until_threads(&self, n: usize) -> Vec<Room> {
        let are_there = |state: &ServerState| state.threads(self.id).len() >= n;
        self.server.until_so("threads", are_there).await;
        self.threads()
    }

    /// Waits until `look` returns a value for the messages that everybody in the room can see, oldest first.
    ///
    /// # Panics
    ///
    /// Panics after the time limit.
    pub async fn until<T>(&self, what: &str, look: impl Fn(&[Message]) -> Option<T>) -> T {
        let look = |state: &mut ServerState| look(&messages(state, self.id)?);
        self.server.until(what, look).await
    }

    /// Waits until it is a thread that is archived this many minutes after its last message.
    ///
    /// # Panics
    ///
    /// Panics after the time limit.
    pub async fn until_it_rests_after(&self, minutes: u64) {
        let is_so = |state: &ServerState| {
            let kind = state.rooms.get(&self.id).map(|room| &room.kind);
            matches!(kind, Some(Kind::Thread { rests_after, .. }) if *rests_after == minutes)
        };
        self.server.until_so("rest", is_so).await;
    }

    /// Returns all messages that everybody in the room can see, oldest first.
    pub fn messages(&self) -> Vec<Message> {
        messages(&self.server.state(), self.id).unwrap_or_default()
    }

    /// Returns each picture that everybody in the room was shown, in order. Each is its message in its current state, or in the
    /// state before another picture replaced it.
    pub fn pictures(&self) -> Vec<Message> {
        pictures(&self.server.state(), self.id)
    }

    /// Waits until there are `n` pictures, and returns the last of them.
    ///
    /// # Panics
    ///
    /// Panics after the time limit.
    pub async fn until_pictures(&self, n: usize) -> Message {
        let nth = |state: &mut ServerState| pictures(state, self.id).get(n - 1).cloned();
        self.server.until(&format!("picture {n}"), nth).await
    }

    /// Deletes the room, as a user with the permission.
    pub fn delete(&self) {
        self.server.state().delete_room(self.id);
        self.server.changed();
    }

    /// Deletes a message, as a user with the permission.
    pub fn delete_message(&self, message: &Message) {
        self.server.state().delete_message(message.id);
        self.server.changed();
    }

    /// Archives a thread, or reopens it. Only moderators may write in a locked thread.
    pub fn set_archived(&self, archived: bool, locked: bool) {
        let mut state = self.server.state();
        if let Kind::Thread {
            is_archived,
            is_locked,
            ..
        } = &mut state.room_mut(self.id).kind
        {
            *is_archived = archived;
            *is_locked = locked;
        }
        state.send_room_event(self.id, "UPDATE");
    }

    /// Returns the room as Discord sends it.
    pub fn to_json(&self) -> Value {
        let state = self.server.state();
        state.room(self.id).to_json(&state)
    }
}

/// Returns the messages of a room that still exists.
fn messages(state: &ServerState, room: Id) -> Option<Vec<Message>> {
    let messages = state.rooms.get(&room)?.messages.iter();
    let messages = messages.filter_map(|id| state.messages.get(id));
    Some(messages.cloned().collect())
}

fn pictures(state: &ServerState, room: Id) -> Vec<Message> {
    let mut shown: Vec<Message> = Vec::new();
    for event in state.event_log.of_room(room) {
        if let VisibleEvent::Deletion(gone) = event {
            shown.retain(|message| message.id != *gone);
        }
        let Some(message) = event.message() else {
            continue;
        };
        let Some(picture) = message.files.first() else {
            continue;
        };
        let is_it =
            |before: &&mut Message| before.id == message.id && before.files[0].name == picture.name;
        match shown.iter_mut().find(is_it) {
            Some(before) => *before = message.clone(),
            None => shown.push(message.clone()),
        }
    }
    shown
}
