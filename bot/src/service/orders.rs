//! What the operator orders.

use super::{Done, Effects, Reply, Retried, context::Context, stop::Stop};
use crate::ports::Batch;

impl Context<'_> {
    /// Has what could not be said for good tried again. Even an order that finds nothing is remembered, so that it finds
    /// nothing later when it is told again.
    pub(super) fn retry(self) -> Result<Effects, Stop> {
        let retryable = self.state.dead_letters()?;
        let mut changes = Batch::default();
        let mut deliveries = Vec::new();
        for dead in &retryable.dead {
            if dead.retry(&mut changes, self.input.at) {
                deliveries.push(dead.row);
            }
        }
        let done = Done::Retried(Retried {
            n_tried: deliveries.len(),
            n_dropped: retryable.dead.len() - deliveries.len(),
            n_left: retryable.n_left,
        });
        self.remember(&mut changes, &done);
        Ok(Effects {
            changes,
            deliveries,
            ..Effects::of(Reply::Done(done))
        })
    }
}
