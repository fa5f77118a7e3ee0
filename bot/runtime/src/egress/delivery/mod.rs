//! Makes the deliveries of the outbox, each once, with as many retries as needed. The deliveries to each place and each seat of
//! a match are in order.

mod absence;
mod context;
mod daily;
mod deliver;
mod drawn;
mod error;
mod listing;
mod people;
mod posting;
mod pushes;
mod queues;
mod refusals;
mod show;
mod single_board;
mod snapshots;
mod watch;

#[cfg(test)]
mod tests;

use std::{
    sync::{Arc, Mutex},
    time::Duration,
};

pub(crate) use self::error::DeliveryError;
pub use self::snapshots::Snapshots;
use self::{
    drawn::DrawnBoards,
    listing::Listing,
    queues::{DeliveryQueues, DoubtfulRows},
    refusals::Refusals,
};
use super::{engine_lines::EngineLines, reviews::Reviews};
use crate::{
    chats::Chats, cluster::processes::Processes, gate::Permit, pauses::QUESTION,
    unstored::tell_unstored,
};
use api::{Batch, Chat, Clock, MatchId, Platform, Rows, StoreError, UserId};
use present::{Presenter, Studio};
use service::{
    DeliveryId, Match, MatchPlace, MatchSnapshot, Player, Settings, read_outbox_of, read_platforms,
    sessions_key, version_key,
};
use store::{watch::ChangeWatch, writer::Writer};
use text::Language;

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
    pub(crate) engine_lines: EngineLines,
    pub(crate) clock: Arc<dyn Clock>,
    pub(crate) processes: Option<Arc<Processes>>,
    /// See [`crate::Parts`].
    pub(crate) patience: Duration,
}

/// Makes deliveries.
pub(crate) struct Dispatcher {
    pub(crate) writer: Writer,
    pub(crate) chats: Arc<Chats>,
    studio: Studio,
    /// The language of readers without another one.
    language: Language,
    pub(crate) queues: DeliveryQueues,
    pub(crate) snapshots: Arc<Snapshots>,
    reviews: Reviews,
    engine_lines: EngineLines,
    pub(crate) clock: Arc<dyn Clock>,
    /// Reports changed matches to their viewers.
    pub(crate) changes: Arc<ChangeWatch<MatchId>>,
    /// Reports accounts with changed sessions on the page.
    pub(crate) sessions: Arc<ChangeWatch<UserId>>,
    /// The boards drawn for viewers of matches.
    pub(crate) drawn: DrawnBoards,
    /// The matches that the page lists for everybody.
    pub(crate) listing: Listing,
    /// Held while a stored absence is read and changed.
    absences: Mutex<()>,
    doubtful: DoubtfulRows,
    /// The servers that have refused deliveries.
    pub(crate) refusals: Refusals,
    /// This process among others, if others can serve on the same store.
    pub(crate) processes: Option<Arc<Processes>>,
    /// The time after which a person gets a note about a slow drawing.
    pub(crate) patience: Duration,
}

impl Dispatcher {
    pub(crate) fn new(parts: DispatcherParts) -> Deliveries {
        Arc::new(Dispatcher {
            changes: ChangeWatch::new(parts.writer.clone(), version_key),
            sessions: ChangeWatch::new(parts.writer.clone(), sessions_key),
            drawn: DrawnBoards::default(),
            listing: Listing::default(),
            writer: parts.writer,
            snapshots: parts.snapshots,
            reviews: parts.reviews,
            engine_lines: parts.engine_lines,
            chats: parts.chats,
            studio: parts.studio,
            language: parts.language,
            queues: DeliveryQueues::default(),
            clock: parts.clock,
            absences: Mutex::default(),
            doubtful: DoubtfulRows::default(),
            refusals: Refusals::default(),
            processes: parts.processes,
            patience: parts.patience,
        })
    }

