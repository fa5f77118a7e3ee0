//! Looks back at matches that are over, for whoever asks.

#[cfg(test)]
mod tests;

use std::{
    collections::HashMap,
    num::NonZeroUsize,
    ops::ControlFlow,
    sync::{Arc, Mutex, MutexGuard, PoisonError, Weak},
};

use lru::LruCache;
use rules::Record;
use tokio::sync::{OnceCell, Semaphore, oneshot};
use tracing::warn;

use crate::computer::thinking::{LongWork, Thinking};
use api::{MatchId, UserId};
use present::review::{Review, ReviewError, Reviewing};
use text::Text;

/// How many reviews are kept.
const KEPT: NonZeroUsize = NonZeroUsize::new(16).expect("16 is not 0");

/// How many matches are looked back at by turns; each takes some memory meanwhile.
const AT_ONCE: usize = 2;

/// How many people may wait for a review, so that nobody waits for many minutes.
const WAITING: usize = 32;

/// A review that is being made, or is to be.
type UnfinishedReview = Arc<OnceCell<Arc<Review>>>;

/// Looks back at matches on the threads that think, one for a person at a time.
pub(crate) struct Reviews {
    /// What thinks, for as long as anybody asks it.
    thinking: Weak<Thinking>,
    /// The last reviews.
    kept: Mutex<LruCache<MatchId, Arc<Review>>>,
    /// Who waits for which. All who wait for the same share it.
    waiting: Mutex<HashMap<UserId, (MatchId, UnfinishedReview)>>,
    at_once: Semaphore,
}

/// Why there is no review.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum NoReview {
    /// Whoever asks waits for one already, or too many others do.
    Busy,
    /// It could not be made, or it was time to stop.
    Failed,
}

impl NoReview {
    /// Why, in words.
    pub(crate) fn text(self) -> Text {
        match self {
            NoReview::Busy => text::review_too_busy(),
            NoReview::Failed => text::review_not_made(),
        }
    }
}

impl Reviews {
    pub(crate) fn new(thinking: &Arc<Thinking>) -> Reviews {
        Reviews {
            thinking: Arc::downgrade(thinking),
            kept: Mutex::new(LruCache::new(KEPT)),
            waiting: Mutex::default(),
            at_once: Semaphore::new(AT_ONCE),
        }
    }

    /// The review of a match that is over, whose record this is.
    ///
    /// # Errors
    ///
    /// There is none.
    pub(crate) async fn of(
        &self,
        id: MatchId,
        record: Record,
        user: &UserId,
    ) -> Result<Arc<Review>, NoReview> {
        if let Some(review) = lock(&self.kept).get(&id) {
            return Ok(Arc::clone(review));
        }
        let turn = self.wait(id, user)?;
        let review = turn
            .review
            .get_or_try_init(|| self.make(id, record, user.clone()));
        let review = review.await?;
        lock(&self.kept).put(id, Arc::clone(review));
        Ok(Arc::clone(review))
    }

    /// A place among those who wait.
    fn wait(&self, id: MatchId, user: &UserId) -> Result<ReviewTurn<'_>, NoReview> {
        let mut waiting = lock(&self.waiting);
        if waiting.len() >= WAITING || waiting.contains_key(user) {
            return Err(NoReview::Busy);
        }
        let mut others = waiting.values();
        let same = others.find_map(|(of, review)| (*of == id).then(|| Arc::clone(review)));
        let review = same.unwrap_or_default();
        waiting.insert(user.clone(), (id, Arc::clone(&review)));
        Ok(ReviewTurn {
            reviews: self,
            user: user.clone(),
            review,
        })
    }

    async fn make(
        &self,
        id: MatchId,
        record: Record,
        user: UserId,
    ) -> Result<Arc<Review>, NoReview> {
        let turn = self.at_once.acquire().await;
        let _turn = turn.map_err(|_| NoReview::Failed)?;
        let (tell, told) = oneshot::channel();
        match self.thinking.upgrade() {
            Some(thinking) => thinking.work(user, work(record, tell)),
            None => return Err(NoReview::Failed),
        }
        match told.await {
            Ok(Ok(review)) => Ok(Arc::new(review)),
            Ok(Err(error)) => {
                warn!(%id, ?error, "cannot review a match");
                Err(NoReview::Failed)
            }
            Err(_) => Err(NoReview::Failed),
        }
    }
}

/// Somebody's place among those who wait.
struct ReviewTurn<'a> {
    reviews: &'a Reviews,
    user: UserId,
    /// What they wait for.
    review: UnfinishedReview,
}

impl Drop for ReviewTurn<'_> {
    fn drop(&mut self) {
        lock(&self.reviews.waiting).remove(&self.user);
    }
}

/// Looks back at a match, a decision at a time, and tells what it has found.
fn work(record: Record, tell: oneshot::Sender<Result<Review, ReviewError>>) -> LongWork {
    let mut tell = Some(tell);
    let mut reviewing = None;
    Box::new(move |_| match step(&record, &mut reviewing) {
        Ok(None) => ControlFlow::Continue(()),
        done => {
            if let (Some(tell), Some(done)) = (tell.take(), done.transpose()) {
                // Who does not wait any longer does not want to know.
                drop(tell.send(done));
            }
            ControlFlow::Break(())
        }
    })
}

/// A step of looking back; the review after the last one.
fn step(record: &Record, reviewing: &mut Option<Reviewing>) -> Result<Option<Review>, ReviewError> {
    match reviewing {
        None => *reviewing = Some(Reviewing::begin(record, None)?),
        Some(begun) if !begun.is_done() => begun.step()?,
        Some(_) => return Ok(reviewing.take().map(Reviewing::finish)),
    }
    Ok(None)
}

fn lock<T>(shared: &Mutex<T>) -> MutexGuard<'_, T> {
    shared.lock().unwrap_or_else(PoisonError::into_inner)
}
