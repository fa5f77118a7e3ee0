//! Retries of failed deliveries.

use serde::{Deserialize, Serialize};

use crate::{
    Done, Outcome, Reply, Retry, Retryables,
    decision::{context::Context, interrupt::Interrupt},
};
use api::Batch;

/// A change of stored data that no person requests.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum UpkeepDone {
    /// Obsolete data was deleted.
    Tidied,
    /// Failed deliveries are retried.
    Retried(Retried),
}

/// The outcome of a retry of failed deliveries.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Retried {
    /// The number of deliveries that are retried.
    pub n_tried: usize,
    /// The number that were dropped, because their matches have moved on since or the delivery is damaged.
    pub n_dropped: usize,
    /// The number that stay failed, because their matches are damaged or they were not chosen for the retry.
    pub n_left: usize,
    /// The key with which this part ended, if there are more, which [`Retry::after`](crate::Retry::after) takes.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub last: Option<String>,
}

impl Context<'_> {
    /// Retries failed deliveries. Even an order that finds none is recorded, so that it finds none when it is delivered again.
    pub(crate) fn retry(self, order: &Retry) -> Result<Outcome, Interrupt> {
        let retryable = self.state.dead_letters(order)?;
        let mut changes = Batch::default();
        let mut n_tried = 0;
        for dead in &retryable.dead {
            n_tried += usize::from(dead.retry(&mut changes, self.request.at));
        }
        let done = Done::Upkeep(UpkeepDone::Retried(Retried {
            n_tried,
            n_dropped: retryable.dead.len() - n_tried,
            n_left: retryable.n_left,
            last: retryable.last.clone(),
        }));
        if order.retryables == Retryables::All || !changes.is_empty() {
            self.remember(&mut changes, &done, &[]);
        }
        Ok(Outcome {
            changes,
            ..Outcome::from(Reply::Done(done))
        })
    }
}
