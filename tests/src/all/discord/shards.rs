//! Shards: each receives the events of some servers, and several processes share them.

use std::{
    collections::{BTreeMap, BTreeSet},
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    time::Duration,
};

use api::{Answer, Batch, Chat, Event, Listener, Message, Roles, Rows, Store, StoreError};
use async_trait::async_trait;
use discord::{DiscordSettings, GatewayError};
use store::{MemoryStore, writer::Writer};
use tests::discord::{Discord, PATIENCE, Room, Setup, User};
use tokio::{
    sync::{Notify, oneshot, watch},
    task::JoinHandle,
};

use super::{in_process::settings, table::Table};

/// The number of shards.
const N_SHARDS: u64 = 4;

/// The pause of the bots after one has begun a session.
const PAUSE: Duration = Duration::from_millis(600);

/// The shards of each process, and the live processes.
#[derive(Default)]
struct Registry {
    state: Mutex<State>,
    changes: watch::Sender<()>,
}

#[derive(Default)]
struct State {
    holders: BTreeMap<String, &'static str>,
    living: BTreeSet<&'static str>,
    /// The processes that stop soon.
    leaving: BTreeSet<&'static str>,
}

impl Registry {
    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn change<T>(&self, change: impl FnOnce(&mut State) -> T) -> T {
        let changed = change(&mut self.state());
        self.changes.send_replace(());
        changed
    }

    /// Returns the process that has a shard.
    fn holder(&self, shard: u64) -> Option<&'static str> {
        let role = format!("discord/shard/{shard}");
        self.state().holders.get(&role).copied()
    }

    /// Waits until each of these processes has this number of shards.
    async fn until(&self, expected: &[(&str, usize)]) {
        let n_held = |name: &str| {
            let holders = (0..N_SHARDS).map(|shard| self.holder(shard));
            holders.filter(|holder| *holder == Some(name)).count()
        };
        let mut changes = self.changes.subscribe();
        let wait = async {
            while expected.iter().any(|(name, n)| n_held(name) != *n) {
                changes.changed().await.expect("the registry is there");
            }
        };
        let waited = tokio::time::timeout(PATIENCE, wait).await;
        waited.unwrap_or_else(|_| panic!("{expected:?}: {:?}", self.state().holders));
    }
}

/// The access of one process to the registry.
struct Member {
    name: &'static str,
    registry: Arc<Registry>,
    lost: Notify,
}

#[async_trait]
impl Roles for Member {
    async fn take(&self, role: &str) -> Result<bool, StoreError> {
        Ok(self.registry.change(|state| {
            let holder = state.holders.entry(role.to_owned()).or_insert(self.name);
            *holder == self.name
        }))
    }

    async fn give_up(&self, role: &str) -> Result<(), StoreError> {
        self.registry.change(|state| {
            if state.holders.get(role) == Some(&self.name) {
                state.holders.remove(role);
            }
        });
        Ok(())
    }

    async fn lost(&self) {
        self.lost.notified().await;
    }

    fn n_lost(&self) -> u64 {
        0
    }

    fn is_alive(&self) -> bool {
        true
    }

    async fn confirm(&self) -> Result<(), StoreError> {
        Ok(())
    }

    async fn leave(&self) -> Result<(), StoreError> {
        self.registry
            .change(|state| state.leaving.insert(self.name));
        Ok(())
    }

    fn n_processes(&self) -> usize {
        let state = self.registry.state();
        let mut counted: BTreeSet<_> = state.living.difference(&state.leaving).collect();
        counted.insert(&self.name);
        counted.len()
    }
}

/// A listener that replies to every request with the name of the process.
struct NamingListener {
    name: &'static str,
    chat: Arc<discord::Discord>,
}

#[async_trait]
impl Listener for NamingListener {
    async fn hear(&self, event: Event) {
        let answered = self.chat.answer(&event.id, &says(self.name)).await;
        answered.expect("nobody else has answered");
    }
}

/// A listener that replies to every request only with a deferral.
struct DeferringListener(Arc<discord::Discord>);

#[async_trait]
impl Listener for DeferringListener {
    async fn hear(&self, event: Event) {
        let note = says("This takes longer.");
        let noted = self.0.note(&event.id, &note).await;
        noted.expect("nobody else has answered");
    }
}

fn says(text: &str) -> Answer {
    Answer {
        message: Message::text(text),
        replaces: false,
        is_evident: false,
        about: None,
    }
}

/// Several processes on the same data.
struct Fleet {
    discord: Discord,
    registry: Arc<Registry>,
    store: Arc<MemoryStore>,
    ann: User,
    /// A room in a server of each shard.
    rooms: Vec<Room>,
}

/// A process of the fleet.
struct Process {
    member: Arc<Member>,
    chat: Arc<discord::Discord>,
    stop: Option<oneshot::Sender<()>>,
    serving: JoinHandle<Result<(), GatewayError>>,
}

