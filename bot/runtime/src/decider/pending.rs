//! Requests in the queue of the decider, and their replies on the way to the readers.

#[cfg(test)]
mod tests;

use std::{
    collections::BTreeSet,
    panic::{AssertUnwindSafe, catch_unwind},
    pin::pin,
    sync::Arc,
    time::Duration,
};

use tokio::sync::{oneshot, watch};
use tracing::{debug, error, trace, warn};

use crate::{chats::titles, egress::delivery::Deliveries, gate::Permit, pauses::after_pauses};
use api::{Answer, Chat, ChatError, Completions, Event, EventId, Nonce, UserId};
use kit::{
    meter::{self, Fate},
    panics::caught,
};
use service::{Done, Loaded, PeopleDone, PlayReply, RecordReply, Refusal, Reply, Request, Shown};
use text::Language;

/// A reply to an event that is not sent yet, and the way to its reader.
pub(crate) struct PendingReply {
    pub(crate) chat: Arc<dyn Chat>,
    pub(crate) event: Arc<Event>,
    /// All accounts of the speaker, if the bot deletes them.
    pub(crate) accounts: Vec<UserId>,
    /// The language that the speaker reads.
    pub(crate) language: Language,
    /// The language that they read if they have chosen none.
    pub(crate) usual_language: Language,
    /// True if others have read a text in the event that may be a move.
    pub(crate) may_show_move: bool,
    /// Marks the event as unanswered: see [`Core`](crate::Core).
    pub(crate) _open: watch::Receiver<()>,
}

/// Awaits a task, and also `note` if the task takes longer than `patience`.
pub(crate) async fn with_note<T>(
    work: impl Future<Output = T>,
    patience: Duration,
    note: impl Future<Output = ()>,
) -> T {
    let mut work = pin!(work);
    tokio::select! {
        biased;
        () = tokio::time::sleep(patience) => tokio::join!(work, note).0,
        done = &mut work => done,
    }
}

/// Sends a note with the reason for the delay of a reply.
pub(crate) async fn send_progress(chat: &dyn Chat, event: &EventId, note: Answer) {
    if let Err(error) = chat.note(event, &note).await {
        warn!(%error, "cannot send a progress note");
    }
}

/// Answers an event that could not be handled because of a panic, so that its platform does not report it again.
pub(crate) async fn answer_after_panic(chat: &dyn Chat, event: &EventId, answer: &Answer) {
    error!(platform = %event.platform, event = ?event.id, "dropped an event after a panic");
    match caught(chat.answer(event, answer)).await {
        Some(Ok(())) => {}
        Some(Err(error)) => log_unsent(&error, "an answer did not reach its reader"),
        // The panic may come from the answer itself.
        None => {
            if let Some(Err(error)) = caught(chat.dismiss(event)).await {
                log_unsent(&error, "cannot dismiss an interaction");
            }
        }
    }
}

/// Returns the outcome of a request, for the counters.
fn fate(reply: &Reply) -> Fate {
    match reply {
        Reply::Failed(_) => Fate::Failed,
        Reply::Refused(_) => Fate::Refused,
        Reply::Done(_) => Fate::Done,
        _ => Fate::Answered,
    }
}

impl PendingReply {
    /// Renders the reply, draws its picture, and sends it. If that panics, the reader still gets the outcome.
    pub(crate) async fn send(self, (reply, permit): Settled, deliveries: Deliveries) {
        let (chat, event) = (Arc::clone(&self.chat), Arc::clone(&self.event));
        let answer = present::late(reply.is_surely_done(), self.language).into();
        let sent = caught(self.try_send(reply, permit, deliveries)).await;
        if sent.is_none() && !event.intent.is_completion() {
            answer_after_panic(&*chat, &event.id, &answer).await;
        }
    }

