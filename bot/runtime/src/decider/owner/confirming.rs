//! Confirms decisions: sends replies and deliveries once they are durable.

use std::{
    sync::{Arc, Weak},
    time::Duration,
};

use tokio::{
    sync::{Notify, mpsc},
    time::sleep,
};

use super::super::pending::Job;
use crate::{
    cluster::processes::Processes, computer::thinking::Thinking, egress::delivery::Deliveries,
    schedule::alarms::Alarms, unstored::tell_unstored,
};
use service::{
    CommunityDone, DeliveryId, Done, EngineQuestion, Live, Loaded, MatchSnapshot, Reply,
    RequestKind, SessionDone,
};
use store::writer::{Pending, Writer};

/// The time without requests after which the task checks a failed store again.
pub(super) const PAUSE: Duration = Duration::from_secs(1);

/// The maximum number of tries for a request with conflicting changes.
const MOST_TRIES: u32 = 8;

/// A decision that waits until all data behind it are durable.
pub(super) struct Submitted {
    pub(super) pending: Pending,
    pub(super) deliveries: Vec<DeliveryId>,
    /// The match after the changes, if it is loaded.
    pub(super) live: Option<Live>,
    /// The request and its reply.
    pub(super) of: Option<(Job, Arc<Reply>)>,
}

impl Submitted {
    /// Makes an empty decision, without a request or deliveries.
    pub(super) fn new(pending: Pending) -> Submitted {
        Submitted {
            pending,
            deliveries: Vec::new(),
            live: None,
            of: None,
        }
    }
}

/// Replies and delivers once changes are durable. Takes one change after the other, in the order in which they become durable,
/// so the deliveries of a match stay in order. Returns requests with a conflict for another decision.
pub(super) async fn confirm_all(
    mut submissions: mpsc::UnboundedReceiver<Submitted>,
    back: mpsc::UnboundedSender<Job>,
    deliveries: Deliveries,
    thinking: Arc<Thinking>,
    alarms: Alarms,
    failed: Arc<Notify>,
) {
    while let Some(submitted) = submissions.recv().await {
        let Submitted {
            pending,
            deliveries: durable,
            live,
            of,
        } = submitted;
        let question = live.as_ref().and_then(EngineQuestion::of);
        let error = match pending.await {
            Ok(()) => {
                let permit = of.as_ref().and_then(|(job, _)| job.permit.as_ref());
                let snapshot = live.as_ref().map(MatchSnapshot::of);
                if let Some(due) = snapshot.as_ref().and_then(MatchSnapshot::urgent) {
                    alarms.set(due);
                }
                deliveries.add(durable, snapshot, permit);
                if let Some(question) = question {
                    thinking.think_about(question);
                }
                if let Some((job, reply)) = of {
                    if reply.changes_players() {
                        deliveries.players_changed();
                    }
                    if let Some(Done::Community(CommunityDone::SetServer { .. })) = reply.done() {
                        deliveries.listing.forget();
                    }
                    publish_sessions(&job, &reply, &deliveries);
                    job.settle(reply);
                }
                continue;
            }
            Err(error) => error,
        };
        tell_unstored(&error, "cannot confirm a change");
        failed.notify_one();
        if let Some(question) = question.filter(|_| !error.is_outdated()) {
            // The store may have made the change anyway, so it may be the turn of the program.
            thinking.look_again(question.match_id());
            let (writer, processes) = (&deliveries.writer, &deliveries.processes);
            let looking = look_soon(Arc::downgrade(&thinking), writer.clone(), processes.clone());
            tokio::spawn(looking);
        }
        let Some((job, reply)) = of else {
            continue;
        };
        // A refusal changes nothing, so it can be sent even if the store cannot write.
        let is_refusal = matches!(*reply, Reply::Refused(_));
        let forgets_refusal = !error.is_outdated() && job.remembers_refusal && is_refusal;
        let job = Job {
            n_tries: job.n_tries + 1,
            remembers_refusal: job.remembers_refusal && !forgets_refusal,
            loaded: Loaded::default(),
            ..job
        };
        let is_tried_again = error.is_outdated() || forgets_refusal;
        if !is_tried_again || job.n_tries >= MOST_TRIES {
            job.fail();
        } else if let Err(mpsc::error::SendError(job)) = back.send(job) {
            job.fail();
        }
    }
}

/// Reports the accounts whose sessions may have ended.
fn publish_sessions(job: &Job, reply: &Reply, deliveries: &Deliveries) {
    if let RequestKind::Session(request) = &job.request.kind {
        let ends_none = |done: &Done| {
            matches!(
                done,
                Done::Session(SessionDone::Used | SessionDone::LaunchNoted)
            )
        };
        if reply.done().is_some_and(|done| !ends_none(done)) {
            deliveries.sessions.publish(&request.account);
        }
    } else if reply.ends_sessions() {
        deliveries.sessions.publish_all();
    }
}

/// Searches for missed questions as soon as the store can be read again.
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
