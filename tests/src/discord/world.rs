//! The state of the server.

use std::{
    collections::{BTreeMap, BTreeSet, HashMap},
    sync::Arc,
};

use serde_json::{Value, json};

use super::{
    Id, Message,
    chronicle::{Chronicle, Readers, Sight},
    id::Clock,
    pace::Pace,
    people::{Account, Hall, Kind, Member, Room, permission},
    question::Question,
    sessions::{Intent, Sessions},
    trouble::Traps,
};

/// The complete state at one moment.
pub(super) struct World {
    pub(super) clock: Clock,
    /// The rate limit of messages in channels, if it applies.
    pub(super) pace: Option<Pace>,
    /// The bot's own id, as an application and as an author.
    pub(super) application: Id,
    pub(super) token: String,
    /// The address of the server: `http://127.0.0.1:40123`.
    pub(super) origin: String,
    pub(super) accounts: BTreeMap<Id, Account>,
    pub(super) halls: BTreeMap<Id, Hall>,
    pub(super) rooms: BTreeMap<Id, Room>,
    pub(super) messages: BTreeMap<Id, Message>,
    /// The message for each channel and nonce.
    pub(super) nonces: HashMap<(Id, String), Id>,
    /// The registered commands.
    pub(super) commands: Vec<Value>,
    pub(super) questions: BTreeMap<Id, Question>,
    pub(super) sessions: Sessions,
    pub(super) chronicle: Chronicle,
    pub(super) traps: Traps,
    /// Every request with its response.
    pub(super) calls: Vec<String>,
    /// The rule violations so far.
    pub(super) problems: Vec<String>,
}

impl World {
    pub(super) fn new(
        origin: String,
        token: String,
        mut clock: Clock,
        pace: Option<Pace>,
        sessions: Sessions,
    ) -> World {
        let application = clock.fresh();
        let bot = Account::new(application, "Oddboard", true);
        World {
            clock,
            pace,
            application,
            token,
            origin,
            accounts: [(application, bot)].into(),
            halls: BTreeMap::new(),
            rooms: BTreeMap::new(),
            messages: BTreeMap::new(),
            nonces: HashMap::new(),
            commands: Vec::new(),
            questions: BTreeMap::new(),
            sessions,
            chronicle: Chronicle::default(),
            traps: Traps::default(),
            calls: Vec::new(),
            problems: Vec::new(),
        }
    }

    /// Returns the account with this id.
    ///
    /// # Panics
    ///
    /// Panics if there is none.
    pub(super) fn account(&self, id: Id) -> &Account {
        let account = self.accounts.get(&id);
        account.unwrap_or_else(|| panic!("nobody has the number {id}"))
    }

    /// Returns the guild with this id.
    ///
    /// # Panics
    ///
    /// Panics if there is none.
    pub(super) fn hall(&self, id: Id) -> &Hall {
        let hall = self.halls.get(&id);
        hall.unwrap_or_else(|| panic!("no guild has the number {id}"))
    }

    /// Returns the room with this id.
    ///
    /// # Panics
    ///
    /// Panics if there is none.
    pub(super) fn room(&self, id: Id) -> &Room {
        let room = self.rooms.get(&id);
        room.unwrap_or_else(|| panic!("no channel has the number {id}"))
    }

    /// Returns the room with this id, for a change.
    ///
    /// # Panics
    ///
    /// Panics if there is none.
    pub(super) fn room_mut(&mut self, id: Id) -> &mut Room {
        let room = self.rooms.get_mut(&id);
        room.unwrap_or_else(|| panic!("no channel has the number {id}"))
    }

    /// Returns the account with this id, for a change.
    ///
    /// # Panics
    ///
    /// Panics if there is none.
    pub(super) fn account_mut(&mut self, id: Id) -> &mut Account {
        let account = self.accounts.get_mut(&id);
        account.unwrap_or_else(|| panic!("nobody has the number {id}"))
    }

    /// Returns the guild with this id, for a change.
    ///
    /// # Panics
    ///
    /// Panics if there is none.
    pub(super) fn hall_mut(&mut self, id: Id) -> &mut Hall {
        let hall = self.halls.get_mut(&id);
        hall.unwrap_or_else(|| panic!("no guild has the number {id}"))
    }

