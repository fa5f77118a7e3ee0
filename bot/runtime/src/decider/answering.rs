//! The engine moves of the program, on their way to the decider.

use std::sync::{Arc, Weak};

use tokio::{
    sync::mpsc,
    time::{Instant, sleep_until},
};

use super::owner::Job;
use crate::computer::thinking::{Answered, Thinking};
use api::Clock;
use service::{EngineMove, Request, RequestKind};

/// Hands in the moves that the engine has found.
pub(crate) struct Answering {
    /// The threads of the engine, for as long as another task queues work there.
    pub(crate) thinking: Weak<Thinking>,
    /// The queue of requests, for as long as another task hands some in.
    pub(crate) jobs: mpsc::WeakSender<Job>,
    pub(crate) clock: Arc<dyn Clock>,
}

impl Answering {
    /// Hands in each answer at the time when a person would have found it.
    pub(crate) async fn run(self, mut answers: mpsc::UnboundedReceiver<Answered>) {
        let this = Arc::new(self);
        while let Some(answered) = answers.recv().await {
            let this = Arc::clone(&this);
            tokio::spawn(async move { this.hand_in(answered).await });
        }
    }

    async fn hand_in(&self, answered: Answered) {
        let Answered {
            question,
            answer,
            at,
        } = answered;
        let mut is_done = false;
        if let Some(answer) = answer {
            sleep_until(Instant::from_std(at)).await;
            is_done = self.settle(question.id(), answer).await;
        }
        if let Some(thinking) = self.thinking.upgrade() {
            thinking.close(&question.id());
            if !is_done {
                thinking.look_again(question.match_id());
            }
        }
    }

    /// Hands in an answer. Returns whether it has changed the match durably.
    async fn settle(&self, id: String, answer: EngineMove) -> bool {
        let request = Request {
            id,
            at: self.clock.now(),
            kind: RequestKind::Engine(answer),
        };
        let (job, settled) = Job::of_program(request);
        // The strong sender is dropped right after the send, so that it does not delay the end.
        let Some(jobs) = self.jobs.upgrade() else {
            return false;
        };
        let is_sent = jobs.send(job).await.is_ok();
        drop(jobs);
        is_sent && settled.await.is_ok_and(|reply| reply.done().is_some())
    }
}
