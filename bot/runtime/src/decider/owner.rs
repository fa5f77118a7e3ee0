//! The decider: the one task that owns all matches. It decides on one request after the other, and commits the changes. It
//! decides again if rows that a decision depends on have changed. All requests wait for it, so it does not read and replay
//! records. Other tasks read the records that a request needs, and hand the request back.

mod confirming;
mod reading;
#[cfg(test)]
mod tests;

use std::{
    iter,
    num::NonZeroUsize,
    panic::{AssertUnwindSafe, catch_unwind},
    sync::Arc,
    time::Instant,
};

use tokio::sync::{
    Notify,
    mpsc::{self, error::TrySendError},
    oneshot,
};
use tracing::{debug, error, trace};

use self::{
    confirming::{PAUSE, Submitted, confirm_all},
    reading::read_all,
};
use super::{
    foresight::{Foresight, Prefetched},
    pending::Job,
};
use crate::{
    Core,
    cluster::processes::Processes,
    computer::thinking::{NotTaken, Thinking},
    egress::delivery::Deliveries,
    unstored::tell_unstored,
};
use api::{Batch, Dice, MatchId, Rows, StoreError};
use kit::ByteCache;
use service::{
    DeliveryId, EngineQuestion, EntryFlaw, Live, Loaded, Outcome, Refusal, Reply, Request,
    RequestKind, Service, deliveries_in, examine_match, read_outbox, remember_refusal,
};
use store::writer::{Pending, Writer};

/// The maximum number of requests that wait for a read of records.
const UNREAD: usize = 1024;

/// The number of requests that read their rows together before the decisions, if the store is far away.
const TOGETHER: usize = 64;

/// The greatest number of cached replies.
const MOST_ANSWERS: NonZeroUsize = NonZeroUsize::new(1024).expect("1024 is not 0");

/// The maximum number of bytes of all cached replies together.
const MOST_BYTES: usize = 16 << 20;

/// The bytes of a reply besides the games that it shows.
const OF_ANSWER: usize = 2048;

/// The state of the decider.
pub(crate) struct Owner {
    service: Service,
    writer: Writer,
    /// The queue of changes to be confirmed. The writer bounds its length.
    submitted: mpsc::UnboundedSender<Submitted>,
    /// The requests that come back: with loaded records, with a hint, or with conflicting changes.
    again: mpsc::UnboundedReceiver<Job>,
    /// The sender of requests back to the decider.
    back: mpsc::UnboundedSender<Job>,
    /// The queue of requests that need a read of records.
    unread: mpsc::Sender<Job>,
    deliveries: Deliveries,
    thinking: Arc<Thinking>,
    /// Notified when a change was not confirmed.
    failed: Arc<Notify>,
    dice: Box<dyn Dice>,
    /// This process among others, if others can serve on the same store.
    processes: Option<Arc<Processes>>,
    /// The reads ahead, if the store is far away.
    foresight: Foresight,
    /// The writer's generation that the cached state belongs to.
    generation: u64,
    /// The number of failures of the writer when the outbox was last read.
    n_failures: u64,
    /// Replies to requests that changed nothing, so that a repeated event gets the same reply.
    answers: ByteCache<String, Arc<Reply>>,
}

/// Returns an empty cache of replies.
fn answer_cache() -> ByteCache<String, Arc<Reply>> {
    ByteCache::new(Some(MOST_ANSWERS), MOST_BYTES, |reply| {
        OF_ANSWER + reply.n_bytes_of_games()
    })
}

