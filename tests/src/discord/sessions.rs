//! The bot's sessions at the gateway, and their events.

use std::{
    collections::{HashMap, VecDeque},
    time::Duration,
};

use serde_json::{Value, json};
use tokio::sync::mpsc;

use super::Id;

/// A kind of event that a bot must subscribe to.
#[derive(Clone, Copy)]
pub(super) struct Intent(u64);

impl Intent {
    /// Events that every bot receives.
    pub(super) const NONE: Intent = Intent(0);
    pub(super) const GUILDS: Intent = Intent(1);
    const GUILD_MESSAGES: Intent = Intent(1 << 9);
    const DIRECT_MESSAGES: Intent = Intent(1 << 12);
    /// The privileged intents: members, presences, message contents.
    pub(super) const PRIVILEGED: u64 = 1 << 1 | 1 << 8 | 1 << 15;

    pub(super) fn messages(guild: Option<Id>) -> Intent {
        match guild {
            Some(_) => Intent::GUILD_MESSAGES,
            None => Intent::DIRECT_MESSAGES,
        }
    }
}

/// The number of events that are kept for resuming sessions.
const KEPT: usize = 5000;

/// An order to a connection.
pub(super) enum Order {
    Send(String),
    Close(u16),
    Drop,
}

pub(super) type Line = mpsc::UnboundedSender<Order>;

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
        let event = event_frame(name, self.sequence, data);
        if let Some(line) = &self.line {
            // The connection's own task notices a lost connection.
            let _ = line.send(Order::Send(event.clone()));
        }
        self.events.push_back((self.sequence, event));
        if self.events.len() > KEPT {
            self.events.pop_front();
        }
    }
}

