//! Retries of failed deliveries.

use crate::{
    Done, Outcome, Reply, Retried, Retry, Retryables,
    decision::{context::Context, interrupt::Interrupt},
};
use api::Batch;

impl Context<'_> {
    /// Retries failed deliveries. Even an order that finds none is recorded, so that it finds none when it is delivered again.
    pub(crate) fn retry(self, order: &Retry) -> Result<Outcome, Interrupt> {
        let retryable = self.state.dead_letters(order)?;
        let mut changes = Batch::default();
        let mut n_tried = 0;
        for dead in &retryable.dead {
            n_tried += usize::from(dead.retry(&mut changes, self.request.at));
        }
        let done = Done::Retried(Retried {
            n_tried,
            n_dropped: retryable.dead.len() - n_tried,
            n_left: retryable.n_left,
            last: retryable.last.clone(),
        });
        if order.retryables == Retryables::All || !changes.is_empty() {
            self.remember(&mut changes, &done);
        }
        Ok(Outcome {
            changes,
            ..Outcome::from(Reply::Done(done))
        })
    }
}