    async fn try_send(mut self, reply: Arc<Reply>, permit: Option<Permit>, deliveries: Deliveries) {
        let reply = self.forget_speaker(reply, &deliveries).await;
        meter::answered(self.event.intent.kind(), fate(&reply));
        if self.event.intent.is_completion() {
            return self.complete(&reply).await;
        }
        self.redact(&reply, &deliveries).await;
        // Drawing a review takes long, and no other event may wait for it.
        let is_review = matches!(&*reply, Reply::Record(RecordReply::Review(_)));
        let _permit = permit.filter(|_| !is_review);
        if let Reply::Done(Done::People(PeopleDone::Set(settings))) = &*reply {
            // The chosen language holds for this reply too.
            self.language = settings.language(self.usual_language);
            deliveries.settings_changed(&self.event.speaker.id);
        }
        if let Some(answer) = self.answer(&reply, &deliveries).await {
            self.update_announcement(&deliveries).await;
            self.send_answer(&answer, reply.is_surely_done()).await;
            if let Some(done) = reply.done() {
                self.announce(done, &deliveries).await;
            }
        }
        if let Reply::Done(Done::People(PeopleDone::Linked(_))) = &*reply {
            deliveries.tell_link_news().await;
        }
    }

    /// Makes the adapters delete the data of a deleted person. If some data remain, the person can ask again, because their
    /// platform still knows them. Returns the reply.
    async fn forget_speaker(&self, reply: Arc<Reply>, deliveries: &Deliveries) -> Arc<Reply> {
        let Reply::Done(Done::People(PeopleDone::Deleted { .. })) = &*reply else {
            return reply;
        };
        deliveries.snapshots.forget_all();
        // Posts about the matches that have ended may name them.
        if !deliveries.finish_in_time().await {
            warn!("deleting a person; some posts about their matches are still pending");
        }
        let user = &self.event.speaker.id;
        let others = self.accounts.iter().filter(|account| *account != user);
        let mut kept = BTreeSet::new();
        for account in std::iter::once(user).chain(others) {
            for (platform, error) in deliveries.forget_account(account).await {
                log_unsent(
                    &error,
                    "cannot delete the data that a platform keeps of a person",
                );
                kept.insert(platform);
            }
        }
        if kept.is_empty() {
            return reply;
        }
        // No data links these accounts to one person any more.
        Arc::new(Reply::Failed(text::deleted_in_part(titles(&kept))))
    }

    /// Sends completions for a half-typed text, or none if they cannot be read.
    async fn complete(&self, reply: &Reply) {
        let nothing = Completions::default();
        let offered = match reply {
            Reply::Completions(offered) => offered,
            _ => &nothing,
        };
        if let Err(error) = self.chat.complete(&self.event.id, offered).await {
            warn!(%error, "cannot show completions");
        }
    }

    /// Hides the message of the speaker if it may reveal their plan in a match with secrets. Hides it even if the match or
    /// the meaning is unknown.
    async fn redact(&self, reply: &Reply, deliveries: &Deliveries) {
        let redacts = match reply {
            Reply::Refused(Refusal::SaidAloud(_)) => true,
            Reply::Refused(_) => {
                self.may_show_move && deliveries.plays_with_secrets(&self.event.speaker.id)
            }
            // The reply does not show it, because nothing was read.
            Reply::Failed(_) => self.may_show_move,
            _ => false,
        };
        if redacts && let Err(error) = self.chat.redact(&self.event.id).await {
            warn!(%error, "cannot hide a message that reveals a secret");
        }
    }

    /// Renders the reply, on another thread if it is long.
    async fn render(&self, reply: &Arc<Reply>, deliveries: &Deliveries) -> Option<Answer> {
        if let Some(answer) = self.accepted(reply.done(), deliveries) {
            return Some(answer);
        }
        let language = self.language;
        let render = {
            let reply = Arc::clone(reply);
            move || present::reply(&reply, language)
        };
        let rendered = if reply.is_long() {
            deliveries.snapshots.pool.run(render).await.ok()
        } else {
            catch_unwind(AssertUnwindSafe(render)).ok()
        };
        // A panic was logged by its hook.
        rendered.unwrap_or_else(|| Some(present::text_answer(&text::bug(), language)))
    }

