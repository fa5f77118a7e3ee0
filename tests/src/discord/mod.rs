//! A Discord of our own on this machine, for tests: the interface that bots use, the gateway, and people who click.
//!
//! It keeps guilds, channels, threads, direct messages, messages, commands and interactions, and obeys Discord's rules.
//! Every request is checked against Discord's own description of its interface and against the limits that this does not
//! tell; what must not be is written down, and fails the test when the server is dropped or [finished](Discord::finish).
//!
//! ```no_run
//! # use tests::discord::Discord;
//! # async fn example() {
//! let discord = Discord::start().await;
//! // Start a bot on `discord.address()` with `discord.token()`.
//! discord.registered().await;
//! let ann = discord.user("Ann");
//! let lobby = discord.channel("lobby");
//! let challenge = ann.types(&lobby, "/challenge variant:berolina");
//! let answer = challenge.answer().await;
//! assert!(answer.is_private());
//! let post = ann.reads(&lobby, "challenges").await;
//! let accepted = discord.user("Bob").presses(&post, "Accept");
//! accepted.acknowledged().await;
//! println!("{}", ann.transcript());
//! discord.finish();
//! # }
//! ```
//!
//! # What to know
//!
//! - People do only what Discord lets them do: commands must be registered, buttons shown and enabled. A test that asks for
//!   anything else fails at once.
//! - Nothing sleeps. What is awaited comes by an event, or the test fails after [`PATIENCE`] and tells what happened.
//! - Time stands still until a test [puts it forward](Discord::advance), unless [`Setup::running`] says otherwise.
//! - What each person saw, in order, is in [`User::seen`]; as text that is the same in every run in [`User::transcript`];
//!   with all that is sent but not shown in [`User::traffic`].
//! - Whatever goes wrong on Discord can be [made to go wrong](Discord::misbehave).

mod body;
mod chronicle;
mod commands;
mod components;
mod compression;
mod contract;
mod control;
mod eyes;
mod gateway;
mod id;
mod interaction;
mod limits;
mod mentions;
mod message;
mod pace;
mod people;
mod place;
mod playing;
mod question;
mod refusal;
mod routes;
mod rules;
mod schema;
mod server;
mod sessions;
mod setup;
mod speech;
mod transcript;
mod trouble;
mod typing;
mod user;
pub(crate) mod wire;
mod world;

use std::{sync::Arc, time::Duration};

use serde_json::Value;

pub use self::{
    chronicle::{Choice, Seen, Sight},
    components::{Button, Entry, Field, Menu, Modal},
    control::Gateway,
    id::Id,
    interaction::Interaction,
    message::{File, Message, Used},
    people::permission,
    place::{Guild, Room},
    playing::{command, confirmed, guided, moves, offered, without_hints},
    question::{Acknowledgment, Manner},
    setup::Setup,
    trouble::{Mischief, Trouble},
    user::User,
};
use self::{
    people::{Account, Hall},
    server::Server,
};
pub use crate::PATIENCE;

/// The name of the guild that is there from the start.
const HOME: &str = "home";

/// The server. When it is dropped, the test fails if anything was sent to it that must not be.
pub struct Discord {
    server: Arc<Server>,
}

impl Discord {
    /// Starts one as it usually is: one shard, the time standing still.
    pub async fn start() -> Discord {
        Setup::default().start().await
    }

    /// Where it is, for a bot: `http://127.0.0.1:40123`.
    pub fn address(&self) -> String {
        self.server.world().origin.clone()
    }

    /// The token of the bot.
    pub fn token(&self) -> String {
        self.server.world().token.clone()
    }

    /// The bot's number.
    pub fn bot(&self) -> Id {
        self.server.world().application
    }

    /// The guild that is there from the start; the bot is in it, and so is everybody whom [`user`](Discord::user) makes.
    pub fn home(&self) -> Guild {
        self.guild(HOME)
    }

    /// The guild of this name, which is made with the bot in it if there is none.
    pub fn guild(&self, name: &str) -> Guild {
        let mut world = self.server.world();
        let known = world
            .halls
            .values()
            .find(|hall| hall.name == name)
            .map(|hall| hall.id);
        let id = known.unwrap_or_else(|| {
            let (id, bot_role) = (world.clock.fresh(), world.clock.fresh());
            let hall = Hall {
                id,
                name: name.to_owned(),
                members: Default::default(),
                locale: "en-US",
                bot: Some(permission::USUAL),
                bot_role,
                created: world.clock.now(),
            };
            world.halls.insert(id, hall);
            let data = world.hall(id).to_event(&world);
            world.tell(Some(id), sessions::Intent::GUILDS, "GUILD_CREATE", &data);
            id
        });
        Guild {
            server: self.server.clone(),
            id,
        }
    }

    /// The text channel of this name at home, which is made if there is none.
    pub fn channel(&self, name: &str) -> Room {
        self.home().channel(name)
    }

