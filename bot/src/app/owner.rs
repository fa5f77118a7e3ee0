//! The one task that owns all matches: it decides on one input after the other, commits what changes, and decides anew
//! where something that the decision depends on has changed meanwhile. It reads and replays no records, for everybody
//! waits for it: what an input needs of them is read elsewhere, and the input comes back then.

mod job;
mod reading;

use std::{
    num::NonZeroUsize,
    panic::{AssertUnwindSafe, catch_unwind},
    sync::Arc,
    time::{Duration, Instant},
};

use lru::LruCache;
use tokio::sync::{Notify, mpsc};
use tracing::{debug, error, trace};

pub(super) use self::job::{Job, Settled};
use self::{
    job::{Say, Waiting},
    reading::{Unread, read_all},
};
use super::{
    delivery::Deliveries,
    pending::{Asking, Draft, ViewRequest, Wording, tell_unstored},
};
use crate::{
    ports::{Batch, Dice, EventId, MatchId, StoreError},
    present,
    service::{
        Decision, DeliveryId, Done, Effects, EntryFlaw, Loaded, Moment, Read, Refusal, Reply,
        Service, Told, deliveries_in, examine_match, plays_with_secrets, read_outbox,
    },
    writer::{Pending, Writer},
};

/// How long a store that has failed is left alone when nobody asks for anything.
const PAUSE: Duration = Duration::from_secs(1);

/// How many answers are remembered.
const ANSWERS: NonZeroUsize = NonZeroUsize::new(1024).expect("1024 is not 0");

/// For how many inputs something may have to be read at a time.
const UNREAD: usize = 1024;

/// How often an input is decided on, if something changes whenever that is done.
const MOST_TRIES: u32 = 8;

/// What the one task owns.
pub(super) struct Owner {
    service: Service,
    writer: Writer,
    /// Where changes go to be confirmed. The writer bounds what waits there.
    submitted: mpsc::UnboundedSender<Submitted>,
    /// Inputs whose changes met a conflict.
    again: mpsc::UnboundedReceiver<Job>,
    /// Where inputs go for which something has to be read.
    unread: mpsc::Sender<Unread>,
    /// Where they come from when it is read.
    read: mpsc::UnboundedReceiver<(u64, Job)>,
    deliveries: Deliveries,
    /// Told when a change was not confirmed.
    failed: Arc<Notify>,
    dice: Box<dyn Dice>,
    /// The writer's generation that all that is at hand belongs to.
    generation: u64,
    /// How often the writer had failed when the outbox was read last.
    n_failures: u64,
    /// Answers to events that changed nothing, so that an event told twice is answered the same. Files and pictures would
    /// take too much room: answers with them are made anew.
    answers: LruCache<EventId, Draft>,
}

/// What is to be done about an input.
struct Response {
    changes: Batch,
    /// The match that it tells of, if it is at hand.
    moment: Option<Moment>,
    say: Say,
}

impl From<Say> for Response {
    fn from(say: Say) -> Response {
        Response {
            changes: Batch::default(),
            moment: None,
            say,
        }
    }
}

impl From<Draft> for Response {
    fn from(draft: Draft) -> Response {
        Say::Answer(Box::new(draft)).into()
    }
}

impl Owner {
    /// Starts the task, and the one that confirms what it has decided.
    pub(super) fn start(
        service: Service,
        writer: Writer,
        deliveries: Deliveries,
        dice: Box<dyn Dice>,
        jobs: mpsc::Receiver<Job>,
    ) {
        let (submitted, submissions) = mpsc::unbounded_channel();
        let (retry, again) = mpsc::unbounded_channel();
        let failed = Arc::new(Notify::new());
        tokio::spawn(confirm_all(
            submissions,
            retry,
            deliveries.clone(),
            Arc::clone(&failed),
        ));
        let (unread, waiting) = mpsc::channel(UNREAD);
        let (done, read) = mpsc::unbounded_channel();
        tokio::spawn(read_all(waiting, done, writer.clone(), deliveries.clone()));
        let (generation, n_failures) = (writer.generation(), writer.n_failures());
        let owner = Owner {
            service,
            writer,
            submitted,
            again,
            unread,
            read,
            deliveries,
            failed,
            dice,
            generation,
            n_failures,
            answers: LruCache::new(ANSWERS),
        };
        tokio::spawn(owner.run(jobs));
    }

    async fn run(mut self, mut jobs: mpsc::Receiver<Job>) {
        loop {
            let outdated = outdated(self.generation == self.writer.generation(), &self.failed);
            tokio::select! {
                // What comes back was there before what comes.
                biased;
                Some(job) = self.again.recv() => self.take(job),
                Some((generation, job)) = self.read.recv() => self.take_read(generation, job),
                job = jobs.recv() => match job {
                    Some(job) => self.take(job),
                    None => return,
                },
                () = outdated => if let Err(error) = self.renew() {
                    tell_unstored(&error, "the store cannot be read");
                },
            }
        }
    }

