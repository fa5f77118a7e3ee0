//! A request with the receiver of its reply.

use std::sync::Arc;

use tokio::sync::oneshot;

use super::super::pending::PendingReply;
use crate::{egress::delivery::Deliveries, ingress::gate::Permit};
use service::{Loaded, Reply, Request};

/// A request in the queue of the decider, and the receiver of its reply.
pub(crate) struct Job {
    pub(super) request: Request,
    pub(super) waiting: Waiting,
    /// The number of failed tries to decide on it.
    pub(super) n_tries: u32,
    /// True if a refusal of it is stored. On a full disk it cannot be stored, and is sent all the same.
    pub(super) remembers_refusal: bool,
    /// The records that were read for it.
    pub(super) loaded: Loaded,
}

/// The receiver of a reply.
pub(super) enum Waiting {
    Person(Box<PendingReply>),
    Program(oneshot::Sender<Arc<Reply>>),
}

impl Job {
    fn new(request: Request, waiting: Waiting) -> Job {
        Job {
            request,
            waiting,
            n_tries: 0,
            remembers_refusal: true,
            loaded: Loaded::default(),
        }
    }

    /// Returns a job for the request of a person.
    pub(crate) fn of_person(request: Request, reply: PendingReply) -> Job {
        Job::new(request, Waiting::Person(Box::new(reply)))
    }

    /// Returns a job for a request of the bot itself, and the receiver of its reply once that is durable.
    pub(crate) fn of_program(request: Request) -> (Job, oneshot::Receiver<Arc<Reply>>) {
        let (settle, settled) = oneshot::channel();
        (Job::new(request, Waiting::Program(settle)), settled)
    }

    /// Returns the place of the event among those under way.
    pub(super) fn permit(&self) -> Option<Permit> {
        match &self.waiting {
            Waiting::Person(reply) => reply.in_flight.permit.clone(),
            Waiting::Program(_) => None,
        }
    }

    /// Gives up the place of the event among those under way.
    pub(super) fn leave_gate(&mut self) {
        if let Waiting::Person(reply) = &mut self.waiting {
            reply.in_flight.permit = None;
        }
    }

    /// Sends the reply to the receiver.
    pub(super) fn settle(self, reply: Arc<Reply>, deliveries: &Deliveries) {
        match self.waiting {
            Waiting::Person(pending) => {
                tokio::spawn(pending.send(reply, deliveries.clone()));
            }
            // If the receiver is gone, the reply is dropped.
            Waiting::Program(settle) => drop(settle.send(reply)),
        }
    }

    /// Replies that nothing is confirmed.
    pub(super) fn fail(self, deliveries: &Deliveries) {
        self.settle(Arc::new(Reply::Failed(text::not_confirmed())), deliveries);
    }
}
