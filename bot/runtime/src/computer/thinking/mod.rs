//! The program as a player. It thinks on its own threads, so that the decider can answer requests. Its answer is a
//! [`Request`](service::Request), like that of a person.
//!
//! Its questions come from durable data: from each commit after which it may be the program's turn. At the start, and after the
//! end of another process, they come from all matches in play. So the questions of a killed process are not lost. The id of the
//! request consists of the match and the number of inputs, so its move counts once.
//!
//! All other long work runs on the same threads, in turns with the moves: [`Thinking::push`].

mod queue;
#[cfg(test)]
mod tests;
mod thinker;

use std::{
    collections::{BTreeSet, HashSet},
    mem,
    ops::ControlFlow,
    panic::{AssertUnwindSafe, catch_unwind},
    sync::{
        Arc, Condvar, Mutex, MutexGuard,
        atomic::{AtomicBool, Ordering},
    },
    thread,
    time::Duration,
};

use tokio::{
    sync::{mpsc, oneshot, watch},
    time::Instant,
};
use tracing::{debug, error, warn};

pub use self::thinker::Thinks;
use self::{
    queue::FairQueue,
    thinker::{EngineThinker, LONGEST},
};
use crate::{cluster::processes::Processes, unstored::tell_unstored};
use api::{Dice, MatchId, StoreError, UserId};
use kit::{lock, unpoisoned};
use service::{EngineMove, EngineQuestion, matches_of_program, open_questions};
use store::writer::Writer;

/// The greatest number of tasks that wait. The next tick searches again for a question without room.
const WAITING: usize = 4096;

/// A task for one of the threads. It gets a [`Thinks`] object, a seed for its random numbers, and a flag that stops it. It
/// sends its result itself.
pub(crate) type Work = Box<dyn FnOnce(&mut dyn Thinks, u64, &AtomicBool) + Send>;

/// A long task, done a step at a time, so that no match waits for more than one step. A step returns whether there are more.
/// It may end early when the flag stops it, and no step follows then.
pub(crate) type LongWork = Box<dyn FnMut(&AtomicBool) -> ControlFlow<()> + Send>;

/// The reason why a task is not done.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum NotTaken {
    /// The same task already waits or runs.
    Open,
    /// Too many tasks wait.
    Full,
}

/// Makes a [`Thinks`] object, on the thread that uses it.
pub type MakesThinkers = Arc<dyn Fn() -> Box<dyn Thinks> + Send + Sync>;

/// The settings of the program as a player.
pub struct ThinkingParts {
    /// The number of threads that it thinks on, at least one.
    pub threads: usize,
    /// Makes the [`Thinks`] object of each thread.
    pub thinker: MakesThinkers,
    /// The least and the greatest time for a reply, as a person would need.
    pub pace: (Duration, Duration),
    /// The dice that seed its thinking. They are independent of the dice of a match, and the decider keeps the secret of those.
    pub dice: Box<dyn Dice>,
}

/// The shortest time for a reply. A quicker one looks like a part of the person's own move.
const SHORTEST: Duration = Duration::from_millis(500);

impl ThinkingParts {
    /// Returns our own engine on this number of threads, each with this number of bytes of memory, at the pace of a person.
    pub fn of_engine(threads: usize, memory: usize, dice: Box<dyn Dice>) -> ThinkingParts {
        ThinkingParts {
            threads,
            thinker: Arc::new(move || Box::new(EngineThinker::new(memory))),
            pace: (SHORTEST, LONGEST),
            dice,
        }
    }
}

/// The result of thinking, on its way to the decider.
pub(crate) struct Answered {
    pub(crate) question: EngineQuestion,
    pub(crate) answer: Option<EngineMove>,
    /// The time at which a person would have found it.
    pub(crate) at: Instant,
}

/// The tasks that wait.
struct Unanswered {
    queue: FairQueue<Work>,
    /// The ids of all tasks that wait or run, or have a result that waits for a decision.
    open: HashSet<String>,
    dice: Box<dyn Dice>,
}

/// The matches to search for missed questions.
#[derive(Default)]
struct Behind {
    /// True for all matches, except those that another living process has claimed, because that process thinks about them.
    everywhere: bool,
    /// These matches too, even if another process has claimed them.
    matches: BTreeSet<MatchId>,
}

impl Behind {
    fn is_empty(&self) -> bool {
        !self.everywhere && self.matches.is_empty()
    }

    /// Returns all questions of these matches.
    fn questions(
        &self,
        writer: &Writer,
        processes: Option<&Arc<Processes>>,
    ) -> Result<Vec<EngineQuestion>, StoreError> {
        let mut ids = self.matches.clone();
        if self.everywhere {
            let all = matches_of_program(writer)?;
            let others = match processes {
                Some(processes) => processes.of_others(writer, all.clone())?,
                None => BTreeSet::new(),
            };
            ids.extend(all.difference(&others));
        }
        open_questions(writer, ids)
    }
}

