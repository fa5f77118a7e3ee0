//! Replies on their way to who has asked.

#[cfg(test)]
mod tests;

use std::{pin::pin, sync::Arc, time::Duration};

use tokio::sync::watch;
use tracing::{debug, error, trace, warn};

use super::{delivery::Deliveries, gate::Permit};
use crate::{
    ports::{Answer, Chat, ChatError, EventId, Nonce, StoreError, UserId},
    present,
    service::{Illustration, Reply, Showing, Shown, Told},
    words::Language,
};

/// Counts an event as not answered yet, for as long as it lives.
pub(super) struct InFlight {
    n_open: watch::Sender<usize>,
    /// Its place among the events that are under way.
    pub(super) permit: Option<Permit>,
}

impl InFlight {
    pub(super) fn new(n_open: &watch::Sender<usize>) -> InFlight {
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

/// A person who has asked for something, and how to reach them.
pub(super) struct Asking {
    pub(super) chat: Arc<dyn Chat>,
    pub(super) event: EventId,
    pub(super) user: UserId,
    /// The language that they read.
    pub(super) language: Language,
    /// The language that they read if they have chosen none.
    pub(super) usual_language: Language,
    /// Whether others have read something in it that may be a move.
    pub(super) is_telling: bool,
    pub(super) in_flight: InFlight,
}

impl Asking {
    /// Shows what waits for nothing.
    pub(super) async fn reply_now(self, reply: Reply) {
        match reply {
            Reply::Write { id, ply, variant } => {
                let form = present::write_form(id, ply, variant, self.language);
                if let Err(error) = self.chat.ask(&self.event, &form).await {
                    warn!(%error, "a form was not shown");
                    // If the answer is not shown either, there is no other way to say so.
                    let _ = self
                        .chat
                        .answer(&self.event, &present::no_form(self.language))
                        .await;
                }
            }
            Reply::Completions(choices) => {
                if let Err(error) = self.chat.complete(&self.event, &choices).await {
                    warn!(%error, "completions were not shown");
                }
            }
            Reply::Done(_) | Reply::Told(_) | Reply::Nothing => {}
        }
    }
}

/// An answer, or what is to be put into words when it is sent, because that takes long.
#[derive(Clone)]
pub(super) enum Wording {
    Ready(Box<Answer>),
    Later(Arc<Told>),
}

impl From<Answer> for Wording {
    fn from(answer: Answer) -> Wording {
        Wording::Ready(Box::new(answer))
    }
}

impl Wording {
    /// Whether it takes little room: a text and controls do, whose size is bounded, and what a text is made of.
    pub(super) fn is_small(&self) -> bool {
        match self {
            Wording::Ready(answer) => {
                answer.message.attachment.is_none() && answer.message.picture.is_none()
            }
            Wording::Later(_) => true,
        }
    }
}

/// An answer, and what its reader is shown besides, which is drawn when it is sent.
#[derive(Clone)]
pub(super) struct Draft {
    pub(super) wording: Wording,
    pub(super) view: Option<ViewRequest>,
    /// The picture of the handbook that goes with it.
    pub(super) illustration: Option<Illustration>,
    /// Whether what it answers is to be taken back first.
    pub(super) redacts: bool,
}

/// What somebody is shown with an answer.
#[derive(Clone)]
pub(super) struct ViewRequest {
    pub(super) showing: Showing,
    pub(super) user: UserId,
    /// Whether it is all that they asked for.
    pub(super) is_all: bool,
}

impl From<Answer> for Draft {
    fn from(answer: Answer) -> Draft {
        Draft {
            wording: answer.into(),
            view: None,
            illustration: None,
            redacts: false,
        }
    }
}

impl Draft {
    /// The answer to what nothing was decided about. Nobody could look up whether others must not read it, so what may be a
    /// move is taken back.
    pub(super) fn undecided(answer: Answer, asking: &Asking) -> Draft {
        Draft {
            redacts: asking.is_telling,
            ..Draft::from(answer)
        }
    }
}

/// An answer on its way.
pub(super) struct PendingReply {
    pub(super) asking: Asking,
    pub(super) draft: Box<Draft>,
    /// Whether something changed.
    pub(super) is_done: bool,
}

/// Does something, and `note` besides if it takes longer than people are patient.
pub(super) async fn with_note<T>(
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

/// Tells why the answer to an event takes so long.
pub(super) async fn tell(chat: &dyn Chat, event: &EventId, note: Answer) {
    if let Err(error) = chat.note(event, &note).await {
        warn!(%error, "a note did not reach its reader");
    }
}

impl PendingReply {
    /// Draws what goes with it, and tells it.
    pub(super) async fn send(self, deliveries: Deliveries) {
        let PendingReply {
            asking,
            draft,
            is_done,
        } = self;
        let Asking {
            chat,
            event,
            user,
            language,
            in_flight: _in_flight,
            ..
        } = asking;
        let Draft {
            wording,
            view,
            illustration,
            redacts,
        } = *draft;
        let mut answer = match wording {
            Wording::Ready(answer) => *answer,
            // A panic was logged by its hook.
            Wording::Later(told) => deliveries
                .word(told, language)
                .await
                .unwrap_or_else(|_| present::bug(language)),
        };
        if redacts && let Err(error) = chat.redact(&event).await {
            warn!(%error, "what was to be secret stays where others read it");
        }
        if let Some(illustration) = illustration {
            let drawn = deliveries.illustration(illustration, &user, language);
            // It is read without the picture, too.
            answer.message.picture = drawn.await.ok().flatten();
        }
        if let Some(ViewRequest {
            showing,
            user,
            is_all,
        }) = view
        {
            let drawing = deliveries.show(&showing, &user, language);
            let view = match showing.shown {
                Shown::Replay(_) => {
                    let note = tell(&*chat, &event, present::drawing(language));
                    with_note(drawing, deliveries.patience(), note).await
                }
                Shown::View | Shown::Choice(_) | Shown::Board { .. } => drawing.await,
            };
            let view = view.unwrap_or_else(|error| {
                error.tell(showing.id, "a view could not be shown");
                None
            });
            answer = match view {
                Some(view) => present::with_view(answer, view),
                None if is_all => present::no_view(&showing.shown, language),
                None => present::without_view(answer, language),
            };
        }
        if let Err(error) = chat.answer(&event, &answer).await {
            tell_unsaid(&error, "an answer did not reach its reader");
            let note = present::late(is_done, language);
            if let Err(error) = chat
                .whisper(&Nonce::of_event("late", &event), &user, &note)
                .await
            {
                tell_unsaid(&error, "nor did the note that it is late");
            }
        } else {
            trace!(event = ?event.id, is_done, "answered");
        }
    }
}

/// Logs why the store has not done something, unless all of it does not work: that is logged where it begins.
pub(super) fn tell_unstored(error: &StoreError, what: &str) {
    if error.is_outage() {
        debug!(%error, "{what}");
    } else {
        error!(%error, "{what}");
    }
}

/// The same of what was not said.
fn tell_unsaid(error: &ChatError, what: &str) {
    if let ChatError::Outage(_) = error {
        debug!(%error, "{what}");
    } else {
        warn!(%error, "{what}");
    }
}
