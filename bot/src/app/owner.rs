//! The one task that owns all matches: it decides on one input after the other, commits what changes, and decides anew
//! where something that the decision depends on has changed meanwhile.

use std::{
    num::NonZeroUsize,
    panic::{AssertUnwindSafe, catch_unwind},
    sync::Arc,
    time::{Duration, Instant},
};

use lru::LruCache;
use tokio::sync::{Notify, mpsc, oneshot};
use tracing::{debug, error};

use super::{
    delivery::Deliveries,
    pending::{Asking, Draft, PendingReply, ViewRequest, Wording, tell_unstored},
};
use crate::{
    ports::{Batch, Dice, EventId, StoreError},
    present,
    service::{
        Decision, DeliveryId, Effects, EntryFlaw, Input, Moment, Refusal, Reply, Service, Told,
        examine_match, plays_with_secrets, read_outbox,
    },
    words::Language,
    writer::{Pending, Writer},
};

/// How long a store that has failed is left alone when nobody asks for anything.
const PAUSE: Duration = Duration::from_secs(1);

/// How many answers are remembered.
const ANSWERS: NonZeroUsize = NonZeroUsize::new(1024).expect("1024 is not 0");

/// How often an input is decided on, if something changes whenever that is done.
const MOST_TRIES: u32 = 8;

/// An input, and who waits for what follows from it.
pub(super) struct Job {
    input: Result<Input, Refusal>,
    waiting: Waiting,
    n_tries: u32,
}

/// Who waits for what follows from an input.
enum Waiting {
    Person(Asking),
    Program(oneshot::Sender<Settled>),
}

/// What became of an input of the program's own.
pub(super) type Settled = Result<Reply, Refusal>;

impl Job {
    /// Somebody asks for something, or nobody knows for what.
    pub(super) fn of_person(input: Result<Input, Refusal>, asking: Asking) -> Job {
        Job {
            input,
            waiting: Waiting::Person(asking),
            n_tries: 0,
        }
    }

    /// The program itself tells an input; what becomes of it is told once it is durable, and never if it is not.
    pub(super) fn of_program(input: Input) -> (Job, oneshot::Receiver<Settled>) {
        let (settle, settled) = oneshot::channel();
        let job = Job {
            input: Ok(input),
            waiting: Waiting::Program(settle),
            n_tries: 0,
        };
        (job, settled)
    }
}

/// What the one task owns.
pub(super) struct Owner {
    service: Service,
    writer: Writer,
    /// Where changes go to be confirmed. The writer bounds what waits there.
    submitted: mpsc::UnboundedSender<Submitted>,
    /// Inputs whose changes met a conflict.
    again: mpsc::UnboundedReceiver<Job>,
    deliveries: Deliveries,
    /// Told when a change was not confirmed.
    failed: Arc<Notify>,
    dice: Box<dyn Dice>,
    /// The writer's generation that all that is at hand belongs to.
    generation: u64,
    /// Answers to events that changed nothing, so that an event told twice is answered the same. Files and pictures would
    /// take too much room: answers with them are made anew.
    answers: LruCache<EventId, Draft>,
}

/// What is to be done about an input.
struct Response {
    changes: Batch,
    deliveries: Vec<DeliveryId>,
    /// The match that it tells of, if it is at hand.
    moment: Option<Moment>,
    say: Say,
}

/// What is to be told to who waits.
enum Say {
    /// An answer to a person, once all that it may tell of is durable.
    Answer(Box<Draft>),
    /// The same to the program.
    Settled(Settled),
    /// A form or completions, which tell of nothing and wait for nothing.
    Now(Reply),
}

