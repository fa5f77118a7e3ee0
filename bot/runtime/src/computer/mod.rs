//! The program as a player: the threads that run the engine, and its moves on their way to the decider.

pub(crate) mod thinking;

use std::sync::Weak;

use tokio::{sync::mpsc, time::sleep_until};

use self::thinking::Answered;
use crate::Core;
use service::RequestKind;

/// Submits the moves of the engine to the decider, for as long as the core lives.
pub(crate) async fn hand_in_all(core: Weak<Core>, mut answers: mpsc::UnboundedReceiver<Answered>) {
    while let Some(answered) = answers.recv().await {
        tokio::spawn(hand_in(Weak::clone(&core), answered));
    }
}

/// Submits an answer at the time when a person would have found it. If it does not change the match durably, searches for the
/// question again.
async fn hand_in(core: Weak<Core>, answered: Answered) {
    let mut is_done = false;
    let question = answered.question;
    if let Some(answer) = answered.answer {
        sleep_until(answered.at).await;
        // The core is dropped before the reply comes, so that this does not delay the end.
        let settled = match core.upgrade() {
            Some(core) => {
                let request = core.request(question.id(), RequestKind::Engine(answer));
                core.submit(request).await
            }
            None => None,
        };
        if let Some(settled) = settled {
            is_done = settled.await.is_ok_and(|(reply, _)| reply.done().is_some());
        }
    }
    if let Some(core) = core.upgrade() {
        core.thinking.close(&question.id());
        if !is_done {
            core.thinking.look_again(question.match_id());
        }
    }
}
