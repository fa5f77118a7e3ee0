//! The search thread, and the lines about its results.

use std::{
    fmt::Write as _,
    io::Write,
    panic::{AssertUnwindSafe, catch_unwind},
    sync::{
        Arc, Condvar, Mutex, MutexGuard,
        atomic::{AtomicBool, AtomicU64, Ordering},
        mpsc::{self, Receiver, RecvTimeoutError, Sender},
    },
    thread::{self, JoinHandle},
    time::{Duration, Instant},
};

use engine::{Budget, Engine, Helper, Level, Score, SeededWords, Step, Thought};
use rules::{Action, BeliefChange, SeatHistory, Variant};

use super::seat::written;
use crate::cli::CliFailure;
use kit::lock;

/// The time for which a search continues after the end of the input.
const LONGEST_AFTER_END: Duration = Duration::from_secs(60);

/// The output for lines of all threads; no line is interleaved with another.
#[derive(Clone)]
pub(super) struct Output(Arc<Mutex<dyn Write + Send>>);

impl Output {
    pub(super) fn new(output: impl Write + Send + 'static) -> Output {
        Output(Arc::new(Mutex::new(output)))
    }

    /// Prints a line, and flushes it.
    pub(super) fn print(&self, line: &str) -> Result<(), CliFailure> {
        let mut output = lock(&self.0);
        writeln!(output, "{line}")?;
        Ok(output.flush()?)
    }
}

/// A position to search, with its limits.
pub(super) struct UciQuestion {
    pub(super) history: SeatHistory,
    /// A legal answer, in case the engine finds none.
    pub(super) any: Option<Action>,
    pub(super) level: Level,
    /// The number of best moves to find.
    pub(super) n_lines: usize,
    /// The maximum number of nodes of all threads together.
    pub(super) n_nodes: u64,
    pub(super) depth: Option<u32>,
    pub(super) deadline: Option<Instant>,
    /// The planned time of the search.
    pub(super) planned: Option<Duration>,
    /// True if the answer is kept until the search is stopped.
    pub(super) waits: bool,
    pub(super) seed: u64,
}

/// An order to the search thread.
pub(super) enum Order {
    /// Starts a search.
    Think(Box<UciQuestion>),
    /// Clears the transposition table.
    Forget,
    /// Makes another engine.
    Use(Resources),
}

/// The resources of the engine.
#[derive(Clone, Copy)]
pub(super) struct Resources {
    /// The size of the transposition table in bytes.
    pub(super) memory: usize,
    /// The number of threads of a search at full strength, at least one.
    pub(super) n_threads: usize,
}

impl Resources {
    /// The default resources.
    pub(super) const USUAL: Resources = Resources {
        memory: Engine::USUAL_MEMORY,
        n_threads: 1,
    };
}

/// The engine, and its helpers on further threads.
struct Workers {
    engine: Engine,
    n_helpers: usize,
}

impl Workers {
    fn new(resources: Resources) -> Workers {
        Workers {
            engine: Engine::new(resources.memory),
            n_helpers: resources.n_threads - 1,
        }
    }

    /// Makes the helpers of a search. They are new for each search, so that they begin with the guesses of the engine.
    fn helpers(&self, level: Level) -> Vec<Helper> {
        // The other levels are defined by their nodes on one thread.
        match level {
            Level::STRONGEST => self.engine.helpers(self.n_helpers),
            _ => Vec::new(),
        }
    }
}

/// The handle of the search thread.
pub(super) struct UciThinker {
    orders: Sender<Order>,
    thread: JoinHandle<()>,
    /// Closed when the thread has ended.
    end: Receiver<()>,
    signs: Arc<Signs>,
}

/// The phase of the last search.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
enum SearchPhase {
    /// There is none, or its answer has been printed.
    #[default]
    Answered,
    /// It is running, or about to begin.
    Thinking,
    /// It has to answer now, or has found its answer.
    Ending,
}

/// The state that both threads share.
#[derive(Default)]
struct Signs {
    phase: Mutex<SearchPhase>,
    /// Notified of each printed answer.
    answered: Condvar,
    /// True if the answer is kept until the search is stopped.
    waits: AtomicBool,
    /// True if the search has to answer now.
    stop: AtomicBool,
}