struct ThinkingState {
    waiting: Mutex<Unanswered>,
    /// Notified when a task waits, or at a stop.
    news: Condvar,
    stop: AtomicBool,
    /// The number of open tasks.
    n_open: watch::Sender<usize>,
    behind: Mutex<Behind>,
    /// Held during the search for missed questions, so that a second search does not return before the first ends.
    looking: tokio::sync::Mutex<()>,
    pace: (Duration, Duration),
}

impl ThinkingState {
    fn waiting(&self) -> MutexGuard<'_, Unanswered> {
        lock(&self.waiting)
    }

    fn behind(&self) -> MutexGuard<'_, Behind> {
        lock(&self.behind)
    }

    /// Returns the time that a person would think about a question. It costs the program nothing, because its matches have no
    /// clock.
    fn delay(&self, question: &EngineQuestion) -> Duration {
        if question.goes_on() {
            Duration::ZERO
        } else {
            drawn(self.pace, &mut *self.waiting().dice)
        }
    }

    /// Waits for the next task, and draws a seed for it. Returns `None` at a stop.
    fn next(&self) -> Option<(Work, u64)> {
        let mut waiting = self.waiting();
        loop {
            if self.stop.load(Ordering::Relaxed) {
                return None;
            }
            if let Some(work) = waiting.queue.pop() {
                let seed = word(&mut *waiting.dice);
                return Some((work, seed));
            }
            waiting = unpoisoned(self.news.wait(waiting));
        }
    }
}

impl ThinkingState {
    /// Queues a step of a long task as one of this person, and each following step after it. Without room the task is dropped.
    fn put(self: &Arc<ThinkingState>, person: UserId, mut work: LongWork) {
        let (shared, whose) = (Arc::downgrade(self), person.clone());
        let step: Work = Box::new(move |_, _, stop| {
            if let (ControlFlow::Continue(()), Some(shared)) = (work(stop), shared.upgrade()) {
                shared.put(whose, work);
            }
        });
        let is_put = self.waiting().queue.push(person, step).is_ok();
        if is_put {
            self.news.notify_one()
        } else {
            debug!("dropped a long computation")
        }
    }
}

/// Draws a time between the least and the greatest one.
fn drawn((least, most): (Duration, Duration), dice: &mut dyn Dice) -> Duration {
    let span = u32::try_from(most.saturating_sub(least).as_millis()).unwrap_or(u32::MAX);
    let more = match span {
        0 => 0,
        span => dice.below(span),
    };
    least + Duration::from_millis(more.into())
}

fn word(dice: &mut dyn Dice) -> u64 {
    let mut half = || u64::from(dice.below(u32::MAX));
    half() << 32 | half()
}

/// The handle by which tasks are queued. When it is dropped, the threads stop.
pub(crate) struct Thinking {
    shared: Arc<ThinkingState>,
    answers: mpsc::UnboundedSender<Answered>,
    n_threads: usize,
}

impl Thinking {
    /// Starts the threads, and returns the receiver of the moves that they find.
    pub(crate) fn start(
        parts: ThinkingParts,
    ) -> (Arc<Thinking>, mpsc::UnboundedReceiver<Answered>) {
        let shared = Arc::new(ThinkingState {
            waiting: Mutex::new(Unanswered {
                queue: FairQueue::new(WAITING),
                open: HashSet::new(),
                dice: parts.dice,
            }),
            news: Condvar::new(),
            stop: AtomicBool::new(false),
            n_open: watch::Sender::new(0),
            behind: Mutex::new(Behind {
                everywhere: true,
                ..Behind::default()
            }),
            looking: tokio::sync::Mutex::default(),
            pace: parts.pace,
        });
        let (answers, answered) = mpsc::unbounded_channel();
        let mut n_threads = 0;
        for _ in 0..parts.threads {
            let shared = Arc::clone(&shared);
            let thinker = Arc::clone(&parts.thinker);
            let thread = thread::Builder::new().name("thinking".to_owned());
            match thread.spawn(move || think(&shared, &mut *thinker())) {
                Ok(_) => n_threads += 1,
                Err(error) => error!(%error, "cannot start an engine thread"),
            }
        }
        let thinking = Thinking {
            shared,
            answers,
            n_threads,
        };
        (Arc::new(thinking), answered)
    }

    /// Queues a task as one of this person. It is open under this id until [`Thinking::close`].
    ///
    /// # Errors
    ///
    /// The task is not queued.
    pub(crate) fn push(&self, person: &UserId, id: String, work: Work) -> Result<(), NotTaken> {
        if self.n_threads == 0 {
            return Err(NotTaken::Full);
        }
        let mut waiting = self.shared.waiting();
        if waiting.open.contains(&id) {
            return Err(NotTaken::Open);
        }
        let pushed = waiting.queue.push(person.clone(), work);
        pushed.map_err(|_| NotTaken::Full)?;
        waiting.open.insert(id);
        self.shared.n_open.send_replace(waiting.open.len());
        drop(waiting);
        self.shared.news.notify_one();
        Ok(())
    }

