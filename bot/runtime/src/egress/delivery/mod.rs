//! Makes the deliveries of the outbox: to each place and each seat of a match in order, each of them once, with as many
//! retries as that takes.

mod absence;
mod context;
mod daily;
mod dead_letters;
mod drawn;
mod error;
mod people;
mod pool;
mod posting;
mod queues;
mod show;
mod single_board;
mod snapshots;
mod threads;
mod watch;
mod watched;

#[cfg(test)]
mod tests;

use std::{
    mem,
    sync::{Arc, Mutex},
    time::{Duration, Instant},
};

use tokio::{sync::broadcast, time::sleep};
use tracing::{debug, error, warn};

pub(crate) use self::error::DeliveryError;
pub use self::snapshots::Snapshots;
use self::{
    context::DeliveryContext,
    dead_letters::Refusals,
    drawn::DrawnBoards,
    error::Failure,
    pool::Pool,
    posting::{DoubtfulRows, is_late_reminder},
    queues::{DeliveryQueues, QueueKey},
    watched::ChangeWatch,
};
use super::reviews::Reviews;
use crate::{
    chats::Chats,
    cluster::processes::Processes,
    ingress::{gate::Permit, platform_lookups::QUESTION},
    unstored::tell_unstored,
};
use api::{Batch, Chat, ChatError, Clock, MatchId, MessageId, Platform, Rows, StoreError};
use kit::{meter, panics::caught};
use present::{Presenter, Studio};
use service::{
    Delivery, DeliveryId, DeliveryKind, Match, MatchPlace, MatchSnapshot, Player, Sent, Settings,
    is_given_up, is_sent, mark_edited, mark_sent, mark_settled, outdated, read_delivery,
    read_outbox_of, read_platforms, read_sent, read_standing,
};
use store::writer::Writer;
use text::Language;

/// The first pause after a failure; it doubles up to [`LONGEST_PAUSE`].
const FIRST_PAUSE: Duration = Duration::from_millis(100);

const LONGEST_PAUSE: Duration = Duration::from_secs(30);

/// The greatest number of changes that a viewer may lag behind; after that, viewers read all matches again.
const MOST_CHANGES: usize = 1024;

/// A handle of the dispatcher.
pub(crate) type Deliveries = Arc<Dispatcher>;

/// The parts of a dispatcher.
pub(crate) struct DispatcherParts {
    pub(crate) writer: Writer,
    pub(crate) chats: Arc<Chats>,
    pub(crate) studio: Studio,
    /// The language of readers without another one.
    pub(crate) language: Language,
    pub(crate) snapshots: Arc<Snapshots>,
    pub(crate) reviews: Reviews,
    pub(crate) clock: Arc<dyn Clock>,
    pub(crate) processes: Option<Arc<Processes>>,
    /// See [`crate::Parts`].
    pub(crate) patience: Duration,
}

/// Makes deliveries.
pub(crate) struct Dispatcher {
    writer: Writer,
    chats: Arc<Chats>,
    studio: Studio,
    /// The language of readers without another one.
    language: Language,
    queues: DeliveryQueues,
    snapshots: Arc<Snapshots>,
    reviews: Reviews,
    clock: Arc<dyn Clock>,
    /// The sender of changed matches; `None` stands for all.
    changes: broadcast::Sender<Option<MatchId>>,
    /// Sends changes there too if other processes change matches.
    watched: Arc<ChangeWatch>,
    /// The boards drawn for viewers of matches.
    drawn: DrawnBoards,
    /// Held while a stored absence is read and changed.
    absences: Mutex<()>,
    doubtful: DoubtfulRows,
    /// The servers that have refused deliveries.
    refusals: Refusals,
    /// This process among others, if others can serve on the same store.
    processes: Option<Arc<Processes>>,
    /// See [`crate::Parts`].
    patience: Duration,
}

impl Dispatcher {
    pub(crate) fn new(parts: DispatcherParts) -> Deliveries {
        let DispatcherParts {
            writer,
            chats,
            studio,
            language,
            snapshots,
            reviews,
            clock,
            processes,
            patience,
        } = parts;
        let changes = broadcast::Sender::new(MOST_CHANGES);
        Arc::new(Dispatcher {
            watched: ChangeWatch::new(writer.clone(), changes.clone()),
            drawn: DrawnBoards::default(),
            writer,
            snapshots,
            reviews,
            chats,
            studio,
            language,
            queues: DeliveryQueues::new(),
            clock,
            changes,
            absences: Mutex::default(),
            doubtful: DoubtfulRows::default(),
            refusals: Refusals::default(),
            processes,
            patience,
        })
    }

