//! An engine that is always busy.

use std::sync::{
    Arc,
    atomic::{AtomicBool, Ordering},
};

use api::Dice;
use runtime::{ThinkingParts, Thinks};
use service::{EngineMove, EngineQuestion};

/// An engine that thinks about its first question again and again until it is stopped.
struct EndlessThinker(Box<dyn Thinks>);

impl Thinks for EndlessThinker {
    fn answer(
        &mut self,
        question: &EngineQuestion,
        seed: u64,
        stop: &AtomicBool,
    ) -> Option<EngineMove> {
        while !stop.load(Ordering::Relaxed) {
            self.0.answer(question, seed, stop);
        }
        None
    }
}

/// Returns parts with one thread that thinks without a pause.
pub(crate) fn parts(dice: Box<dyn Dice>) -> ThinkingParts {
    let engine = ThinkingParts::of_engine(1, engine::Engine::USUAL_MEMORY, dice);
    let thinker = engine.thinker;
    ThinkingParts {
        thinker: Arc::new(move || Box::new(EndlessThinker(thinker()))),
        ..engine
    }
}