impl Owner {
    /// Starts the decider of a core, and the task that confirms its changes.
    pub(crate) fn start(
        core: &Core,
        service: Service,
        dice: Box<dyn Dice>,
        jobs: mpsc::Receiver<Job>,
        probes: mpsc::Receiver<oneshot::Sender<()>>,
    ) {
        let (writer, deliveries) = (core.writer.clone(), Arc::clone(&core.deliveries));
        let (submitted, submissions) = mpsc::unbounded_channel();
        let (back, again) = mpsc::unbounded_channel();
        let failed = Arc::new(Notify::new());
        let confirming = confirm_all(
            submissions,
            back.clone(),
            Arc::clone(&deliveries),
            Arc::clone(&core.thinking),
            core.alarms.clone(),
            Arc::clone(&failed),
        );
        tokio::spawn(core.watch_task("confirmer", confirming));
        let (unread, waiting) = mpsc::channel(UNREAD);
        let reading = read_all(waiting, back.clone(), writer.clone());
        tokio::spawn(core.watch_task("reader", reading));
        let (generation, n_failures) = (writer.generation(), writer.n_failures());
        let owner = Owner {
            service,
            writer,
            submitted,
            again,
            back,
            unread,
            deliveries,
            thinking: Arc::clone(&core.thinking),
            failed,
            dice,
            processes: core.processes.clone(),
            foresight: Foresight::default(),
            generation,
            n_failures,
            answers: answer_cache(),
        };
        tokio::spawn(core.watch_task("decider", owner.run(jobs, probes)));
    }

    async fn run(
        mut self,
        mut jobs: mpsc::Receiver<Job>,
        mut probes: mpsc::Receiver<oneshot::Sender<()>>,
    ) {
        let n_more = if self.writer.is_shared() {
            TOGETHER - 1
        } else {
            0
        };
        loop {
            let outdated = outdated(self.generation == self.writer.generation(), &self.failed);
            tokio::select! {
                biased;
                // Without a task that confirms changes, the decider decides on none.
                () = self.submitted.closed() => return,
                // Requests that come back came before new ones.
                Some(job) = self.again.recv() => self.take_all(vec![job]),
                // If the receiver no longer exists, the reply to the probe is dropped.
                Some(probe) = probes.recv() => drop(probe.send(())),
                job = jobs.recv() => match job {
                    Some(job) => {
                        let more = iter::from_fn(|| jobs.try_recv().ok()).take(n_more);
                        let together = iter::once(job).chain(more).collect();
                        self.take_all(together);
                    }
                    None => return,
                },
                () = outdated => if let Err(error) = self.renew() {
                    tell_unstored(&error, "the store cannot be read");
                },
            }
        }
    }

    /// Drops cached state if a change was not made since. If the store has failed, also delivers the stored deliveries of
    /// unconfirmed changes. If other processes may write, cached games are compared with the stored ones anyway.
    fn renew(&mut self) -> Result<(), StoreError> {
        let generation = self.writer.generation();
        if generation != self.generation {
            self.answers.clear();
            let n_failures = self.writer.n_failures();
            let has_failed = n_failures != self.n_failures;
            if has_failed || !self.writer.is_shared() {
                self.service.forget();
            }
            let deliveries = if has_failed {
                self.ours(read_outbox(&self.writer)?)?
            } else {
                Vec::new()
            };
            (self.generation, self.n_failures) = (generation, n_failures);
            // Some of these may be on their way to the disk.
            self.submit(Submitted {
                deliveries,
                ..Submitted::new(self.unchanged())
            });
        }
        Ok(())
    }

    /// Returns those of some deliveries that this process makes.
    fn ours(&self, deliveries: Vec<DeliveryId>) -> Result<Vec<DeliveryId>, StoreError> {
        match &self.processes {
            Some(processes) => processes.ours(&self.writer, deliveries),
            None => Ok(deliveries),
        }
    }

    /// Adds claims to changes. Returns the deliveries that this process makes once the changes are committed.
    fn claim(
        &self,
        changes: &mut Batch,
        live: Option<&Live>,
        rows: &dyn Rows,
    ) -> Result<Vec<DeliveryId>, StoreError> {
        match &self.processes {
            Some(processes) => {
                let known = live.map(|live| &*live.game_match);
                let role_of = |id| self.deliveries.role_of(id, known, rows);
                processes.claim(rows, changes, role_of)
            }
            None => Ok(deliveries_in(changes)),
        }
    }