    /// Returns the number of queues at work, and of those that wait for a retry.
    pub(crate) fn n_queues(&self) -> (usize, usize) {
        self.queues.n_at_work()
    }

    /// Waits until all added deliveries are made.
    pub(crate) async fn idle(&self) {
        self.queues.idle().await;
    }

    /// Waits until all added deliveries are made, or have failed and are retried later.
    pub(crate) async fn finish(&self) {
        self.queues.finish().await;
    }

    /// Does the same, with the timeout of a question to a platform. Returns whether it finished in time.
    pub(crate) async fn finish_in_time(&self) -> bool {
        tokio::time::timeout(QUESTION, self.finish()).await.is_ok()
    }

    /// Drops all cached matches, so that posts show them as they are stored from now on.
    pub(crate) fn forget_matches(&self) {
        self.snapshots.forget_all();
    }

    /// Returns the time after which a person who waits for a drawing gets a note.
    pub(crate) fn patience(&self) -> Duration {
        self.patience
    }

    /// Returns the threads that render and draw.
    pub(crate) fn pool(&self) -> &Pool {
        self.snapshots.pool()
    }

    /// Returns the role whose holder makes all deliveries of a match, or `None` if every process can. The match is read unless
    /// it is the given one.
    pub(crate) fn role_of(
        &self,
        id: MatchId,
        snapshot: Option<&MatchSnapshot>,
        rows: &dyn Rows,
    ) -> Result<Option<&'static str>, StoreError> {
        let known = snapshot
            .map(MatchSnapshot::game_match)
            .filter(|known| known.id == id);
        let platforms = match known {
            Some(game_match) => game_match.platforms().collect(),
            None => read_platforms(rows, id)?,
        };
        let mut roles = platforms.into_iter().filter_map(|platform| {
            let role = platform.role()?;
            let is_served = self.chats.get(platform).is_some() || self.chats.is_disabled(platform);
            is_served.then_some(role)
        });
        Ok(roles.next())
    }

    /// Returns the number of times that a match was read and replayed for a delivery.
    pub(crate) fn n_replays(&self) -> u64 {
        self.snapshots.n_replays()
    }

    /// Queues rows that an earlier run has left and may have posted already.
    pub(crate) fn take_up(self: &Arc<Dispatcher>, rows: Vec<DeliveryId>) {
        self.doubtful.add(&rows);
        self.add(rows, None, None);
    }

    /// Queues durable rows, with their match if it is cached. Rows of one match for the same readers are delivered in the
    /// order of their numbers. No readers wait for the deliveries of others. The place of the event that caused them is held
    /// until they are made.
    pub(crate) fn add(
        self: &Arc<Dispatcher>,
        rows: Vec<DeliveryId>,
        snapshot: Option<MatchSnapshot>,
        permit: Option<&Permit>,
    ) {
        match snapshot {
            Some(snapshot) => self.snapshots.keep(snapshot),
            // The cached states of their matches may be older than the stored ones.
            None => rows.iter().for_each(|row| self.snapshots.forget(row.id)),
        }
        let mut last = None;
        for row in rows {
            if last.replace(row.id) != Some(row.id) {
                self.publish_change(row.id);
            }
            if let Some(queue) = self.queues.add(row, permit.cloned()) {
                let dispatcher = Arc::clone(self);
                tokio::spawn(async move { dispatcher.deliver_all(queue).await });
            }
        }
    }

    /// Makes the deliveries of a queue until none waits.
    async fn deliver_all(self: Arc<Dispatcher>, queue: QueueKey) {
        let mut has_panicked = false;
        while let Some((row, permit)) = self.queues.next(queue) {
            if let Err(Panicked) = self.deliver(row, permit).await {
                error!(%row, "a delivery panicked and cannot be given up; not retried until restart");
                has_panicked = true;
            }
        }
        // A row that has panicked is not to be found again at once.
        if self.processes.is_some() && !has_panicked {
            self.look_for_more(queue.0);
        }
    }

    /// Takes up the deliveries that other processes have left to this one, as it has or had the claim on the match.
    pub(crate) fn look_for_more(self: &Arc<Dispatcher>, id: MatchId) {
        match read_outbox_of(&self.writer, id) {
            Ok(rows) if rows.is_empty() => {}
            Ok(rows) => self.add(rows, None, None),
            // The outbox is also read from time to time.
            Err(error) => tell_unstored(&error, "cannot read the outbox"),
        }
    }

    /// Makes a delivery, with as many retries as it takes, or gives it up if it will never succeed. A panic on the way counts as
    /// a failure for good.
    ///
    /// # Errors
    ///
    /// It has panicked while it was given up.
    async fn deliver(&self, row: DeliveryId, mut permit: Option<Permit>) -> Result<(), Panicked> {
        let begun = Instant::now();
        let mut pause = FIRST_PAUSE;
        let mut failure = None;
        loop {
            let is_giving_up = failure.is_some();
            let step = async {
                match failure.take() {
                    None => self.make(row).await,
                    Some(failure) => self.give_up(row, failure).await,
                }
            };
            let error = match caught(step).await {
                // The part that can still be made stays in the outbox.
                Some(Ok(())) if is_giving_up => continue,
                Some(Ok(())) => break,
                Some(Err(error)) => error,
                None if is_giving_up => return Err(Panicked),
                None => DeliveryError::panicked(),
            };
            // A failure that cannot be stored is not final: the delivery is tried again.
            let error = match error.into_failure() {
                Ok(found) if !is_giving_up => {
                    failure = Some(found);
                    continue;
                }
                Ok(Failure { reason, .. }) => DeliveryError::Transient(reason.to_string()),
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

    /// Tries to make a delivery, if this process is to make it.
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

    /// Posts a delivery, if that is still to be done, and then settles the post of the earlier row.
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
                read.post().await?;
                context = Some(read);
            }
        }
        let Some(n) = delivery.settles else {
            return Ok(());
        };
        let before = row.with_number(n);
        let (earlier, sent) = read_standing(&self.writer, before)?;
        let is_settled = match sent {
            Some(sent) => self.settle_earlier(row, context, (earlier, sent)).await,
            None => Ok(()),
        };
        match is_settled {
            // The edit is done when the failed post is retried too.
            Err(DeliveryError::Refused(reason)) if is_given_up(&self.writer, row)? => {
                return Err(DeliveryError::Refused(reason));
            }
            is_settled => unless_permanent(row, is_settled)?,
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
    fn earlier_sent(
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
    fn next_behind(
        &self,
        row: DeliveryId,
        is_such: impl Fn(&Delivery) -> bool,
    ) -> Result<Option<Delivery>, DeliveryError> {
        for later in self.queues.behind(row) {
            let delivery = match read_delivery(&self.writer, later) {
                // The damaged delivery is given up at its turn.
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

    /// Returns the adapter of a platform.
    fn chat(&self, platform: Platform) -> Result<Arc<dyn Chat>, DeliveryError> {
        let chat = self.chats.get(platform);
        chat.ok_or_else(|| self.missing_adapter(platform))
    }

    async fn commit(&self, changes: Batch) -> Result<(), DeliveryError> {
        Ok(self.writer.commit(changes).await?)
    }

    /// Returns the language of public posts about a match in a place.
    fn language_in(&self, place: &MatchPlace) -> Language {
        place.language.unwrap_or(self.language)
    }

    /// Returns the language of a player of a match who has not chosen one.
    fn usual_language_of(&self, player: &Player, game_match: &Match) -> Language {
        let place = game_match.place_of(player.account());
        self.usual_language([player.language, place.and_then(|(_, place)| place.language)])
    }

    /// Composes a message for the readers of a platform, on a thread for long work.
    async fn compose<T: Send + 'static>(
        &self,
        platform: Platform,
        (settings, language): (Settings, Language),
        compose: impl FnOnce(&Presenter<'_>) -> T + Send + 'static,
    ) -> Result<T, DeliveryError> {
        let studio = match self.chats.get(platform) {
            Some(chat) if chat.capabilities().draws_later => self.studio.deferring(),
            _ => self.studio.clone(),
        };
        let present = move || {
            compose(&Presenter {
                studio: &studio,
                settings,
                language,
            })
        };
        self.pool().run(present).await
    }
}

/// The error of a delivery that can neither be made nor be given up, because both panic.
struct Panicked;

/// Logs and counts that a delivery has failed and is retried.
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