/// Returns a room in a server of each shard, and joins this user to it.
fn rooms(discord: &Discord, user: &User) -> Vec<Room> {
    let mut rooms = BTreeMap::new();
    for n in 0.. {
        if rooms.len() as u64 == N_SHARDS {
            break;
        }
        // The next millisecond has servers of the next shard.
        discord.advance(Duration::from_millis(1));
        let guild = discord.guild(&format!("server {n}"));
        user.joins(&guild);
        rooms.insert((guild.id.0 >> 22) % N_SHARDS, guild.channel("lobby"));
    }
    rooms.into_values().collect()
}

/// Returns a Discord with servers of all shards, none of which has to wait.
fn setup() -> Setup {
    Setup::default()
        .shards(N_SHARDS)
        .session_rate(N_SHARDS, Duration::ZERO)
}

impl Fleet {
    async fn new(setup: Setup) -> Fleet {
        let discord = setup.start().await;
        let ann = discord.user("Ann");
        let rooms = rooms(&discord, &ann);
        Fleet {
            discord,
            registry: Arc::default(),
            store: Arc::new(MemoryStore::new()),
            ann,
            rooms,
        }
    }

    /// Starts a process with this number of shards.
    fn start(&self, name: &'static str, shards: Option<u32>) -> Process {
        self.start_with(name, shards, |chat| Arc::new(NamingListener { name, chat }))
    }

    /// Does the same with this listener.
    fn start_with(
        &self,
        name: &'static str,
        shards: Option<u32>,
        listener: impl FnOnce(Arc<discord::Discord>) -> Arc<dyn Listener>,
    ) -> Process {
        let settings = DiscordSettings {
            shards,
            identify_pause: PAUSE,
            ..settings(&self.discord)
        };
        let writer = Writer::new(Arc::clone(&self.store) as Arc<dyn Store>);
        let chat = discord::Discord::new(settings, writer);
        self.registry.change(|state| state.living.insert(name));
        let member = Arc::new(Member {
            name,
            registry: Arc::clone(&self.registry),
            lost: Notify::new(),
        });
        let (stop, stopped) = oneshot::channel();
        let serving = tokio::spawn(discord::serve(
            Arc::clone(&chat),
            Arc::clone(&member) as Arc<dyn Roles>,
            listener(Arc::clone(&chat)),
            |_| {},
            async move {
                // Dropping the sender stops the process as well.
                let _ = stopped.await;
            },
        ));
        Process {
            member,
            chat,
            stop: Some(stop),
            serving,
        }
    }

    /// Sends a request as Ann in a server of each shard; the process with the shard replies once to each.
    async fn check(&self) {
        for (shard, room) in (0..).zip(&self.rooms) {
            let said = self.ann.asks(room, "/games").await;
            assert_eq!(Some(said.text.as_str()), self.registry.holder(shard));
        }
    }

    /// Removes a process that has ended from the registry.
    fn bury(&self, process: &Process) {
        self.registry.change(|state| {
            let name = process.member.name;
            state.living.remove(name);
            state.leaving.remove(name);
            state.holders.retain(|_, holder| *holder != name);
        });
    }
}