    /// Submits no changes, to wait until all earlier ones are durable.
    fn unchanged(&self) -> Pending {
        self.writer.submit(self.generation, Batch::default())
    }

    /// Leaves the rest of a decision to [`confirm_all`].
    fn submit(&self, submitted: Submitted) {
        // A panic was logged by its hook; else the process is ending, and the committed deliveries are made after the next
        // start.
        let _ = self.submitted.send(submitted);
    }

    /// Queues a request that needs a read of records.
    fn put_off(&self, mut job: Job) {
        job.generation = self.generation;
        if let Some(question) = job.loaded.question().cloned() {
            return self.think_for(job, question);
        }
        if let Err(error) = self.unread.try_send(job) {
            if let TrySendError::Full(_) = error {
                error!("too many requests wait for reads; refused one");
            }
            error.into_inner().fail();
        }
    }

    /// Makes the engine answer a question for a person. The request comes back with the answer.
    fn think_for(&self, mut job: Job, question: EngineQuestion) {
        // The request waits in a separate queue, so it frees its place for other events.
        job.permit = None;
        let id = question.id();
        let finding = match self.thinking.find(question) {
            Ok(finding) => finding,
            Err(not_taken) => {
                let text = match not_taken {
                    NotTaken::Open => text::hint_on_its_way(),
                    NotTaken::Full => text::too_busy(),
                };
                return job.settle(Arc::new(Reply::Failed(text)));
            }
        };
        let back = self.back.clone();
        let thinking = Arc::downgrade(&self.thinking);
        tokio::spawn(async move {
            let found = finding.await.ok().flatten();
            // Closes the task before the request comes back. If the store has failed since, the request asks again.
            if let Some(thinking) = thinking.upgrade() {
                thinking.close(&id);
            }
            match found {
                Some(found) => {
                    job.loaded.add_hint(found);
                    if let Err(mpsc::error::SendError(job)) = back.send(job) {
                        job.fail();
                    }
                }
                None => job.settle(Arc::new(Reply::Failed(text::bug()))),
            }
        });
    }

    /// Decides on requests, one after the other. If reads take long, the rows that they need are read together.
    fn take_all(&mut self, jobs: Vec<Job>) {
        let requests = jobs.iter().map(|job| &job.request);
        // Each request reads rows again that cannot be read now.
        let read = self.foresight.read(requests, &self.writer);
        let mut ahead = read.unwrap_or_else(|_| Prefetched::new(&self.writer));
        for job in jobs {
            self.take(job, &mut ahead);
        }
    }

    /// Decides on a request, and leaves the rest to other tasks.
    fn take(&mut self, mut job: Job, ahead: &mut Prefetched) {
        let begun = Instant::now();
        ahead.turn();
        let generation = self.writer.generation();
        if generation != self.generation {
            ahead.forget();
        }
        if generation != job.generation {
            // The store has failed since, so these records may be wrong.
            job.loaded = Loaded::default();
        }
        if let Err(error) = self.renew() {
            return fail(job, &error);
        }
        if let Some(reply) = self.answers.get(&*job.request.id).map(Arc::clone) {
            // It waits too, because it may show changes that are not yet durable.
            return self.submit(Submitted {
                of: Some((job, reply)),
                ..Submitted::new(self.unchanged())
            });
        }
        let decided = self.decide(&mut job, ahead);
        let elapsed_us = begun.elapsed().as_micros();
        let Outcome {
            mut changes,
            live,
            reply,
        } = match decided {
            Ok(Some(outcome)) => outcome,
            Ok(None) => {
                trace!(elapsed_us, "postponed a request");
                return self.put_off(job);
            }
            Err(error) => return fail(job, &error),
        };
        let claimed = self.claim(&mut changes, live.as_ref(), ahead);
        self.foresight.learn(&job.request, ahead);
        let deliveries = match claimed {
            Ok(deliveries) => deliveries,
            Err(error) => return fail(job, &error),
        };
        let reply = Arc::new(reply);
        if is_kept(&job.request, &reply) {
            self.answers.put(job.request.id.clone(), Arc::clone(&reply));
        }
        let (n_changes, n_deliveries) = (changes.changes.len(), deliveries.len());
        let id = deliveries
            .first()
            .map(|first| tracing::field::display(first.id));
        debug!(
            request = job.request.id,
            id, n_changes, n_deliveries, elapsed_us, "decided on a request"
        );
        if let Reply::Completions(_) = *reply {
            // Completions wait for no disk.
            return job.settle(reply);
        }
        ahead.apply(&changes);
        // A reply that changes nothing waits too, because it may show changes that are not yet durable.
        self.submit(Submitted {
            pending: self.writer.submit(self.generation, changes),
            deliveries,
            live,
            of: Some((job, reply)),
        });
    }