    /// Returns the reply with its picture, or `None` if the reader gets a form, or there is no reply.
    async fn answer(&self, reply: &Arc<Reply>, deliveries: &Deliveries) -> Option<Answer> {
        let language = self.language;
        if let Reply::Write {
            id,
            n_inputs,
            variant,
        } = **reply
        {
            let form = present::write_form(id, n_inputs, variant, language);
            let error = self.chat.show_form(&self.event.id, &form).await.err()?;
            warn!(%error, "cannot show a form");
            return Some(present::text_answer(&text::no_form(), language));
        }
        let user = &self.event.speaker.id;
        let mut answer = self.render(reply, deliveries).await?;
        if let Some(illustration) = reply.illustration() {
            answer = deliveries
                .illustrated(answer, illustration, user, language)
                .await;
        }
        let Some(showing) = reply.showing() else {
            return Some(answer);
        };
        // The future is large, and most replies show no picture.
        let drawing = Box::pin(deliveries.show(&showing, user, language));
        let note = match showing.shown {
            Shown::Replay(_) => Some(text::drawing()),
            Shown::Review => Some(text::review_thinking()),
            Shown::View | Shown::Choice(_) | Shown::Board { .. } => None,
        };
        let view = match note {
            Some(note) => {
                let note = present::text_answer(&note, language);
                let note = send_progress(&*self.chat, &self.event.id, note);
                with_note(drawing, deliveries.patience, note).await
            }
            None => drawing.await,
        };
        let view = view.unwrap_or_else(|error| {
            error.log(showing.id, "a view could not be shown");
            None
        });
        Some(match (view, &**reply) {
            (Some(view), _) => present::with_view(answer, view),
            // The picture is the whole request.
            (
                None,
                Reply::Play(PlayReply::View { .. } | PlayReply::Board(_))
                | Reply::Record(RecordReply::Replay(_) | RecordReply::Review(_)),
            ) => present::no_view(&showing.shown, language),
            (None, _) => present::without_view(answer, language),
        })
    }

    /// Sends the reply, or at least a note that it is late.
    async fn send_answer(&self, answer: &Answer, is_done: Option<bool>) {
        let event = &self.event.id;
        let Err(error) = self.chat.answer(event, answer).await else {
            return trace!(event = ?event.id, is_done, "sent an answer");
        };
        log_unsent(&error, "an answer did not reach its reader");
        let note = present::late(is_done, self.language);
        let nonce = Nonce::of_event("late", event);
        let user = &self.event.speaker.id;
        if let Err(error) = after_pauses(|| self.chat.whisper(&nonce, user, &note)).await {
            log_unsent(&error, "nor did the note that it is late");
        }
    }
}

/// A reply, and the permit that its event keeps until it is sent.
pub(crate) type Settled = (Arc<Reply>, Option<Permit>);

/// A request in the queue of the decider, and the sender of its reply.
pub(crate) struct Job {
    pub(super) request: Request,
    pub(super) settled: oneshot::Sender<Settled>,
    /// The permit that counts its event as in progress. A request of the bot itself has none.
    pub(super) permit: Option<Permit>,
    /// The number of failed tries to decide on it.
    pub(super) n_tries: u32,
    /// True if its refusal is stored. A full disk cannot store it; the refusal is sent anyway.
    pub(super) remembers_refusal: bool,
    /// The records that were read for it, and those to read.
    pub(super) loaded: Loaded,
    /// The writer's generation when the missing reads were found.
    pub(super) generation: u64,
}

impl Job {
    /// Returns a job, and the receiver of its reply once that is durable.
    pub(crate) fn new(
        request: Request,
        permit: Option<Permit>,
    ) -> (Job, oneshot::Receiver<Settled>) {
        let (settled, receiver) = oneshot::channel();
        let job = Job {
            request,
            settled,
            permit,
            n_tries: 0,
            remembers_refusal: true,
            loaded: Loaded::default(),
            generation: 0,
        };
        (job, receiver)
    }

    /// Sends the reply to the receiver.
    pub(super) fn settle(self, reply: Arc<Reply>) {
        // If the receiver no longer exists, the reply is dropped.
        drop(self.settled.send((reply, self.permit)));
    }

    /// Replies that nothing is confirmed.
    pub(super) fn fail(self) {
        self.settle(Arc::new(Reply::Failed(text::not_confirmed())));
    }
}

/// Logs why a message was not sent. Does not log it during an outage of the platform, which is logged when it begins.
fn log_unsent(error: &ChatError, what: &str) {
    if let ChatError::Outage(_) = error {
        debug!(%error, "{what}");
    } else {
        warn!(%error, "{what}");
    }
}
