//! What a person reads, who they are and where.

use super::{
    Guild, Id, Message, Room, Seen, Sight, User,
    people::{Kind, Member},
    permission, transcript,
    world::World,
};

impl User {
    /// The direct messages between them and the bot.
    pub fn direct(&self) -> Room {
        let room = self.server.world().direct(self.id);
        Room {
            server: self.server.clone(),
            id: room,
        }
    }

    /// Waits until they can read a message with this text here; the newest, as it reads now.
    ///
    /// # Panics
    ///
    /// It does not come.
    pub async fn reads(&self, room: &Room, text: &str) -> Message {
        let what = format!("a message with {text:?}");
        let found = self.server.until(&what, |world| {
            let visible = self.visible(world, room.id);
            visible
                .into_iter()
                .rev()
                .find(|message| message.words().contains(text))
        });
        found.await
    }

    /// All messages that they can see here now, oldest first.
    pub fn messages(&self, room: &Room) -> Vec<Message> {
        self.visible(&mut self.server.world(), room.id)
    }

    fn visible(&self, world: &mut World, room: Id) -> Vec<Message> {
        if !world.rooms.contains_key(&room) || !world.readers(room).contains(&self.id) {
            return Vec::new();
        }
        let is_seen = |message: &&Message| {
            message.room == room && message.only.is_none_or(|only| only == self.id)
        };
        world.messages.values().filter(is_seen).cloned().collect()
    }

    /// All that they saw, in order.
    pub fn seen(&self) -> Vec<Seen> {
        self.server.world().chronicle.of(self.id).cloned().collect()
    }

    /// Waits until they have seen something; what the search finds in it.
    ///
    /// # Panics
    ///
    /// They have not in time.
    pub async fn sees<T>(&self, what: &str, look: impl Fn(&Seen) -> Option<T>) -> T {
        self.server
            .until(what, |world| world.chronicle.of(self.id).find_map(&look))
            .await
    }

    /// How often their phone rang.
    pub fn n_pings(&self) -> usize {
        let is_ping = |seen: &Seen| match &seen.sight {
            Sight::Message(message) => message.pinged.contains(&self.id),
            _ => false,
        };
        self.server
            .world()
            .chronicle
            .of(self.id)
            .filter(|seen| is_ping(seen))
            .count()
    }

    /// All that they saw as text, the same however often a test is run: numbers are told as names.
    pub fn transcript(&self) -> String {
        transcript::joined(self.transcript_by_place())
    }

    /// The same in order, each with the place where it came; one for each of what they have [seen](User::seen).
    pub fn transcript_by_place(&self) -> Vec<(String, String)> {
        transcript::lines(&mut self.server.world(), self.id, false)
    }

    /// All that their program was sent, to look for secrets in it: every text, also ids and values that are not shown.
    pub fn traffic(&self) -> String {
        transcript::joined(self.traffic_by_place())
    }

    /// The same in order, each with the place where it came; one for each of what they have [seen](User::seen).
    pub fn traffic_by_place(&self) -> Vec<(String, String)> {
        transcript::lines(&mut self.server.world(), self.id, true)
    }

    /// Lets direct messages in or not.
    pub fn set_direct(&self, is_open: bool) {
        if let Some(account) = self.server.world().accounts.get_mut(&self.id) {
            account.is_direct_open = is_open;
        }
    }

    /// Has Discord speak to them in another language: `fr`.
    pub fn set_locale(&self, locale: &'static str) {
        if let Some(account) = self.server.world().accounts.get_mut(&self.id) {
            account.locale = locale;
        }
    }

    /// Takes another name: a nick in a guild, if one is named, else for themselves everywhere.
    pub fn renames(&self, guild: Option<&Guild>, name: &str) {
        let mut world = self.server.world();
        match guild {
            Some(guild) => {
                if let Some(member) = world
                    .halls
                    .get_mut(&guild.id)
                    .and_then(|hall| hall.members.get_mut(&self.id))
                {
                    member.nick = Some(name.to_owned());
                }
            }
            None => {
                if let Some(account) = world.accounts.get_mut(&self.id) {
                    account.global_name = Some(name.to_owned());
                }
            }
        }
    }

    /// Goes into a guild.
    pub fn joins(&self, guild: &Guild) {
        let mut world = self.server.world();
        let member = Member {
            nick: None,
            permissions: permission::USUAL,
            joined: world.clock.now(),
        };
        if let Some(hall) = world.halls.get_mut(&guild.id) {
            hall.members.insert(self.id, member);
        }
        world.forget_readers();
    }

    /// Leaves a guild.
    pub fn leaves(&self, guild: &Guild) {
        let mut world = self.server.world();
        if let Some(hall) = world.halls.get_mut(&guild.id) {
            hall.members.remove(&self.id);
        }
        for room in world
            .rooms
            .values_mut()
            .filter(|room| room.guild == Some(guild.id))
        {
            if let Kind::Thread { members, .. } = &mut room.kind {
                members.remove(&self.id);
            }
        }
        world.forget_readers();
    }

    /// Gives them rights in a guild.
    pub fn may(&self, guild: &Guild, permissions: u64) {
        let mut world = self.server.world();
        if let Some(member) = world
            .halls
            .get_mut(&guild.id)
            .and_then(|hall| hall.members.get_mut(&self.id))
        {
            member.permissions = permissions;
        }
    }

    /// What they are called by themselves.
    pub fn name(&self) -> String {
        self.server.world().account(self.id).name().to_owned()
    }

    /// How they are written so that they are named: `<@1>`.
    pub fn mention(&self) -> String {
        format!("<@{}>", self.id)
    }
}