    /// Returns the outcome of a request, or `None` if records must be read first.
    fn decide(&mut self, job: &mut Job, rows: &dyn Rows) -> Result<Option<Outcome>, StoreError> {
        if job.n_tries > 0 && matches!(job.request.kind, RequestKind::Tidy) {
            self.service.tidy_again();
        }
        let decided = catch_unwind(AssertUnwindSafe(|| {
            let dice = &mut *self.dice;
            let decided = self
                .service
                .try_handle(rows, dice, &job.request, &mut job.loaded)?;
            let Some(mut outcome) = decided else {
                return Ok(None);
            };
            if let Reply::Refused(refusal) = &outcome.reply {
                if let Refusal::SetAside(id) = refusal {
                    tell_damage(self.writer.clone(), *id);
                }
                if job.remembers_refusal {
                    outcome.changes = remember_refusal(rows, &job.request)?;
                }
            }
            Ok(Some(outcome))
        }));
        decided.unwrap_or_else(|_| {
            // The panic was logged by its hook. Rows are the truth, so starting from them loses nothing.
            self.service.forget();
            Ok(Some(Reply::Failed(text::bug()).into()))
        })
    }
}

/// Replies that nothing is confirmed, because the store cannot be read.
fn fail(job: Job, error: &StoreError) {
    tell_unstored(error, "the store cannot be read");
    job.fail();
}

/// Returns whether to keep a reply in case its event comes again. Keeps it if it changes nothing and answers no move of the
/// program. The program tries again at the same number of inputs, and must not get the refusal during a pause after the pause.
fn is_kept(request: &Request, reply: &Reply) -> bool {
    let changes_nothing = match reply {
        Reply::Play(_)
        | Reply::Record(_)
        | Reply::Draft(_)
        | Reply::Plan(_)
        | Reply::Hint(_)
        | Reply::Vacation(_)
        | Reply::Learn(_)
        | Reply::People(_)
        | Reply::Community(_)
        | Reply::Refused(_) => true,
        Reply::Done(_)
        | Reply::Failed(_)
        | Reply::Nothing
        | Reply::Completions(_)
        | Reply::Write { .. } => false,
    };
    changes_nothing && !matches!(request.kind, RequestKind::Engine(_))
}

/// Logs the damage of a match that is set aside.
fn tell_damage(writer: Writer, id: MatchId) {
    tokio::task::spawn_blocking(move || match examine_match(&writer, id) {
        Ok(Some(EntryFlaw { key, detail })) => {
            let key = String::from_utf8_lossy(&key);
            error!(%id, %key, detail, "a match is damaged; setting it aside");
        }
        Ok(None) => {}
        Err(error) => tell_unstored(&error, "the store cannot be read"),
    });
}

/// Returns when the cached state may be older than the writer's.
async fn outdated(is_current: bool, failed: &Notify) {
    if is_current {
        failed.notified().await;
    } else {
        tokio::time::sleep(PAUSE).await;
    }
}
