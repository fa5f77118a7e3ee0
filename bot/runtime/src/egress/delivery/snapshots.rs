//! The last snapshots of matches, so that deliveries need not read and replay them, and the threads that render and draw.

use std::{
    num::NonZeroUsize,
    sync::{
        Arc, Mutex,
        atomic::{AtomicU64, Ordering},
    },
};

use lru::LruCache;
use rules::Record;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tracing::debug;

use super::error::DeliveryError;
use api::{MatchId, UserId};
use kit::lock;
use service::{Match, MatchSnapshot, is_current, read_match};
use store::writer::Writer;
use text::Text;

/// The number of matches that are cached.
const MATCHES: NonZeroUsize = NonZeroUsize::new(1024).expect("1024 is not 0");

/// The number of cached snapshots of a match. They are the last one, the one before, which the last one settles, and more for
/// readers who lag behind.
const MOMENTS: usize = 6;

/// The number of snapshots before and after the wanted one that are cached when a match is replayed.
const BESIDE: usize = 2;

/// Looks snapshots up, and replays a match if one is missing.
pub struct Snapshots {
    writer: Writer,
    kept: Mutex<LruCache<MatchId, Vec<MatchSnapshot>>>,
    n_replays: AtomicU64,
    /// The threads that render and draw.
    pub(crate) pool: Pool,
}

impl Snapshots {
    /// Makes an empty cache.
    pub fn new(writer: Writer) -> Arc<Snapshots> {
        Arc::new(Snapshots {
            writer,
            kept: Mutex::new(LruCache::new(MATCHES)),
            n_replays: AtomicU64::new(0),
            pool: Pool::new(),
        })
    }

    /// Returns the number of times that a match was replayed because it was not cached.
    pub(crate) fn n_replays(&self) -> u64 {
        self.n_replays.load(Ordering::Relaxed)
    }

    /// Caches a match as it was last decided on and stored.
    pub(super) fn keep(&self, snapshot: MatchSnapshot) {
        let mut kept = lock(&self.kept);
        let snapshots = kept.get_or_insert_mut(snapshot.game_match().id, Vec::new);
        snapshots.retain(|other| other.n_inputs() != snapshot.n_inputs());
        snapshots.push(snapshot);
        let n_old = snapshots.len().saturating_sub(MOMENTS);
        snapshots.drain(..n_old);
    }

    /// Drops the cached snapshots of a match.
    pub(super) fn forget(&self, id: MatchId) {
        lock(&self.kept).pop(&id);
    }

    /// Drops the cached snapshots of all matches.
    pub(crate) fn forget_all(&self) {
        lock(&self.kept).clear();
    }

    /// Returns the last cached snapshot of a match. Drops the cached ones if another process has changed the match since.
    fn last(&self, id: MatchId) -> Result<Option<MatchSnapshot>, DeliveryError> {
        let last = lock(&self.kept)
            .get(&id)
            .and_then(|snapshots| snapshots.last().cloned());
        if let Some(last) = &last
            && self.writer.is_shared()
            && !is_current(&self.writer, last.game_match())?
        {
            self.forget(id);
            return Ok(None);
        }
        Ok(last)
    }

    /// Returns a match as it is stored, without its game.
    pub(super) fn game_match(&self, id: MatchId) -> Result<Arc<Match>, DeliveryError> {
        match self.last(id)? {
            Some(last) => Ok(Arc::clone(last.game_match())),
            None => self.read(id).map(|(game_match, _)| Arc::new(game_match)),
        }
    }

    /// Returns a match as it is stored, with its game after some of its inputs.
    pub(crate) fn at(&self, id: MatchId, n_inputs: usize) -> Result<MatchSnapshot, DeliveryError> {
        self.last(id)?;
        self.compared_at(id, n_inputs)
    }