    /// Waits until all added deliveries are made, or have failed and are retried later, with the timeout of a question to a
    /// platform. Returns whether they finished in time.
    pub(crate) async fn finish_in_time(&self) -> bool {
        tokio::time::timeout(QUESTION, self.queues.finish())
            .await
            .is_ok()
    }

    /// Returns the role of the process that makes all deliveries of a match, or `None` if every process can make them. Reads
    /// the match unless it is the given one.
    pub(crate) fn role_of(
        &self,
        id: MatchId,
        known: Option<&Match>,
        rows: &dyn Rows,
    ) -> Result<Option<&'static str>, StoreError> {
        let platforms = match known.filter(|known| known.id == id) {
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

    /// Queues rows that an earlier run has left and may have posted already.
    pub(crate) fn take_up(self: &Arc<Dispatcher>, rows: Vec<DeliveryId>) {
        self.doubtful.add(&rows);
        self.add(rows, None, None);
    }

    /// Queues durable rows, with their match if it is cached. Rows of one match for the same readers are delivered in the order
    /// of their numbers. No readers wait for the deliveries of others. The event that caused them keeps its permit until they
    /// are made.
    pub(crate) fn add(
        self: &Arc<Dispatcher>,
        rows: Vec<DeliveryId>,
        snapshot: Option<MatchSnapshot>,
        permit: Option<&Permit>,
    ) {
        // The board of the match before shows the state of the rematch.
        let before = snapshot.as_ref().and_then(|of| of.game_match().rematch_of);
        before.iter().for_each(|id| self.changes.publish_here(id));
        match snapshot {
            Some(snapshot) => self.snapshots.keep(snapshot),
            // The cached states of their matches may be older than the stored ones.
            None => rows.iter().for_each(|row| self.snapshots.forget(row.id)),
        }
        let mut last = None;
        for row in rows {
            if last.replace(row.id) != Some(row.id) {
                self.changes.publish(&row.id);
            }
            if let Some(queue) = self.queues.add(row, permit.cloned()) {
                let dispatcher = Arc::clone(self);
                tokio::spawn(async move { dispatcher.deliver_all(queue).await });
            }
        }
    }

    /// Takes the deliveries that other processes have left to this one, because it has or had the claim on the match.
    pub(crate) fn look_for_more(self: &Arc<Dispatcher>, id: MatchId) {
        match read_outbox_of(&self.writer, id) {
            Ok(rows) if rows.is_empty() => {}
            Ok(rows) => self.add(rows, None, None),
            // The outbox is also read from time to time.
            Err(error) => tell_unstored(&error, "cannot read the outbox"),
        }
    }

    /// Returns the adapter of a platform. Another process may serve a platform that is disabled here.
    fn chat(&self, platform: Platform) -> Result<Arc<dyn Chat>, DeliveryError> {
        let is_left_to_others = || self.processes.is_some() && self.chats.is_disabled(platform);
        match self.chats.get(platform) {
            Some(chat) => Ok(chat),
            None if is_left_to_others() => Err(DeliveryError::Transient(format!(
                "{platform} is disabled in this process"
            ))),
            None => Err(DeliveryError::SwitchedOff(platform)),
        }
    }

    async fn commit(&self, changes: Batch) -> Result<(), DeliveryError> {
        Ok(self.writer.commit(changes).await?)
    }

    /// Returns the language of public posts about a match in a place.
    fn language_in(&self, place: &MatchPlace) -> Language {
        place.language.unwrap_or(self.language)
    }

    /// Returns the default language of a player of a match.
    fn usual_language_of(&self, player: &Player, game_match: &Match) -> Language {
        let place = game_match.place_of(player.account());
        self.usual_language([player.language, place.and_then(|(_, place)| place.language)])
    }

    /// Composes a message for the readers of a platform, on a thread for long work.
    async fn compose<T: Send + 'static>(
        &self,
        platform: Platform,
        settings: Settings,
        language: Language,
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
        self.snapshots.pool.run(present).await
    }
}
