//! The connections of the page: their limits, and the choice of the one to close when there are too many.

use std::{
    collections::BTreeMap,
    net::IpAddr,
    sync::{
        Arc, Mutex,
        atomic::{AtomicBool, Ordering},
    },
};

use tokio::sync::Notify;
use tracing::warn;

use super::person::PersonId;
use kit::lock;

/// The largest number of connections, if the process can open enough files.
pub(super) const MOST: usize = 4096;

/// Returns the number of connections for this process, after raising its limit of open files.
pub(super) fn most() -> usize {
    n_files().map_or(MOST, share)
}

/// Returns the share of the open files for connections: half, because other parts need files too.
pub(super) fn share(n_files: u64) -> usize {
    usize::try_from(n_files / 2).map_or(MOST, |half| half.clamp(1, MOST))
}

/// Returns the share of live connections of signed-in people: fewer than all, so that pages can still be loaded.
pub(super) fn lines(most: usize) -> usize {
    (most * 5 / 7).max(1)
}

/// Returns the share of live connections of strangers. They are closed when other callers need the room.
pub(super) fn strangers(most: usize) -> usize {
    (most * 3 / 7).max(1)
}

/// The largest number of live connections of strangers at one address. The programs of this machine have no limit of their own.
pub(super) const LINES_AT_ADDRESS: usize = 16;

/// The largest number of live connections of one person: of all their pages, and of all boards that they watch.
pub(super) const LINES_EACH: usize = 32;

/// Returns the number of files that this process can open, after requesting as many as it can use.
#[cfg(unix)]
fn n_files() -> Option<u64> {
    use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};

    let limit = getrlimit(Resource::Nofile);
    let of_use = 2 * MOST as u64;
    let raised_to = limit.maximum.map_or(of_use, |maximum| maximum.min(of_use));
    let raised = Rlimit {
        current: Some(raised_to),
        ..limit
    };
    let is_low = limit.current.is_some_and(|current| current < raised_to);
    if is_low && setrlimit(Resource::Nofile, raised).is_ok() {
        raised.current
    } else {
        limit.current
    }
}

#[cfg(not(unix))]
fn n_files() -> Option<u64> {
    None
}

/// All open connections, and their limit.
pub(super) struct Connections {
    most: usize,
    open: Arc<Mutex<OpenConnections>>,
}

#[derive(Default)]
struct OpenConnections {
    /// The logical time: it grows with each event of a connection.
    now: u64,
    states: BTreeMap<u64, ConnectionState>,
    /// True once the limit is logged. The bot logs it again after the number has fallen in between.
    is_logged: bool,
}

struct ConnectionState {
    /// The number of complete requests without a response so far.
    n_requests: usize,
    /// The owner of the live connection, if it is one.
    line: Option<LineOwner>,
    /// The time at which its last use ended, or at which it became live.
    since: u64,
    evicted: Arc<Notify>,
}

/// The owner of a live connection.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum LineOwner {
    /// A caller without a sign-in, at this address.
    Stranger(IpAddr),
    /// A signed-in person.
    Person(PersonId),
}

impl ConnectionState {
    /// Returns whether the connection can be closed when there are too many, and its rank. Idle connections come before live
    /// connections of strangers. Among these, the one in that state for longest comes first. The live connections of signed-in
    /// people stay.
    fn eviction_order(&self) -> Option<(bool, u64)> {
        match self.line {
            _ if self.n_requests > 0 => None,
            Some(LineOwner::Person(_)) => None,
            line => Some((line.is_some(), self.since)),
        }
    }
}

/// A connection. Its drop makes room for another.
pub(super) struct Seat {
    id: u64,
    /// Its remote address: that of the client, or of the proxy.
    pub(super) peer: IpAddr,
    most: usize,
    open: Arc<Mutex<OpenConnections>>,
    evicted: Arc<Notify>,
    /// True once a request on the connection has carried an unknown secret.
    is_doubted: AtomicBool,
}

/// The client of a request, and the connection that carries it.
#[derive(Clone)]
pub(super) struct Client {
    pub(super) seat: Arc<Seat>,
    pub(super) address: IpAddr,
}

/// A guard for a request on the connection, which is not idle while the guard lives.
pub(super) struct InUse(Arc<Seat>);

/// A guard for a live connection.
pub(super) struct LineInUse(Arc<Seat>);

impl Connections {
    /// Creates the list with a limit.
    pub(super) fn new(most: usize) -> Connections {
        Connections {
            most,
            open: Arc::default(),
        }
    }

    /// Takes room for one more connection from this address. If there is none, closes an idle connection, or else the live one
    /// of a stranger. Returns none if all are in use.
    pub(super) fn take(&self, peer: IpAddr) -> Option<Arc<Seat>> {
        let mut open = lock(&self.open);
        if open.states.len() >= self.most {
            if !open.is_logged {
                open.is_logged = true;
                warn!(
                    n_connections = self.most,
                    "the page reached its limit of connections; closing idle connections for new ones"
                );
            }
            if !open.evict() {
                return None;
            }
        }
        open.now += 1;
        let id = open.now;
        let evicted = Arc::new(Notify::new());
        let state = ConnectionState {
            n_requests: 0,
            line: None,
            since: id,
            evicted: Arc::clone(&evicted),
        };
        open.states.insert(id, state);
        Some(Arc::new(Seat {
            id,
            peer,
            most: self.most,
            open: Arc::clone(&self.open),
            evicted,
            is_doubted: AtomicBool::new(false),
        }))
    }

