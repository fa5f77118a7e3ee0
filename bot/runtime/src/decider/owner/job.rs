//! An input, who waits for what follows from it, and how they hear of that.

use std::sync::Arc;

use tokio::sync::oneshot;

use super::super::pending::{Asking, PendingReply, Verdict};
use crate::{egress::delivery::Deliveries, ingress::gate::Permit};
use service::{Input, Loaded, Request};

/// An input, and who waits for what follows from it.
pub(crate) struct Job {
    pub(super) input: Input,
    pub(super) waiting: Waiting,
    /// How often it was decided on in vain.
    pub(super) n_tries: u32,
    /// Whether it is remembered if it is refused. It cannot be where the disk is full, and is told all the same.
    pub(super) remembers_refusal: bool,
    /// What was read for it.
    pub(super) loaded: Loaded,
}

/// Who waits for what follows from an input.
pub(super) enum Waiting {
    Person(Box<Asking>),
    Program(oneshot::Sender<Arc<Verdict>>),
}

impl Job {
    /// Somebody asks for something.
    pub(crate) fn of_person(request: Request, asking: Asking) -> Job {
        Job {
            input: request.into(),
            waiting: Waiting::Person(Box::new(asking)),
            n_tries: 0,
            remembers_refusal: true,
            loaded: Loaded::default(),
        }
    }

    /// The program itself tells an input; what becomes of it is told once it is durable.
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
    /// The person who waits, if one does.
    fn asking(&self) -> Option<&Asking> {
        match &self.waiting {
            Waiting::Person(asking) => Some(asking),
            Waiting::Program(_) => None,
        }
    }

    /// The place of the event among those that are under way.
    pub(super) fn permit(&self) -> Option<Permit> {
        self.asking()?.in_flight.permit.clone()
    }

    /// Gives up the place of the event among those that are under way.
    pub(super) fn leave_gate(&mut self) {
        if let Waiting::Person(asking) = &mut self.waiting {
            asking.in_flight.permit = None;
        }
    }

    /// Tells who waits what has become of it.
    pub(super) fn settle(self, verdict: Arc<Verdict>, deliveries: &Deliveries) {
        match self.waiting {
            Waiting::Person(asking) => {
                let asking = *asking;
                let reply = PendingReply { asking, verdict };
                tokio::spawn(reply.send(deliveries.clone()));
            }
            // Who does not wait any longer does not want to know.
            Waiting::Program(settle) => drop(settle.send(verdict)),
        }
    }

    /// Tells who waits that nothing is confirmed.
    pub(super) fn fail(self, deliveries: &Deliveries) {
        let verdict = Verdict::Undecided(text::not_confirmed());
        self.settle(Arc::new(verdict), deliveries);
    }
}
