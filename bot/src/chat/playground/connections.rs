//! The connections of the page: how many there may be, and which of them has to go when there are too many.

use std::{
    collections::BTreeMap,
    sync::{Arc, Mutex},
};

use tokio::sync::Notify;
use tracing::warn;

use crate::chat::kit::hold;

/// How many connections there may be where the process may have so many files open.
pub(super) const MOST: usize = 896;

/// How many connections this process can have, with as many files open as the system lets it have.
pub(super) fn most() -> usize {
    n_files().map_or(MOST, share)
}

/// How many of the files that may be open can be connections: half, since all else needs files too.
pub(super) fn share(n_files: u64) -> usize {
    usize::try_from(n_files / 2).map_or(MOST, |half| half.clamp(1, MOST))
}

/// How many of the connections can be live lines of people who are known: fewer than all, so that pages can be loaded
/// besides.
pub(super) fn lines(most: usize) -> usize {
    (most * 5 / 7).max(1)
}

/// How many files this process may have open, after asking for as many as are of use.
#[cfg(unix)]
fn n_files() -> Option<u64> {
    use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};

    let limit = getrlimit(Resource::Nofile);
    let of_use = 2 * MOST as u64;
    let wanted = limit.maximum.map_or(of_use, |maximum| maximum.min(of_use));
    let raised = Rlimit {
        current: Some(wanted),
        ..limit
    };
    let is_low = limit.current.is_some_and(|current| current < wanted);
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

/// All open connections, and the bound on them.
pub(super) struct Connections {
    most: usize,
    open: Arc<Mutex<OpenConnections>>,
}

#[derive(Default)]
struct OpenConnections {
    /// Grows with whatever happens to a connection.
    now: u64,
    states: BTreeMap<u64, ConnectionState>,
    /// Whether it was said that there are too many. It is said again once there were fewer in between.
    is_told: bool,
}

struct ConnectionState {
    /// How many use the connection: a request that is here in whole, or a live line of somebody who is known.
    n_users: usize,
    /// When the last of them ended.
    idle_since: u64,
    evicted: Arc<Notify>,
}

/// A connection; dropping it makes room for another.
pub(super) struct Seat {
    id: u64,
    most: usize,
    open: Arc<Mutex<OpenConnections>>,
    evicted: Arc<Notify>,
}

/// Somebody uses the connection, so it is not idle.
pub(super) struct InUse(Arc<Seat>);

impl Connections {
    /// At most so many.
    pub(super) fn new(most: usize) -> Connections {
        Connections {
            most,
            open: Arc::default(),
        }
    }

    /// Room for one more connection. Where there is none, the one that was idle for longest has to go; nothing if none is
    /// idle.
    pub(super) fn take(&self) -> Option<Arc<Seat>> {
        let mut open = hold(&self.open);
        if open.states.len() >= self.most {
            if !open.is_told {
                open.is_told = true;
                warn!(
                    n_connections = self.most,
                    "the page has as many connections as it may; those that are idle are closed for new ones"
                );
            }
            open.evict()?;
        }
        open.now += 1;
        let id = open.now;
        let evicted = Arc::new(Notify::new());
        let state = ConnectionState {
            n_users: 0,
            idle_since: id,
            evicted: Arc::clone(&evicted),
        };
        open.states.insert(id, state);
        Some(Arc::new(Seat {
            id,
            most: self.most,
            open: Arc::clone(&self.open),
            evicted,
        }))
    }

    /// Has a connection go, if one is idle.
    pub(super) fn evict(&self) {
        hold(&self.open).evict();
    }
}

impl OpenConnections {
    /// Has the connection go that was idle for longest; nothing if none is idle.
    fn evict(&mut self) -> Option<()> {
        let idle = self.states.iter().filter(|(_, state)| state.n_users == 0);
        let (&id, _) = idle.min_by_key(|(_, state)| state.idle_since)?;
        self.states.remove(&id)?.evicted.notify_one();
        Some(())
    }
}

impl Seat {
    /// Returns when the connection has to go.
    pub(super) async fn evicted(&self) {
        self.evicted.notified().await;
    }

    /// How many of all connections can be live lines.
    pub(super) fn most_lines(&self) -> usize {
        lines(self.most)
    }

    /// Keeps the connection for as long as the result lives.
    pub(super) fn occupy(self: &Arc<Seat>) -> InUse {
        if let Some(state) = hold(&self.open).states.get_mut(&self.id) {
            state.n_users += 1;
        }
        InUse(Arc::clone(self))
    }
}

impl Drop for InUse {
    fn drop(&mut self) {
        let mut open = hold(&self.0.open);
        open.now += 1;
        let now = open.now;
        if let Some(state) = open.states.get_mut(&self.0.id) {
            state.n_users -= 1;
            state.idle_since = now;
        }
    }
}

impl Drop for Seat {
    fn drop(&mut self) {
        let mut open = hold(&self.open);
        open.states.remove(&self.id);
        if open.states.len() <= self.most / 2 {
            open.is_told = false;
        }
    }
}
