//! The gateway: sessions of the bot, and what they are told.

use std::{collections::VecDeque, sync::Arc};

use axum::{
    extract::{
        State, WebSocketUpgrade,
        ws::{CloseFrame, Message as Frame, WebSocket},
    },
    http::StatusCode,
    response::{IntoResponse, Response},
};
use serde_json::{Value, json};
use tokio::sync::mpsc;

use super::{Id, server::Server, world::World};

/// A kind of event that a bot must ask for.
#[derive(Clone, Copy)]
pub(super) struct Intent(u64);

impl Intent {
    /// Told to everybody.
    pub(super) const NONE: Intent = Intent(0);
    pub(super) const GUILDS: Intent = Intent(1);
    const GUILD_MESSAGES: Intent = Intent(1 << 9);
    const DIRECT_MESSAGES: Intent = Intent(1 << 12);
    /// Those that Discord grants to few: members, presences, contents of messages.
    const PRIVILEGED: u64 = 1 << 1 | 1 << 8 | 1 << 15;

    pub(super) fn messages(guild: Option<Id>) -> Intent {
        match guild {
            Some(_) => Intent::GUILD_MESSAGES,
            None => Intent::DIRECT_MESSAGES,
        }
    }
}

/// How many events are kept for those who resume.
const KEPT: usize = 5000;

/// What a connection is to do.
enum Order {
    Send(String),
    Close(u16),
    Drop,
}

type Line = mpsc::UnboundedSender<Order>;

struct Session {
    id: String,
    shard: u64,
    intents: u64,
    sequence: u64,
    events: VecDeque<(u64, String)>,
    line: Option<Line>,
}

impl Session {
    fn event(&mut self, name: &str, data: &Value) {
        self.sequence += 1;
        let event = json!({ "op": 0, "s": self.sequence, "t": name, "d": data }).to_string();
        if let Some(line) = &self.line {
            // A line that has just been lost is noticed by its own task.
            let _ = line.send(Order::Send(event.clone()));
        }
        self.events.push_back((self.sequence, event));
        if self.events.len() > KEPT {
            self.events.pop_front();
        }
    }
}

/// All sessions.
pub(super) struct Sessions {
    /// How many shards bots are told to use.
    pub(super) n_shards: u64,
    /// How often bots are told to show that they are alive, in milliseconds.
    pub(super) heartbeat: u64,
    /// Whether signs of life go unanswered.
    pub(super) is_deaf: bool,
    /// Whether nobody is let in.
    pub(super) is_closed: bool,
    pub(super) n_identified: usize,
    pub(super) n_resumed: usize,
    n_made: usize,
    sessions: Vec<Session>,
}

impl Sessions {
    pub(super) fn new(n_shards: u64, heartbeat: u64) -> Sessions {
        Sessions {
            n_shards,
            heartbeat,
            is_deaf: false,
            is_closed: false,
            n_identified: 0,
            n_resumed: 0,
            n_made: 0,
            sessions: Vec::new(),
        }
    }

    /// The shard that is told of this guild; direct messages go to the first.
    fn shard(&self, guild: Option<Id>) -> u64 {
        guild.map_or(0, |guild| (guild.0 >> 22) % self.n_shards)
    }

    pub(super) fn dispatch(&mut self, guild: Option<Id>, intent: Intent, name: &str, data: &Value) {
        let shard = self.shard(guild);
        let wants = |session: &&mut Session| {
            session.shard == shard && session.intents & intent.0 == intent.0
        };
        for session in self.sessions.iter_mut().filter(wants) {
            session.event(name, data);
        }
    }

    /// How many shards are connected.
    pub(super) fn n_connected(&self) -> u64 {
        let is_connected = |shard: &u64| {
            self.sessions
                .iter()
                .any(|session| session.shard == *shard && session.line.is_some())
        };
        (0..self.n_shards).filter(is_connected).count() as u64
    }

    /// Whether somebody would hear of something in this guild, now or by resuming.
    pub(super) fn hears(&self, guild: Option<Id>) -> bool {
        let shard = self.shard(guild);
        self.sessions.iter().any(|session| session.shard == shard)
    }

