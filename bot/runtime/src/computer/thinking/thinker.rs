//! One thread of the engine.

use std::{
    panic::{AssertUnwindSafe, catch_unwind},
    sync::atomic::AtomicBool,
    time::{Duration, Instant},
};

use engine::{Budget, Engine, SeededWords};
use tracing::{error, warn};

use service::{EngineMove, EngineQuestion};

/// Answers questions, one after the other.
pub trait Thinks {
    /// Returns the answer to a question, or `None` if there is none. All its random numbers follow from the seed. If the flag
    /// stops it, it can return its result so far.
    fn answer(
        &mut self,
        question: &EngineQuestion,
        seed: u64,
        stop: &AtomicBool,
    ) -> Option<EngineMove>;
}

/// The longest time for a move, even if the search has not ended. The commit and the delivery then have half a second, so that
/// the answer comes within three.
pub(super) const LONGEST: Duration = Duration::from_millis(2500);

/// Answers one question after the other, with its own memory.
pub(super) struct EngineThinker {
    engine: Engine,
    memory: usize,
}

impl EngineThinker {
    pub(super) fn new(memory: usize) -> EngineThinker {
        EngineThinker {
            engine: Engine::new(memory),
            memory,
        }
    }

    fn think(
        &mut self,
        question: &EngineQuestion,
        seed: u64,
        stop: &AtomicBool,
    ) -> Option<EngineMove> {
        let history = question.seat_history();
        let history = history.inspect_err(|error| warn!(%error, "cannot analyse a match"));
        let history = history.ok()?;
        let begun = Instant::now();
        let is_over = || begun.elapsed() >= LONGEST;
        let budget = Budget {
            is_over: Some(&is_over),
            stop: Some(stop),
            ..Budget::of_nodes(question.nodes())
        };
        let mut seeded = SeededWords::new(seed);
        let mut words = || seeded.word();
        self.engine.forget();
        let (engine, level) = (&mut self.engine, question.level());
        let thought = if question.is_hint() {
            engine.think(&history, level, &budget, &mut words)
        } else {
            engine.play(&history, level, &budget, &mut words)
        };
        let thought =
            thought.inspect_err(|error| warn!(%error, "the engine cannot play this position"));
        let thought = thought.ok()?;
        let score = thought.score;
        Some(EngineMove {
            sure_in: score.sure_in.and_then(|plies| plies.try_into().ok()),
            purpose: Some(thought.purpose),
            ..question.answered(thought.action, Some(score.expected))
        })
    }
}

impl Thinks for EngineThinker {
    fn answer(
        &mut self,
        question: &EngineQuestion,
        seed: u64,
        stop: &AtomicBool,
    ) -> Option<EngineMove> {
        let thought = catch_unwind(AssertUnwindSafe(|| self.think(question, seed, stop)));
        let thought = thought.unwrap_or_else(|_| {
            // The panic was logged by its hook. The memory of the engine may be inconsistent.
            self.engine = Engine::new(self.memory);
            None
        });
        // A hint must be a good move, so no random one replaces it.
        thought.or_else(|| {
            if question.is_hint() {
                return None;
            }
            let id = question.id();
            error!(
                id,
                "the engine returned no move; playing a random legal move"
            );
            Some(question.answered(question.any(seed)?, None))
        })
    }
}
