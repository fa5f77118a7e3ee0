//! The last moments of matches, so that what was decided need not be read and replayed to be told and drawn, and the
//! threads on which that is done.

use std::{
    num::NonZeroUsize,
    sync::{
        Arc, Mutex, MutexGuard, PoisonError,
        atomic::{AtomicU64, Ordering},
    },
};

use lru::LruCache;
use rules::Record;
use tracing::debug;

use super::{error::DeliveryError, pool::Pool};
use api::MatchId;
use service::{Match, MatchSnapshot, is_current, read_match};
use store::writer::Writer;

/// How many matches are kept.
const MATCHES: NonZeroUsize = NonZeroUsize::new(1024).expect("1024 is not 0");

/// How many moments of a match are kept: the last one, the one before, whose message is settled by it, and some more for
/// readers who lag behind.
const MOMENTS: usize = 6;

/// How many moments before and after the one that is wanted are kept when a match is replayed.
const BESIDE: usize = 2;

tokio::task_local! {
    /// The match that a delivery is made of: what is kept of it was compared with what is stored when the delivery began.
    static COMPARED: MatchId;
}

/// Looks moments up, and replays what it does not have.
pub struct Snapshots {
    writer: Writer,
    kept: Mutex<LruCache<MatchId, Vec<MatchSnapshot>>>,
    n_replays: AtomicU64,
    pool: Pool,
}

impl Snapshots {
    /// Nothing is at hand yet.
    pub fn new(writer: Writer) -> Arc<Snapshots> {
        Arc::new(Snapshots {
            writer,
            kept: Mutex::new(LruCache::new(MATCHES)),
            n_replays: AtomicU64::new(0),
            pool: Pool::new(),
        })
    }

    fn kept(&self) -> MutexGuard<'_, LruCache<MatchId, Vec<MatchSnapshot>>> {
        self.kept.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Where what is told is put into words and drawn.
    pub(crate) fn pool(&self) -> &Pool {
        &self.pool
    }

    /// How many times a match was replayed because it was not at hand.
    pub(super) fn n_replays(&self) -> u64 {
        self.n_replays.load(Ordering::Relaxed)
    }

    /// Keeps a match as it was decided and stored last.
    pub(super) fn keep(&self, moment: MatchSnapshot) {
        let mut kept = self.kept();
        let moments = kept.get_or_insert_mut(moment.game_match().id, Vec::new);
        moments.retain(|other| other.ply() != moment.ply());
        moments.push(moment);
        let n_old = moments.len().saturating_sub(MOMENTS);
        moments.drain(..n_old);
    }

    /// Drops what is kept of a match.
    pub(super) fn forget(&self, id: MatchId) {
        self.kept().pop(&id);
    }

    /// Drops what is kept of all matches.
    pub(super) fn forget_all(&self) {
        self.kept().clear();
    }

    /// Drops what is kept of a match if another process has changed it since.
    fn renew(&self, id: MatchId) -> Result<(), DeliveryError> {
        let is_compared = COMPARED.try_with(|of| *of == id).unwrap_or(false);
        if !self.writer.is_shared() || is_compared {
            return Ok(());
        }
        let last = self
            .kept()
            .peek(&id)
            .and_then(|moments| moments.last().cloned());
        if let Some(last) = last
            && !is_current(&self.writer, last.game_match())?
        {
            self.forget(id);
        }
        Ok(())
    }

    /// Compares what is kept of a match with what is stored, and makes a delivery of it that does not compare it again.
    pub(super) async fn compared<T>(
        &self,
        id: MatchId,
        delivery: impl Future<Output = T>,
    ) -> Result<T, DeliveryError> {
        self.renew(id)?;
        Ok(COMPARED.scope(id, delivery).await)
    }

    /// A match as it is stored, without its game.
    pub(super) fn game_match(&self, id: MatchId) -> Result<Arc<Match>, DeliveryError> {
        self.renew(id)?;
        let last = self
            .kept()
            .get(&id)
            .and_then(|moments| moments.last().cloned());
        match last {
            Some(last) => Ok(Arc::clone(last.game_match())),
            None => self.read(id).map(|(game_match, _)| Arc::new(game_match)),
        }
    }

    /// A match as it is stored, with its game at a ply.
    pub(crate) fn at(&self, id: MatchId, ply: usize) -> Result<MatchSnapshot, DeliveryError> {
        self.renew(id)?;
        if let Some(found) = self.kept().get(&id).and_then(|moments| find(moments, ply)) {
            return Ok(found);
        }
        let (game_match, record) = self.read(id)?;
        self.n_replays.fetch_add(1, Ordering::Relaxed);
        debug!(%id, ply, "replayed a match");
        let replayed = MatchSnapshot::replay_around(game_match, &record, ply, BESIDE)
            .map_err(|error| DeliveryError::Permanent(error.to_string()))?;
        let found = find(&replayed, ply);
        let found = found.ok_or_else(|| {
            DeliveryError::Permanent(format!("its record does not reach ply {ply}"))
        })?;
        // What was decided meanwhile is newer than what was read.
        let mut kept = self.kept();
        let moments = kept.get_or_insert_mut(id, Vec::new);
        match moments.last().cloned() {
            None => *moments = replayed,
            Some(last) if moments.len() < MOMENTS => moments.insert(0, found.known_at(&last)),
            Some(last) => moments[0] = found.known_at(&last),
        }
        Ok(find(moments, ply).unwrap_or(found))
    }

    /// Reads a match that is there.
    pub(crate) fn read(&self, id: MatchId) -> Result<(Match, Record), DeliveryError> {
        let found = read_match(&self.writer, id)?;
        found.ok_or_else(|| DeliveryError::Permanent("its match is gone".to_owned()))
    }
}

/// The moment of a ply, with what is known at the last one.
fn find(moments: &[MatchSnapshot], ply: usize) -> Option<MatchSnapshot> {
    let found = moments.iter().find(|moment| moment.ply() == ply)?;
    Some(found.known_at(moments.last()?))
}
