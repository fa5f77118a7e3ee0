//! The best lines of the engine on the analysis board, found on request.

use std::{
    sync::{
        Arc, Weak,
        atomic::{AtomicBool, Ordering},
    },
    time::{Duration, Instant},
};

use engine::{Budget, Engine, Level, SeededWords, Thought};
use tokio::sync::{Semaphore, oneshot};
use tracing::warn;

use crate::computer::thinking::{Thinking, Thinks};
use api::{Platform, UserId};
use service::{FoundLine, LineQuestion};
use text::Text;

/// The number of positions searched for a line, and the longest time for it. A match on the same threads waits no longer.
const NODES: u64 = 300_000;
const LONGEST: Duration = Duration::from_secs(1);

/// The memory of an engine for a line, in bytes.
const MEMORY: usize = 4 << 20;

/// The maximum number of people who wait for a line.
const WAITING: usize = 16;

/// Finds lines on the threads of the engine, in turns with the moves of matches: one for a person at a time, and one in each
/// round of the queue.
pub(crate) struct EngineLines {
    /// The threads of the engine, for as long as another task queues work there.
    thinking: Weak<Thinking>,
    waiting: Semaphore,
}

impl EngineLines {
    pub(crate) fn new(thinking: &Arc<Thinking>) -> EngineLines {
        EngineLines {
            thinking: Arc::downgrade(thinking),
            waiting: Semaphore::new(WAITING),
        }
    }

    /// Returns the best line for a person.
    ///
    /// # Errors
    ///
    /// The person waits for another line, too many others wait, or the engine found none.
    pub(crate) async fn of(
        &self,
        question: LineQuestion,
        user: &UserId,
    ) -> Result<FoundLine, Text> {
        let _waiting = self
            .waiting
            .try_acquire()
            .map_err(|_| text::engine_line_busy())?;
        let (sender, receiver) = oneshot::channel();
        let work = move |_: &mut dyn Thinks, seed: u64, stop: &AtomicBool| {
            if let Some(thought) = think(&question, seed, stop, &sender) {
                // If the receiver no longer exists, the line is dropped.
                drop(sender.send(question.answer(&thought)));
            }
        };
        let thinking = self.thinking.upgrade().ok_or_else(text::bug)?;
        let id = format!("line/{user}");
        // All lines together get one turn among the people whose matches wait.
        let lines = UserId::new(Platform::Engine, "lines");
        let pushed = thinking.push(&lines, id.clone(), Box::new(work));
        pushed.map_err(|_| text::engine_line_busy())?;
        let _open = OpenLine {
            thinking: Weak::clone(&self.thinking),
            id,
        };
        drop(thinking);
        receiver.await.map_err(|_| text::bug())
    }
}

/// A task that is open as long as a person waits for its line.
struct OpenLine {
    thinking: Weak<Thinking>,
    id: String,
}

impl Drop for OpenLine {
    fn drop(&mut self) {
        if let Some(thinking) = self.thinking.upgrade() {
            thinking.close(&self.id);
        }
    }
}

/// Searches for a line. Returns `None` if nobody waits for it, or the engine cannot search.
fn think(
    question: &LineQuestion,
    seed: u64,
    stop: &AtomicBool,
    sender: &oneshot::Sender<FoundLine>,
) -> Option<Thought> {
    if sender.is_closed() {
        return None;
    }
    let begun = Instant::now();
    let is_over = || begun.elapsed() >= LONGEST || sender.is_closed();
    let budget = Budget {
        is_over: Some(&is_over),
        stop: Some(stop),
        ..Budget::of_nodes(NODES)
    };
    let mut seeded = SeededWords::new(seed);
    let mut words = || seeded.word();
    let mut engine = Engine::new(MEMORY);
    let thought = engine.think(question.history(), Level::STRONGEST, &budget, &mut words);
    let thought = thought.inspect_err(|error| warn!(%error, "the engine finds no line"));
    thought.ok().filter(|_| !stop.load(Ordering::Relaxed))
}
