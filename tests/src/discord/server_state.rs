//! The state of the server.

use std::{
    collections::{BTreeMap, BTreeSet, HashMap},
    sync::Arc,
};

use serde_json::{Value, json};

use super::{
    Id, Message,
    activities::Activities,
    event_log::{EventLog, Readers, VisibleEvent},
    faults::PendingFaults,
    id::Clock,
    interaction_state::InteractionState,
    message_rates::MessageRates,
    oauth::Agreements,
    people::{Account, GuildState, Kind, Member, Room, permission},
    sessions::{Intent, Sessions},
};

/// The complete state at one moment.
pub(super) struct ServerState {
    pub(super) clock: Clock,
    /// The rate limit of messages in channels, if it applies.
    pub(super) message_rates: Option<MessageRates>,
    /// The bot's own id, as an application and as an author.
    pub(super) application: Id,
    pub(super) token: String,
    /// The address of the server: `http://127.0.0.1:40123`.
    pub(super) origin: String,
    pub(super) accounts: BTreeMap<Id, Account>,
    pub(super) guilds: BTreeMap<Id, GuildState>,
    pub(super) rooms: BTreeMap<Id, Room>,
    pub(super) messages: BTreeMap<Id, Message>,
    /// The message for each channel and nonce.
    pub(super) nonces: HashMap<(Id, String), Id>,
    /// The registered commands.
    pub(super) commands: Vec<Value>,
    pub(super) interactions: BTreeMap<Id, InteractionState>,
    pub(super) sessions: Sessions,
    pub(super) agreements: Agreements,
    pub(super) activities: Activities,
    pub(super) event_log: EventLog,
    pub(super) pending_faults: PendingFaults,
    /// Every request with its response.
    pub(super) calls: Vec<String>,
    /// The rule violations so far.
    pub(super) problems: Vec<String>,
}

impl ServerState {
    pub(super) fn new(
        origin: String,
        token: String,
        mut clock: Clock,
        message_rates: Option<MessageRates>,
        sessions: Sessions,
    ) -> ServerState {
        let application = clock.fresh();
        let bot = Account::new(application, "Oddboard", true);
        ServerState {
            clock,
            message_rates,
            application,
            token,
            origin,
            accounts: [(application, bot)].into(),
            guilds: BTreeMap::new(),
            rooms: BTreeMap::new(),
            messages: BTreeMap::new(),
            nonces: HashMap::new(),
            commands: Vec::new(),
            interactions: BTreeMap::new(),
            sessions,
            agreements: Agreements::default(),
            activities: Activities::default(),
            event_log: EventLog::default(),
            pending_faults: PendingFaults::default(),
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
    pub(super) fn guild(&self, id: Id) -> &GuildState {
        let guild_state = self.guilds.get(&id);
        guild_state.unwrap_or_else(|| panic!("no guild has the number {id}"))
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
    pub(super) fn guild_mut(&mut self, id: Id) -> &mut GuildState {
        let guild_state = self.guilds.get_mut(&id);
        guild_state.unwrap_or_else(|| panic!("no guild has the number {id}"))
    }

    /// Returns a member of a guild, for a change.
    ///
    /// # Panics
    ///
    /// Panics if they are no member.
    pub(super) fn member_mut(&mut self, guild: Id, user: Id) -> &mut Member {
        let member = self.guild_mut(guild).members.get_mut(&user);
        member.unwrap_or_else(|| panic!("{user} is no member of {guild}"))
    }

    /// Returns the interaction with this id, for a change.
    ///
    /// # Panics
    ///
    /// Panics if there is none.
    pub(super) fn interaction_mut(&mut self, id: Id) -> &mut InteractionState {
        let interaction = self.interactions.get_mut(&id);
        interaction.unwrap_or_else(|| panic!("no interaction has the number {id}"))
    }

    /// Records a rule violation.
    pub(super) fn problem(&mut self, problem: impl Into<String>) {
        self.problems.push(problem.into());
    }

    /// Shows an event to all readers of a channel.
    pub(super) fn note(&mut self, room: Id, event: VisibleEvent) {
        let readers = Readers::All(self.readers(room));
        self.event_log.note(readers, room, event);
    }

    /// Shows an event to one person.
    pub(super) fn note_to(&mut self, user: Id, room: Id, event: VisibleEvent) {
        self.event_log.note(Readers::Only(user), room, event);
    }

    /// Shows an event to all who can see a message.
    pub(super) fn note_about(&mut self, message: &Message, event: VisibleEvent) {
        match message.only {
            Some(user) => self.note_to(user, message.room, event),
            None => self.note(message.room, event),
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
        let guild_state = guild.into_iter().map(|guild| self.guild(guild));
        guild_state
            .flat_map(|guild_state| guild_state.members.keys().copied())
            .collect()
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
        let guild_state = room.guild.map(|guild| self.guild(guild));
        let granted = guild_state
            .and_then(|guild_state| guild_state.bot)
            .unwrap_or_default();
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
            .and_then(|guild| self.guild(guild).members.get(&user));
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
        let nick = guild.and_then(|guild| self.guild(guild).members.get(&user)?.nick.clone());
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
    pub(super) fn send_event(
        &mut self,
        guild: Option<Id>,
        intent: Intent,
        event: &str,
        data: &Value,
    ) {
        self.sessions.dispatch(guild, intent, event, data);
    }

    /// Sends the bot an event about a room.
    pub(super) fn send_room_event(&mut self, id: Id, change: &str) {
        let room = self.room(id);
        let what = match room.kind {
            Kind::Direct(_) | Kind::Group(_) => return,
            Kind::Channel(_) => "CHANNEL",
            Kind::Thread { .. } => "THREAD",
        };
        let (guild, data) = (room.guild, room.to_json(self));
        self.send_event(guild, Intent::GUILDS, &format!("{what}_{change}"), &data);
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
        self.note_about(&message, VisibleEvent::Deletion(id));
        if message.only.is_none() {
            let data = json!({ "id": id, "channel_id": message.room, "guild_id": guild });
            self.send_event(guild, Intent::messages(guild), "MESSAGE_DELETE", &data);
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
        self.note(id, VisibleEvent::Closure);
        self.send_room_event(id, "DELETE");
        if let Some(room) = self.rooms.remove(&id) {
            for message in room.messages {
                self.messages.remove(&message);
            }
        }
    }
}
