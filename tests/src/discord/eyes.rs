//! The events that a person reads, and their identity and place.

use super::{
    Guild, Id, Message, Room, SeenEvent, User, VisibleEvent,
    people::{Kind, Member},
    permission,
    server_state::ServerState,
    transcript,
};

impl User {
    /// Returns the direct messages between them and the bot.
    pub fn direct(&self) -> Room {
        let room = self.server.state().direct(self.id);
        Room::new(&self.server, room)
    }

    /// Waits until they can read a message with this text in this room. Returns the newest one, as it reads now.
    ///
    /// # Panics
    ///
    /// Panics after the time limit.
    pub async fn reads(&self, room: &Room, text: &str) -> Message {
        let what = format!("a message with {text:?}");
        let look = |state: &mut ServerState| {
            let mut visible = self.visible(state, room.id).into_iter().rev();
            visible.find(|message| message.words().contains(text))
        };
        self.server.until(&what, look).await
    }

    /// Returns all messages that they can see in this room now, oldest first.
    pub fn messages(&self, room: &Room) -> Vec<Message> {
        self.visible(&mut self.server.state(), room.id)
    }

    fn visible(&self, state: &mut ServerState, room: Id) -> Vec<Message> {
        if !state.rooms.contains_key(&room) || !state.readers(room).contains(&self.id) {
            return Vec::new();
        }
        let is_seen = |message: &&Message| {
            message.room == room && message.only.is_none_or(|only| only == self.id)
        };
        state.messages.values().filter(is_seen).cloned().collect()
    }

    /// Returns all events that they saw, in order.
    pub fn seen(&self) -> Vec<SeenEvent> {
        self.server.state().event_log.of(self.id).cloned().collect()
    }

    /// Waits until they have seen an event for which `look` returns a value.
    ///
    /// # Panics
    ///
    /// Panics after the time limit.
    pub async fn sees<T>(&self, what: &str, look: impl Fn(&SeenEvent) -> Option<T>) -> T {
        let look = |state: &mut ServerState| state.event_log.of(self.id).find_map(&look);
        self.server.until(what, look).await
    }

    /// Returns the number of notifications on their phone.
    pub fn n_pings(&self) -> usize {
        let is_ping = |seen: &SeenEvent| match &seen.event {
            VisibleEvent::Message(message) => message.pinged.contains(&self.id),
            _ => false,
        };
        let state = self.server.state();
        let seen = state.event_log.of(self.id);
        seen.filter(|seen| is_ping(seen)).count()
    }

    /// Returns all that they saw as text. It is the same in every run, because ids are replaced by names.
    pub fn transcript(&self) -> String {
        transcript::joined(self.transcript_by_place())
    }

    /// Returns the same in order, each with its place. There is one entry for each event that they have [seen](User::seen).
    pub fn transcript_by_place(&self) -> Vec<(String, String)> {
        transcript::lines(&mut self.server.state(), self.id, false)
    }

    /// Returns all data that their client received, for tests that search it for secrets: every text, with ids and values that
    /// are not shown.
    pub fn traffic(&self) -> String {
        transcript::joined(self.traffic_by_place())
    }

    /// Returns the same in order, each with its place. There is one entry for each event that they have [seen](User::seen).
    pub fn traffic_by_place(&self) -> Vec<(String, String)> {
        transcript::lines(&mut self.server.state(), self.id, true)
    }

    /// Allows or refuses direct messages.
    pub fn set_direct(&self, is_open: bool) {
        self.server.state().account_mut(self.id).is_direct_open = is_open;
    }

    /// Sets the language of their Discord client: `fr`.
    pub fn set_locale(&self, locale: &'static str) {
        self.server.state().account_mut(self.id).locale = locale;
    }

    /// Changes their name: the nickname in a guild, if one is given, else the global name.
    pub fn renames(&self, guild: Option<&Guild>, name: &str) {
        let mut state = self.server.state();
        match guild {
            Some(guild) => state.member_mut(guild.id, self.id).nick = Some(name.to_owned()),
            None => name.clone_into(&mut state.account_mut(self.id).global_name),
        }
    }

    /// Joins a guild.
    pub fn joins(&self, guild: &Guild) {
        let mut state = self.server.state();
        let member = Member {
            nick: None,
            permissions: permission::USUAL,
            joined: state.clock.now(),
        };
        state.guild_mut(guild.id).members.insert(self.id, member);
        state.forget_readers();
    }

    /// Leaves a guild.
    pub fn leaves(&self, guild: &Guild) {
        let mut state = self.server.state();
        state.guild_mut(guild.id).members.remove(&self.id);
        let rooms = state.rooms.values_mut();
        for room in rooms.filter(|room| room.guild == Some(guild.id)) {
            if let Kind::Thread { members, .. } = &mut room.kind {
                members.remove(&self.id);
            }
        }
        state.forget_readers();
    }

    /// Returns their global name.
    pub fn name(&self) -> String {
        self.server.state().account(self.id).global_name.clone()
    }

    /// Returns their mention: `<@1>`.
    pub fn mention(&self) -> String {
        format!("<@{}>", self.id)
    }
}
