//! A local Discord server for tests: the API for bots, the gateway, and simulated people.
//!
//! It keeps guilds, channels, threads, direct messages, messages, commands and interactions, and obeys Discord's rules. It checks
//! every request against Discord's own API description and against limits beyond that description. It records each violation, and
//! fails the test when the server is dropped or [finished](Discord::finish).
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
//! # Conventions
//!
//! - People can do only what Discord lets them do: commands must be registered, buttons visible and enabled. A test that
//!   asks for anything else fails at once.
//! - Nothing sleeps. A test waits for an event, or fails after [`PATIENCE`] and prints the events so far.
//! - The clock stands still until a test [advances it](Discord::advance), unless [`Setup::running`] says otherwise.
//! - [`User::seen`] returns the events that a person saw, in order. [`User::transcript`] returns them as text that is the
//!   same in every run. [`User::traffic`] adds all data that is sent but not shown.
//! - A test can [inject](Discord::inject_fault) every fault that Discord can have.

mod activities;
mod body;
mod commands;
mod components;
mod compression;
mod contract;
mod control;
pub(crate) mod cuttable_connection;
mod event_log;
mod eyes;
mod faults;
mod gateway;
mod id;
mod interaction;
mod interaction_state;
mod json;
mod limits;
mod mentions;
mod message;
mod message_rates;
mod oauth;
mod people;
mod place;
mod playing;
mod refusal;
mod routes;
mod schema;
mod server;
mod server_state;
mod sessions;
mod setup;
mod speech;
mod transcript;
mod typing;
mod user;

use std::{sync::Arc, time::Duration};

use serde_json::Value;

pub use self::{
    components::{Button, Entry, Field, Menu, Modal},
    control::Gateway,
    event_log::{Choice, SeenEvent, VisibleEvent},
    faults::{InjectedFault, ServerFault},
    id::Id,
    interaction::Interaction,
    interaction_state::{Acknowledgment, AcknowledgmentKind},
    message::{CommandUse, File, Message},
    oauth::CLIENT_SECRET,
    people::permission,
    place::{Guild, Room},
    playing::{command, confirmed, guided, moves, offered, without_hints},
    refusal::Refusal,
    setup::Setup,
    user::User,
};
use self::{
    people::{Account, GuildState},
    server::Server,
    server_state::ServerState,
};
pub use crate::PATIENCE;

/// The name of the guild that exists from the start.
const HOME: &str = "home";

/// The server. Dropping it fails the test if the server received anything forbidden.
pub struct Discord {
    server: Arc<Server>,
}

impl Discord {
    /// Starts a server with the default setup: one shard, and a stopped clock.
    pub async fn start() -> Discord {
        Setup::default().start().await
    }

    /// Returns the address for a bot: `http://127.0.0.1:40123`.
    pub fn address(&self) -> String {
        self.server.state().origin.clone()
    }

    /// Returns the token of the bot.
    pub fn token(&self) -> String {
        self.server.state().token.clone()
    }

    /// Returns the id of the bot's application, with which its token begins.
    pub fn application(&self) -> String {
        oauth::client_id(&self.server.state())
    }

    /// Returns the id of the bot.
    pub fn bot(&self) -> Id {
        self.server.state().application
    }

    /// Returns the guild that exists from the start. The bot and every person that [`user`](Discord::user) creates are members.
    pub fn home(&self) -> Guild {
        self.guild(HOME)
    }

    /// Returns the guild with this name. If there is none, creates it with the bot as a member.
    pub fn guild(&self, name: &str) -> Guild {
        let mut state = self.server.state();
        let known = state
            .guilds
            .values()
            .find(|guild_state| guild_state.name == name);
        let id = known.map(|guild_state| guild_state.id).unwrap_or_else(|| {
            let (id, bot_role) = (state.clock.fresh(), state.clock.fresh());
            let guild_state = GuildState {
                id,
                name: name.to_owned(),
                members: Default::default(),
                locale: "en-US",
                bot: Some(permission::USUAL),
                bot_role,
                created: state.clock.now(),
            };
            state.guilds.insert(id, guild_state);
            let data = state.guild(id).to_event(&state);
            state.send_event(Some(id), sessions::Intent::GUILDS, "GUILD_CREATE", &data);
            id
        });
        Guild {
            server: self.server.clone(),
            id,
        }
    }

    /// Returns the text channel with this name in the home guild. Creates it if there is none.
    pub fn channel(&self, name: &str) -> Room {
        self.home().channel(name)
    }