    /// Makes the program think about its move, unless it does so already.
    pub(crate) fn think_about(&self, question: EngineQuestion) {
        let Some(person) = question.person().cloned() else {
            return;
        };
        let (id, of) = (question.id(), question.match_id());
        let at = Instant::now() + self.shared.delay(&question);
        let answers = self.answers.clone();
        let work = move |thinker: &mut dyn Thinks, seed: u64, stop: &AtomicBool| {
            let answer = thinker.answer(&question, seed, stop);
            let answered = Answered {
                question,
                answer,
                at,
            };
            // At a stop, the next start asks the question again.
            if !stop.load(Ordering::Relaxed) {
                drop(answers.send(answered));
            }
        };
        if self.push(&person, id, Box::new(work)) == Err(NotTaken::Full) {
            self.look_again(of);
        }
    }

    /// Queues a question, and returns the receiver of its answer, which may be empty.
    ///
    /// # Errors
    ///
    /// The question is not queued.
    pub(crate) fn find(
        &self,
        question: EngineQuestion,
    ) -> Result<oneshot::Receiver<Option<EngineMove>>, NotTaken> {
        let person = question.person().cloned().ok_or(NotTaken::Full)?;
        let id = question.id();
        let (found, finding) = oneshot::channel();
        let work = move |thinker: &mut dyn Thinks, seed: u64, stop: &AtomicBool| {
            let answer = thinker.answer(&question, seed, stop);
            // A stopped search gives no hint. If the receiver no longer exists, the answer is dropped.
            if !stop.load(Ordering::Relaxed) {
                drop(found.send(answer));
            }
        };
        self.push(&person, id, Box::new(work)).map(|()| finding)
    }

    /// Runs a long task. Drops it without threads or room, or at a stop.
    pub(crate) fn work(&self, person: UserId, work: LongWork) {
        if self.n_threads > 0 {
            self.shared.put(person, work);
        }
    }

    /// Searches for missed questions: after the start, when an answer has changed nothing, or when a change was not confirmed.
    /// Leaves matches that another living process has claimed to that process.
    pub(crate) async fn catch_up(&self, writer: &Writer, processes: Option<&Arc<Processes>>) {
        if self.n_threads == 0 {
            return;
        }
        let _looking = self.shared.looking.lock().await;
        let behind = mem::take(&mut *self.shared.behind());
        if behind.is_empty() {
            return;
        }
        let (writer, processes) = (writer.clone(), processes.cloned());
        let looking = move || {
            let found = behind.questions(&writer, processes.as_ref());
            found.map_err(|error| (error, behind))
        };
        match tokio::task::spawn_blocking(looking).await {
            Ok(Ok(questions)) => {
                for question in questions {
                    self.think_about(question);
                }
            }
            Ok(Err((error, behind))) => {
                let mut now = self.shared.behind();
                now.everywhere |= behind.everywhere;
                now.matches.extend(behind.matches);
                drop(now);
                tell_unstored(&error, "cannot read the open engine moves");
            }
            // The panic was logged by its hook; else the process is ending.
            Err(_) => self.look_everywhere(),
        }
    }

    /// Returns whether matches are marked for a search.
    pub(crate) fn is_behind(&self) -> bool {
        !self.shared.behind().is_empty()
    }

    /// Marks all matches for a search for missed questions.
    pub(crate) fn look_everywhere(&self) {
        self.shared.behind().everywhere = true;
    }

    /// Marks a match for a search for missed questions.
    pub(crate) fn look_again(&self, id: MatchId) {
        self.shared.behind().matches.insert(id);
    }

    /// Removes the id of a finished task after the receipt of its result.
    pub(crate) fn close(&self, id: &str) {
        let mut waiting = self.shared.waiting();
        waiting.open.remove(id);
        self.shared.n_open.send_replace(waiting.open.len());
    }

    /// Waits until no task is open, and no search runs. Returns whether a task was open.
    pub(crate) async fn idle(&self) -> bool {
        drop(self.shared.looking.lock().await);
        let mut n_open = self.shared.n_open.subscribe();
        let was_busy = *n_open.borrow() > 0;
        // Without a sender, there are no tasks.
        let _ = n_open.wait_for(|n| *n == 0).await;
        was_busy
    }
}

impl Thinking {
    /// Stops all tasks, and drops those that wait.
    pub(crate) fn stop(&self) {
        let mut waiting = self.shared.waiting();
        self.shared.stop.store(true, Ordering::Relaxed);
        let dropped = mem::replace(&mut waiting.queue, FairQueue::new(0));
        drop(waiting);
        self.shared.news.notify_all();
        // The drop of the tasks closes their channels, so the receivers do not wait for them.
        drop(dropped);
    }
}

impl Drop for Thinking {
    fn drop(&mut self) {
        self.stop();
    }
}

/// Runs one task after the other.
fn think(shared: &ThinkingState, thinker: &mut dyn Thinks) {
    be_nice();
    while let Some((work, seed)) = shared.next() {
        let done = catch_unwind(AssertUnwindSafe(|| work(thinker, seed, &shared.stop)));
        // The panic was logged by its hook. The receiver gets no answer.
        drop(done);
    }
}

/// Lowers the priority of this thread to that of background work.
fn be_nice() {
    #[cfg(target_os = "linux")]
    if let Err(error) = rustix::process::nice(10) {
        warn!(%error, "cannot lower the priority of the engine threads");
    }
}
