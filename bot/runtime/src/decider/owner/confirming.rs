//! Telling what was decided once it is durable.

use std::{
    sync::{Arc, Weak},
    time::Duration,
};

use tokio::{
    sync::{Notify, mpsc},
    time::sleep,
};

use super::super::pending::Verdict;
use super::job::Job;
use crate::{
    cluster::processes::Processes, computer::thinking::Thinking, egress::delivery::Deliveries,
    unstored::tell_unstored,
};
use service::{DeliveryId, EngineQuestion, Loaded, MatchSnapshot};
use store::writer::{Pending, Writer};

/// How long a store that has failed is left alone when nobody asks for anything.
pub(super) const PAUSE: Duration = Duration::from_secs(1);

/// How often an input is decided on, if something changes whenever that is done.
const MOST_TRIES: u32 = 8;

/// Who is told of what has become durable.
#[derive(Clone)]
pub(crate) struct Notifiers {
    pub(crate) deliveries: Deliveries,
    pub(crate) thinking: Arc<Thinking>,
}

/// What waits until all that it tells of is durable.
pub(super) struct Submitted {
    pub(super) pending: Pending,
    pub(super) deliveries: Vec<DeliveryId>,
    pub(super) moment: Option<MatchSnapshot>,
    pub(super) question: Option<EngineQuestion>,
    /// The input, and what became of it.
    pub(super) of: Option<(Job, Arc<Verdict>)>,
}

/// Answers and delivers what has become durable. One change after the other, as they become durable in their order too: so
/// the deliveries of a match stay in order. What met a conflict is decided anew.
pub(super) async fn confirm_all(
    mut submissions: mpsc::UnboundedReceiver<Submitted>,
    retry: mpsc::UnboundedSender<Job>,
    Notifiers {
        deliveries,
        thinking,
    }: Notifiers,
    (writer, processes): (Writer, Option<Arc<Processes>>),
    failed: Arc<Notify>,
) {
    while let Some(submitted) = submissions.recv().await {
        let Submitted {
            pending,
            deliveries: durable,
            moment,
            question,
            of,
        } = submitted;
        let error = match pending.await {
            Ok(()) => {
                let permit = of.as_ref().and_then(|(job, _)| job.permit());
                deliveries.add(durable, moment, permit.as_ref());
                if let Some(question) = question {
                    thinking.think_about(question);
                }
                if let Some((job, verdict)) = of {
                    if verdict.has_linked() {
                        deliveries.players_changed();
                    }
                    job.settle(verdict, &deliveries);
                }
                continue;
            }
            Err(error) => error,
        };
        tell_unstored(&error, "cannot confirm a change");
        failed.notify_one();
        if let Some(question) = question.filter(|_| !error.is_outdated()) {
            // The change may have been made nevertheless, and it be the turn of the program.
            thinking.look_again(question.match_id());
            let looking = look_soon(Arc::downgrade(&thinking), writer.clone(), processes.clone());
            tokio::spawn(looking);
        }
        let Some((job, verdict)) = of else {
            continue;
        };
        // What is refused changes nothing, so that it can be told where nothing can be written.
        let forgets_refusal = !error.is_outdated() && job.remembers_refusal && verdict.is_refusal();
        let job = Job {
            n_tries: job.n_tries + 1,
            remembers_refusal: job.remembers_refusal && !forgets_refusal,
            loaded: Loaded::default(),
            ..job
        };
        let is_tried_again = error.is_outdated() || forgets_refusal;
        if !is_tried_again || job.n_tries >= MOST_TRIES {
            job.fail(&deliveries);
        } else if let Err(mpsc::error::SendError(job)) = retry.send(job) {
            job.fail(&deliveries);
        }
    }
}

/// Looks for what the program is to think about as soon as the store can be read again.
async fn look_soon(thinking: Weak<Thinking>, writer: Writer, processes: Option<Arc<Processes>>) {
    loop {
        sleep(PAUSE).await;
        let Some(thinking) = thinking.upgrade() else {
            return;
        };
        thinking.catch_up(&writer, processes.as_ref()).await;
        if !thinking.is_behind() {
            return;
        }
    }
}
