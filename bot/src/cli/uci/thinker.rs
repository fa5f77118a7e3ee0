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
use kit::{lock, unpoisoned};

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
    /// The number of threads of a search at full strength, at least one.
    pub(super) n_threads: usize,
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

/// The settings of the engine that outlast a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct EngineSettings {
    /// The size of the transposition table in bytes.
    pub(super) memory: usize,
    /// The number of times that the engine had to clear its memory.
    pub(super) n_clears: u64,
}

impl EngineSettings {
    /// The default settings.
    pub(super) const USUAL: EngineSettings = EngineSettings {
        memory: Engine::USUAL_MEMORY,
        n_clears: 0,
    };
}

/// The handle of the search thread.
pub(super) struct UciThinker {
    thread: JoinHandle<()>,
    /// Closed when the thread has ended.
    end: Receiver<()>,
    desk: Arc<Desk>,
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

/// The next work of the search thread.
pub(super) enum Work {
    /// Applies the newest settings.
    Apply(EngineSettings),
    /// Searches a position.
    Search(Box<UciQuestion>),
}

/// The slots that both threads share. Newer settings replace older ones that have not been applied, so nothing queues.
pub(super) struct Desk {
    pub(super) slots: Mutex<Slots>,
    /// Notified of each change of the slots.
    changed: Condvar,
    /// True if the answer is kept until the search is stopped.
    waits: AtomicBool,
    /// True if the search has to answer now.
    stop: AtomicBool,
}

pub(super) struct Slots {
    /// The newest settings.
    wanted: EngineSettings,
    /// The settings of the engine now.
    applied: EngineSettings,
    /// The next question.
    question: Option<Box<UciQuestion>>,
    phase: SearchPhase,
    /// True if no further work comes.
    is_closed: bool,
}

impl Desk {
    pub(super) fn new() -> Desk {
        Desk {
            slots: Mutex::new(Slots {
                wanted: EngineSettings::USUAL,
                applied: EngineSettings::USUAL,
                question: None,
                phase: SearchPhase::default(),
                is_closed: false,
            }),
            changed: Condvar::new(),
            waits: AtomicBool::new(false),
            stop: AtomicBool::new(false),
        }
    }

    /// Changes the slots, and wakes the other thread.
    fn change<T>(&self, change: impl FnOnce(&mut Slots) -> T) -> T {
        let result = change(&mut lock(&self.slots));
        self.changed.notify_all();
        result
    }

    /// Waits while a condition holds.
    fn wait_while(&self, condition: impl FnMut(&mut Slots) -> bool) -> MutexGuard<'_, Slots> {
        unpoisoned(self.changed.wait_while(lock(&self.slots), condition))
    }

    /// Replaces the settings.
    pub(super) fn set(&self, settings: EngineSettings) {
        self.change(|slots| slots.wanted = settings);
    }

    /// Notes that the engine has these settings.
    pub(super) fn note_applied(&self, settings: EngineSettings) {
        self.change(|slots| slots.applied = settings);
    }

    /// Waits for work: new settings come before the next search. `None` after the last search.
    pub(super) fn next(&self) -> Option<Work> {
        let mut slots = self
            .wait_while(|slots| slots.is_ready() && slots.question.is_none() && !slots.is_closed);
        if slots.is_closed && slots.question.is_none() {
            None
        } else if slots.is_ready() {
            slots.question.take().map(Work::Search)
        } else {
            Some(Work::Apply(slots.wanted))
        }
    }

    /// Ends the work after the last search.
    pub(super) fn close(&self) {
        self.change(|slots| slots.is_closed = true);
    }
}

impl Slots {
    /// Returns whether the newest settings are those of the engine.
    pub(super) fn is_ready(&self) -> bool {
        self.wanted == self.applied
    }
}

impl UciThinker {
    pub(super) fn start(output: Output) -> UciThinker {
        let desk = Arc::new(Desk::new());
        let shared = Arc::clone(&desk);
        let (ended, end) = mpsc::channel();
        let thread = thread::spawn(move || {
            run(&shared, &output);
            drop::<Sender<()>>(ended);
        });
        UciThinker { thread, end, desk }
    }

    /// Tells whether a search is running, without an answer or a stop.
    pub(super) fn is_thinking(&self) -> bool {
        lock(&self.desk.slots).phase == SearchPhase::Thinking
    }

    /// Waits until the last search is answered.
    pub(super) fn wait(&self) {
        let is_open = |slots: &mut Slots| slots.phase != SearchPhase::Answered;
        drop(self.desk.wait_while(is_open));
    }

