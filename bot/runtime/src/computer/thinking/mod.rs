//! The program as a player: it thinks on threads of its own, while everybody else is answered, and answers as a person
//! would: by an [`Input`](service::Input).
//!
//! What there is to think about comes from what is durable: after each commit that makes it the program's turn, or may have done
//! so, and for all matches in play at the start and once another process is gone. So what a program has thought about that is
//! killed is thought about again, and as the input is named after the match and the ply, its move counts once.
//!
//! Whatever else takes thinking is done on the same threads, in turns with that: [`Thinking::push`].

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
        Arc, Condvar, Mutex, MutexGuard, PoisonError,
        atomic::{AtomicBool, Ordering},
    },
    thread,
    time::{Duration, Instant},
};

use tokio::sync::{mpsc, oneshot, watch};
use tracing::{debug, error, warn};

pub use self::thinker::Thinks;
use self::{queue::FairQueue, thinker::EngineThinker};
use crate::{cluster::processes::Processes, unstored::tell_unstored};
use api::{Dice, MatchId, StoreError, UserId};
use service::{EngineMove, EngineQuestion, matches_of_program, open_questions};
use store::writer::Writer;

/// How much may wait. A move that finds no room is looked for again with the next tick.
const WAITING: usize = 4096;

/// Something to be done on one of the threads, with what answers questions there, a seed for its lots, and what tells it
/// to stop. Whoever waits for what it finds is told by itself.
pub(crate) type Work = Box<dyn FnOnce(&mut dyn Thinks, u64, &AtomicBool) + Send>;

/// Something that takes long: it is done a step at a time, so that nobody's match waits for more than one. A step says
/// whether there are more; it may end early when it is told to stop, and nothing follows it then.
pub(crate) type LongWork = Box<dyn FnMut(&AtomicBool) -> ControlFlow<()> + Send>;

/// Why something is not done.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum NotTaken {
    /// The same waits already, or is being done.
    Open,
    /// Too much waits.
    Full,
}

/// Makes what answers questions, on the thread that is to do so.
pub type MakesThinkers = Arc<dyn Fn() -> Box<dyn Thinks> + Send + Sync>;

/// How the program plays.
pub struct ThinkingParts {
    /// On how many threads it thinks, at least one.
    pub threads: usize,
    /// Makes what answers the questions, for each thread.
    pub thinker: MakesThinkers,
    /// How long it takes at least and at most to answer, as a person would.
    pub pace: (Duration, Duration),
    /// Draws the lots of its thinking. They have nothing to do with the dice of a match, whose secret stays with the task
    /// that decides.
    pub dice: Box<dyn Dice>,
}

impl ThinkingParts {
    /// How long a person takes to answer.
    const HUMAN: (Duration, Duration) = (Duration::from_millis(500), Duration::from_secs(3));

    /// Our own engine on so many threads, each of which remembers so many bytes, as fast as a person.
    pub fn of_engine(threads: usize, memory: usize, dice: Box<dyn Dice>) -> ThinkingParts {
        ThinkingParts {
            threads,
            thinker: Arc::new(move || Box::new(EngineThinker::new(memory))),
            pace: ThinkingParts::HUMAN,
            dice,
        }
    }
}

/// What was thought, on its way to whoever waits for it.
pub(crate) struct Answered {
    pub(crate) question: EngineQuestion,
    pub(crate) answer: Option<EngineMove>,
    /// When a person would have found it.
    pub(crate) at: Instant,
}

/// What waits to be thought about.
struct Unanswered {
    queue: FairQueue<Work>,
    /// The ids of all that waits, is thought about, or is on its way to be decided on.
    open: HashSet<String>,
    dice: Box<dyn Dice>,
}

/// Where it is to be looked for what the program does not think about though it is to.
#[derive(Default)]
struct Behind {
    /// In all matches of which no other process speaks that lives, which would think about them.
    everywhere: bool,
    /// And in these, whoever speaks of them.
    matches: BTreeSet<MatchId>,
}

impl Behind {
    fn is_empty(&self) -> bool {
        !self.everywhere && self.matches.is_empty()
    }

    /// All that there is to think about there.
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
    /// Told when something waits, or when it is time to stop.
    news: Condvar,
    stop: AtomicBool,
    /// How much is open.
    n_open: watch::Sender<usize>,
    behind: Mutex<Behind>,
    /// Held while it is looked for what is behind, so that nobody takes for done what somebody else still looks for.
    looking: tokio::sync::Mutex<()>,
    pace: (Duration, Duration),
}

impl ThinkingState {
    fn waiting(&self) -> MutexGuard<'_, Unanswered> {
        self.waiting.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn behind(&self) -> MutexGuard<'_, Behind> {
        self.behind.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// How long a person would think about a question.
    fn delay(&self, question: &EngineQuestion) -> Duration {
        if question.goes_on() {
            return Duration::ZERO;
        }
        let (least, most) = self.pace;
        let span = u32::try_from(most.saturating_sub(least).as_millis()).unwrap_or(u32::MAX);
        let more = match span {
            0 => 0,
            span => self.waiting().dice.below(span),
        };
        least + Duration::from_millis(more.into())
    }

