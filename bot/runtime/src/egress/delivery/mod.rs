//! Says what the outbox holds: to each place and each seat of a match in order, once each, however often it takes.

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
    queues::{DeliveryQueues, Lane},
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

/// How many changes of matches who watches may lag behind before they look at all again.
const MOST_CHANGES: usize = 1024;

/// A handle of what makes deliveries.
pub(crate) type Deliveries = Arc<Dispatcher>;

/// What a dispatcher is made of.
pub(crate) struct DispatcherParts {
    pub(crate) writer: Writer,
    pub(crate) chats: Arc<Chats>,
    pub(crate) studio: Studio,
    /// What all are told in who have no other language.
    pub(crate) language: Language,
    pub(crate) moments: Arc<Snapshots>,
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
    /// What all are told in who have no other language.
    language: Language,
    lanes: DeliveryQueues,
    moments: Arc<Snapshots>,
    reviews: Reviews,
    clock: Arc<dyn Clock>,
    /// Tells which matches have changed; nothing stands for all.
    changes: broadcast::Sender<Option<MatchId>>,
    /// Tells them where other processes change matches too.
    watched: Arc<ChangeWatch>,
    /// What is drawn for who watches matches.
    drawn: DrawnBoards,
    /// Held while what is noted of somebody's absence is read and changed.
    absences: Mutex<()>,
    doubtful: DoubtfulRows,
    /// The servers where something was refused.
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
            moments,
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
            moments,
            reviews,
            chats,
            studio,
            language,
            lanes: DeliveryQueues::new(),
            clock,
            changes,
            absences: Mutex::default(),
            doubtful: DoubtfulRows::default(),
            refusals: Refusals::default(),
            processes,
            patience,
        })
    }

    /// How many lanes are at work, and how many wait until what has failed is tried again.
    pub(crate) fn n_lanes(&self) -> (usize, usize) {
        self.lanes.n_at_work()
    }

    /// Waits until everything that was added is said.
    pub(crate) async fn idle(&self) {
        self.lanes.idle().await;
    }

    /// Waits until everything that was added is said, or has failed and is tried again later.
    pub(crate) async fn finish(&self) {
        self.lanes.finish().await;
    }

    /// The same, for as long as somebody may wait for an answer; whether it came to that.
    pub(crate) async fn finish_in_time(&self) -> bool {
        tokio::time::timeout(QUESTION, self.finish()).await.is_ok()
    }

    /// From now on matches are told as they are stored, whatever is known of them.
    pub(crate) fn forget_matches(&self) {
        self.moments.forget_all();
    }

    /// How long somebody waits for a match to be drawn before they hear that it is being done.
    pub(crate) fn patience(&self) -> Duration {
        self.patience
    }

    /// Where what takes long is put into words and drawn.
    pub(crate) fn pool(&self) -> &Pool {
        self.moments.pool()
    }

    /// The role of whoever says all that is to be said of a match, if not every process can. The match is looked up unless it
    /// is this one.
    pub(crate) fn role_of(
        &self,
        id: MatchId,
        moment: Option<&MatchSnapshot>,
        rows: &dyn Rows,
    ) -> Result<Option<&'static str>, StoreError> {
        let known = moment
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

    /// How many times a match was read and replayed to be told.
    pub(crate) fn n_replays(&self) -> u64 {
        self.moments.n_replays()
    }

    /// Takes rows that are durable, and the match that they tell of if it is at hand. Rows of one match for the same readers
    /// are delivered in the order of their numbers; nobody waits for what others are told. The place of the event
    /// that they follow from is held until they are delivered.
    pub(crate) fn add(
        self: &Arc<Dispatcher>,
        rows: Vec<DeliveryId>,
        moment: Option<MatchSnapshot>,
        permit: Option<&Permit>,
    ) {
        match moment {
            Some(moment) => self.moments.keep(moment),
            // What is kept of their matches may be older than what is stored.
            None => rows.iter().for_each(|row| self.moments.forget(row.id)),
        }
        let mut last = None;
        for row in rows {
            if last.replace(row.id) != Some(row.id) {
                self.tell_change(row.id);
            }
            if let Some(lane) = self.lanes.add(row, permit.cloned()) {
                let dispatcher = Arc::clone(self);
                tokio::spawn(async move { dispatcher.deliver_all(lane).await });
            }
        }
    }

    /// Makes the deliveries of a match to the same readers until none waits.
    async fn deliver_all(self: Arc<Dispatcher>, lane: Lane) {
        let mut has_panicked = false;
        while let Some((row, permit)) = self.lanes.next(lane) {
            if caught(self.deliver_in_the_end(row, permit)).await.is_none() {
                error!(%row, "a delivery panicked; not retried until restart");
                has_panicked = true;
            }
        }
        // What has panicked is not to be found again at once.
        if self.processes.is_some() && !has_panicked {
            self.look_for_more(lane.0);
        }
    }

    /// Takes up what other processes have left to this one, as it spoke of the match, or speaks of it now.
    pub(crate) fn look_for_more(self: &Arc<Dispatcher>, id: MatchId) {
        match read_outbox_of(&self.writer, id) {
            Ok(rows) if rows.is_empty() => {}
            Ok(rows) => self.add(rows, None, None),
            // It is looked for from time to time too.
            Err(error) => tell_unstored(&error, "cannot read the outbox"),
        }
    }

    /// Makes a delivery however often it takes, unless it will never work.
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
            self.lanes.stick((row.id, row.to));
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
            // What of it can still be done stays in the outbox.
            self.give_up(row, reason, is_there).await?;
        }
    }

    /// Makes a delivery; a panic on the way is the end of it, and of nothing else.
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
            // Another process does, and may have said it already.
            return Ok(());
        }
        let Some(delivery) = read_delivery(&self.writer, row)? else {
            return Ok(());
        };
        let making = self.make(row, delivery);
        self.moments.compared(row.id, making).await?
    }

    /// Makes a delivery that is this process's to make.
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
                // It is to be done when what could not be said either is tried again.
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

    /// Whether a later board waits behind this one, and whoever this one calls has moved or taken their turn back.
    fn has_moved_on(&self, row: DeliveryId, ply: usize) -> Result<bool, DeliveryError> {
        let is_later = |later: &Delivery| later.kind.is_board() && later.ply != ply;
        Ok(self.next_behind(row, is_later)?.is_some())
    }

    /// The next such delivery that waits behind this one, and tells what is so then.
    fn next_behind(
        &self,
        row: DeliveryId,
        is_such: impl Fn(&Delivery) -> bool,
    ) -> Result<Option<(DeliveryId, Delivery)>, DeliveryError> {
        for later in self.lanes.behind(row) {
            let delivery = match read_delivery(&self.writer, later) {
                // It is given up when it is its turn.
                Err(StoreError::Damaged { .. }) => None,
                found => found?,
            };
            if let Some(delivery) = delivery.filter(&is_such) {
                return Ok(Some((later, delivery)));
            }
        }
        Ok(None)
    }

    /// Says it, and sees whether the player that it waits for is still there.
    async fn say_first(
        self: &Arc<Dispatcher>,
        row: DeliveryId,
        delivery: Delivery,
    ) -> Result<(), DeliveryError> {
        let sent = match self.post_once(row, delivery).await {
            // Who takes no direct messages hears so with an answer, and is shown what they want to see.
            Err(DeliveryError::Refused(reason)) if self.is_for_one(row)? => {
                warn!(id = %row.id, row = row.n, reason, "cannot post a message");
                Sent::new(delivery, None)
            }
            said => said?,
        };
        let mut changes = mark_sent(row, &sent);
        if let Readers::Place(place) = row.to
            && tells_end(&*self.moments.game_match(row.id)?, delivery)
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

    /// Whether somebody alone reads it, in direct messages.
    fn is_for_one(&self, row: DeliveryId) -> Result<bool, DeliveryError> {
        let Readers::Place(number) = row.to else {
            return Ok(true);
        };
        let game_match = self.moments.game_match(row.id)?;
        Ok(game_match.reader_in(number).is_some())
    }

    async fn commit(&self, changes: Batch) -> Result<(), DeliveryError> {
        Ok(self.writer.commit(changes).await?)
    }

    /// The language in which everybody is told of a match in a place.
    fn language_in(&self, place: &MatchPlace) -> Language {
        place.language.unwrap_or(self.language)
    }

    /// The language of a player of a match who has not chosen one.
    fn usual_language_of(&self, player: &Player, game_match: &Match) -> Language {
        let place = game_match.place_of(player.account());
        self.usual_language([player.language, place.and_then(|(_, place)| place.language)])
    }

    /// Composes something for a platform as its readers want it, on a thread that may take its time.
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

/// Logs and counts that a delivery has failed and is tried again.
fn tell_failure(row: DeliveryId, error: &DeliveryError) {
    if error.is_outage() {
        debug!(%row, %error, "a delivery waits");
    } else {
        warn!(id = %row.id, row = row.n, %error, "a delivery waits");
    }
    meter::delivery_failed();
}

/// Nothing, if it will never work.
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
