//! An input with the receiver of its verdict.

use std::sync::Arc;

use tokio::sync::oneshot;

use super::super::pending::{Asking, PendingReply, Verdict};
use crate::{egress::delivery::Deliveries, ingress::gate::Permit};
use service::{Input, Loaded, Request};

/// An input, and the receiver of its verdict.
pub(crate) struct Job {
    pub(super) input: Input,
    pub(super) waiting: Waiting,
    /// The number of failed tries to decide on it.
    pub(super) n_tries: u32,
    /// True if a refusal of it is stored. On a full disk it cannot be stored, and is sent all the same.
    pub(super) remembers_refusal: bool,
    /// The records that were read for it.
    pub(super) loaded: Loaded,
}

/// The receiver of a verdict.
pub(super) enum Waiting {
    Person(Box<Asking>),
    Program(oneshot::Sender<Arc<Verdict>>),
}

impl Job {
    /// Returns a job for the request of a person.
    pub(crate) fn of_person(request: Request, asking: Asking) -> Job {
        Job {
            input: request.into(),
            waiting: Waiting::Person(Box::new(asking)),
            n_tries: 0,
            remembers_refusal: true,
            loaded: Loaded::default(),
        }
    }

    /// Returns a job for an input of the bot itself, and the receiver of its verdict once that is durable.
    pub(crate) fn of_program(input: Input) -> (Job, oneshot::Receiver<Arc<Verdict>>) {
        let (settle, settled) = oneshot::channel();
        let job = Job {
            input,
            waiting: Waiting::Program(settle),
            n_tries: 0,
            remembers_refusal: true,
            loaded: Loaded::default(),
        };
        (job, settled)
    }
}

impl Job {
    /// Returns the person who waits, if one does.
    fn asking(&self) -> Option<&Asking> {
        match &self.waiting {
            Waiting::Person(asking) => Some(asking),
            Waiting::Program(_) => None,
        }
    }

    /// Returns the place of the event among those under way.
    pub(super) fn permit(&self) -> Option<Permit> {
        self.asking()?.in_flight.permit.clone()
    }

    /// Gives up the place of the event among those under way.
    pub(super) fn leave_gate(&mut self) {
        if let Waiting::Person(asking) = &mut self.waiting {
            asking.in_flight.permit = None;
        }
    }

    /// Sends the verdict to the receiver.
    pub(super) fn settle(self, verdict: Arc<Verdict>, deliveries: &Deliveries) {
        match self.waiting {
            Waiting::Person(asking) => {
                let asking = *asking;
                let reply = PendingReply { asking, verdict };
                tokio::spawn(reply.send(deliveries.clone()));
            }
            // If the receiver is gone, the verdict is dropped.
            Waiting::Program(settle) => drop(settle.send(verdict)),
        }
    }

    /// Replies that nothing is confirmed.
    pub(super) fn fail(self, deliveries: &Deliveries) {
        let verdict = Verdict::Undecided(text::not_confirmed());
        self.settle(Arc::new(verdict), deliveries);
    }
}