/// Returns a frame with this opcode. Its fields have Discord's order, by which some clients find the opcode.
pub(super) fn frame(op: u64, data: &Value) -> String {
    format!(r#"{{"op":{op},"d":{data}}}"#)
}

/// Returns the frame of an event.
fn event_frame(name: &str, sequence: u64, data: &Value) -> String {
    format!(r#"{{"t":"{name}","s":{sequence},"op":0,"d":{data}}}"#)
}

/// The default heartbeat interval, in milliseconds.
pub(super) const HEARTBEAT: u64 = 41_250;

/// The limit on session starts, after which Discord resets the bot's token.
#[derive(Clone, Copy, Default)]
pub(super) struct SessionStarts {
    /// The number of starts left.
    pub(super) remaining: u64,
    /// The time until the limit is reset.
    pub(super) reset_after: Duration,
}

/// The number of sessions that a bot may begin in a day.
pub(super) const STARTS: u64 = 1000;

/// The rate at which sessions may begin.
#[derive(Clone, Copy, Default)]
pub(super) struct SessionRate {
    /// The number of sessions that may begin at the same time, if their shard ids have different remainders.
    pub(super) max_concurrency: u64,
    /// The time after a start in which no other session of the same remainder may begin.
    pub(super) window: Duration,
}

/// All sessions.
#[derive(Default)]
pub(super) struct Sessions {
    /// The number of shards that Discord recommends to bots.
    pub(super) n_shards: u64,
    pub(super) session_rate: SessionRate,
    pub(super) starts: SessionStarts,
    /// The time of the last session start, by the remainder of the shard id.
    begun: HashMap<u64, Duration>,
    /// The heartbeat interval for bots, in milliseconds.
    pub(super) heartbeat: u64,
    /// True if heartbeats go unanswered.
    pub(super) is_deaf: bool,
    /// True if all connections are refused.
    pub(super) is_closed: bool,
    /// True if bots that connect receive no hello.
    pub(super) is_mute: bool,
    /// The number of connections that were refused or received no hello.
    pub(super) n_turned_away: usize,
    pub(super) n_identified: usize,
    pub(super) n_resumed: usize,
    /// The number of compressed connections.
    pub(super) n_compressed: usize,
    sessions: Vec<Session>,
}

impl Sessions {
    pub(super) fn new(n_shards: u64, session_rate: SessionRate) -> Sessions {
        Sessions {
            n_shards,
            session_rate,
            starts: SessionStarts {
                remaining: STARTS,
                reset_after: Duration::from_secs(4 * 60 * 60),
            },
            heartbeat: HEARTBEAT,
            ..Sessions::default()
        }
    }

    /// Returns the shard of this guild. Direct messages go to the first shard.
    pub(super) fn shard(&self, guild: Option<Id>) -> u64 {
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

    /// Returns the number of connected shards.
    pub(super) fn n_connected(&self) -> u64 {
        let is_connected = |shard: &u64| {
            self.sessions
                .iter()
                .any(|session| session.shard == *shard && session.line.is_some())
        };
        (0..self.n_shards).filter(is_connected).count() as u64
    }

    /// Tells whether a session would receive an event of this guild, now or after a resume.
    pub(super) fn hears(&self, guild: Option<Id>) -> bool {
        let shard = self.shard(guild);
        self.sessions.iter().any(|session| session.shard == shard)
    }

    fn order(&mut self, order: impl Fn() -> Order) {
        let lines = self.sessions.iter();
        for line in lines.filter_map(|session| session.line.as_ref()) {
            // A lost connection needs no order.
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
        self.order(|| Order::Send(frame(7, &Value::Null)));
    }

    /// Declares every session invalid, but open to a resume.
    pub(super) fn invalidate(&mut self) {
        self.order(|| Order::Send(frame(9, &json!(true))));
    }

    pub(super) fn forget(&mut self) {
        self.drop_lines();
        self.sessions.clear();
    }

    /// Tells whether a session of a shard may begin now.
    pub(super) fn may_begin(&mut self, shard: u64, now: Duration) -> bool {
        let SessionRate {
            max_concurrency,
            window,
        } = self.session_rate;
        let before = self.begun.insert(shard % max_concurrency, now);
        before.is_none_or(|before| now >= before + window)
    }

    /// Counts a session start. Tells whether the bot may begin one.
    pub(super) fn take_start(&mut self) -> bool {
        let left = self.starts.remaining.checked_sub(1);
        self.starts.remaining = left.unwrap_or_default();
        left.is_some()
    }

    /// Returns the name of the next session.
    pub(super) fn next_name(&mut self) -> String {
        self.n_identified += 1;
        format!("session-{}", self.n_identified)
    }

    /// Begins a session. Its first event is `READY`.
    pub(super) fn begin(&mut self, id: &str, shard: u64, intents: u64, line: Line, ready: &Value) {
        // A new session of a shard replaces the earlier one.
        self.sessions
            .retain(|other| other.shard != shard || other.line.is_some());
        let mut session = Session {
            id: id.to_owned(),
            shard,
            intents,
            sequence: 0,
            events: VecDeque::new(),
            line: Some(line),
        };
        session.event("READY", ready);
        self.sessions.push(session);
    }

    /// Returns the number of the last event of a session.
    pub(super) fn sequence(&self, id: &str) -> Option<u64> {
        let session = self.sessions.iter().find(|session| session.id == id)?;
        Some(session.sequence)
    }

    /// Resumes a session after the event with this number. Returns the events to replay.
    pub(super) fn resume(&mut self, id: &str, heard: u64, line: &Line) -> Vec<String> {
        let Some(session) = self.sessions.iter_mut().find(|session| session.id == id) else {
            return Vec::new();
        };
        if let Some(old) = session.line.replace(line.clone()) {
            // A session has only its latest connection. A lost connection needs no order.
            let _ = old.send(Order::Drop);
        }
        let missed = session.events.iter().filter(|(number, _)| *number > heard);
        let missed: Vec<String> = missed.map(|(_, event)| event.clone()).collect();
        for event in &missed {
            // The connection's own task notices a lost connection.
            let _ = line.send(Order::Send(event.clone()));
        }
        session.event("RESUMED", &json!({}));
        self.n_resumed += 1;
        missed
    }

    /// Ends a connection. Its session may be resumed, unless the bot closed it cleanly.
    pub(super) fn hang_up(&mut self, line: &Line, is_clean: bool) {
        let ours = |session: &Session| {
            let own = session.line.as_ref();
            own.is_some_and(|own| own.same_channel(line))
        };
        if is_clean {
            self.sessions.retain(|session| !ours(session));
        }
        for session in self.sessions.iter_mut().filter(|session| ours(session)) {
            session.line = None;
        }
    }
}
