//! The verdicts of inputs, on their way to the people who asked.

#[cfg(test)]
mod tests;

use std::{
    collections::BTreeSet,
    panic::{AssertUnwindSafe, catch_unwind},
    pin::pin,
    sync::Arc,
    time::Duration,
};

use tokio::sync::watch;
use tracing::{debug, error, trace, warn};

use crate::{
    egress::delivery::Deliveries,
    ingress::gate::{EventRoom, Permit},
    leaving::titles,
    pauses::after_pauses,
};
use api::{Answer, Chat, ChatError, Completions, EventId, MatchId, Nonce, UserId};
use kit::{
    meter::{self, Fate},
    panics::caught,
};
use service::{Done, QueryReply, Refusal, Reply, Shown};
use text::{Language, Text};

/// Counts an event as not answered yet, for as long as it lives.
pub(crate) struct InFlight {
    n_open: watch::Sender<usize>,
    /// The place of the event among those under way.
    pub(crate) permit: Option<Permit>,
}

impl InFlight {
    pub(crate) fn new(n_open: &watch::Sender<usize>) -> InFlight {
        n_open.send_modify(|n| *n += 1);
        InFlight {
            n_open: n_open.clone(),
            permit: None,
        }
    }
}

impl Drop for InFlight {
    fn drop(&mut self) {
        self.n_open.send_modify(|n| *n -= 1);
    }
}

/// A person who has asked for something, and the way to reach them.
pub(crate) struct Asking {
    pub(crate) chat: Arc<dyn Chat>,
    pub(crate) event: EventId,
    pub(crate) user: UserId,
    /// The place of their event.
    pub(crate) origin: EventRoom,
    /// All their accounts, if these are to be deleted.
    pub(crate) accounts: Vec<UserId>,
    /// The kind of their request, without the text that they wrote.
    pub(crate) kind: &'static str,
    /// The language that they read.
    pub(crate) language: Language,
    /// The language that they read if they have chosen none.
    pub(crate) usual_language: Language,
    /// True if others have read a text in the event that may be a move.
    pub(crate) is_telling: bool,
    /// True if they ask in a place where the bot only replies.
    pub(crate) is_in_group: bool,
    /// The challenge that they accept or decline by a control there.
    pub(crate) pressed: Option<MatchId>,
    /// True if they are still typing, and get completions.
    pub(crate) is_typing: bool,
    pub(crate) in_flight: InFlight,
}

/// The outcome of an input.
pub(crate) enum Verdict {
    /// A decision.
    Decided(Result<Reply, Refusal>),
    /// No decision, with the text for a person.
    Undecided(Text),
}

impl Verdict {
    /// Renders the reply, if it has one.
    fn answer(&self, language: Language) -> Option<Answer> {
        match self {
            Verdict::Undecided(text) => Some(present::says(text, language)),
            Verdict::Decided(Err(refusal)) => Some(present::refusal(refusal, language)),
            Verdict::Decided(Ok(reply)) => match reply {
                Reply::Done(done) => Some(present::done(done, language)),
                Reply::Query(told) => Some(present::query_reply(told, language)),
                Reply::Nothing | Reply::Due(_) | Reply::Completions(_) | Reply::Write { .. } => {
                    None
                }
            },
        }
    }

    fn fate(&self) -> Fate {
        match self {
            Verdict::Undecided(_) => Fate::Failed,
            Verdict::Decided(Err(_)) => Fate::Refused,
            Verdict::Decided(Ok(Reply::Done(_))) => Fate::Done,
            Verdict::Decided(Ok(_)) => Fate::Told,
        }
    }

    /// Returns whether an account was linked or unlinked.
    pub(crate) fn has_linked(&self) -> bool {
        matches!(
            self,
            Verdict::Decided(Ok(Reply::Done(Done::Linked(_) | Done::Unlinked(_))))
        )
    }

    /// Returns whether the input was refused.
    pub(crate) fn is_refusal(&self) -> bool {
        matches!(self, Verdict::Decided(Err(_)))
    }

    /// Returns whether the input has changed something.
    pub(crate) fn is_done(&self) -> bool {
        self.done().is_some()
    }

    /// Returns the change, if there is one.
    fn done(&self) -> Option<&Done> {
        match self {
            Verdict::Decided(Ok(Reply::Done(done))) => Some(done),
            _ => None,
        }
    }

