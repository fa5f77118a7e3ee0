//! Makes a delivery, with retries, or gives it up.

use std::{
    mem,
    sync::Arc,
    time::{Duration, Instant},
};

use tokio::time::sleep;
use tracing::{debug, error, warn};

use super::{Dispatcher, context::DeliveryContext, error::DeliveryError, queues::QueueKey};
use crate::gate::Permit;
use api::{ChatError, MessageId, StoreError};
use kit::{meter, panics::caught};
use service::{
    DeadLetter, DeadReason, Delivery, DeliveryId, DeliveryKind, Match, Sent, given_up, is_given_up,
    is_sent, mark_edited, mark_sent, mark_settled, outdated, read_delivery, read_sent,
    read_standing,
};

/// The first pause after a failure; it doubles up to [`LONGEST_PAUSE`].
const FIRST_PAUSE: Duration = Duration::from_millis(100);

const LONGEST_PAUSE: Duration = Duration::from_secs(30);

/// The milliseconds after which the bot gives up a refused delivery: two weeks. An outage of days loses nothing.
const LONGEST_WAIT_MS: i64 = 14 * 24 * 60 * 60 * 1000;

/// The reason why a row stays in the outbox until a restart: a panic during the giving up.
struct Panicked;

impl Dispatcher {
    /// Makes the deliveries of a queue until none waits.
    pub(super) async fn deliver_all(self: Arc<Dispatcher>, queue: QueueKey) {
        let mut has_panicked = false;
        while let Some((row, permit)) = self.queues.next(queue) {
            has_panicked |= self.deliver(row, permit).await.is_err();
        }
        // Keeps the queue from finding a row again right after its panic.
        if self.processes.is_some() && !has_panicked {
            self.look_for_more(queue.0);
        }
    }

    /// Makes a delivery, with as many retries as it takes, or gives it up if it will never succeed. A panic counts as a
    /// permanent failure.
    async fn deliver(&self, row: DeliveryId, mut permit: Option<Permit>) -> Result<(), Panicked> {
        let begun = Instant::now();
        let mut pause = FIRST_PAUSE;
        loop {
            let made = caught(self.make(row)).await;
            let Err(error) = made.unwrap_or_else(|| Err(DeliveryError::panicked())) else {
                break;
            };
            let is_there = error.is_answer();
            let error = match error.for_good() {
                Ok(reason) => match caught(self.give_up(row, reason, is_there)).await {
                    // The part that can still be made stays in the outbox.
                    Some(Ok(())) => continue,
                    // A failure that cannot be stored is not final.
                    Some(Err(error)) => error.for_now(),
                    None => {
                        error!(%row, "a delivery panicked and cannot be stored as failed; not retried until restart");
                        return Err(Panicked);
                    }
                },
                Err(error) => error,
            };
            let wait = if let DeliveryError::Limited(wait) = error {
                debug!(%row, %error, "a delivery waits for its rate limit");
                wait
            } else {
                log_failure(row, &error);
                let longer = LONGEST_PAUSE.min(pause * 2);
                mem::replace(&mut pause, longer)
            };
            drop(permit.take());
            self.queues.mark_retrying((row.id, row.to));
            sleep(wait).await;
        }
        self.doubtful.remove(row);
        let elapsed = begun.elapsed();
        meter::delivered(elapsed);
        let elapsed_ms = elapsed.as_millis();
        debug!(%row, elapsed_ms, "delivered");
        Ok(())
    }

    /// Tries to make a delivery, if this process has the claim.
    async fn make(&self, row: DeliveryId) -> Result<(), DeliveryError> {
        if let Some(processes) = &self.processes
            && !processes.speaks_of(row.id).await?
        {
            // Another process makes it, and may have done so already.
            return Ok(());
        }
        let Some(delivery) = read_delivery(&self.writer, row)? else {
            return Ok(());
        };
        let made = if delivery.kind.is_edit() {
            self.edit_earlier(row, delivery).await
        } else {
            self.post_and_settle(row, delivery).await
        };
        match made {
            Err(DeliveryError::Transient(reason)) if self.is_overdue(delivery) => {
                Err(DeliveryError::Overdue(reason))
            }
            made => made,
        }
    }