    /// Closes a connection, if one is idle or the live one of a stranger.
    pub(super) fn evict(&self) {
        lock(&self.open).evict();
    }
}

impl OpenConnections {
    /// Closes the connection of the first rank. Returns false if all are in use.
    fn evict(&mut self) -> bool {
        let states = self.states.iter();
        let ranked = states.filter_map(|(id, state)| Some((state.eviction_order()?, *id)));
        let evicted = ranked.min().and_then(|(_, id)| self.states.remove(&id));
        if let Some(state) = &evicted {
            state.evicted.notify_one();
        }
        evicted.is_some()
    }

    /// Makes room for one more live connection of this owner, within the limits; returns whether there is room. At the limit,
    /// the person with the most connections loses the oldest, if they have more than the owner gets.
    fn make_room(&mut self, owner: LineOwner, most: usize) -> bool {
        let person = match owner {
            LineOwner::Person(person) => person,
            LineOwner::Stranger(address) => return self.has_room_for_stranger(address, most),
        };
        let mut n_lines: BTreeMap<PersonId, usize> = BTreeMap::new();
        for state in self.states.values() {
            if let Some(LineOwner::Person(person)) = state.line {
                *n_lines.entry(person).or_default() += 1;
            }
        }
        let n_own = n_lines.get(&person).copied().unwrap_or_default();
        if n_own >= LINES_EACH {
            return false;
        }
        if n_lines.values().sum::<usize>() < lines(most) {
            return true;
        }
        let most_lines = n_lines.into_iter().max_by_key(|(_, n)| *n);
        let Some((greedy, _)) = most_lines.filter(|(_, n)| *n > n_own + 1) else {
            return false;
        };
        let theirs = self.states.iter().filter(|(_, state)| {
            state.line == Some(LineOwner::Person(greedy)) && state.n_requests == 0
        });
        let Some((_, id)) = theirs.map(|(id, state)| (state.since, *id)).min() else {
            return false;
        };
        if let Some(state) = self.states.remove(&id) {
            state.evicted.notify_one();
        }
        true
    }

    /// Returns whether a stranger at an address can have one more live connection.
    fn has_room_for_stranger(&self, address: IpAddr, most: usize) -> bool {
        let (mut n_here, mut n_all) = (0, 0);
        for state in self.states.values() {
            if let Some(LineOwner::Stranger(other)) = state.line {
                n_all += 1;
                n_here += usize::from(other == address);
            }
        }
        let is_limited = !address.is_loopback();
        n_all < strangers(most) && !(is_limited && n_here >= LINES_AT_ADDRESS)
    }

    /// Changes the state of a connection, unless it was closed for another.
    fn change(&mut self, id: u64, change: impl FnOnce(&mut ConnectionState)) {
        self.now += 1;
        let now = self.now;
        if let Some(state) = self.states.get_mut(&id) {
            change(state);
            state.since = now;
        }
    }
}

impl Seat {
    /// Completes when the connection has to close.
    pub(super) async fn evicted(&self) {
        self.evicted.notified().await;
    }

    /// Marks the connection: a request on it has carried an unknown secret.
    pub(super) fn doubt(&self) {
        self.is_doubted.store(true, Ordering::Relaxed);
    }

    /// Tells whether a request on the connection has ever carried an unknown secret.
    pub(super) fn is_doubted(&self) -> bool {
        self.is_doubted.load(Ordering::Relaxed)
    }

    /// Keeps the connection from being idle for as long as the result lives.
    pub(super) fn occupy(self: &Arc<Seat>) -> InUse {
        lock(&self.open).change(self.id, |state| state.n_requests += 1);
        InUse(Arc::clone(self))
    }

    /// Makes the connection a live one of this owner for as long as the result lives; returns none if there are too many.
    pub(super) fn occupy_line(self: &Arc<Seat>, owner: LineOwner) -> Option<LineInUse> {
        let mut open = lock(&self.open);
        // A closed connection takes no room from another.
        if !open.states.contains_key(&self.id) || !open.make_room(owner, self.most) {
            return None;
        }
        open.change(self.id, |state| state.line = Some(owner));
        Some(LineInUse(Arc::clone(self)))
    }
}

impl LineInUse {
    /// Gives the live connection to another owner after their sign-in. Returns whether there is room for it.
    pub(super) fn pass_to(&self, owner: LineOwner) -> bool {
        let mut open = lock(&self.0.open);
        let is_theirs = |state: &ConnectionState| state.line == Some(owner);
        match open.states.get(&self.0.id) {
            // A closed connection takes no room from another.
            None => return false,
            Some(state) if is_theirs(state) => return true,
            Some(_) => {}
        }
        let has_room = open.make_room(owner, self.0.most);
        if has_room {
            open.change(self.0.id, |state| state.line = Some(owner));
        }
        has_room
    }
}

impl Drop for InUse {
    fn drop(&mut self) {
        lock(&self.0.open).change(self.0.id, |state| state.n_requests -= 1);
    }
}

impl Drop for LineInUse {
    fn drop(&mut self) {
        lock(&self.0.open).change(self.0.id, |state| state.line = None);
    }
}

impl Drop for Seat {
    fn drop(&mut self) {
        let mut open = lock(&self.open);
        open.states.remove(&self.id);
        if open.states.len() <= self.most / 2 {
            open.is_logged = false;
        }
    }
}