    /// Returns a member of a guild, for a change.
    ///
    /// # Panics
    ///
    /// Panics if they are no member.
    pub(super) fn member_mut(&mut self, guild: Id, user: Id) -> &mut Member {
        let member = self.hall_mut(guild).members.get_mut(&user);
        member.unwrap_or_else(|| panic!("{user} is no member of {guild}"))
    }

    /// Returns the interaction with this id, for a change.
    ///
    /// # Panics
    ///
    /// Panics if there is none.
    pub(super) fn question_mut(&mut self, id: Id) -> &mut Question {
        let question = self.questions.get_mut(&id);
        question.unwrap_or_else(|| panic!("no interaction has the number {id}"))
    }

    /// Records a rule violation.
    pub(super) fn problem(&mut self, problem: impl Into<String>) {
        self.problems.push(problem.into());
    }

    /// Shows an event to all readers of a channel.
    pub(super) fn note(&mut self, room: Id, sight: Sight) {
        let readers = Readers::All(self.readers(room));
        self.chronicle.note(readers, room, sight);
    }

    /// Shows an event to one person.
    pub(super) fn note_to(&mut self, user: Id, room: Id, sight: Sight) {
        self.chronicle.note(Readers::Only(user), room, sight);
    }

    /// Shows an event to all who can see a message.
    pub(super) fn note_about(&mut self, message: &Message, sight: Sight) {
        match message.only {
            Some(user) => self.note_to(user, message.room, sight),
            None => self.note(message.room, sight),
        }
    }

    /// Returns the people who can read a channel.
    pub(super) fn readers(&mut self, id: Id) -> Arc<BTreeSet<Id>> {
        if let Some(readers) = self.rooms.get(&id).and_then(|room| room.readers.clone()) {
            return readers;
        }
        let readers = Arc::new(self.count_readers(id));
        self.room_mut(id).readers = Some(readers.clone());
        readers
    }

    fn count_readers(&self, id: Id) -> BTreeSet<Id> {
        let room = self.room(id);
        let all = match &room.kind {
            Kind::Direct(user) => return [*user].into(),
            Kind::Group(people) => return people.clone(),
            Kind::Channel(_) => self.members(room.guild),
            Kind::Thread {
                is_private: true,
                members,
                ..
            } => members.clone(),
            Kind::Thread { parent, .. } => return self.count_readers(*parent),
        };
        match &room.only {
            Some(only) => all.intersection(only).copied().collect(),
            None => all,
        }
    }

    fn members(&self, guild: Option<Id>) -> BTreeSet<Id> {
        let hall = guild.into_iter().map(|guild| self.hall(guild));
        hall.flat_map(|hall| hall.members.keys().copied()).collect()
    }

    /// Clears the cached readers after a person has joined or left.
    pub(super) fn forget_readers(&mut self) {
        for room in self.rooms.values_mut() {
            room.readers = None;
        }
    }

    /// Returns the bot's permissions in a room.
    pub(super) fn bot_permissions(&self, room: &Room) -> u64 {
        let parent = match &room.kind {
            Kind::Direct(_) => return !0,
            Kind::Group(_) => return 0,
            Kind::Channel(_) => room,
            Kind::Thread { parent, .. } => match self.rooms.get(parent) {
                Some(parent) => parent,
                None => return 0,
            },
        };
        let hall = room.guild.map(|guild| self.hall(guild));
        let granted = hall.and_then(|hall| hall.bot).unwrap_or_default();
        if granted & permission::ADMINISTRATOR != 0 {
            return !0;
        }
        let is_hidden = !parent.admits(self.application) || room.is_closed_to(self.application);
        let hidden = if is_hidden {
            permission::VIEW_CHANNEL
        } else {
            0
        };
        granted & !(parent.denied | room.denied | hidden)
    }

    pub(super) fn bot_sees(&self, room: &Room) -> bool {
        self.bot_permissions(room) & permission::VIEW_CHANNEL != 0
    }