    /// Waits until the engine has the newest settings. They never change during a search, so this waits for none.
    pub(super) fn wait_until_ready(&self) {
        drop(self.desk.wait_while(|slots| !slots.is_ready()));
    }

    /// Stops the search, if there is one, and waits for its answer.
    pub(super) fn end_search(&self) {
        self.stop();
        self.wait();
    }

    /// Ends the search, and changes the settings for the next one.
    pub(super) fn set(&self, settings: EngineSettings) {
        self.end_search();
        self.desk.set(settings);
    }

    /// Starts a search; the one before has been answered.
    pub(super) fn think(&self, question: UciQuestion) {
        self.desk.stop.store(false, Ordering::Release);
        self.desk.waits.store(question.waits, Ordering::Release);
        self.desk.change(|slots| {
            slots.phase = SearchPhase::Thinking;
            slots.question = Some(Box::new(question));
        });
    }

    /// Makes the search answer now, if there is one.
    pub(super) fn stop(&self) {
        self.desk.stop.store(true, Ordering::Release);
        self.desk.change(|slots| {
            if slots.phase == SearchPhase::Thinking {
                slots.phase = SearchPhase::Ending;
            }
        });
        self.thread.thread().unpark();
    }

    /// Lets the last search finish, within a time limit, and ends the thread.
    pub(super) fn finish(self) -> Result<(), CliFailure> {
        if self.desk.waits.load(Ordering::Acquire) {
            self.stop();
        }
        self.desk.close();
        if self.end.recv_timeout(LONGEST_AFTER_END) == Err(RecvTimeoutError::Timeout) {
            self.desk.stop.store(true, Ordering::Release);
        }
        self.thread
            .join()
            .map_err(|_| CliFailure::No("the thinking failed".to_string()))
    }
}

/// Runs the search thread.
fn run(desk: &Desk, output: &Output) {
    let mut settings = EngineSettings::USUAL;
    let mut engine = Engine::new(settings.memory);
    while let Some(work) = desk.next() {
        match work {
            Work::Apply(newest) => {
                if newest.memory == settings.memory {
                    engine.forget();
                } else {
                    engine = replaced(engine, || Engine::new(newest.memory));
                }
                settings = newest;
                desk.note_applied(settings);
            }
            Work::Search(question) => {
                let answered = catch_unwind(AssertUnwindSafe(|| {
                    answer(&mut engine, &question, output, &desk.stop)
                }));
                let answer = match answered {
                    Ok(answer) => answer,
                    Err(_) => {
                        // After a panic the state of the engine is unknown.
                        engine = replaced(engine, || Engine::new(settings.memory));
                        any_answer("the search failed, which is a bug", &question)
                    }
                };
                while question.waits && !desk.stop.load(Ordering::Acquire) {
                    thread::park();
                }
                desk.waits.store(false, Ordering::Release);
                desk.change(|slots| slots.phase = SearchPhase::Ending);
                // A closed output needs no more answers.
                let _ = output.print(&answer);
                desk.change(|slots| slots.phase = SearchPhase::Answered);
            }
        }
    }
}

/// Drops a large value before it makes its replacement, so that both are never in memory together.
pub(super) fn replaced<T>(old: T, make: impl FnOnce() -> T) -> T {
    drop(old);
    make()
}

/// Makes the helpers of a search. They are new for each search, so that they begin with the guesses of the engine.
fn helpers(engine: &Engine, question: &UciQuestion) -> Vec<Helper> {
    // The other levels are defined by their nodes on one thread.
    match question.level {
        Level::STRONGEST => engine.helpers(question.n_threads - 1),
        _ => Vec::new(),
    }
}

/// Searches on all threads, prints the results on the way, and returns the last line.
fn answer(
    engine: &mut Engine,
    question: &UciQuestion,
    output: &Output,
    stop: &AtomicBool,
) -> String {
    let mut helpers = helpers(engine, question);
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
        search(engine, question, (nodes, stop), &helped, output)
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
            if let Some(why) = lost(lines[0].belief) {
                let _ = output.print(&format!("info string {why}; using the last view alone"));
            }
            format!("bestmove {}", written(lines[0].action, variant))
        }
        Err(unable) => any_answer(&unable.to_string(), question),
    }
}

/// Returns why the engine relies on the last view alone, if it does.
fn lost(belief: BeliefChange) -> Option<&'static str> {
    match belief {
        BeliefChange::Kept | BeliefChange::Restarted => None,
        BeliefChange::Lost => Some("nothing explains all views"),
        BeliefChange::Interrupted => Some("the time is too short to follow all views"),
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
