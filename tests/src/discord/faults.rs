//! Injected faults.

use std::{sync::Arc, time::Duration};

use tokio::sync::watch;

use super::{
    refusal::Refusal,
    server::{Server, fits},
};

/// A fault of the server.
#[derive(Clone, Debug, PartialEq)]
pub enum ServerFault {
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

impl ServerFault {
    /// Returns status 429 of one route: retry after this time, in milliseconds.
    pub fn limited(retry_after: u64) -> ServerFault {
        ServerFault::limited_by(retry_after, false)
    }

    /// Returns status 429 of one route or of all: retry after this time, in milliseconds.
    pub fn limited_by(retry_after: u64, is_global: bool) -> ServerFault {
        ServerFault::RateLimited {
            retry_after: Duration::from_millis(retry_after),
            is_global,
        }
    }
}

/// A fault that waits for its requests.
pub(super) struct PendingFault {
    route: String,
    fault: ServerFault,
    left: usize,
    happened: Arc<watch::Sender<usize>>,
    gate: Arc<watch::Sender<bool>>,
}

/// All pending faults. The earliest that fits a request is used.
#[derive(Default)]
pub(super) struct PendingFaults(Vec<PendingFault>);

/// The fault for one request.
pub(super) struct RequestFault {
    pub(super) fault: ServerFault,
    gate: watch::Receiver<bool>,
}

impl RequestFault {
    /// Tells whether the sender may not know that its request was carried out.
    pub(super) fn is_doubtful(&self) -> bool {
        matches!(
            self.fault,
            ServerFault::CutAfter
                | ServerFault::FailingAfter(_)
                | ServerFault::HeldAfter
                | ServerFault::HeldBefore
        )
    }

    /// Waits until the test releases the request.
    pub(super) async fn released(&mut self) {
        // The end of the test releases every request.
        let _ = self.gate.wait_for(|is_open| *is_open).await;
    }
}

impl PendingFaults {
    pub(super) fn catch(&mut self, method: &str, segments: &[String]) -> Option<RequestFault> {
        let mut pending_faults = self.0.iter_mut();
        let pending = pending_faults
            .find(|pending| pending.left > 0 && fits(&pending.route, method, segments))?;
        pending.left -= 1;
        pending.happened.send_modify(|n| *n += 1);
        Some(RequestFault {
            fault: pending.fault.clone(),
            gate: pending.gate.subscribe(),
        })
    }
}

/// An injected fault. It tells whether the fault occurred, and can end it.
pub struct InjectedFault {
    server: Arc<Server>,
    happened: Arc<watch::Sender<usize>>,
    gate: Arc<watch::Sender<bool>>,
}

impl InjectedFault {
    pub(super) fn set(
        server: &Arc<Server>,
        route: &str,
        fault: ServerFault,
        n: usize,
    ) -> InjectedFault {
        assert!(
            route.contains(" /"),
            "{route:?} is no route: write `POST /channels/*/messages`"
        );
        let injected = InjectedFault {
            server: server.clone(),
            happened: Arc::new(watch::Sender::new(0)),
            gate: Arc::new(watch::Sender::new(false)),
        };
        let pending = PendingFault {
            route: route.to_owned(),
            fault,
            left: n,
            happened: injected.happened.clone(),
            gate: injected.gate.clone(),
        };
        server.state().pending_faults.0.push(pending);
        injected
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
    pub async fn occurred(&self, n: usize) {
        let mut happened = self.happened.subscribe();
        let wait = happened.wait_for(|count| *count >= n);
        if tokio::time::timeout(super::PATIENCE, wait).await.is_err() {
            let report = self.server.report();
            panic!(
                "the fault occurred in {} requests, not {n}\n{report}",
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
        let mut state = self.server.state();
        let ours = |pending: &&mut PendingFault| Arc::ptr_eq(&pending.gate, &self.gate);
        if let Some(pending) = state.pending_faults.0.iter_mut().find(ours) {
            pending.left = 0;
        }
    }
}