    fn order(&mut self, order: impl Fn() -> Order) {
        for line in self
            .sessions
            .iter()
            .filter_map(|session| session.line.as_ref())
        {
            // A line that has just been lost needs no order.
            let _ = line.send(order());
        }
    }

    pub(super) fn drop_lines(&mut self) {
        self.order(|| Order::Drop);
    }

    pub(super) fn close_lines(&mut self, code: u16) {
        self.order(|| Order::Close(code));
    }

    pub(super) fn ask_to_reconnect(&mut self) {
        self.order(|| Order::Send(json!({ "op": 7, "d": null }).to_string()));
    }

    pub(super) fn forget(&mut self) {
        self.drop_lines();
        self.sessions.clear();
    }
}

/// A connection of the bot.
struct Connection {
    line: Line,
    session: Option<String>,
}

impl Connection {
    fn send(&self, op: u64, data: &Value) {
        let _ = self
            .line
            .send(Order::Send(json!({ "op": op, "d": data }).to_string()));
    }

    fn close(&self, code: u16) {
        let _ = self.line.send(Order::Close(code));
    }

    /// Hears what the bot says.
    fn hear(&mut self, world: &mut World, text: &str) {
        let Ok(said) = serde_json::from_str::<Value>(text) else {
            world.problem(format!("the gateway was told what is no JSON: {text}"));
            return self.close(4002);
        };
        let data = &said["d"];
        match (said["op"].as_u64(), self.session.clone()) {
            (Some(1), session) => self.heartbeat(world, session.as_deref(), data),
            (Some(2), None) => self.identify(world, data),
            (Some(6), None) => self.resume(world, data),
            (Some(2 | 6), Some(_)) => {
                world.problem("a bot that is connected identified itself again");
                self.close(4005);
            }
            (Some(3), Some(_)) => {}
            (op, _) => {
                world.problem(format!("the gateway was told operation {op:?}"));
                self.close(4001);
            }
        }
    }

    fn heartbeat(&self, world: &mut World, session: Option<&str>, data: &Value) {
        let session = world
            .sessions
            .sessions
            .iter()
            .find(|known| Some(known.id.as_str()) == session);
        let sequence = session.map_or(0, |session| session.sequence);
        if !data.is_null() && data.as_u64().is_none_or(|heard| heard > sequence) {
            world.problem(format!("a heartbeat names event {data} of {sequence}"));
        }
        if !world.sessions.is_deaf {
            self.send(11, &Value::Null);
        }
    }

    /// Whether the token is right; if not, the line is closed.
    fn is_known(&self, world: &World, data: &Value) -> bool {
        let token = data["token"].as_str().unwrap_or_default();
        let is_known = token.strip_prefix("Bot ").unwrap_or(token) == world.token;
        if !is_known {
            self.close(4004);
        }
        is_known
    }

    fn identify(&mut self, world: &mut World, data: &Value) {
        if !self.is_known(world, data) {
            return;
        }
        let intents = data["intents"].as_u64();
        let Some(intents) = intents.filter(|intents| intents & Intent::PRIVILEGED == 0) else {
            world.problem(format!(
                "a bot asks for privileged events: {}",
                data["intents"]
            ));
            return self.close(4014);
        };
        let shard = data["shard"][0].as_u64().unwrap_or_default();
        let total = data["shard"][1].as_u64().unwrap_or(1);
        if shard >= total || total != world.sessions.n_shards {
            world.problem(format!(
                "a bot of {} shards is {}",
                world.sessions.n_shards, data["shard"]
            ));
            return self.close(4010);
        }
        if !data["properties"].is_object() {
            world.problem("a bot identifies itself without `properties`");
        }
        world.sessions.n_made += 1;
        let id = format!("session-{}", world.sessions.n_made);
        world.sessions.n_identified += 1;
        // Whoever begins anew no longer resumes.
        world
            .sessions
            .sessions
            .retain(|other| other.shard != shard || other.line.is_some());
        let mut session = Session {
            id: id.clone(),
            shard,
            intents,
            sequence: 0,
            events: VecDeque::new(),
            line: Some(self.line.clone()),
        };
        session.event("READY", &ready(world, &id, shard));
        world.sessions.sessions.push(session);
        self.session = Some(id);
        let here = world
            .halls
            .values()
            .filter(|hall| hall.bot.is_some() && world.sessions.shard(Some(hall.id)) == shard);
        let here: Vec<(Id, Value)> = here.map(|hall| (hall.id, hall.to_event(world))).collect();
        for (guild, data) in here {
            world.tell(Some(guild), Intent::GUILDS, "GUILD_CREATE", &data);
        }
    }

