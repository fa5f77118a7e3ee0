//! A bot in this process on a local Discord with stopped time for both: numbers, dice and words are the same each time.

use std::{collections::BTreeMap, sync::Arc};

use api::{Alone, Listener};
use discord::DiscordSettings;
use runtime::{Core, Parts};
use store::writer::Writer;
use tests::{
    discord::{Discord, Room, SeenEvent, Setup, User, VisibleEvent},
    fake_chat::{self, FakeChat},
};
use tokio::{sync::oneshot, task::JoinHandle};

use crate::time;

/// The bot. Dropping it ends it in the middle of any work.
pub(crate) struct Bot {
    core: Arc<Core>,
    stop: Option<oneshot::Sender<()>>,
    serving: JoinHandle<()>,
}

/// The bot and its people.
pub(crate) struct InProcessBot {
    discord: Discord,
    bot: Bot,
    pub(crate) users: BTreeMap<&'static str, User>,
    pub(crate) lobby: Room,
    /// The number of messages that each person has seen so far.
    n_seen: BTreeMap<&'static str, usize>,
}

/// A message that a person saw, with its place.
pub(crate) struct SeenMessage {
    pub(crate) seen: SeenEvent,
    pub(crate) place: String,
    pub(crate) text: String,
}

/// Creates a new Discord with these people and the channel in which they play.
pub(crate) async fn found(names: &[&'static str]) -> (Discord, BTreeMap<&'static str, User>, Room) {
    let discord = Setup::default().start().await;
    let users = names.iter().map(|name| (*name, discord.user(name)));
    let users = users.collect();
    let lobby = discord.channel("lobby");
    (discord, users, lobby)
}

/// Returns the settings of a bot on this Discord.
pub(crate) fn settings(discord: &Discord) -> DiscordSettings {
    DiscordSettings {
        token: discord.token().into(),
        api: discord.address(),
        threads: true,
        shards: None,
        activity: false,
        page_url: None,
        identify_pause: discord::IDENTIFY_PAUSE,
    }
}

impl Bot {
    /// Starts a bot on this Discord that continues from a writer's data; `prepare` may replace its parts.
    pub(crate) fn start(discord: &Discord, writer: Writer, prepare: &dyn Fn(&mut Parts)) -> Bot {
        Bot::start_with(settings(discord), writer, prepare)
    }

    /// Starts a bot with these settings of Discord.
    fn start_with(settings: DiscordSettings, writer: Writer, prepare: &dyn Fn(&mut Parts)) -> Bot {
        let chat = discord::Discord::new(settings, writer.clone());
        let mut parts = fake_chat::parts(&FakeChat::new(&[]).0, writer);
        parts.chats = vec![Arc::clone(&chat) as _];
        prepare(&mut parts);
        let core = runtime::start(parts).expect("the writer can be read");
        let (stop, stopped) = oneshot::channel();
        let shutdown = async move {
            // Dropping the sender stops the bot as well.
            let _ = stopped.await;
        };
        let listener = Arc::clone(&core) as Arc<dyn Listener>;
        let serving = tokio::spawn(async move {
            let served = discord::serve(chat, Arc::new(Alone), listener, |_| {}, shutdown).await;
            served.expect("the bot serves until it is stopped");
        });
        Bot {
            core,
            stop: Some(stop),
            serving,
        }
    }

    /// Asks the bot to end, and waits until it has.
    pub(crate) async fn stop(mut self) {
        self.stop.take();
        let served = time::flow(&mut self.serving).await;
        served.expect("the bot does not panic");
    }
}

impl Drop for Bot {
    fn drop(&mut self) {
        self.serving.abort();
    }
}

impl InProcessBot {
    /// Starts a bot that continues from a writer's data; `prepare` may replace its parts.
    pub(crate) async fn open(
        names: &[&'static str],
        writer: Writer,
        prepare: &dyn Fn(&mut Parts),
    ) -> InProcessBot {
        InProcessBot::open_beside(None, names, writer, prepare).await
    }

    /// Starts a bot that links to the public page at this address, if there is one.
    pub(crate) async fn open_beside(
        page_url: Option<&str>,
        names: &[&'static str],
        writer: Writer,
        prepare: &dyn Fn(&mut Parts),
    ) -> InProcessBot {
        let (discord, users, lobby) = found(names).await;
        let settings = DiscordSettings {
            page_url: page_url.map(str::to_owned),
            ..settings(&discord)
        };
        let bot = Bot::start_with(settings, writer, prepare);
        time::flow(discord.registered()).await;
        InProcessBot {
            discord,
            bot,
            users,
            lobby,
            n_seen: BTreeMap::new(),
        }
    }

    /// Returns the core of the bot.
    pub(crate) fn core(&self) -> &Arc<Core> {
        &self.bot.core
    }

    /// Returns the messages to each person since the last call, after all deliveries. They are only the visible ones,
    /// or all that were sent.
    pub(crate) async fn news(&mut self, is_all: bool) -> BTreeMap<&'static str, Vec<SeenMessage>> {
        self.bot.core.idle().await;
        let mut all = BTreeMap::new();
        for (name, user) in &self.users {
            let seen = user.seen();
            let lines = if is_all {
                user.traffic_by_place()
            } else {
                user.transcript_by_place()
            };
            let n_before = self.n_seen.insert(name, seen.len()).unwrap_or_default();
            let new = seen.into_iter().zip(lines).skip(n_before);
            let news = new.filter(|(seen, _)| is_said(seen));
            let news = news.map(|(seen, (place, text))| {
                let text = steady(&seen, text);
                SeenMessage { seen, place, text }
            });
            let mut news: Vec<SeenMessage> = news.collect();
            // Messages in two places, or to all and to one person, have no order that could reveal anything.
            news.sort_by(|one, other| one.rank().cmp(&other.rank()));
            all.insert(*name, news);
        }
        all
    }

    /// Stops the bot.
    pub(crate) async fn close(self) {
        self.bot.stop().await;
        self.discord.finish();
    }
}

impl SeenMessage {
    fn rank(&self) -> (&str, bool) {
        let message = self.seen.event.message();
        let is_public = message.is_some_and(|message| !message.is_private());
        (&self.place, is_public)
    }
}

/// Tells whether an event is a message to people; the announcement of a reply depends on the speed of the machine.
fn is_said(seen: &SeenEvent) -> bool {
    match &seen.event {
        VisibleEvent::Acknowledgment => false,
        event => event.message().is_none_or(|message| !message.is_thinking()),
    }
}

/// Returns the text of a message, equal with and without a prior announcement.
fn steady(seen: &SeenEvent, text: String) -> String {
    match &seen.event {
        VisibleEvent::Edit(message) if message.n_edits == 0 => text.replacen("] now: ", "] ", 1),
        _ => text,
    }
}