    /// Edits the message of the earlier row to show a delivery, unless a later delivery shows more.
    async fn edit_earlier(&self, row: DeliveryId, delivery: Delivery) -> Result<(), DeliveryError> {
        let shows_view =
            |later: &Delivery| matches!(later.kind, DeliveryKind::View | DeliveryKind::ViewAgain);
        let earlier = self.earlier_sent(row, delivery)?;
        let mut message = earlier.and_then(|sent| sent.message);
        if self.next_behind(row, shows_view)?.is_none() {
            message = message.filter(|message| !self.is_gone(message));
            if let Some(edited) = &message {
                let edit = async {
                    let context = self.context(row, delivery)?;
                    context.edit(edited, false).await
                };
                if unless_permanent(row, edit.await)?.is_none() {
                    message = None;
                }
            }
        }
        self.commit(mark_edited(row, delivery, message)).await
    }

    /// Posts a delivery if needed, and then settles the post of the earlier row.
    async fn post_and_settle(
        &self,
        row: DeliveryId,
        delivery: Delivery,
    ) -> Result<(), DeliveryError> {
        let mut context = None;
        if delivery.kind != DeliveryKind::Settle && !is_sent(&self.writer, row)? {
            let game_match = self.snapshots.game_match(row.id)?;
            if is_late_reminder(&game_match, delivery) {
                self.commit(mark_sent(row, &Sent::new(delivery, None)))
                    .await?;
            } else {
                let read = DeliveryContext::read(self, game_match, row, row.to, delivery)?;
                // First, so that a platform that is away does not keep it back.
                read.push_turn().await;
                read.post().await?;
                context = Some(read);
            }
        }
        let Some(n) = delivery.settles else {
            return Ok(());
        };
        let before = row.with_number(n);
        let (earlier, sent) = read_standing(&self.writer, before)?;
        let settled = match sent {
            Some(sent) => self.settle_earlier(row, context, (earlier, sent)).await,
            None => Ok(()),
        };
        match settled {
            // A retry of the failed post also makes the edit.
            Err(DeliveryError::Refused(reason)) if is_given_up(&self.writer, row)? => {
                return Err(DeliveryError::Refused(reason));
            }
            settled => unless_permanent(row, settled)?,
        };
        let mut changes = mark_settled(row, delivery, earlier);
        if earlier != before {
            changes.changes.extend(outdated(before).changes);
        }
        self.commit(changes).await
    }

    /// Settles an earlier post once its successor is posted: a board in another message loses its controls, and an old bell is
    /// deleted.
    async fn settle_earlier(
        &self,
        row: DeliveryId,
        context: Option<DeliveryContext<'_>>,
        (earlier, before): (DeliveryId, Sent),
    ) -> Result<(), DeliveryError> {
        let chat = before.message.as_ref();
        let chat = chat.and_then(|message| self.chats.get(message.platform));
        let now = if chat.is_some_and(|chat| chat.capabilities().replaces_posts) {
            read_sent(&self.writer, row)?
        } else {
            None
        };
        let bell_now = now.as_ref().and_then(|now| now.bell.as_ref());
        if let Some(bell) = before.bell.as_ref().filter(|bell| bell_now != Some(bell)) {
            match self.chat(bell.platform)?.remove(bell).await {
                Ok(()) | Err(ChatError::Refused(_)) => {}
                Err(failure) => return Err(failure.into()),
            }
        }
        if now.is_some_and(|now| now.message == before.message) {
            return Ok(());
        }
        match before.message {
            Some(message) if !self.is_gone(&message) => {
                let context = match context {
                    Some(context) => context.of_earlier(earlier, before.delivery),
                    None => self.context(earlier, before.delivery)?,
                };
                context.edit(&message, true).await
            }
            _ => Ok(()),
        }
    }

