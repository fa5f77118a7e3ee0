//! Injected faults.

use std::{sync::Arc, time::Duration};

use tokio::sync::watch;

use super::{
    refusal::Refusal,
    server::{Server, fits},
};

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
    Refused(Refusal),
    /// The request waits until the test releases it.
    HeldBefore,
    /// The request is carried out, but its response waits until the test releases it.
    HeldAfter,
}

impl Trouble {
    /// Returns status 429 of one route: retry after this time, in milliseconds.
    pub fn limited(retry_after: u64) -> Trouble {
        Trouble::limited_by(retry_after, false)
    }

    /// Returns status 429 of one route or of all: retry after this time, in milliseconds.
    pub fn limited_by(retry_after: u64, is_global: bool) -> Trouble {
        Trouble::RateLimited {
            retry_after: Duration::from_millis(retry_after),
            is_global,
        }
    }
}

/// A fault that waits for its requests.
pub(super) struct Trap {
    route: String,
    trouble: Trouble,
    left: usize,
    happened: Arc<watch::Sender<usize>>,
    gate: Arc<watch::Sender<bool>>,
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
    /// Tells whether the sender may not know that its request was carried out.
    pub(super) fn is_doubtful(&self) -> bool {
        matches!(
            self.trouble,
            Trouble::CutAfter | Trouble::FailingAfter(_) | Trouble::HeldAfter | Trouble::HeldBefore
        )
    }

    /// Waits until the test releases the request.
    pub(super) async fn released(&mut self) {
        // The end of the test releases every request.
        let _ = self.gate.wait_for(|is_open| *is_open).await;
    }
}

impl Traps {
    pub(super) fn catch(&mut self, method: &str, segments: &[String]) -> Option<Caught> {
        let mut traps = self.0.iter_mut();
        let trap = traps.find(|trap| trap.left > 0 && fits(&trap.route, method, segments))?;
        trap.left -= 1;
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
        assert!(
            route.contains(" /"),
            "{route:?} is no route: write `POST /channels/*/messages`"
        );
        let mischief = Mischief {
            server: server.clone(),
            happened: Arc::new(watch::Sender::new(0)),
            gate: Arc::new(watch::Sender::new(false)),
        };
        let trap = Trap {
            route: route.to_owned(),
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