    /// Returns the same where it is known: a change that is not confirmed may have been made.
    fn is_surely_done(&self) -> Option<bool> {
        match self {
            Verdict::Decided(_) => Some(self.is_done()),
            Verdict::Undecided(_) => None,
        }
    }
}

/// The verdict of a request, on its way to the person.
pub(crate) struct PendingReply {
    pub(crate) asking: Asking,
    pub(crate) verdict: Arc<Verdict>,
}

/// Awaits a task, and `note` besides if the task takes longer than `patience`.
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

/// Sends a note that says why the reply to an event takes so long.
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
        Some(Err(error)) => tell_unsaid(&error, "an answer did not reach its reader"),
        // The panic may come from the answer itself.
        None => {
            if let Some(Err(error)) = caught(chat.dismiss(event)).await {
                tell_unsaid(&error, "cannot dismiss an interaction");
            }
        }
    }
}

impl PendingReply {
    /// Renders the reply, draws its picture, and sends it. If that panics, the reader still gets the outcome.
    pub(crate) async fn send(self, deliveries: Deliveries) {
        let Asking {
            chat,
            event,
            language,
            is_typing,
            ..
        } = &self.asking;
        let (chat, event, is_typing) = (Arc::clone(chat), event.clone(), *is_typing);
        let answer = Answer {
            message: present::late(self.verdict.is_surely_done(), *language),
            replaces: false,
            is_evident: false,
            about: None,
        };
        if caught(self.try_send(deliveries)).await.is_none() && !is_typing {
            answer_after_panic(&*chat, &event, &answer).await;
        }
    }

    async fn try_send(mut self, deliveries: Deliveries) {
        self.forget_asker(&deliveries).await;
        meter::answered(self.asking.kind, self.verdict.fate());
        if self.asking.is_typing {
            return self.offer().await;
        }
        self.take_back(&deliveries).await;
        if let Verdict::Decided(Ok(Reply::Query(QueryReply::Review(_)))) = &*self.verdict {
            // Drawing takes long, and no other event is to wait for its turn meanwhile.
            self.asking.in_flight.permit = None;
        }
        let language = match &*self.verdict {
            // The chosen language holds for this reply too.
            Verdict::Decided(Ok(Reply::Done(Done::Set(settings)))) => {
                settings.language(self.asking.usual_language)
            }
            _ => self.asking.language,
        };
        if let Some(answer) = self.answer(language, &deliveries).await {
            self.asking.settle(&deliveries).await;
            self.send_answer(&answer, language).await;
            if let Some(done) = self.verdict.done() {
                self.asking.announce(done, &deliveries).await;
            }
        }
        if let Verdict::Decided(Ok(Reply::Done(Done::Linked(_)))) = &*self.verdict {
            deliveries.tell_link_news().await;
        }
    }

    /// Has the adapters delete the data of a person who has just been deleted. A person whose data is not all deleted can ask
    /// again: their platform knows them until then.
    async fn forget_asker(&mut self, deliveries: &Deliveries) {
        let Verdict::Decided(Ok(Reply::Done(Done::Deleted { .. }))) = &*self.verdict else {
            return;
        };
        deliveries.forget_matches();
        // Posts about the matches that have ended may name them.
        if !deliveries.finish_in_time().await {
            warn!("deleting a person before all posts about their matches were made");
        }
        let Asking { user, accounts, .. } = &self.asking;
        let others = accounts.iter().filter(|account| *account != user);
        let mut kept = BTreeSet::new();
        for account in std::iter::once(user).chain(others) {
            if let Err(error) = deliveries.forget_account(account).await {
                tell_unsaid(
                    &error,
                    "cannot delete the data that a platform keeps of a person",
                );
                kept.insert(account.platform);
            }
        }
        if !kept.is_empty() {
            // Nothing shows any more that these accounts are of one person.
            let told = text::deleted_in_part(titles(&kept));
            self.verdict = Arc::new(Verdict::Undecided(told));
        }
    }

    /// Sends completions to a person who is still typing: none, if they could not be read.
    async fn offer(&self) {
        let nothing = Completions::default();
        let offered = match &*self.verdict {
            Verdict::Decided(Ok(Reply::Completions(offered))) => offered,
            _ => &nothing,
        };
        let Asking { chat, event, .. } = &self.asking;
        if let Err(error) = chat.complete(event, offered).await {
            warn!(%error, "cannot show completions");
        }
    }