    /// Returns a person's permissions in a room, as an interaction contains them.
    pub(super) fn permissions_of(&self, user: Id, room: &Room) -> u64 {
        let member = room
            .guild
            .and_then(|guild| self.hall(guild).members.get(&user));
        let granted = member.map_or(permission::USUAL, |member| member.permissions);
        let channel = match &room.kind {
            Kind::Thread { parent, .. } => self.rooms.get(parent).unwrap_or(room),
            _ => room,
        };
        if !channel.admits(user) && granted & permission::ADMINISTRATOR == 0 {
            granted & !permission::VIEW_CHANNEL
        } else {
            granted
        }
    }

    /// Returns a person's name in a guild: the nickname, the global name, or the account name.
    pub(super) fn name_in(&self, guild: Option<Id>, user: Id) -> String {
        let nick = guild.and_then(|guild| self.hall(guild).members.get(&user)?.nick.clone());
        nick.unwrap_or_else(|| self.account(user).global_name.clone())
    }

    /// Returns the direct messages with a person.
    pub(super) fn direct(&mut self, user: Id) -> Id {
        if let Some(room) = self.account(user).direct {
            return room;
        }
        let name = format!("direct messages with {}", self.account(user).global_name);
        let room = self.add_room(Kind::Direct(user), None, &name);
        self.account_mut(user).direct = Some(room);
        room
    }

    /// Creates a room.
    pub(super) fn add_room(&mut self, kind: Kind, guild: Option<Id>, name: &str) -> Id {
        let id = self.clock.fresh();
        self.add_room_as(id, kind, guild, name);
        id
    }

    /// Creates a room with this id: a thread has the id of its first message.
    pub(super) fn add_room_as(&mut self, id: Id, kind: Kind, guild: Option<Id>, name: &str) {
        let room = Room {
            id,
            kind,
            guild,
            name: name.to_owned(),
            only: None,
            denied: 0,
            messages: Vec::new(),
            created: self.clock.now(),
            readers: None,
        };
        self.rooms.insert(id, room);
    }

    /// Sends the bot an event of a guild, if the bot has subscribed to such events.
    pub(super) fn tell(&mut self, guild: Option<Id>, intent: Intent, event: &str, data: &Value) {
        self.sessions.dispatch(guild, intent, event, data);
    }

    /// Sends the bot an event about a room.
    pub(super) fn tell_room(&mut self, id: Id, change: &str) {
        let room = self.room(id);
        let what = match room.kind {
            Kind::Direct(_) | Kind::Group(_) => return,
            Kind::Channel(_) => "CHANNEL",
            Kind::Thread { .. } => "THREAD",
        };
        let (guild, data) = (room.guild, room.to_json(self));
        self.tell(guild, Intent::GUILDS, &format!("{what}_{change}"), &data);
    }

    /// Deletes a message.
    pub(super) fn delete_message(&mut self, id: Id) {
        let Some(message) = self.messages.remove(&id) else {
            return;
        };
        let guild = self.rooms.get_mut(&message.room).and_then(|room| {
            room.messages.retain(|other| *other != id);
            room.guild
        });
        self.note_about(&message, Sight::Deletion(id));
        if message.only.is_none() {
            let data = json!({ "id": id, "channel_id": message.room, "guild_id": guild });
            self.tell(guild, Intent::messages(guild), "MESSAGE_DELETE", &data);
        }
    }

    /// Returns the threads below a channel, oldest first.
    pub(super) fn threads(&self, channel: Id) -> Vec<Id> {
        let is_below =
            |room: &&Room| matches!(room.kind, Kind::Thread { parent, .. } if parent == channel);
        let threads = self.rooms.values().filter(is_below);
        threads.map(|room| room.id).collect()
    }

    /// Deletes a room with its contents.
    pub(super) fn delete_room(&mut self, id: Id) {
        for thread in self.threads(id) {
            self.delete_room(thread);
        }
        self.note(id, Sight::Closure);
        self.tell_room(id, "DELETE");
        if let Some(room) = self.rooms.remove(&id) {
            for message in room.messages {
                self.messages.remove(&message);
            }
        }
    }
}
