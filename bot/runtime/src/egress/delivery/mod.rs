//! Makes the deliveries of the outbox: to each place and each seat of a match in order, each of them once, with as many
//! retries as that takes.

mod absence;
mod daily;
mod dead_letters;
mod doubts;
mod drawn;
mod error;
mod living;
mod people;
mod pool;
mod posting;
mod queues;
mod refusals;
mod show;
mod snapshots;
mod threads;
mod watch;
mod watched;

use std::{
    mem,
    sync::{Arc, Mutex},
    time::{Duration, Instant},
};

use tokio::sync::broadcast;
use tracing::{debug, error, warn};

pub(crate) use self::error::DeliveryError;
pub use self::snapshots::Snapshots;
use self::{
    doubts::DoubtfulRows,
    drawn::DrawnBoards,
    pool::Pool,
    queues::{DeliveryQueues, QueueKey},
    refusals::Refusals,
    watched::ChangeWatch,
};
use super::reviews::Reviews;
use crate::{
    chats::Chats,
    cluster::processes::Processes,
    ingress::{gate::Permit, platform_lookups::QUESTION},
    unstored::tell_unstored,
};
use api::{Batch, Clock, MatchId, Platform, Rows, StoreError};
use kit::{meter, panics::caught};
use present::{Presenter, Studio};
use service::{
    DeadReason, Delivery, DeliveryId, DeliveryKind, Match, MatchPlace, MatchSnapshot, Player,
    Readers, Sent, Settings, is_given_up, is_said, mark_sent, outdated, read_delivery,
    read_followers, read_outbox_of, read_platforms, read_standing, said_again, settled, tells_end,
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
                self.tell_change(row.id);
            }
            if let Some(queue) = self.queues.add(row, permit.cloned()) {
                let dispatcher = Arc::clone(self);
                tokio::spawn(async move { dispatcher.deliver_all(queue).await });
            }
        }
    }

    /// Makes the deliveries of a match to the same readers until none waits.
    async fn deliver_all(self: Arc<Dispatcher>, queue: QueueKey) {
        let mut has_panicked = false;
        while let Some((row, permit)) = self.queues.next(queue) {
            if caught(self.deliver_in_the_end(row, permit)).await.is_none() {
                error!(%row, "a delivery panicked; not retried until restart");
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

    /// Makes a delivery, with as many retries as it takes, unless it will never succeed.
    async fn deliver_in_the_end(
        self: &Arc<Dispatcher>,
        row: DeliveryId,
        mut permit: Option<Permit>,
    ) {
        let mut pause = FIRST_PAUSE;
        let begun = Instant::now();
        while let Err(error) = self.deliver_or_give_up(row).await {
            let wait = if let DeliveryError::Limited(asked) = error {
                debug!(%row, %error, "a delivery waits");
                asked
            } else {
                tell_failure(row, &error);
                let longer = LONGEST_PAUSE.min(pause * 2);
                mem::replace(&mut pause, longer)
            };
            drop(permit.take());
            self.queues.mark_retrying((row.id, row.to));
            tokio::time::sleep(wait).await;
        }
        self.doubtful.settle(row);
        let elapsed = begun.elapsed();
        meter::delivered(elapsed);
        let elapsed_ms = elapsed.as_millis();
        debug!(%row, elapsed_ms, "delivered");
    }

    async fn deliver_or_give_up(
        self: &Arc<Dispatcher>,
        row: DeliveryId,
    ) -> Result<(), DeliveryError> {
        loop {
            let (reason, is_there) = match self.deliver_or_panic(row).await {
                Ok(()) => return Ok(()),
                Err(DeliveryError::Transient(reason)) if self.is_overdue(row) => {
                    (DeadReason::Failed(reason), false)
                }
                Err(error) => {
                    let reason = error.for_good()?;
                    let is_there = matches!(reason, DeadReason::Failed(_));
                    (reason, is_there)
                }
            };
            // The part that can still be done stays in the outbox.
            self.give_up(row, reason, is_there).await?;
        }
    }

    /// Makes a delivery. A panic on the way ends only this delivery.
    async fn deliver_or_panic(
        self: &Arc<Dispatcher>,
        row: DeliveryId,
    ) -> Result<(), DeliveryError> {
        let dispatcher = Arc::clone(self);
        tokio::spawn(async move { dispatcher.deliver(row).await }).await?
    }

    async fn deliver(self: &Arc<Dispatcher>, row: DeliveryId) -> Result<(), DeliveryError> {
        if let Some(processes) = &self.processes
            && !processes.speaks_of(row.id).await?
        {
            // Another process makes it, and may have done so already.
            return Ok(());
        }
        let Some(delivery) = read_delivery(&self.writer, row)? else {
            return Ok(());
        };
        let making = self.make(row, delivery);
        self.snapshots.compared(row.id, making).await?
    }

    /// Makes a delivery of this process.
    async fn make(
        self: &Arc<Dispatcher>,
        row: DeliveryId,
        delivery: Delivery,
    ) -> Result<(), DeliveryError> {
        if delivery.kind.is_edit() {
            let shows_view = |later: &Delivery| {
                matches!(later.kind, DeliveryKind::View | DeliveryKind::ViewAgain)
            };
            let message = if self.next_behind(row, shows_view)?.is_some() {
                self.earlier_message(row, delivery)?
            } else {
                unless_permanent(row, self.say_again(row, delivery).await)?.flatten()
            };
            return self.commit(said_again(row, delivery, message)).await;
        }
        if delivery.kind != DeliveryKind::Settle && !is_said(&self.writer, row)? {
            self.say_first(row, delivery).await?;
        }
        if let Some(n) = delivery.settles {
            let before = row.with_number(n);
            let (earlier, sent) = read_standing(&self.writer, before)?;
            let done = match sent {
                Some(sent) => self.settle_before(row, (earlier, sent)).await,
                None => Ok(()),
            };
            match done {
                // The edit is done when the failed post is retried too.
                Err(DeliveryError::Refused(reason)) if is_given_up(&self.writer, row)? => {
                    return Err(DeliveryError::Refused(reason));
                }
                settled => unless_permanent(row, settled)?,
            };
            let mut changes = settled(row, delivery, earlier);
            if earlier != before {
                changes.changes.extend(outdated(before).changes);
            }
            self.commit(changes).await?;
        }
        Ok(())
    }

    /// Returns whether a later board waits behind this one, because the player whom it calls has moved or taken back.
    fn has_moved_on(&self, row: DeliveryId, ply: usize) -> Result<bool, DeliveryError> {
        let is_later = |later: &Delivery| later.kind.is_board() && later.ply != ply;
        Ok(self.next_behind(row, is_later)?.is_some())
    }

    /// Returns the next delivery behind this one that satisfies a condition.
    fn next_behind(
        &self,
        row: DeliveryId,
        is_such: impl Fn(&Delivery) -> bool,
    ) -> Result<Option<(DeliveryId, Delivery)>, DeliveryError> {
        for later in self.queues.behind(row) {
            let delivery = match read_delivery(&self.writer, later) {
                // The damaged delivery is given up at its turn.
                Err(StoreError::Damaged { .. }) => None,
                found => found?,
            };
            if let Some(delivery) = delivery.filter(&is_such) {
                return Ok(Some((later, delivery)));
            }
        }
        Ok(None)
    }

    /// Posts a delivery, and looks whether the player that it waits for is still there.
    async fn say_first(
        self: &Arc<Dispatcher>,
        row: DeliveryId,
        delivery: Delivery,
    ) -> Result<(), DeliveryError> {
        let sent = match self.post_once(row, delivery).await {
            // A reader who takes no direct messages learns so from a reply, which also shows the view.
            Err(DeliveryError::Refused(reason)) if self.is_for_one(row)? => {
                warn!(id = %row.id, row = row.n, reason, "cannot post a message");
                Sent::new(delivery, None)
            }
            said => said?,
        };
        let mut changes = mark_sent(row, &sent);
        if let Readers::Place(place) = row.to
            && tells_end(&*self.snapshots.game_match(row.id)?, delivery)
        {
            read_followers(&self.writer, row.id, place)?.let_go(row.id, place, &mut changes);
        }
        self.commit(changes).await?;
        if let DeliveryKind::Board | DeliveryKind::BoardAnswered(_) = delivery.kind {
            self.close_thread_of_ended(row).await?;
        }
        if delivery.kind.is_board()
            && let Err(error) = self.look_for(row, delivery.ply).await
        {
            error.log(row.id, "nobody knows whether a player has left");
        }
        Ok(())
    }

    /// Returns whether one person alone reads it, in direct messages.
    fn is_for_one(&self, row: DeliveryId) -> Result<bool, DeliveryError> {
        let Readers::Place(number) = row.to else {
            return Ok(true);
        };
        let game_match = self.snapshots.game_match(row.id)?;
        Ok(game_match.reader_in(number).is_some())
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

/// Logs and counts that a delivery has failed and is retried.
fn tell_failure(row: DeliveryId, error: &DeliveryError) {
    if error.is_outage() {
        debug!(%row, %error, "a delivery waits");
    } else {
        warn!(id = %row.id, row = row.n, %error, "a delivery waits");
    }
    meter::delivery_failed();
}

/// Returns `None` if it will never succeed.
fn unless_permanent<T>(
    row: DeliveryId,
    said: Result<T, DeliveryError>,
) -> Result<Option<T>, DeliveryError> {
    match said {
        Err(DeliveryError::Permanent(reason) | DeliveryError::Refused(reason)) => {
            warn!(id = %row.id, row = row.n, reason, "cannot post a message");
            Ok(None)
        }
        said => said.map(Some),
    }
}