    /// Creates a group of direct messages among these people, without the bot.
    pub fn group(&self, people: &[&User]) -> Room {
        let kind = people::Kind::Group(people.iter().map(|user| user.id).collect());
        let id = self.server.state().add_room(kind, None, "group");
        Room::new(&self.server, id)
    }

    /// Returns the person with this name. If there is none, creates them as a member of the home guild. Their account has the
    /// name in lower case.
    pub fn user(&self, name: &str) -> User {
        self.account(name, false, Some(self.home()))
    }

    /// Returns the person with this name. If there is none, creates them without a guild.
    pub fn stranger(&self, name: &str) -> User {
        self.account(name, false, None)
    }

    /// Creates another bot with this name in the home guild.
    pub fn other_bot(&self, name: &str) -> User {
        self.account(name, true, Some(self.home()))
    }

    fn account(&self, name: &str, is_bot: bool, home: Option<Guild>) -> User {
        let mut state = self.server.state();
        let mut known = state.accounts.values();
        if let Some(account) = known.find(|account| account.global_name == name) {
            return User::new(&self.server, account.id);
        }
        let id = state.clock.fresh();
        state.accounts.insert(id, Account::new(id, name, is_bot));
        drop(state);
        let user = User::new(&self.server, id);
        if let Some(home) = home {
            user.joins(&home);
        }
        user
    }

    /// Applies a fault to the first `n` requests that match a route such as `POST /channels/*/messages`. `*` stands for one part
    /// of the path, or for the method. Paths begin after `/api/v10`.
    ///
    /// # Panics
    ///
    /// Panics if the route has another format.
    pub fn inject_fault(&self, route: &str, fault: ServerFault, n: usize) -> InjectedFault {
        InjectedFault::set(&self.server, route, fault, n)
    }

    /// Advances the clock.
    pub fn advance(&self, by: Duration) {
        self.server.state().clock.advance(by);
        self.server.changed();
    }

    /// Waits until the bot is connected on every shard.
    ///
    /// # Panics
    ///
    /// Panics if the bot does not connect.
    pub async fn ready(&self) {
        let is_so = |state: &ServerState| state.sessions.n_connected() == state.sessions.n_shards;
        self.server.until_so("the bot on every shard", is_so).await;
    }

    /// Waits until the bot is connected and has commands.
    ///
    /// # Panics
    ///
    /// Panics if the bot does not connect, or registers no commands.
    pub async fn registered(&self) {
        self.ready().await;
        let is_so = |state: &ServerState| !state.commands.is_empty();
        self.server.until_so("commands", is_so).await;
    }

    /// Returns the commands that are registered for all guilds.
    pub fn commands(&self) -> Vec<Value> {
        self.server.state().commands.clone()
    }

    /// Returns all requests so far with their responses: `POST /channels/1/messages 403 50013`.
    pub fn calls(&self) -> Vec<String> {
        self.server.state().calls.clone()
    }

    /// Returns the number of answered requests that have all these words in their log lines: `PATCH /channels/`, ` 200`.
    pub fn n_called(&self, words: &[&str]) -> usize {
        n_called(&self.server.state(), words)
    }

    /// Waits until `n` answered requests have all these words in their log lines: `PATCH /channels/`, ` 200`.
    ///
    /// # Panics
    ///
    /// Panics if there are fewer within the time limit.
    pub async fn called(&self, words: &[&str], n: usize) {
        let is_so = |state: &ServerState| n_called(state, words) >= n;
        let what = format!("{n} requests {words:?}");
        self.server.until_so(&what, is_so).await;
    }

    /// Returns the control of the gateway.
    pub fn gateway(&self) -> Gateway<'_> {
        Gateway(&self.server)
    }

    /// Returns the rule violations so far.
    pub fn problems(&self) -> Vec<String> {
        self.server.state().problems.clone()
    }

    /// Returns the rule violations and clears them, for a test that breaks rules on purpose.
    pub fn take_problems(&self) -> Vec<String> {
        std::mem::take(&mut self.server.state().problems)
    }

    /// Ends the test.
    ///
    /// # Panics
    ///
    /// Panics if there was a rule violation.
    pub fn finish(self) {
        drop(self);
    }
}

fn n_called(state: &ServerState, words: &[&str]) -> usize {
    let is_it = |request: &&String| words.iter().all(|word| request.contains(word));
    state.calls.iter().filter(is_it).count()
}

impl Drop for Discord {
    fn drop(&mut self) {
        let problems = self.take_problems().join("\n");
        if !std::thread::panicking() {
            assert!(
                problems.is_empty(),
                "Discord does not take this:\n{problems}"
            );
        }
    }
}