    /// What is to be done next, and the seed of the lots for it; nothing when it is time to stop.
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
            waiting = (self.news.wait(waiting)).unwrap_or_else(PoisonError::into_inner);
        }
    }
}

impl ThinkingState {
    /// Has a step of something done when it is the turn of this person, and the next one after that. Without room it is
    /// dropped.
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

fn word(dice: &mut dyn Dice) -> u64 {
    let mut half = || u64::from(dice.below(u32::MAX));
    half() << 32 | half()
}

/// Where the program is asked to think. When this is gone, it stops.
pub(crate) struct Thinking {
    shared: Arc<ThinkingState>,
    answers: mpsc::UnboundedSender<Answered>,
    n_threads: usize,
}

impl Thinking {
    /// Starts the threads; the moves that they find come out where they are to be handed in.
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

    /// Has something done when it is the turn of this person. It is open under this id until [`Thinking::close`].
    ///
    /// # Errors
    ///
    /// It is not done.
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

    /// Has the program think about its move, unless it does so already.
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
            // When it is time to stop, it is thought about again after the next start.
            if !stop.load(Ordering::Relaxed) {
                drop(answers.send(answered));
            }
        };
        if self.push(&person, id, Box::new(work)) == Err(NotTaken::Full) {
            self.look_again(of);
        }
    }

    /// Has something thought about for somebody who waits for it; what was found, if anything was.
    ///
    /// # Errors
    ///
    /// It is not thought about.
    pub(crate) fn find(
        &self,
        question: EngineQuestion,
    ) -> Result<oneshot::Receiver<Option<EngineMove>>, NotTaken> {
        let person = question.person().cloned().ok_or(NotTaken::Full)?;
        let id = question.id();
        let (found, finding) = oneshot::channel();
        let work = move |thinker: &mut dyn Thinks, seed: u64, stop: &AtomicBool| {
            let answer = thinker.answer(&question, seed, stop);
            // What was broken off is no hint. Who does not wait any longer does not want to know.
            if !stop.load(Ordering::Relaxed) {
                drop(found.send(answer));
            }
        };
        self.push(&person, id, Box::new(work)).map(|()| finding)
    }

    /// Has something done that takes long. It is dropped where that cannot be done, or when it is time to stop.
    pub(crate) fn work(&self, person: UserId, work: LongWork) {
        if self.n_threads > 0 {
            self.shared.put(person, work);
        }
    }

    /// Looks for what is not thought about though it is to be: after the start, when an answer has changed nothing, or a change
    /// was not confirmed. What another process speaks of that lives is left to it.
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
            // The panic was logged by its hook; else the program is ending.
            Err(_) => self.look_everywhere(),
        }
    }

    /// Whether it is to be looked for something.
    pub(crate) fn is_behind(&self) -> bool {
        !self.shared.behind().is_empty()
    }

    /// Takes note that it is to be looked in all matches whether there is something to think about.
    pub(crate) fn look_everywhere(&self) {
        self.shared.behind().everywhere = true;
    }

    /// Takes note that it is to be looked again in a match whether there is something to think about.
    pub(crate) fn look_again(&self, id: MatchId) {
        self.shared.behind().matches.insert(id);
    }

    /// Takes note that something is done, and whoever waited for it knows.
    pub(crate) fn close(&self, id: &str) {
        let mut waiting = self.shared.waiting();
        waiting.open.remove(id);
        self.shared.n_open.send_replace(waiting.open.len());
    }

    /// Waits until nothing is thought about, nor looked for. Whether something was thought about.
    pub(crate) async fn idle(&self) -> bool {
        drop(self.shared.looking.lock().await);
        let mut n_open = self.shared.n_open.subscribe();
        let was_busy = *n_open.borrow() > 0;
        // A sender that is gone thinks of nothing.
        let _ = n_open.wait_for(|n| *n == 0).await;
        was_busy
    }
}

impl Thinking {
    /// Stops all that is being done, and drops what waits.
    pub(crate) fn stop(&self) {
        let mut waiting = self.shared.waiting();
        self.shared.stop.store(true, Ordering::Relaxed);
        let dropped = mem::replace(&mut waiting.queue, FairQueue::new(0));
        drop(waiting);
        self.shared.news.notify_all();
        // Whoever waits for something hears now that it will not be done.
        drop(dropped);
    }
}

impl Drop for Thinking {
    fn drop(&mut self) {
        self.stop();
    }
}

/// Does one thing after the other.
fn think(shared: &ThinkingState, thinker: &mut dyn Thinks) {
    be_nice();
    while let Some((work, seed)) = shared.next() {
        let done = catch_unwind(AssertUnwindSafe(|| work(thinker, seed, &shared.stop)));
        // The panic was logged by its hook. Who waits hears that nothing was found.
        drop(done);
    }
}

/// Has this thread run when nothing else is to.
fn be_nice() {
    #[cfg(target_os = "linux")]
    if let Err(error) = rustix::process::nice(10) {
        warn!(%error, "cannot lower the priority of the engine threads");
    }
}