    /// Does the same for a delivery that has compared the cached snapshots of the match with the store already.
    pub(super) fn compared_at(
        &self,
        id: MatchId,
        n_inputs: usize,
    ) -> Result<MatchSnapshot, DeliveryError> {
        if let Some(found) = lock(&self.kept)
            .get(&id)
            .and_then(|snapshots| find(snapshots, n_inputs))
        {
            return Ok(found);
        }
        let (game_match, record) = self.read(id)?;
        self.n_replays.fetch_add(1, Ordering::Relaxed);
        debug!(%id, n_inputs, "replayed a match");
        let replayed = MatchSnapshot::replay_around(game_match, &record, n_inputs, BESIDE)
            .map_err(|error| DeliveryError::Permanent(error.to_string()))?;
        let found = find(&replayed, n_inputs);
        let found = found.ok_or_else(|| {
            DeliveryError::Permanent(format!("its record does not reach n_inputs {n_inputs}"))
        })?;
        // A snapshot that was cached during the read is newer.
        let mut kept = lock(&self.kept);
        let snapshots = kept.get_or_insert_mut(id, Vec::new);
        match snapshots.last().cloned() {
            None => *snapshots = replayed,
            Some(last) if snapshots.len() < MOMENTS => snapshots.insert(0, found.known_at(&last)),
            Some(last) => snapshots[0] = found.known_at(&last),
        }
        Ok(find(snapshots, n_inputs).unwrap_or(found))
    }

    /// Reads a match that exists.
    pub(crate) fn read(&self, id: MatchId) -> Result<(Match, Record), DeliveryError> {
        let found = read_match(&self.writer, id)?;
        found.ok_or_else(|| DeliveryError::Permanent("its match is gone".to_owned()))
    }
}

/// Returns the snapshot at this number of inputs, with the facts known at the last snapshot.
fn find(snapshots: &[MatchSnapshot], n_inputs: usize) -> Option<MatchSnapshot> {
    let found = snapshots
        .iter()
        .find(|snapshot| snapshot.n_inputs() == n_inputs)?;
    Some(found.known_at(snapshots.last()?))
}

/// The greatest number of tasks that run at the same time.
const AT_ONCE: usize = 16;

/// The greatest number of animations among them, so that boards need not wait for animations.
const ANIMATIONS_AT_ONCE: usize = 2;

/// The greatest number of positions of the analysis board among them that strangers request, and that known people request. A
/// flood of long lines slows neither play nor the other group down.
const ANALYSES_AT_ONCE: usize = 2;

/// The greatest number of readers of a group who wait for such a position.
const ANALYSES_WAITING: usize = 16;

/// Runs long work.
pub(crate) struct Pool {
    at_once: Arc<Semaphore>,
    animations: Arc<Semaphore>,
    strangers: AnalysisTurns,
    people: AnalysisTurns,
}

/// The turns of a group of readers on the analysis board.
struct AnalysisTurns {
    at_once: Arc<Semaphore>,
    waiting: Semaphore,
}

impl AnalysisTurns {
    fn new() -> AnalysisTurns {
        AnalysisTurns {
            at_once: Arc::new(Semaphore::new(ANALYSES_AT_ONCE)),
            waiting: Semaphore::new(ANALYSES_WAITING),
        }
    }
}

impl Pool {
    fn new() -> Pool {
        Pool {
            at_once: Arc::new(Semaphore::new(AT_ONCE)),
            animations: Arc::new(Semaphore::new(ANIMATIONS_AT_ONCE)),
            strangers: AnalysisTurns::new(),
            people: AnalysisTurns::new(),
        }
    }

    /// Runs a task at its turn, on a thread for long work. The task keeps its turn until it ends, also after its caller is gone.
    pub(crate) async fn run<T: Send + 'static>(
        &self,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, DeliveryError> {
        let turn = turn(&self.at_once).await;
        let task = move || {
            let _turn = turn;
            work()
        };
        Ok(tokio::task::spawn_blocking(task).await?)
    }

    /// Waits for a turn to draw an animation. The task that draws keeps it until it ends.
    pub(crate) async fn animation(&self) -> OwnedSemaphorePermit {
        turn(&self.animations).await
    }

    /// Waits for a turn to replay a line of the analysis board for a viewer. The task that replays keeps it until it ends.
    ///
    /// # Errors
    ///
    /// Too many others wait.
    pub(crate) async fn analysis(
        &self,
        viewer: Option<&UserId>,
    ) -> Result<OwnedSemaphorePermit, Text> {
        let turns = viewer.map_or(&self.strangers, |_| &self.people);
        let waiting = turns.waiting.try_acquire();
        let _waiting = waiting.map_err(|_| text::analysis_busy())?;
        Ok(turn(&turns.at_once).await)
    }
}

async fn turn(turns: &Arc<Semaphore>) -> OwnedSemaphorePermit {
    Arc::clone(turns)
        .acquire_owned()
        .await
        .expect("the semaphores are never closed")
}
