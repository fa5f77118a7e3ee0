//! The core: takes events of the platforms and requests of the bot itself.

use std::{sync::Arc, time::Duration};

use tokio::sync::{mpsc, oneshot, watch};

use crate::{
    chats::Chats,
    cluster::processes::Processes,
    computer::thinking::Thinking,
    decider::{
        owner::Owner,
        pending::{Job, Settled},
    },
    egress::delivery::Deliveries,
    gate::Gate,
    ingress::budgets::Budgets,
    pauses::QUESTION,
    schedule::{alarms::Alarms, ticks::Ticks},
    supervisor::Supervisor,
};
use api::{Clock, Dice, Timestamp};
use service::{Reply, Request, RequestKind, Service};
use store::writer::Writer;

/// The greatest number of requests that wait for the decider.
const QUEUE: usize = 1024;

/// The longest time that an event may wait for a place.
const LONGEST_WAIT: Duration = Duration::from_secs(10);

/// Entry point for platform events. Queues each for the decider, and replies once the outcome is durable.
pub struct Core {
    pub(crate) jobs: mpsc::Sender<Job>,
    /// The sender of liveness probes to the decider.
    probes: mpsc::Sender<oneshot::Sender<()>>,
    /// Each received event without an answer holds a receiver of it.
    pub(crate) open: watch::Sender<()>,
    /// The ticks of time.
    pub(crate) ticks: Ticks,
    /// The alarms of matches in real time.
    pub(crate) alarms: Alarms,
    pub(crate) chats: Arc<Chats>,
    pub(crate) clock: Arc<dyn Clock>,
    pub(crate) deliveries: Deliveries,
    pub(crate) thinking: Arc<Thinking>,
    pub(crate) writer: Writer,
    /// This process among others, if others can serve on the same store.
    pub(crate) processes: Option<Arc<Processes>>,
    pub(crate) gate: Gate,
    pub(crate) budgets: Budgets,
    /// Watches the tasks that the core needs.
    pub(crate) supervisor: Supervisor,
}

impl Core {
    /// Makes the core, and starts its decider.
    pub(crate) fn new(
        service: Service,
        dice: Box<dyn Dice>,
        deliveries: Deliveries,
        thinking: Arc<Thinking>,
        alarms: Alarms,
    ) -> Core {
        let (jobs, waiting) = mpsc::channel(QUEUE);
        let (probes, probed) = mpsc::channel(1);
        let core = Core {
            jobs,
            probes,
            open: watch::Sender::new(()),
            ticks: Ticks::default(),
            alarms,
            chats: Arc::clone(&deliveries.chats),
            clock: Arc::clone(&deliveries.clock),
            thinking,
            writer: deliveries.writer.clone(),
            processes: deliveries.processes.clone(),
            gate: Gate::new(deliveries.chats.platforms(), LONGEST_WAIT),
            budgets: Budgets::default(),
            supervisor: Supervisor::default(),
            deliveries,
        };
        Owner::start(&core, service, dice, waiting, probed);
        core
    }

    /// Returns the time of the clock.
    pub(crate) fn now(&self) -> Timestamp {
        self.clock.now()
    }

    /// Returns a request of the bot itself, which the bot submits once.
    pub(crate) fn own_request(&self, prefix: &str, name: &str, kind: RequestKind) -> Request {
        let at = self.clock.now();
        let id = format!("{prefix}:{}-{name}", at.0);
        Request { id, at, kind }
    }

    /// Returns a request of the bot itself under a given id.
    pub(crate) fn request(&self, id: String, kind: RequestKind) -> Request {
        let at = self.clock.now();
        Request { id, at, kind }
    }

    /// Submits a request of the bot itself, and returns its reply.
    pub(crate) async fn settle(&self, request: Request) -> Option<Arc<Reply>> {
        let (reply, _) = self.submit(request).await?.await.ok()?;
        Some(reply)
    }

    /// Submits requests of the bot itself, which share commits, and waits for their replies.
    pub(crate) async fn settle_all(&self, requests: impl Iterator<Item = Request>) {
        let mut open = Vec::new();
        for request in requests {
            open.extend(self.submit(request).await);
        }
        for settled in open {
            drop(settled.await);
        }
    }

    /// Submits a request of the bot itself, and returns the receiver of its reply.
    pub(crate) async fn submit(&self, request: Request) -> Option<oneshot::Receiver<Settled>> {
        let (job, settled) = Job::new(request, None);
        self.jobs.send(job).await.ok()?;
        Some(settled)
    }

    /// Returns whether the decider answers a probe in time.
    pub async fn is_alive(&self) -> bool {
        if self.is_broken() {
            return false;
        }
        let (answer, answered) = oneshot::channel();
        let probe = async { self.probes.send(answer).await.is_ok() && answered.await.is_ok() };
        tokio::time::timeout(QUESTION, probe).await.unwrap_or(false)
    }

    /// Waits until all engine moves and deliveries that follow from answered events are made.
    pub async fn idle(&self) {
        loop {
            self.ticks.idle().await;
            let was_thinking = self.thinking.idle().await;
            self.deliveries.queues.idle().await;
            if !was_thinking {
                return;
            }
        }
    }

    /// Searches for missed questions to the engine.
    pub(crate) async fn catch_up(&self) {
        let (writer, processes) = (&self.writer, self.processes.as_ref());
        self.thinking.catch_up(writer, processes).await;
    }

    /// Searches all matches for missed questions to the engine.
    pub(crate) async fn think_again(&self) {
        self.thinking.look_everywhere();
        self.catch_up().await;
    }

    /// Stops all long tasks. The next start asks questions from durable data again.
    pub fn stop_thinking(&self) {
        self.thinking.stop();
    }

    /// Waits until every event is answered, and every delivery that follows is made, or has failed and waits for a retry.
    pub async fn finish(&self) {
        self.open.closed().await;
        self.deliveries.queues.finish().await;
    }
}
