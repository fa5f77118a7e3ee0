//! An input, who waits for what follows from it, and how they hear of that.

use tokio::sync::oneshot;

use crate::{
    app::{
        delivery::Deliveries,
        gate::Permit,
        pending::{Asking, Draft, PendingReply},
    },
    ports::Answer,
    present,
    service::{Input, Loaded, Refusal, Reply, Request},
    words::Language,
};

/// An input, and who waits for what follows from it.
pub(in crate::app) struct Job {
    pub(super) input: Input,
    pub(super) waiting: Waiting,
    /// How often it was decided on in vain.
    pub(super) n_tries: u32,
    /// What was read for it.
    pub(super) loaded: Loaded,
}

/// Who waits for what follows from an input.
pub(super) enum Waiting {
    Person(Asking),
    Program(oneshot::Sender<Settled>),
}

/// What became of an input of the program's own.
pub(in crate::app) type Settled = Result<Reply, Refusal>;

impl Job {
    /// Somebody asks for something.
    pub(in crate::app) fn of_person(request: Request, asking: Asking) -> Job {
        Job {
            input: request.into(),
            waiting: Waiting::Person(asking),
            n_tries: 0,
            loaded: Loaded::default(),
        }
    }

    /// The program itself tells an input; what becomes of it is told once it is durable, and never if it is not.
    pub(in crate::app) fn of_program(input: Input) -> (Job, oneshot::Receiver<Settled>) {
        let (settle, settled) = oneshot::channel();
        let job = Job {
            input,
            waiting: Waiting::Program(settle),
            n_tries: 0,
            loaded: Loaded::default(),
        };
        (job, settled)
    }
}

/// What is to be told to who waits.
pub(super) enum Say {
    /// An answer to a person, once all that it may tell of is durable.
    Answer(Box<Draft>),
    /// The same to the program.
    Settled(Settled),
    /// A form or completions, which tell of nothing and wait for nothing.
    Now(Reply),
}

impl Job {
    /// The person who waits, if one does.
    pub(super) fn asking(&self) -> Option<&Asking> {
        match &self.waiting {
            Waiting::Person(asking) => Some(asking),
            Waiting::Program(_) => None,
        }
    }

    /// The place of the event among those that are under way.
    pub(super) fn permit(&self) -> Option<Permit> {
        self.asking()?.in_flight.permit.clone()
    }

    /// Tells who waits what has become durable.
    pub(super) fn settle(self, say: Say, is_done: bool, deliveries: &Deliveries) {
        match (self.waiting, say) {
            (Waiting::Person(asking), Say::Answer(draft)) => {
                let reply = PendingReply {
                    asking,
                    draft,
                    is_done,
                };
                tokio::spawn(reply.send(deliveries.clone()));
            }
            (Waiting::Program(settle), Say::Settled(settled)) => {
                // Who does not wait any longer does not want to know.
                let _ = settle.send(settled);
            }
            // The program learns by hearing nothing that nothing came of it.
            _ => {}
        }
    }

    /// The answer to who waits if nothing was decided.
    pub(super) fn undecided(&self, answer: fn(Language) -> Answer) -> Draft {
        match self.asking() {
            Some(asking) => Draft::undecided(answer(asking.language), asking),
            // The program does not hear it.
            None => answer(Language::ENGLISH).into(),
        }
    }

    /// Tells who waits that nothing is confirmed.
    pub(super) fn fail(self, deliveries: &Deliveries) {
        let draft = Box::new(self.undecided(present::failure));
        self.settle(Say::Answer(draft), false, deliveries);
    }
}