    /// Drops what is at hand if a change was not made since, and if the store has failed, delivers what it has kept of the
    /// changes that were not confirmed.
    fn renew(&mut self) -> Result<(), StoreError> {
        let generation = self.writer.generation();
        if generation != self.generation {
            self.service.forget();
            self.answers.clear();
            let n_failures = self.writer.n_failures();
            let deliveries = match n_failures == self.n_failures {
                true => Vec::new(),
                false => read_outbox(&self.writer)?,
            };
            (self.generation, self.n_failures) = (generation, n_failures);
            // Some of these may be on their way to the disk.
            self.submit(Batch::default(), deliveries, None, None);
        }
        Ok(())
    }

    /// Hands what changes to the writer, and leaves the rest to [`confirm_all`].
    fn submit(
        &self,
        changes: Batch,
        deliveries: Vec<DeliveryId>,
        moment: Option<Moment>,
        of: Option<(Job, Say)>,
    ) {
        let submitted = Submitted {
            is_done: !changes.is_empty(),
            pending: self.writer.submit(self.generation, changes),
            deliveries,
            moment,
            of,
        };
        if self.submitted.send(submitted).is_err() {
            error!("a decision came after the end of the task that confirms decisions");
        }
    }

    /// Decides on an input for which something was read. It may be wrong if the store has failed since.
    fn take_read(&mut self, generation: u64, mut job: Job) {
        if generation != self.writer.generation() {
            job.loaded = Loaded::default();
        }
        self.take(job);
    }

    /// Hands an input over for which something has to be read.
    fn put_off(&self, job: Job, reads: Vec<Read>) {
        let generation = self.generation;
        let unread = Unread {
            job,
            reads,
            generation,
        };
        if let Err(error) = self.unread.try_send(unread) {
            error!("an input was not decided on, for too many wait for something to be read");
            error.into_inner().job.fail(&self.deliveries);
        }
    }

    /// Decides on an input, and leaves the rest to other tasks.
    fn take(&mut self, mut job: Job) {
        let begun = Instant::now();
        let responded = self.renew().and_then(|()| self.respond(&mut job));
        let elapsed_us = begun.elapsed().as_micros();
        let Response {
            changes,
            moment,
            say,
        } = match responded {
            Ok(Ok(response)) => response,
            Ok(Err(reads)) => {
                trace!(elapsed_us, n_reads = reads.len(), "put off");
                return self.put_off(job, reads);
            }
            Err(error) => {
                tell_unstored(&error, "the store cannot be read");
                return job.fail(&self.deliveries);
            }
        };
        let deliveries = deliveries_in(&changes);
        let (n_changes, n_deliveries) = (changes.changes.len(), deliveries.len());
        let id = deliveries
            .first()
            .map(|first| tracing::field::display(first.id));
        debug!(
            input = job.input.id,
            id, n_changes, n_deliveries, elapsed_us, "decided"
        );
        match (say, job.waiting) {
            (Say::Now(reply), Waiting::Person(asking)) => {
                tokio::spawn(asking.reply_now(reply));
            }
            (say, waiting) => {
                // An answer that changes nothing waits too, for it may tell of changes that are not yet durable.
                let job = Job { waiting, ..job };
                self.submit(changes, deliveries, moment, Some((job, say)));
            }
        }
    }

    /// What is to be done about an input, or what has to be read first.
    fn respond(&mut self, job: &mut Job) -> Result<Result<Response, Vec<Read>>, StoreError> {
        let responded = catch_unwind(AssertUnwindSafe(|| {
            let remembered = job.asking().and_then(|asking| self.remembered(asking));
            if let Some(response) = remembered {
                return Ok(Ok(response));
            }
            let (rows, dice) = (&self.writer, &mut *self.dice);
            let decided = self
                .service
                .try_handle(rows, dice, &job.input, &mut job.loaded)?;
            let decision = match decided {
                Ok(decision) => decision,
                Err(reads) => return Ok(Err(reads)),
            };
            match job.asking() {
                Some(asking) => self.answer(decision, asking).map(Ok),
                None => Ok(Ok(respond_to_program(decision))),
            }
        }));
        responded.unwrap_or_else(|_| {
            // The panic was logged by its hook. Rows are the truth, so nothing is lost by starting from them.
            self.service.forget();
            Ok(Ok(job.undecided(present::bug).into()))
        })
    }

    /// What was answered to the same event before, if that changed nothing.
    fn remembered(&mut self, asking: &Asking) -> Option<Response> {
        let draft = self.answers.get(&asking.event)?;
        Some(draft.clone().into())
    }