    /// Reads the context of a row for its own readers.
    fn context(
        &self,
        row: DeliveryId,
        delivery: Delivery,
    ) -> Result<DeliveryContext<'_>, DeliveryError> {
        let game_match = self.snapshots.game_match(row.id)?;
        DeliveryContext::read(self, game_match, row, row.to, delivery)
    }

    /// Returns the post of the row that a delivery settles.
    pub(super) fn earlier_sent(
        &self,
        row: DeliveryId,
        delivery: Delivery,
    ) -> Result<Option<Sent>, DeliveryError> {
        match delivery.settles {
            Some(n) => Ok(read_standing(&self.writer, row.with_number(n))?.1),
            None => Ok(None),
        }
    }

    /// Returns the next delivery behind a row that satisfies a condition.
    pub(super) fn next_behind(
        &self,
        row: DeliveryId,
        is_such: impl Fn(&Delivery) -> bool,
    ) -> Result<Option<Delivery>, DeliveryError> {
        for later in self.queues.behind(row) {
            let delivery = match read_delivery(&self.writer, later) {
                // The bot gives up the damaged delivery at its turn.
                Err(StoreError::Damaged { .. }) => None,
                found => found?,
            };
            if let Some(delivery) = delivery.filter(&is_such) {
                return Ok(Some(delivery));
            }
        }
        Ok(None)
    }

    /// Returns whether the platform has forgotten a message, so that nothing is left to edit.
    fn is_gone(&self, message: &MessageId) -> bool {
        let chat = self.chats.get(message.platform);
        chat.is_some_and(|chat| chat.has_forgotten(message))
    }

    /// Returns whether a delivery has waited so long that the bot gives it up.
    fn is_overdue(&self, delivery: Delivery) -> bool {
        self.clock.now().0.saturating_sub(delivery.since.0) > LONGEST_WAIT_MS
    }

    /// Stores a delivery as failed, which ends its retries. If the platform works at all, the bot still makes the rest of the
    /// delivery: it removes the buttons of an earlier message.
    async fn give_up(
        &self,
        row: DeliveryId,
        reason: DeadReason,
        is_there: bool,
    ) -> Result<(), DeliveryError> {
        warn!(
            id = %row.id,
            row = row.n,
            %reason,
            "gave up a delivery; `oddboard check --data` lists it, and `oddboard retry` retries it"
        );
        let delivery = match read_delivery(&self.writer, row) {
            Err(StoreError::Damaged { .. }) => None,
            delivery => delivery?,
        };
        let (delivery, rest) = match delivery {
            Some(delivery) if is_sent(&self.writer, row)? => (Some(delivery.settling()), None),
            // The thread of a match begins with its challenge, which the first board settles.
            Some(delivery) if has_message(delivery) && is_there && delivery.settles != Some(0) => {
                let unsettling = Delivery {
                    settles: None,
                    ..delivery
                };
                (
                    Some(unsettling),
                    delivery.settles.map(|_| delivery.settling()),
                )
            }
            delivery => (delivery, None),
        };
        let letter = DeadLetter {
            delivery,
            reason,
            at: self.clock.now(),
        };
        let changes = given_up(&self.writer, row, letter, rest)?;
        self.commit(changes).await?;
        self.refusals.forget();
        Ok(())
    }
}

/// Returns whether a delivery is a late reminder of a turn that is over.
fn is_late_reminder(game_match: &Match, delivery: Delivery) -> bool {
    let is_reminder = matches!(
        delivery.kind,
        DeliveryKind::Reminder | DeliveryKind::ReminderHere(_)
    );
    is_reminder && game_match.state.n_inputs != delivery.n_inputs
}

/// Logs and counts a failed delivery that is retried.
fn log_failure(row: DeliveryId, error: &DeliveryError) {
    if error.is_outage() {
        debug!(%row, %error, "cannot make a delivery; retrying");
    } else {
        warn!(id = %row.id, row = row.n, %error, "cannot make a delivery; retrying");
    }
    meter::delivery_failed();
}

/// Returns `None` if it will never succeed.
fn unless_permanent<T>(
    row: DeliveryId,
    result: Result<T, DeliveryError>,
) -> Result<Option<T>, DeliveryError> {
    match result {
        Err(DeliveryError::Permanent(reason) | DeliveryError::Refused(reason)) => {
            warn!(id = %row.id, row = row.n, reason, "cannot post a message");
            Ok(None)
        }
        result => result.map(Some),
    }
}

/// Returns whether a delivery posts a message of its own.
fn has_message(delivery: Delivery) -> bool {
    delivery.kind != DeliveryKind::Settle && !delivery.kind.is_edit()
}