impl Signs {
    fn phase(&self) -> MutexGuard<'_, SearchPhase> {
        lock(&self.phase)
    }
}

impl UciThinker {
    pub(super) fn start(output: Output) -> UciThinker {
        let (orders, received) = mpsc::channel();
        let signs = Arc::new(Signs::default());
        let seen = Arc::clone(&signs);
        let (ended, end) = mpsc::channel();
        let thread = thread::spawn(move || {
            run(&received, &output, &seen);
            drop::<Sender<()>>(ended);
        });
        UciThinker {
            orders,
            thread,
            end,
            signs,
        }
    }

    /// Tells whether a search is running, without an answer or a stop.
    pub(super) fn is_thinking(&self) -> bool {
        *self.signs.phase() == SearchPhase::Thinking
    }

    /// Waits until the last search is answered.
    pub(super) fn wait(&self) {
        let is_open = |phase: &mut SearchPhase| *phase != SearchPhase::Answered;
        let answered = &self.signs.answered;
        drop(answered.wait_while(self.signs.phase(), is_open));
    }

    /// Stops the search, if there is one, and waits for its answer.
    pub(super) fn end_search(&self) {
        self.stop();
        self.wait();
    }

    /// Starts a search; the one before has been answered.
    pub(super) fn think(&self, question: UciQuestion) {
        self.signs.stop.store(false, Ordering::Release);
        self.signs.waits.store(question.waits, Ordering::Release);
        *self.signs.phase() = SearchPhase::Thinking;
        self.send(Order::Think(Box::new(question)));
    }

    /// Makes the search answer now, if there is one.
    pub(super) fn stop(&self) {
        self.signs.stop.store(true, Ordering::Release);
        let mut phase = self.signs.phase();
        if *phase == SearchPhase::Thinking {
            *phase = SearchPhase::Ending;
        }
        self.thread.thread().unpark();
    }

    /// Sends an order to the thread.
    pub(super) fn send(&self, order: Order) {
        // It ends when this is dropped, not before.
        let _ = self.orders.send(order);
    }

    /// Lets the last search finish, within a time limit, and ends the thread.
    pub(super) fn finish(self) -> Result<(), CliFailure> {
        if self.signs.waits.load(Ordering::Acquire) {
            self.stop();
        }
        let UciThinker {
            orders,
            thread,
            end,
            signs,
        } = self;
        drop(orders);
        if end.recv_timeout(LONGEST_AFTER_END) == Err(RecvTimeoutError::Timeout) {
            signs.stop.store(true, Ordering::Release);
        }
        thread
            .join()
            .map_err(|_| CliFailure::No("the thinking failed".to_string()))
    }
}

/// Runs the search thread.
fn run(orders: &Receiver<Order>, output: &Output, signs: &Signs) {
    let mut resources = Resources::USUAL;
    let mut workers = Workers::new(resources);
    for order in orders {
        match order {
            Order::Forget => workers.engine.forget(),
            Order::Use(other) => {
                resources = other;
                workers = Workers::new(resources);
            }
            Order::Think(question) => {
                let answered = catch_unwind(AssertUnwindSafe(|| {
                    answer(&mut workers, &question, output, &signs.stop)
                }));
                let answer = answered.unwrap_or_else(|_| {
                    // After a panic the state of the engine is unknown.
                    workers = Workers::new(resources);
                    any_answer("the search failed, which is a bug", &question)
                });
                while question.waits && !signs.stop.load(Ordering::Acquire) {
                    thread::park();
                }
                signs.waits.store(false, Ordering::Release);
                *signs.phase() = SearchPhase::Ending;
                // A closed output needs no more answers.
                let _ = output.print(&answer);
                *signs.phase() = SearchPhase::Answered;
                signs.answered.notify_all();
            }
        }
    }
}

