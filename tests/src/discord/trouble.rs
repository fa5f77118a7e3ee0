//! What goes wrong on purpose.

use std::{sync::Arc, time::Duration};

use tokio::sync::watch;

use super::server::Server;

/// A way to misbehave.
#[derive(Clone, Debug, PartialEq)]
pub enum Trouble {
    /// 429: ask again after so long; nothing was done.
    RateLimited {
        /// How long to wait.
        retry_after: Duration,
        /// Whether everything is to wait, not just this route.
        is_global: bool,
    },
    /// This status, such as 500 or 503; nothing was done.
    Failing(u16),
    /// This status, although the request was carried out.
    FailingAfter(u16),
    /// The connection is cut; nothing was done.
    CutBefore,
    /// The connection is cut after the request was carried out.
    CutAfter,
    /// A refusal in Discord's own words; nothing was done.
    Refused {
        /// The status, such as 403.
        status: u16,
        /// Discord's code, such as 50013.
        code: u32,
        /// What it says.
        message: &'static str,
    },
    /// Nothing is done until the test lets it go on.
    HeldBefore,
    /// The request is carried out, but its answer comes only when the test lets it go on.
    HeldAfter,
}

impl Trouble {
    /// The refusal with this code.
    ///
    /// # Panics
    ///
    /// The code is none of those that matter to a bot.
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

/// A trouble that waits for its requests.
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

/// All traps; the earliest that fits a request goes off.
#[derive(Default)]
pub(super) struct Traps(Vec<Trap>);

/// What happens to one request.
pub(super) struct Caught {
    pub(super) trouble: Trouble,
    gate: watch::Receiver<bool>,
}

impl Caught {
    /// Waits until the test lets it go on.
    pub(super) async fn released(&mut self) {
        // A test that has ended lets everything go on.
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

/// A trouble that was asked for: it tells whether it came to pass, and ends it.
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

    /// How many requests it befell.
    pub fn count(&self) -> usize {
        *self.happened.borrow()
    }

    /// Waits until it befell so many requests.
    ///
    /// # Panics
    ///
    /// It does not in time.
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

    /// Lets what is held go on, and holds nothing any more.
    pub fn release(&self) {
        self.stop();
        self.gate.send_replace(true);
    }

    /// Befalls no further request.
    pub fn stop(&self) {
        let mut world = self.server.world();
        let ours = |trap: &&mut Trap| Arc::ptr_eq(&trap.gate, &self.gate);
        if let Some(trap) = world.traps.0.iter_mut().find(ours) {
            trap.left = 0;
        }
    }
}