    fn resume(&mut self, world: &mut World, data: &Value) {
        if !self.is_known(world, data) {
            return;
        }
        let id = data["session_id"].as_str().unwrap_or_default();
        let heard = data["seq"].as_u64().unwrap_or_default();
        let Some(session) = world
            .sessions
            .sessions
            .iter_mut()
            .find(|session| session.id == id)
        else {
            return self.send(9, &json!(false));
        };
        if heard > session.sequence {
            return self.close(4007);
        }
        session.line = Some(self.line.clone());
        for (sequence, event) in &session.events {
            if *sequence > heard {
                let _ = self.line.send(Order::Send(event.clone()));
            }
        }
        session.event("RESUMED", &json!({}));
        self.session = Some(id.to_owned());
        world.sessions.n_resumed += 1;
    }

    /// The connection has ended; its session may be resumed.
    fn end(&self, world: &mut World, is_clean: bool) {
        let ours = |session: &Session| {
            session
                .line
                .as_ref()
                .is_some_and(|line| line.same_channel(&self.line))
        };
        match is_clean {
            true => world.sessions.sessions.retain(|session| !ours(session)),
            false => {
                for session in world
                    .sessions
                    .sessions
                    .iter_mut()
                    .filter(|session| ours(session))
                {
                    session.line = None;
                }
            }
        }
    }
}

fn ready(world: &World, session: &str, shard: u64) -> Value {
    let is_here = |guild: Id| world.sessions.shard(Some(guild)) == shard;
    let guilds = world
        .halls
        .values()
        .filter(|hall| hall.bot.is_some() && is_here(hall.id));
    json!({
        "v": 10,
        "user": world.account(world.application).to_json(),
        "guilds": guilds.map(|hall| json!({ "id": hall.id, "unavailable": true })).collect::<Vec<_>>(),
        "session_id": session,
        "resume_gateway_url": address(world),
        "shard": [shard, world.sessions.n_shards],
        "application": { "id": world.application, "flags": 0 },
    })
}

/// Where the gateway is.
pub(super) fn address(world: &World) -> String {
    world.origin.replacen("http", "ws", 1)
}

/// Lets a bot in.
pub(super) async fn upgrade(
    State(server): State<Arc<Server>>,
    upgrade: WebSocketUpgrade,
) -> Response {
    if server.world().sessions.is_closed {
        return StatusCode::SERVICE_UNAVAILABLE.into_response();
    }
    upgrade.on_upgrade(move |socket| talk(server, socket))
}

async fn talk(server: Arc<Server>, mut socket: WebSocket) {
    let (line, mut orders) = mpsc::unbounded_channel();
    let mut connection = Connection {
        line,
        session: None,
    };
    let heartbeat = server.world().sessions.heartbeat;
    connection.send(10, &json!({ "heartbeat_interval": heartbeat }));
    let mut is_clean = false;
    loop {
        tokio::select! {
            order = orders.recv() => match order {
                Some(Order::Send(text)) => if socket.send(Frame::text(text)).await.is_err() { break },
                Some(Order::Close(code)) => {
                    let frame = CloseFrame { code, reason: "".into() };
                    // It ends either way.
                    let _ = socket.send(Frame::Close(Some(frame))).await;
                    break;
                }
                Some(Order::Drop) | None => break,
            },
            frame = socket.recv() => match frame {
                Some(Ok(Frame::Text(text))) => {
                    connection.hear(&mut server.world(), &text);
                    server.changed();
                }
                Some(Ok(Frame::Close(frame))) => {
                    is_clean = frame.is_some_and(|frame| matches!(frame.code, 1000 | 1001));
                    break;
                }
                Some(Ok(Frame::Ping(_) | Frame::Pong(_))) => {}
                Some(Ok(Frame::Binary(_))) => server.world().problem("the gateway was told something binary"),
                Some(Err(_)) | None => break,
            },
        }
    }
    connection.end(&mut server.world(), is_clean);
    server.changed();
}