    /// What is to be done about what a person asks for.
    fn answer(&mut self, decision: Decision, asking: &Asking) -> Result<Response, StoreError> {
        let response = match decision {
            Ok(effects) => respond_to_person(effects, asking),
            Err(refusal) => self.refuse(asking, &refusal)?.into(),
        };
        if let Say::Answer(draft) = &response.say
            && response.changes.is_empty()
            && draft.wording.is_small()
        {
            self.answers.put(asking.event.clone(), Draft::clone(draft));
        }
        Ok(response)
    }

    /// The answer to who is refused. What they wrote is taken back where others may learn from it what they plan in a match
    /// with secrets, even if nobody knows which match or what they meant.
    fn refuse(&mut self, asking: &Asking, refusal: &Refusal) -> Result<Draft, StoreError> {
        if let Refusal::SetAside(id) = refusal {
            tell_damage(self.writer.clone(), *id);
        }
        let mut draft = Draft::from(present::refusal(refusal, asking.language));
        draft.redacts = matches!(refusal, Refusal::SaidAloud(_))
            || asking.is_telling && plays_with_secrets(&self.writer, &asking.user)?;
        Ok(draft)
    }
}

/// Logs what is wrong with a match that is set aside.
fn tell_damage(writer: Writer, id: MatchId) {
    tokio::task::spawn_blocking(move || match examine_match(&writer, id) {
        Ok(Some(EntryFlaw { key, detail })) => {
            let key = String::from_utf8_lossy(&key);
            error!(%id, %key, detail, "a match is damaged and set aside");
        }
        Ok(None) => {}
        Err(error) => tell_unstored(&error, "the store cannot be read"),
    });
}

/// What is to be done about what a person asks for and gets.
fn respond_to_person(effects: Effects, asking: &Asking) -> Response {
    let reply = effects.reply;
    let view = reply.showing().map(|showing| ViewRequest {
        showing,
        user: asking.user.clone(),
        is_all: matches!(
            reply,
            Reply::Told(Told::View(_) | Told::Replay(_) | Told::Board(_))
        ),
    });
    let illustration = reply.illustration();
    let language = match &reply {
        // What has been chosen holds for this answer too.
        Reply::Done(Done::Set(settings)) => settings.language(asking.usual_language),
        _ => asking.language,
    };
    let wording = match reply {
        Reply::Done(done) => present::done(&done, language).into(),
        Reply::Told(told) if told.is_long() => Wording::Later(Arc::new(told)),
        Reply::Told(told) => present::told(&told, language).into(),
        reply => return Say::Now(reply).into(),
    };
    let draft = Draft {
        wording,
        view,
        illustration,
        redacts: false,
    };
    Response {
        changes: effects.changes,
        moment: effects.live.as_ref().map(Moment::of),
        say: Say::Answer(Box::new(draft)),
    }
}

/// What is to be done about an input of the program's own.
fn respond_to_program(decision: Decision) -> Response {
    match decision {
        Ok(effects) => Response {
            changes: effects.changes,
            moment: effects.live.as_ref().map(Moment::of),
            say: Say::Settled(Ok(effects.reply)),
        },
        Err(refusal) => Say::Settled(Err(refusal)).into(),
    }
}

/// Returns when the writer may have outgrown what is at hand.
async fn outdated(is_current: bool, failed: &Notify) {
    if is_current {
        failed.notified().await;
    } else {
        tokio::time::sleep(PAUSE).await;
    }
}

/// What waits until all that it tells of is durable.
struct Submitted {
    pending: Pending,
    /// Whether something changes.
    is_done: bool,
    deliveries: Vec<DeliveryId>,
    moment: Option<Moment>,
    /// The input, and what is told to who waits for what follows from it.
    of: Option<(Job, Say)>,
}

/// Answers and delivers what has become durable. One change after the other, as they become durable in their order too: so
/// the deliveries of a match stay in order. What met a conflict is decided anew.
async fn confirm_all(
    mut submissions: mpsc::UnboundedReceiver<Submitted>,
    retry: mpsc::UnboundedSender<Job>,
    deliveries: Deliveries,
    failed: Arc<Notify>,
) {
    while let Some(submitted) = submissions.recv().await {
        let Submitted {
            pending,
            is_done,
            deliveries: durable,
            moment,
            of,
        } = submitted;
        let error = match pending.await {
            Ok(()) => {
                let permit = of.as_ref().and_then(|(job, _)| job.permit());
                deliveries.add(durable, moment, permit.as_ref());
                if let Some((job, say)) = of {
                    job.settle(say, is_done, &deliveries);
                }
                continue;
            }
            Err(error) => error,
        };
        tell_unstored(&error, "a change is not confirmed");
        failed.notify_one();
        let Some((job, _)) = of else {
            continue;
        };
        let job = Job {
            n_tries: job.n_tries + 1,
            loaded: Loaded::default(),
            ..job
        };
        if !error.is_outdated() || job.n_tries >= MOST_TRIES {
            job.fail(&deliveries);
        } else if let Err(mpsc::error::SendError(job)) = retry.send(job) {
            job.fail(&deliveries);
        }
    }
}
