//! Injected faults.

use std::{sync::Arc, time::Duration};

use tokio::sync::watch;

use super::server::Server;

/// A fault of the server.
#[derive(Clone, Debug, PartialEq)]
pub enum Trouble {
    /// Status 429: retry after this time. The request was not carried out.
    RateLimited {
        /// The time to wait.
        retry_after: Duration,
        /// True if the limit is global, not of this route alone.
        is_global: bool,
    },
    /// This status, such as 500 or 503. The request was not carried out.
    Failing(u16),
    /// This status, but the request was carried out.
    FailingAfter(u16),
    /// The connection is cut before the request is carried out.
    CutBefore,
    /// The connection is cut after the request was carried out.
    CutAfter,
    /// A refusal in Discord's own words. The request was not carried out.
    Refused {
        /// The status, such as 403.
        status: u16,
        /// Discord's code, such as 50013.
        code: u32,
        /// Discord's message.
        message: &'static str,
    },
    /// The request waits until the test releases it.
    HeldBefore,
    /// The request is carried out, but its response waits until the test releases it.
    HeldAfter,
}

impl Trouble {
    /// Returns the refusal with this code.
    ///
    /// # Panics
    ///
    /// Panics if the code is none of those that matter to a bot.
    pub fn refused(code: u32) -> Trouble {
        let (status, message) = match code {
            10003 => (404, "Unknown Channel"),
            10008 => (404, "Unknown Message"),
            10015 => (404, "Unknown Webhook"),
            10062 => (404, "Unknown interaction"),
            30046 => (
                429,
                "Maximum number of edits to messages older than 1 hour reached. Try again later",
            ),
            50001 => (403, "Missing Access"),
            50007 => (403, "Cannot send messages to this user"),
            50013 => (403, "Missing Permissions"),
            50027 => (401, "Invalid Webhook Token"),
            50278 => (
                403,
                "Cannot send messages to this user due to having no mutual guilds",
            ),
            other => panic!("code {other} has no words here"),
        };
        Trouble::Refused {
            status,
            code,
            message,
        }
    }
}

/// A fault that waits for its requests.
pub(super) struct Trap {
    method: String,
    segments: Vec<String>,
    pub(super) trouble: Trouble,
    left: usize,
    happened: Arc<watch::Sender<usize>>,
    gate: Arc<watch::Sender<bool>>,
}

impl Trap {
    fn fits(&self, method: &str, segments: &[String]) -> bool {
        let same = |(expected, found): (&String, &String)| expected == "*" || expected == found;
        self.left > 0
            && (self.method == "*" || self.method == method)
            && self.segments.len() == segments.len()
            && self.segments.iter().zip(segments).all(same)
    }
}

/// All pending faults. The earliest that fits a request is used.
#[derive(Default)]
pub(super) struct Traps(Vec<Trap>);

/// The fault for one request.
pub(super) struct Caught {
    pub(super) trouble: Trouble,
    gate: watch::Receiver<bool>,
}

impl Caught {
    /// Waits until the test releases the request.
    pub(super) async fn released(&mut self) {
        // The end of the test releases every request.
        let _ = self.gate.wait_for(|is_open| *is_open).await;
    }
}

impl Traps {
    pub(super) fn catch(&mut self, method: &str, segments: &[String]) -> Option<Caught> {
        let trap = self.0.iter_mut().find(|trap| trap.fits(method, segments))?;
        trap.left = trap.left.saturating_sub(1);
        trap.happened.send_modify(|n| *n += 1);
        Some(Caught {
            trouble: trap.trouble.clone(),
            gate: trap.gate.subscribe(),
        })
    }
}

/// An injected fault. It tells whether the fault occurred, and can end it.
pub struct Mischief {
    server: Arc<Server>,
    happened: Arc<watch::Sender<usize>>,
    gate: Arc<watch::Sender<bool>>,
}

impl Mischief {
    pub(super) fn set(server: &Arc<Server>, route: &str, trouble: Trouble, n: usize) -> Mischief {
        let (method, path) = route
            .split_once(' ')
            .unwrap_or_else(|| panic!("{route:?} is no route: write `POST /channels/*/messages`"));
        let mischief = Mischief {
            server: server.clone(),
            happened: Arc::new(watch::Sender::new(0)),
            gate: Arc::new(watch::Sender::new(false)),
        };
        let trap = Trap {
            method: method.to_owned(),
            segments: path.split('/').skip(1).map(str::to_owned).collect(),
            trouble,
            left: n,
            happened: mischief.happened.clone(),
            gate: mischief.gate.clone(),
        };
        server.world().traps.0.push(trap);
        mischief
    }

    /// Returns the number of requests that it affected.
    pub fn count(&self) -> usize {
        *self.happened.borrow()
    }

    /// Waits until it has affected `n` requests.
    ///
    /// # Panics
    ///
    /// Panics after the time limit.
    pub async fn befell(&self, n: usize) {
        let mut happened = self.happened.subscribe();
        let wait = happened.wait_for(|count| *count >= n);
        if tokio::time::timeout(super::PATIENCE, wait).await.is_err() {
            let report = self.server.report();
            panic!(
                "the trouble befell {} requests, not {n}\n{report}",
                self.count()
            );
        }
    }

    /// Releases the held requests, and holds no further ones.
    pub fn release(&self) {
        self.stop();
        self.gate.send_replace(true);
    }

    /// Stops the fault for further requests.
    pub fn stop(&self) {
        let mut world = self.server.world();
        let ours = |trap: &&mut Trap| Arc::ptr_eq(&trap.gate, &self.gate);
        if let Some(trap) = world.traps.0.iter_mut().find(ours) {
            trap.left = 0;
        }
    }
}