/// Searches on all threads, prints the results on the way, and returns the last line.
fn answer(
    workers: &mut Workers,
    question: &UciQuestion,
    output: &Output,
    stop: &AtomicBool,
) -> String {
    let mut helpers = workers.helpers(question.level);
    let nodes = question.n_nodes.div_ceil(1 + helpers.len() as u64);
    let (is_over, helped) = (AtomicBool::new(false), AtomicU64::new(0));
    thread::scope(|scope| {
        for helper in &mut helpers {
            let help = || {
                let budget = Budget {
                    stop: Some(&is_over),
                    counter: Some(&helped),
                    ..Budget::of_nodes(nodes)
                };
                let mut seeded = SeededWords::new(question.seed);
                let mut words = || seeded.word();
                // The engine gets the same error, and finds its answer without a helper that panics.
                let _ = catch_unwind(AssertUnwindSafe(|| {
                    helper.help(&question.history, &budget, &mut words, question.n_lines)
                }));
            };
            // If there is no thread for it, the search goes on without it.
            let _ = thread::Builder::new().spawn_scoped(scope, help);
        }
        // This ends the helpers even if the search panics.
        let _end = SetOnDrop(&is_over);
        search(
            &mut workers.engine,
            question,
            (nodes, stop),
            &helped,
            output,
        )
    })
}

/// Sets a flag when it is dropped.
struct SetOnDrop<'a>(&'a AtomicBool);

impl Drop for SetOnDrop<'_> {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

/// Searches on this thread, prints the results on the way, and returns the last line.
fn search(
    engine: &mut Engine,
    question: &UciQuestion,
    (nodes, stop): (u64, &AtomicBool),
    helped: &AtomicU64,
    output: &Output,
) -> String {
    let start = Instant::now();
    let variant = question.history.variant();
    let is_over = || {
        let deadline = question.deadline;
        deadline.is_some_and(|deadline| Instant::now() >= deadline)
    };
    let spent = || {
        let planned = question.planned.unwrap_or(Duration::MAX);
        start.elapsed().as_secs_f64() / planned.as_secs_f64()
    };
    let budget = Budget {
        depth: question.depth.unwrap_or(u32::MAX),
        is_over: Some(&is_over),
        spent: Some(&spent),
        stop: Some(stop),
        ..Budget::of_nodes(nodes)
    };
    let mut seeded = SeededWords::new(question.seed);
    let mut tell = |lines: &[Thought]| {
        for (thought, rank) in lines.iter().zip(1..) {
            let nodes = thought.nodes + helped.load(Ordering::Relaxed);
            let _ = output.print(&info(thought, rank, nodes, variant, start.elapsed()));
        }
    };
    let lines = engine.analyze(
        &question.history,
        question.level,
        &budget,
        &mut || seeded.word(),
        question.n_lines,
        &mut tell,
    );
    match lines {
        Ok(lines) => {
            tell(&lines);
            if lines[0].belief == BeliefChange::Lost {
                let _ = output
                    .print("info string nothing explains all views; using the last one alone");
            }
            format!("bestmove {}", written(lines[0].action, variant))
        }
        Err(unable) => any_answer(&unable.to_string(), question),
    }
}

/// Formats a legal answer in place of a search result, and the reason.
fn any_answer(why: &str, question: &UciQuestion) -> String {
    let variant = question.history.variant();
    let any = question.any.map(|action| written(action, variant));
    let any = any.unwrap_or_else(|| "(none)".to_string());
    format!("info string {why}\nbestmove {any}")
}

/// Formats a search result for UCI: a line of this rank, and the nodes of all threads.
fn info(thought: &Thought, rank: usize, nodes: u64, variant: Variant, time: Duration) -> String {
    let Thought {
        score, line, depth, ..
    } = thought;
    let nps = (nodes as f64 / time.as_secs_f64().max(0.001)) as u64;
    let score = match *score {
        Score {
            sure_in: Some(plies),
            ..
        } => {
            let moves = (plies.abs() + 1) / 2;
            format!("mate {}", if plies < 0 { -moves } else { moves })
        }
        Score { centipawns, .. } => format!("cp {centipawns}"),
    };
    let mut text = format!(
        "info depth {depth} multipv {rank} score {score} nodes {nodes} nps {nps} time {} pv",
        time.as_millis()
    );
    for step in line {
        // Writing to a text cannot fail.
        let _ = match step {
            Step::Action(action) => write!(text, " {}", written(*action, variant)),
            Step::Outcome(outcome, _) => write!(text, " {outcome}"),
        };
    }
    text
}
