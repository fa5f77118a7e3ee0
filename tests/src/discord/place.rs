//! Guilds and rooms as a test handles them.

use std::{collections::BTreeSet, sync::Arc};

use serde_json::{Value, json};

use super::{
    Id, Message, User,
    chronicle::Sight,
    people::{ChannelKind, Kind, permission},
    server::Server,
    sessions::Intent,
    world::World,
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
        let mut world = self.server.world();
        let kind = Kind::Channel(kind);
        let is_it = |room: &&super::people::Room| {
            room.guild == Some(self.id) && room.name == name && room.kind == kind
        };
        let known = world.rooms.values().find(is_it).map(|room| room.id);
        let id = known.unwrap_or_else(|| {
            let id = world.add_room(kind.clone(), Some(self.id), name);
            world.tell_room(id, "CREATE");
            id
        });
        Room::new(&self.server, id)
    }

    /// Sets the bot's permissions in the guild to exactly these.
    pub fn set_bot_permissions(&self, permissions: u64) {
        self.server.world().hall_mut(self.id).bot = Some(permissions);
    }

    /// Sets a member's permissions in the guild to exactly these.
    pub fn set_rights(&self, user: &User, permissions: u64) {
        let mut world = self.server.world();
        world.member_mut(self.id, user.id).permissions = permissions;
    }

    /// Sets the guild's language: `fr`.
    pub fn set_locale(&self, locale: &'static str) {
        self.server.world().hall_mut(self.id).locale = locale;
    }

    /// Removes the bot from the guild.
    pub fn remove_bot(&self) {
        let mut world = self.server.world();
        world.hall_mut(self.id).bot = None;
        let data = json!({ "id": self.id });
        world.tell(Some(self.id), Intent::GUILDS, "GUILD_DELETE", &data);
    }

    /// Adds the bot to the guild.
    pub fn add_bot(&self, permissions: u64) {
        self.set_bot_permissions(permissions);
        let mut world = self.server.world();
        let data = world.hall(self.id).to_event(&world);
        world.tell(Some(self.id), Intent::GUILDS, "GUILD_CREATE", &data);
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
        self.server.world().room(self.id).name.clone()
    }

    /// Restricts the room to these people. The bot keeps access unless its permissions are taken.
    pub fn set_readers(&self, readers: &[&User]) {
        let mut world = self.server.world();
        let bot = world.application;
        let readers = readers.iter().map(|user| user.id).chain([bot]);
        world.room_mut(self.id).only = Some(readers.collect());
        world.forget_readers();
        world.tell_room(self.id, "UPDATE");
    }

    /// Takes exactly these permissions from the bot in this room.
    pub fn deny_bot(&self, permissions: u64) {
        let mut world = self.server.world();
        world.room_mut(self.id).denied = permissions;
        // If a channel becomes invisible for a bot, Discord reports it as deleted.
        let is_hidden = permissions & permission::VIEW_CHANNEL != 0;
        world.tell_room(self.id, if is_hidden { "DELETE" } else { "UPDATE" });
    }

    /// Opens a private thread for these people. They can add the bot with a mention in the thread.
    pub fn open_private(&self, name: &str, people: &[&User]) -> Room {
        self.open_thread(name, people, true)
    }

    /// Opens a post of a forum as this user.
    pub fn open_post(&self, user: &User, name: &str) -> Room {
        let post = self.open_thread(name, &[user], false);
        self.server.world().tell_room(post.id, "CREATE");
        user.writes(&post, name);
        post
    }

    fn open_thread(&self, name: &str, people: &[&User], is_private: bool) -> Room {
        let mut world = self.server.world();
        let guild = world.room(self.id).guild;
        let kind = Kind::Thread {
            parent: self.id,
            owner: people[0].id,
            is_archived: false,
            is_locked: false,
            is_private,
            rests_after: 1440,
            members: people.iter().map(|user| user.id).collect(),
        };
        let id = world.add_room(kind, guild, name);
        Room::new(&self.server, id)
    }

    /// Returns its threads, oldest first.
    pub fn threads(&self) -> Vec<Room> {
        let threads = self.server.world().threads(self.id).into_iter();
        threads.map(|id| Room::new(&self.server, id)).collect()
    }

    /// Returns the members of this thread.
    pub fn members(&self) -> Vec<User> {
        let world = self.server.world();
        let members = match world.rooms.get(&self.id).map(|room| &room.kind) {
            Some(Kind::Thread { members, .. }) => members.clone(),
            _ => BTreeSet::new(),
        };
        let people = members.into_iter().filter(|id| *id != world.application);
        people.map(|id| User::new(&self.server, id)).collect()
    }

    /// Waits until it has `n` threads.
    ///
    /// # Panics
    ///
    /// Panics after the time limit.
    pub async fn until_threads(&self, n: usize) -> Vec<Room> {
        let are_there = |world: &World| world.threads(self.id).len() >= n;
        self.server.until_so("threads", are_there).await;
        self.threads()
    }

    /// Waits until `look` returns a value for the messages that everybody in the room can see, oldest first.
    ///
    /// # Panics
    ///
    /// Panics after the time limit.
    pub async fn until<T>(&self, what: &str, look: impl Fn(&[Message]) -> Option<T>) -> T {
        let look = |world: &mut World| look(&messages(world, self.id)?);
        self.server.until(what, look).await
    }

    /// Waits until it is a thread that is archived this many minutes after its last message.
    ///
    /// # Panics
    ///
    /// Panics after the time limit.
    pub async fn until_it_rests_after(&self, minutes: u64) {
        let is_so = |world: &World| {
            let kind = world.rooms.get(&self.id).map(|room| &room.kind);
            matches!(kind, Some(Kind::Thread { rests_after, .. }) if *rests_after == minutes)
        };
        self.server.until_so("rest", is_so).await;
    }

    /// Returns all messages that everybody in the room can see, oldest first.
    pub fn messages(&self) -> Vec<Message> {
        messages(&self.server.world(), self.id).unwrap_or_default()
    }

    /// Returns each picture that everybody in the room was shown, in order. Each is its message in its current state, or in the
    /// state before another picture replaced it.
    pub fn pictures(&self) -> Vec<Message> {
        pictures(&self.server.world(), self.id)
    }

    /// Waits until there are `n` pictures, and returns the last of them.
    ///
    /// # Panics
    ///
    /// Panics after the time limit.
    pub async fn until_pictures(&self, n: usize) -> Message {
        let nth = |world: &mut World| pictures(world, self.id).get(n - 1).cloned();
        self.server.until(&format!("picture {n}"), nth).await
    }

    /// Deletes the room, as a user with the permission.
    pub fn delete(&self) {
        self.server.world().delete_room(self.id);
        self.server.changed();
    }

    /// Deletes a message, as a user with the permission.
    pub fn delete_message(&self, message: &Message) {
        self.server.world().delete_message(message.id);
        self.server.changed();
    }

    /// Archives a thread, or reopens it. Only moderators may write in a locked thread.
    pub fn set_archived(&self, archived: bool, locked: bool) {
        let mut world = self.server.world();
        if let Kind::Thread {
            is_archived,
            is_locked,
            ..
        } = &mut world.room_mut(self.id).kind
        {
            *is_archived = archived;
            *is_locked = locked;
        }
        world.tell_room(self.id, "UPDATE");
    }

    /// Returns the room as Discord sends it.
    pub fn to_json(&self) -> Value {
        let world = self.server.world();
        world.room(self.id).to_json(&world)
    }
}

/// Returns the messages of a room that still exists.
fn messages(world: &World, room: Id) -> Option<Vec<Message>> {
    let messages = world.rooms.get(&room)?.messages.iter();
    let messages = messages.filter_map(|id| world.messages.get(id));
    Some(messages.cloned().collect())
}

fn pictures(world: &World, room: Id) -> Vec<Message> {
    let mut shown: Vec<Message> = Vec::new();
    for sight in world.chronicle.of_room(room) {
        if let Sight::Deletion(gone) = sight {
            shown.retain(|message| message.id != *gone);
        }
        let Some(message) = sight.message() else {
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