impl From<Say> for Response {
    fn from(say: Say) -> Response {
        Response {
            changes: Batch::default(),
            deliveries: Vec::new(),
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
        let generation = writer.generation();
        let owner = Owner {
            service,
            writer,
            submitted,
            again,
            deliveries,
            failed,
            dice,
            generation,
            answers: LruCache::new(ANSWERS),
        };
        tokio::spawn(owner.run(jobs));
    }

    async fn run(mut self, mut jobs: mpsc::Receiver<Job>) {
        loop {
            let outdated = outdated(self.generation == self.writer.generation(), &self.failed);
            tokio::select! {
                Some(job) = self.again.recv() => self.take(job),
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

    /// Drops what is at hand if the store has failed since, and delivers what it has kept of the changes that were not
    /// confirmed.
    fn renew(&mut self) -> Result<(), StoreError> {
        let generation = self.writer.generation();
        if generation != self.generation {
            self.service.forget();
            self.answers.clear();
            let deliveries = read_outbox(&self.writer)?;
            self.generation = generation;
            // Some of these may be on their way to the disk: the generation grows when a change is refused, too.
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

    /// Decides on an input, and leaves the rest to other tasks.
    fn take(&mut self, mut job: Job) {
        job.n_tries += 1;
        let begun = Instant::now();
        let responded = self.renew().and_then(|()| self.respond(&job));
        let Response {
            changes,
            deliveries,
            moment,
            say,
        } = match responded {
            Ok(response) => response,
            Err(error) => {
                tell_unstored(&error, "the store cannot be read");
                return job.fail(&self.deliveries);
            }
        };
        if let Ok(input) = &job.input {
            let (n_changes, n_deliveries) = (changes.changes.len(), deliveries.len());
            let id = deliveries
                .first()
                .map(|first| tracing::field::display(first.id));
            let (input, elapsed_us) = (input.id(), begun.elapsed().as_micros());
            debug!(%input, id, n_changes, n_deliveries, elapsed_us, "decided");
        }
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

    fn respond(&mut self, job: &Job) -> Result<Response, StoreError> {
        let decide = AssertUnwindSafe(|| match &job.waiting {
            Waiting::Person(asking) => self.answer(&job.input, asking),
            Waiting::Program(_) => {
                let effects = self.decide(&job.input)?;
                Ok(respond_to_program(effects))
            }
        });
        catch_unwind(decide).unwrap_or_else(|_| {
            // The panic was logged by its hook. Rows are the truth, so nothing is lost by starting from them.
            self.service.forget();
            Ok(Draft::from(present::bug(job.language())).into())
        })
    }

    fn decide(&mut self, input: &Result<Input, Refusal>) -> Result<Decision, StoreError> {
        match input {
            Ok(input) => self.service.handle(&self.writer, &mut *self.dice, input),
            Err(refusal) => Ok(Err(refusal.clone())),
        }
    }

    /// What is to be done about what a person asks for.
    fn answer(
        &mut self,
        input: &Result<Input, Refusal>,
        asking: &Asking,
    ) -> Result<Response, StoreError> {
        if let Some(draft) = self.answers.get(&asking.event) {
            return Ok(draft.clone().into());
        }
        let response = match self.decide(input)? {
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
        if let Refusal::SetAside(id) = refusal
            && let Some(EntryFlaw { key, detail }) = examine_match(&self.writer, *id)?
        {
            let key = String::from_utf8_lossy(&key);
            error!(%id, %key, detail, "a match is damaged and set aside");
        }
        let mut draft = Draft::from(present::refusal(refusal, asking.language));
        draft.redacts = matches!(refusal, Refusal::SaidAloud(_))
            || asking.is_telling && plays_with_secrets(&self.writer, &asking.user)?;
        Ok(draft)
    }
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
    let wording = match reply {
        Reply::Done(done) => present::done(&done, asking.language).into(),
        Reply::Told(told) if told.is_long() => Wording::Later(Arc::new(told)),
        Reply::Told(told) => present::told(&told, asking.language).into(),
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
        deliveries: effects.deliveries,
        moment: effects.live.as_ref().map(Moment::of),
        say: Say::Answer(Box::new(draft)),
    }
}

/// What is to be done about an input of the program's own.
fn respond_to_program(decision: Decision) -> Response {
    match decision {
        Ok(effects) => Response {
            changes: effects.changes,
            deliveries: effects.deliveries,
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
                deliveries.add(durable, moment, permit);
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
        if !error.is_outdated() || job.n_tries >= MOST_TRIES {
            job.fail(&deliveries);
        } else if let Err(mpsc::error::SendError(job)) = retry.send(job) {
            job.fail(&deliveries);
        }
    }
}

impl Job {
    /// The place of the event among those that are under way.
    fn permit(&self) -> Option<super::gate::Permit> {
        match &self.waiting {
            Waiting::Person(asking) => asking.in_flight.permit.clone(),
            Waiting::Program(_) => None,
        }
    }

    /// Tells who waits what has become durable.
    fn settle(self, say: Say, is_done: bool, deliveries: &Deliveries) {
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

    /// The language of who waits.
    fn language(&self) -> Language {
        match &self.waiting {
            Waiting::Person(asking) => asking.language,
            Waiting::Program(_) => Language::ENGLISH,
        }
    }

    /// Tells who waits that nothing is confirmed.
    fn fail(self, deliveries: &Deliveries) {
        let draft = Box::new(Draft::from(present::failure(self.language())));
        self.settle(Say::Answer(draft), false, deliveries);
    }
}
