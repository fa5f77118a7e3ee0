//! Reviews of matches that are over, made on request.

#[cfg(test)]
mod tests;

use std::{
    collections::HashMap,
    num::NonZeroUsize,
    ops::ControlFlow,
    sync::{Arc, Mutex, Weak},
};

use lru::LruCache;
use rules::Record;
use tokio::sync::{OnceCell, Semaphore, oneshot};
use tracing::warn;

use crate::computer::thinking::{LongWork, Thinking};
use api::{MatchId, UserId};
use kit::lock;
use present::review::{Review, ReviewError, Reviewing};
use text::Text;

/// The number of cached reviews.
const KEPT: NonZeroUsize = NonZeroUsize::new(16).expect("16 is not 0");

/// The number of matches that are reviewed in turns. Each takes some memory.
const AT_ONCE: usize = 2;

/// The maximum number of people in the queue for a review, so that no one waits for many minutes.
const WAITING: usize = 32;

/// A review in progress or in the queue.
type UnfinishedReview = Arc<OnceCell<Arc<Review>>>;

/// Reviews matches on the threads of the engine, one for a person at a time.
pub(crate) struct Reviews {
    /// The threads of the engine, for as long as another task queues work there.
    thinking: Weak<Thinking>,
    /// The last reviews.
    kept: Mutex<LruCache<MatchId, Arc<Review>>>,
    /// The match and the review that each person waits for. People who wait for the same match share it.
    waiting: Mutex<HashMap<UserId, (MatchId, UnfinishedReview)>>,
    at_once: Semaphore,
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

    /// Returns the review of a match that is over, from its record.
    ///
    /// # Errors
    ///
    /// There is no review, for this reason: the person waits for one already, too many others do, or it failed.
    pub(crate) async fn of(
        &self,
        id: MatchId,
        record: Record,
        user: &UserId,
    ) -> Result<Arc<Review>, Text> {
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

    /// Queues a person for the review of a match.
    fn wait(&self, id: MatchId, user: &UserId) -> Result<ReviewTurn<'_>, Text> {
        let mut waiting = lock(&self.waiting);
        if waiting.len() >= WAITING || waiting.contains_key(user) {
            return Err(text::review_too_busy());
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

    async fn make(&self, id: MatchId, record: Record, user: UserId) -> Result<Arc<Review>, Text> {
        let turn = self.at_once.acquire().await;
        let _turn = turn.map_err(|_| text::review_not_made())?;
        let (sender, receiver) = oneshot::channel();
        match self.thinking.upgrade() {
            Some(thinking) => thinking.work(user, work(record, sender)),
            None => return Err(text::review_not_made()),
        }
        match receiver.await {
            Ok(Ok(review)) => Ok(Arc::new(review)),
            Ok(Err(error)) => {
                warn!(%id, ?error, "cannot review a match");
                Err(text::review_not_made())
            }
            // The bot is stopping.
            Err(_) => Err(text::review_not_made()),
        }
    }
}

/// The place of a person in the queue.
struct ReviewTurn<'a> {
    reviews: &'a Reviews,
    user: UserId,
    /// The review that they wait for.
    review: UnfinishedReview,
}

impl Drop for ReviewTurn<'_> {
    fn drop(&mut self) {
        lock(&self.reviews.waiting).remove(&self.user);
    }
}

/// Returns the task that reviews a match, a decision at a time, and sends its result.
fn work(record: Record, sender: oneshot::Sender<Result<Review, ReviewError>>) -> LongWork {
    let mut sender = Some(sender);
    let mut reviewing = None;
    Box::new(move |_| match step(&record, &mut reviewing) {
        Ok(None) => ControlFlow::Continue(()),
        done => {
            if let (Some(sender), Some(done)) = (sender.take(), done.transpose()) {
                // If the receiver no longer exists, the review is dropped.
                drop(sender.send(done));
            }
            ControlFlow::Break(())
        }
    })
}

/// Makes a step of a review, and returns the review after the last one.
fn step(record: &Record, reviewing: &mut Option<Reviewing>) -> Result<Option<Review>, ReviewError> {
    match reviewing {
        None => *reviewing = Some(Reviewing::begin(record, None)?),
        Some(begun) if !begun.is_done() => begun.step()?,
        Some(_) => return Ok(reviewing.take().map(Reviewing::finish)),
    }
    Ok(None)
}
