//! The program as a player: it thinks on threads of its own, while everybody else is answered, and answers as a person
//! would: by an [`Input`](crate::service::Input).
//!
//! What there is to think about comes from what is durable: after each commit that makes it the program's turn, and at the
//! start for all matches in play. So a program that is killed while it thinks does so again, and as the input is named
//! after the match and the ply, its move counts once.

mod queue;
mod thinker;

use std::{
    collections::HashSet,
    sync::{
        Arc, Condvar, Mutex, MutexGuard, PoisonError,
        atomic::{AtomicBool, Ordering},
    },
    thread,
    time::{Duration, Instant},
};

use tokio::sync::{mpsc, watch};
use tracing::{error, warn};

pub use self::thinker::Thinks;
use self::{queue::FairQueue, thinker::EngineThinker};
use super::pending::tell_unstored;
use crate::{
    ports::Dice,
    service::{EngineMove, EngineQuestion, open_questions},
    writer::Writer,
};

/// How many questions may wait. What finds no room is looked for again with the next tick.
const WAITING: usize = 4096;

/// Makes what answers questions, on the thread that is to do so.
pub type MakesThinkers = Arc<dyn Fn() -> Box<dyn Thinks> + Send + Sync>;

/// How the program plays.
pub struct ThinkingParts {
    /// On how many threads it thinks; with none it does not play.
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
pub(super) struct Answered {
    pub(super) question: EngineQuestion,
    pub(super) answer: Option<EngineMove>,
    /// When a person would have found it.
    pub(super) at: Instant,
}

/// What waits to be thought about.
struct Unanswered {
    queue: FairQueue<(EngineQuestion, Instant)>,
    /// The ids of all that waits, is thought about, or is on its way to be decided on.
    open: HashSet<String>,
    dice: Box<dyn Dice>,
}

struct ThinkingState {
    waiting: Mutex<Unanswered>,
    /// Told when something waits, or when it is time to stop.
    news: Condvar,
    stop: AtomicBool,
    /// How many questions are open.
    n_open: watch::Sender<usize>,
    /// Whether some question was not answered, and is to be looked for.
    is_behind: AtomicBool,
    pace: (Duration, Duration),
}

impl ThinkingState {
    fn waiting(&self) -> MutexGuard<'_, Unanswered> {
        self.waiting.lock().unwrap_or_else(PoisonError::into_inner)
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

    /// What is to be thought about next, and the seed of the lots for it; nothing when it is time to stop.
    fn next(&self) -> Option<(EngineQuestion, Instant, u64)> {
        let mut waiting = self.waiting();
        loop {
            if self.stop.load(Ordering::Relaxed) {
                return None;
            }
            if let Some((question, asked)) = waiting.queue.pop() {
                let seed = word(&mut *waiting.dice);
                return Some((question, asked, seed));
            }
            waiting = (self.news.wait(waiting)).unwrap_or_else(PoisonError::into_inner);
        }
    }
}

fn word(dice: &mut dyn Dice) -> u64 {
    let mut half = || u64::from(dice.below(u32::MAX));
    half() << 32 | half()
}

/// Where the program is asked to think. When this is gone, it stops.
pub(super) struct Thinking {
    shared: Arc<ThinkingState>,
    n_threads: usize,
}

impl Thinking {
    /// Starts the threads; what they find comes out where it is to be handed in.
    pub(super) fn start(
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
            is_behind: AtomicBool::new(true),
            pace: parts.pace,
        });
        let (answers, answered) = mpsc::unbounded_channel();
        let mut n_threads = 0;
        for _ in 0..parts.threads {
            let (shared, answers) = (Arc::clone(&shared), answers.clone());
            let thinker = Arc::clone(&parts.thinker);
            let thread = thread::Builder::new().name("thinking".to_owned());
            match thread.spawn(move || think(&shared, &answers, &mut *thinker())) {
                Ok(_) => n_threads += 1,
                Err(error) => error!(%error, "a thread that thinks could not be started"),
            }
        }
        (Arc::new(Thinking { shared, n_threads }), answered)
    }

    /// Has a question thought about, unless that is being done already.
    pub(super) fn ask(&self, question: EngineQuestion) {
        let Some(person) = question.person().cloned().filter(|_| self.n_threads > 0) else {
            return;
        };
        let id = question.input_id();
        let mut waiting = self.shared.waiting();
        if !waiting.open.insert(id.clone()) {
            return;
        }
        if waiting
            .queue
            .push(person, (question, Instant::now()))
            .is_err()
        {
            waiting.open.remove(&id);
            self.shared.is_behind.store(true, Ordering::Relaxed);
            return;
        }
        self.shared.n_open.send_replace(waiting.open.len());
        drop(waiting);
        self.shared.news.notify_one();
    }

    /// Looks for what is not thought about though it is to be: after the start, and when an answer could not be made durable.
    pub(super) async fn catch_up(&self, writer: &Writer) {
        if self.n_threads == 0 || !self.shared.is_behind.swap(false, Ordering::Relaxed) {
            return;
        }
        let writer = writer.clone();
        let found = tokio::task::spawn_blocking(move || open_questions(&writer)).await;
        match found {
            Ok(Ok(questions)) => questions
                .into_iter()
                .for_each(|question| self.ask(question)),
            Ok(Err(error)) => {
                self.shared.is_behind.store(true, Ordering::Relaxed);
                tell_unstored(&error, "nobody knows what is to be thought about");
            }
            Err(_) => warn!("it was not looked for what is to be thought about"),
        }
    }

    /// Takes note that an answer was handed in, and whether it has changed something.
    pub(super) fn close(&self, question: &EngineQuestion, is_done: bool) {
        if !is_done {
            self.shared.is_behind.store(true, Ordering::Relaxed);
        }
        let mut waiting = self.shared.waiting();
        waiting.open.remove(&question.input_id());
        self.shared.n_open.send_replace(waiting.open.len());
    }

    /// Waits until nothing is thought about. Whether something was.
    pub(super) async fn idle(&self) -> bool {
        let mut n_open = self.shared.n_open.subscribe();
        let was_busy = *n_open.borrow() > 0;
        // A sender that is gone thinks of nothing.
        let _ = n_open.wait_for(|n| *n == 0).await;
        was_busy
    }
}

impl Drop for Thinking {
    fn drop(&mut self) {
        let waiting = self.shared.waiting();
        self.shared.stop.store(true, Ordering::Relaxed);
        drop(waiting);
        self.shared.news.notify_all();
    }
}

/// Thinks about one question after the other.
fn think(
    shared: &ThinkingState,
    answers: &mpsc::UnboundedSender<Answered>,
    thinker: &mut dyn Thinks,
) {
    be_nice();
    while let Some((question, asked, seed)) = shared.next() {
        let answer = thinker.answer(&question, seed, &shared.stop);
        if shared.stop.load(Ordering::Relaxed) {
            return;
        }
        let at = asked + shared.delay(&question);
        let answered = Answered {
            question,
            answer,
            at,
        };
        if answers.send(answered).is_err() {
            return;
        }
    }
}

/// Has this thread run when nothing else is to.
fn be_nice() {
    #[cfg(all(feature = "playground", target_os = "linux"))]
    if let Err(error) = rustix::process::nice(10) {
        warn!(%error, "thinking takes its time from everybody");
    }
}