    /// Hides their message if others may learn from it their plan in a match with secrets, even if the match or the meaning is
    /// unknown.
    async fn take_back(&self, deliveries: &Deliveries) {
        let Asking {
            chat,
            event,
            user,
            is_telling,
            ..
        } = &self.asking;
        let redacts = match &*self.verdict {
            Verdict::Decided(Ok(_)) => false,
            Verdict::Decided(Err(Refusal::SaidAloud(_))) => true,
            Verdict::Decided(Err(_)) => *is_telling && deliveries.plays_with_secrets(user),
            // The verdict does not show it, as nothing was read.
            Verdict::Undecided(_) => *is_telling,
        };
        if redacts && let Err(error) = chat.redact(event).await {
            warn!(%error, "cannot hide a message that reveals a secret");
        }
    }

    /// Renders the reply, on another thread if it is long.
    async fn words(&self, language: Language, deliveries: &Deliveries) -> Option<Answer> {
        let done = self.verdict.done();
        if let Some(answer) = self.asking.accepted(done, language, deliveries) {
            return Some(answer);
        }
        let verdict = Arc::clone(&self.verdict);
        let word = move || verdict.answer(language);
        let worded = match &*self.verdict {
            Verdict::Decided(Ok(Reply::Query(told))) if told.is_long() => {
                deliveries.pool().run(word).await.ok()
            }
            _ => catch_unwind(AssertUnwindSafe(word)).ok(),
        };
        // A panic was logged by its hook.
        worded.unwrap_or_else(|| Some(present::says(&text::bug(), language)))
    }

    /// Returns the reply with its picture, or `None` if the reader gets a form, or there is no reply.
    async fn answer(&self, language: Language, deliveries: &Deliveries) -> Option<Answer> {
        let answer = self.words(language, deliveries).await;
        let Verdict::Decided(Ok(reply)) = &*self.verdict else {
            return answer;
        };
        let Asking {
            chat, event, user, ..
        } = &self.asking;
        if let Reply::Write { id, ply, variant } = reply {
            let form = present::write_form(*id, *ply, *variant, language);
            let error = chat.ask(event, &form).await.err()?;
            warn!(%error, "cannot show a form");
            return Some(present::says(&text::no_form(), language));
        }
        let mut answer = answer?;
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
        let view = match showing.shown {
            Shown::Replay(_) => {
                let note = send_progress(&**chat, event, present::says(&text::drawing(), language));
                with_note(drawing, deliveries.patience(), note).await
            }
            Shown::Review => {
                let note = present::says(&text::review_thinking(), language);
                with_note(
                    drawing,
                    deliveries.patience(),
                    send_progress(&**chat, event, note),
                )
                .await
            }
            Shown::View | Shown::Choice(_) | Shown::Board { .. } => drawing.await,
        };
        let view = view.unwrap_or_else(|error| {
            error.log(showing.id, "a view could not be shown");
            None
        });
        Some(match (view, reply) {
            (Some(view), _) => present::with_view(answer, view),
            // The picture is all that they asked for.
            (
                None,
                Reply::Query(
                    QueryReply::View { .. }
                    | QueryReply::Replay(_)
                    | QueryReply::Review(_)
                    | QueryReply::Board(_),
                ),
            ) => present::no_view(&showing.shown, language),
            (None, _) => present::without_view(answer, language),
        })
    }

    /// Sends the reply, or at least a note that it is late.
    async fn send_answer(&self, answer: &Answer, language: Language) {
        let Asking {
            chat, event, user, ..
        } = &self.asking;
        let is_done = self.verdict.is_surely_done();
        let Err(error) = chat.answer(event, answer).await else {
            return trace!(event = ?event.id, is_done, "sent an answer");
        };
        tell_unsaid(&error, "an answer did not reach its reader");
        let note = present::late(is_done, language);
        let nonce = Nonce::of_event("late", event);
        if let Err(error) = after_pauses(|| chat.whisper(&nonce, user, &note)).await {
            tell_unsaid(&error, "nor did the note that it is late");
        }
    }
}

/// Logs why a message was not sent, unless its platform is in an outage: that is logged where it begins.
fn tell_unsaid(error: &ChatError, what: &str) {
    if let ChatError::Outage(_) = error {
        debug!(%error, "{what}");
    } else {
        warn!(%error, "{what}");
    }
}