impl Process {
    /// Waits until the process ends by itself, or by request.
    async fn ended(&mut self) -> Result<(), GatewayError> {
        let ended = tokio::time::timeout(PATIENCE, &mut self.serving).await;
        ended.expect("it ends").expect("it does not panic")
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn several_shards_hear_the_people_of_all_servers() {
    let table = Table::open_with(setup(), &[]).await;
    let ann = &table.ann;
    assert_eq!(table.discord.gateway().n_identified() as u64, N_SHARDS);
    for room in rooms(&table.discord, ann) {
        ann.asks(&room, "/games").await.says("no match");
    }
    table.close();
}

#[tokio::test(flavor = "multi_thread")]
async fn a_program_that_comes_back_goes_on_on_each_shard_and_misses_nothing() {
    let mut table = Table::open_with(setup(), &[]).await;
    let rooms = rooms(&table.discord, &table.ann);
    for is_killed in [false, true] {
        if is_killed {
            table.kill();
        } else {
            assert!(table.stop().await, "it ends well: {}", table.log());
        }
        let asked: Vec<_> = rooms
            .iter()
            .map(|room| table.ann.types(room, "/games"))
            .collect();
        table.start().await;
        for asked in asked {
            asked.answer().await.says("no match");
        }
        table.discord.ready().await;
    }
    let gateway = table.discord.gateway();
    let n_shards = N_SHARDS as usize;
    assert_eq!(
        (gateway.n_identified(), gateway.n_resumed()),
        (n_shards, 2 * n_shards)
    );
    table.close();
}

#[tokio::test(flavor = "multi_thread")]
async fn processes_share_the_shards_and_hand_them_over() {
    let fleet = Fleet::new(setup()).await;
    let mut one = fleet.start("one", None);
    fleet.discord.registered().await;
    fleet.registry.until(&[("one", 4)]).await;
    fleet.check().await;
    let two = fleet.start("two", None);
    fleet.registry.until(&[("one", 2), ("two", 2)]).await;
    fleet.discord.gateway().resumed(2).await;
    fleet.check().await;
    assert!(one.chat.is_connected() && two.chat.is_connected());
    // While it shuts down, every request has a reply.
    one.stop.take();
    let asked: Vec<_> = fleet
        .rooms
        .iter()
        .map(|room| fleet.ann.types(room, "/games"))
        .collect();
    one.ended().await.expect("it ends well");
    fleet.bury(&one);
    for asked in asked {
        asked.answer().await;
    }
    fleet.registry.until(&[("two", 4)]).await;
    fleet.check().await;
    assert_eq!(fleet.discord.gateway().n_identified() as u64, N_SHARDS);
    fleet.discord.finish();
}

#[tokio::test(flavor = "multi_thread")]
async fn a_process_that_was_taken_for_dead_loses_its_shards_and_gets_some_again() {
    let fleet = Fleet::new(setup()).await;
    let one = fleet.start("one", None);
    fleet.discord.registered().await;
    let two = fleet.start("two", None);
    fleet.registry.until(&[("one", 2), ("two", 2)]).await;
    fleet.bury(&one);
    fleet.registry.until(&[("two", 4)]).await;
    fleet.registry.change(|state| state.living.insert("one"));
    one.member.lost.notify_one();
    fleet.registry.until(&[("one", 2), ("two", 2)]).await;
    fleet.check().await;
    assert!(two.chat.is_connected());
    assert_eq!(fleet.discord.gateway().n_identified() as u64, N_SHARDS);
    fleet.discord.finish();
}

#[tokio::test(flavor = "multi_thread")]
async fn a_deferred_answer_arrives_after_a_kill() {
    let fleet = Fleet::new(setup()).await;
    let slow = fleet.start_with("slow", None, |chat| Arc::new(DeferringListener(chat)));
    fleet.discord.registered().await;
    fleet.registry.until(&[("slow", 4)]).await;
    let asked = fleet.ann.types(&fleet.rooms[0], "/games");
    assert_eq!(asked.answer().await.text, "This takes longer.");
    slow.serving.abort();
    fleet.bury(&slow);
    let next = fleet.start("next", None);
    let answers = asked.answers(2).await;
    let texts: Vec<_> = answers.into_iter().map(|answer| answer.text).collect();
    assert_eq!(texts, ["next", "next"], "one message that has changed");
    // The reply has arrived.
    next.serving.abort();
    fleet.bury(&next);
    asked.repeat();
    let _last = fleet.start("last", None);
    fleet.discord.called(&["GET ", "/@original 200"], 2).await;
    fleet.check().await;
    assert_eq!(asked.answer().await.text, "next");
    fleet.discord.finish();
}

#[tokio::test(flavor = "multi_thread")]
async fn sessions_of_several_processes_begin_no_sooner_than_permitted() {
    for max_concurrency in [1, 2] {
        let setup = Setup::default().shards(N_SHARDS).running();
        let fleet = Fleet::new(setup.session_rate(max_concurrency, PAUSE / 3)).await;
        let _both = [fleet.start("one", None), fleet.start("two", None)];
        fleet.discord.registered().await;
        fleet.check().await;
        assert_eq!(fleet.discord.gateway().n_identified() as u64, N_SHARDS);
        fleet.discord.finish();
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_process_with_another_number_of_shards_is_refused() {
    let fleet = Fleet::new(setup()).await;
    let _one = fleet.start("one", Some(4));
    fleet.discord.registered().await;
    let mut two = fleet.start("two", Some(8));
    let error = two.ended().await.expect_err("they differ");
    assert_eq!(
        error.to_string(),
        "[discord] shards is 8 here and 4 where others run on the same data (processes beside this one: 1). Write 4 or auto here, or stop all of them and start each with 8"
    );
    fleet.bury(&two);
    let _three = fleet.start("three", None);
    fleet.registry.until(&[("one", 2), ("three", 2)]).await;
    fleet.discord.finish();
}

#[tokio::test(flavor = "multi_thread")]
async fn a_lone_process_renumbers_the_shards_and_drops_the_sessions() {
    let fleet = Fleet::new(setup()).await;
    let mut before = Batch::default();
    before.put("discord/shards", "2");
    before.put("discord/session/7", "{}");
    fleet.store.commit(&before).expect("there is room");
    let _one = fleet.start("one", Some(4));
    fleet.discord.registered().await;
    let kept = |key: &str| fleet.store.get(key.as_bytes()).expect("it can be read");
    assert_eq!(kept("discord/shards"), Some(b"4".to_vec()));
    assert_eq!(kept("discord/session/7"), None);
    fleet.check().await;
    fleet.discord.finish();
}