    /// Messages among these people, without the bot.
    pub fn group(&self, people: &[&User]) -> Room {
        let kind = people::Kind::Group(people.iter().map(|user| user.id).collect());
        let id = self.server.world().add_room(kind, None, "group");
        Room {
            server: self.server.clone(),
            id,
        }
    }

    /// The person of this name, who is made and comes home if there is none. Their account has the name in small letters.
    pub fn user(&self, name: &str) -> User {
        let home = self.home();
        let (user, is_new) = self.account(name, false);
        if is_new {
            user.joins(&home);
        }
        user
    }

    /// The person of this name, who is made without being in any guild if there is none.
    pub fn stranger(&self, name: &str) -> User {
        self.account(name, false).0
    }

    /// Another bot of this name at home.
    pub fn other_bot(&self, name: &str) -> User {
        let home = self.home();
        let (user, is_new) = self.account(name, true);
        if is_new {
            user.joins(&home);
        }
        user
    }

    fn account(&self, name: &str, is_bot: bool) -> (User, bool) {
        let mut world = self.server.world();
        let mut known = world.accounts.values();
        let known = known
            .find(|account| account.global_name.as_deref() == Some(name))
            .map(|account| account.id);
        let id = known.unwrap_or_else(|| {
            let id = world.clock.fresh();
            let account = Account {
                id,
                username: name.to_lowercase().replace(' ', "_"),
                global_name: Some(name.to_owned()),
                is_bot,
                direct: None,
                is_direct_open: true,
                has_installed: false,
                locale: "en-US",
            };
            world.accounts.insert(id, account);
            id
        });
        (
            User {
                server: self.server.clone(),
                id,
            },
            known.is_none(),
        )
    }

    /// Makes requests go wrong, the first so many that fit: `POST /channels/*/messages`, where `*` stands for one part of
    /// the path, or for the method. Paths begin after `/api/v10`.
    ///
    /// # Panics
    ///
    /// The route is not written like that.
    pub fn misbehave(&self, route: &str, trouble: Trouble, n: usize) -> Mischief {
        Mischief::set(&self.server, route, trouble, n)
    }

    /// Puts the clock forward.
    pub fn advance(&self, by: Duration) {
        self.server.world().clock.advance(by);
        self.server.changed();
    }

    /// Waits until the bot is connected on every shard.
    ///
    /// # Panics
    ///
    /// It does not connect.
    pub async fn ready(&self) {
        let wait = |world: &mut world::World| {
            (world.sessions.n_connected() == world.sessions.n_shards).then_some(())
        };
        self.server.until("the bot on every shard", wait).await;
    }

    /// Waits until the bot is connected and has commands.
    ///
    /// # Panics
    ///
    /// It does not connect, or registers none.
    pub async fn registered(&self) {
        self.ready().await;
        let wait = |world: &mut world::World| {
            world
                .commands
                .values()
                .any(|commands| !commands.is_empty())
                .then_some(())
        };
        self.server.until("commands", wait).await;
    }

    /// The commands that are registered for all guilds.
    pub fn commands(&self) -> Vec<Value> {
        self.server
            .world()
            .commands
            .get(&None)
            .cloned()
            .unwrap_or_default()
    }

    /// All requests so far and what they were answered: `POST /channels/1/messages 403 50013`.
    pub fn calls(&self) -> Vec<String> {
        self.server.world().calls.clone()
    }

    /// Waits until so many requests were answered with all these words in their lines: `PATCH /channels/`, ` 200`.
    ///
    /// # Panics
    ///
    /// There are fewer.
    pub async fn called(&self, words: &[&str], n: usize) {
        let is_it = |call: &&String| words.iter().all(|word| call.contains(word));
        let wait = |world: &mut world::World| {
            (world.calls.iter().filter(is_it).count() >= n).then_some(())
        };
        self.server
            .until(&format!("{n} requests {words:?}"), wait)
            .await;
    }

    /// Controls the gateway.
    pub fn gateway(&self) -> Gateway<'_> {
        Gateway(&self.server)
    }

    /// What was sent so far and must not be.
    pub fn problems(&self) -> Vec<String> {
        self.server.world().problems.clone()
    }

    /// The same, and forgets it: for a test that does wrong on purpose.
    pub fn take_problems(&self) -> Vec<String> {
        std::mem::take(&mut self.server.world().problems)
    }

    /// Ends the test.
    ///
    /// # Panics
    ///
    /// Something was sent that must not be.
    pub fn finish(self) {
        drop(self);
    }
}

impl Drop for Discord {
    fn drop(&mut self) {
        let problems = self.take_problems();
        if !std::thread::panicking() {
            assert!(
                problems.is_empty(),
                "Discord does not take this:\n{}",
                problems.join("\n")
            );
        }
    }
}
