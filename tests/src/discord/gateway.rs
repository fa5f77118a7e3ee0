//! The gateway: the bot's sessions and their events.

use std::sync::Arc;

use axum::{
    extract::{
        RawQuery, State, WebSocketUpgrade,
        ws::{CloseFrame, Message as Frame, WebSocket},
    },
    http::StatusCode,
    response::{IntoResponse, Response},
};
use serde_json::{Value, json};
use tokio::sync::mpsc;

use super::{
    Id, compression,
    compression::Compressor,
    routes::interactions,
    server::Server,
    server_state::ServerState,
    sessions::{Intent, Line, Order, frame},
};

/// A connection of the bot.
struct Connection {
    line: Line,
    session: Option<String>,
}

impl Connection {
    fn send(&self, op: u64, data: &Value) {
        let _ = self.line.send(Order::Send(frame(op, data)));
    }

    fn close(&self, code: u16) {
        let _ = self.line.send(Order::Close(code));
    }

    /// Records a rule violation, and closes the connection with this code.
    fn reject(&self, state: &mut ServerState, code: u16, problem: impl Into<String>) {
        state.problem(problem);
        self.close(code);
    }

    /// Handles a payload from the bot.
    fn hear(&mut self, state: &mut ServerState, text: &str) {
        let Ok(said) = serde_json::from_str::<Value>(text) else {
            let problem = format!("the gateway was told what is no JSON: {text}");
            return self.reject(state, 4002, problem);
        };
        let data = &said["d"];
        match (said["op"].as_u64(), self.session.clone()) {
            (Some(1), session) => self.heartbeat(state, session.as_deref(), data),
            (Some(2), None) => self.identify(state, data),
            (Some(6), None) => self.resume(state, data),
            (Some(2 | 6), Some(_)) => {
                self.reject(
                    state,
                    4005,
                    "a bot that is connected identified itself again",
                );
            }
            (Some(3), Some(_)) => {}
            (op, _) => {
                self.reject(
                    state,
                    4001,
                    format!("the gateway was told operation {op:?}"),
                );
            }
        }
    }

    fn heartbeat(&self, state: &mut ServerState, session: Option<&str>, data: &Value) {
        let sequence = session.and_then(|id| state.sessions.sequence(id));
        let sequence = sequence.unwrap_or_default();
        if !data.is_null() && data.as_u64().is_none_or(|heard| heard > sequence) {
            state.problem(format!("a heartbeat names event {data} of {sequence}"));
        }
        if !state.sessions.is_deaf {
            self.send(11, &Value::Null);
        }
    }

    /// Tells whether the token is correct. If not, it closes the connection.
    fn is_known(&self, state: &ServerState, data: &Value) -> bool {
        let token = data["token"].as_str().unwrap_or_default();
        let is_known = token.strip_prefix("Bot ").unwrap_or(token) == state.token;
        if !is_known {
            self.close(4004);
        }
        is_known
    }

    fn identify(&mut self, state: &mut ServerState, data: &Value) {
        if !self.is_known(state, data) {
            return;
        }
        let intents = data["intents"].as_u64();
        let Some(intents) = intents.filter(|intents| intents & Intent::PRIVILEGED == 0) else {
            let problem = format!("a bot asks for privileged events: {}", data["intents"]);
            return self.reject(state, 4014, problem);
        };
        let shard = data["shard"][0].as_u64().unwrap_or_default();
        let total = data["shard"][1].as_u64().unwrap_or(1);
        if shard >= total || total != state.sessions.n_shards {
            let (n, shard) = (state.sessions.n_shards, &data["shard"]);
            return self.reject(state, 4010, format!("a bot of {n} shards is {shard}"));
        }
        if !data["properties"].is_object() {
            state.problem("a bot identifies itself without `properties`");
        }
        let now = state.clock.now();
        if !state.sessions.may_begin(shard, now) {
            state.problem(format!("shard {shard} begins a session too soon"));
            return self.send(9, &json!(false));
        }
        if !state.sessions.take_start() {
            let problem = "a bot begins more sessions than it may, and its token is reset";
            return self.reject(state, 4004, problem);
        }
        let id = state.sessions.next_name();
        let ready = ready(state, &id, shard);
        let line = self.line.clone();
        state.sessions.begin(&id, shard, intents, line, &ready);
        self.session = Some(id);
        let here = state.guilds.values().filter(|guild_state| {
            guild_state.bot.is_some() && state.sessions.shard(Some(guild_state.id)) == shard
        });
        let here: Vec<(Id, Value)> = here
            .map(|guild_state| (guild_state.id, guild_state.to_event(state)))
            .collect();
        for (guild, data) in here {
            state.send_event(Some(guild), Intent::GUILDS, "GUILD_CREATE", &data);
        }
    }

    fn resume(&mut self, state: &mut ServerState, data: &Value) {
        if !self.is_known(state, data) {
            return;
        }
        let id = data["session_id"].as_str().unwrap_or_default();
        let heard = data["seq"].as_u64().unwrap_or_default();
        match state.sessions.sequence(id) {
            None => self.send(9, &json!(false)),
            Some(sequence) if heard > sequence => self.close(4007),
            Some(_) => {
                let missed = state.sessions.resume(id, heard, &self.line);
                forget_answers(state, &missed);
                self.session = Some(id.to_owned());
            }
        }
    }
}

/// Clears the acknowledgments of replayed interactions: a process that receives an interaction again may not know them.
fn forget_answers(state: &mut ServerState, missed: &[String]) {
    for event in missed {
        let event: Value = serde_json::from_str(event).expect("an event is JSON");
        if let Some(id) = event["d"]["id"].as_str().and_then(|id| id.parse().ok()) {
            interactions::record_repetition(state, id);
        }
    }
}

fn ready(state: &ServerState, session: &str, shard: u64) -> Value {
    let is_here = |guild: Id| state.sessions.shard(Some(guild)) == shard;
    let guilds = state
        .guilds
        .values()
        .filter(|guild_state| guild_state.bot.is_some() && is_here(guild_state.id));
    json!({
        "v": 10,
        "user": state.account(state.application).to_json(),
        "guilds": guilds.map(|guild_state| json!({ "id": guild_state.id, "unavailable": true })).collect::<Vec<_>>(),
        "session_id": session,
        "resume_gateway_url": address(state),
        "shard": [shard, state.sessions.n_shards],
        "application": { "id": state.application, "flags": 0 },
    })
}

/// Returns the address of the gateway.
pub(super) fn address(state: &ServerState) -> String {
    state.origin.replacen("http", "ws", 1)
}

/// Accepts a connection of a bot.
pub(super) async fn upgrade(
    State(server): State<Arc<Server>>,
    RawQuery(query): RawQuery,
    upgrade: WebSocketUpgrade,
) -> Response {
    if server.state().sessions.is_closed {
        turn_away(&server);
        return StatusCode::SERVICE_UNAVAILABLE.into_response();
    }
    let compressor = compression::requested(query.as_deref().unwrap_or_default());
    upgrade.on_upgrade(move |socket| talk(server, socket, compressor))
}

/// Counts a connection that is refused or receives no hello.
fn turn_away(server: &Server) {
    server.state().sessions.n_turned_away += 1;
    server.changed();
}

async fn talk(server: Arc<Server>, mut socket: WebSocket, mut compressor: Option<Compressor>) {
    server.state().sessions.n_compressed += usize::from(compressor.is_some());
    let (line, mut orders) = mpsc::unbounded_channel();
    let mut connection = Connection {
        line,
        session: None,
    };
    if server.state().sessions.is_mute {
        turn_away(&server);
    } else {
        let heartbeat = server.state().sessions.heartbeat;
        connection.send(10, &json!({ "heartbeat_interval": heartbeat }));
    }
    let mut is_clean = false;
    loop {
        tokio::select! {
            order = orders.recv() => match order {
                Some(Order::Send(text)) => {
                    let frame = match &mut compressor {
                        None => Frame::text(text),
                        Some(compressor) => Frame::binary(compressor.frame(&text)),
                    };
                    if socket.send(frame).await.is_err() { break }
                }
                Some(Order::Close(code)) => {
                    let frame = CloseFrame { code, reason: "".into() };
                    // The connection ends either way.
                    let _ = socket.send(Frame::Close(Some(frame))).await;
                    break;
                }
                Some(Order::Drop) | None => break,
            },
            frame = socket.recv() => match frame {
                Some(Ok(Frame::Text(text))) => {
                    connection.hear(&mut server.state(), &text);
                    server.changed();
                }
                Some(Ok(Frame::Close(frame))) => {
                    is_clean = frame.is_some_and(|frame| matches!(frame.code, 1000 | 1001));
                    break;
                }
                Some(Ok(Frame::Ping(_) | Frame::Pong(_))) => {}
                Some(Ok(Frame::Binary(_))) => server.state().problem("the gateway was told something binary"),
                Some(Err(_)) | None => break,
            },
        }
    }
    server.state().sessions.hang_up(&connection.line, is_clean);
    server.changed();
}
