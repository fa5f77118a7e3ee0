//! Trying again what was given up.

use crate::{
    Done, Effects, Reply, Retried, Retry, Retryables,
    decision::{context::Context, interrupt::Interrupt},
};
use api::Batch;

impl Context<'_> {
    /// Has what could not be said for good tried again. Even an order that finds nothing is remembered, so that it finds
    /// nothing later when it is told again.
    pub(crate) fn retry(self, which: &Retry) -> Result<Effects, Interrupt> {
        let retryable = self.state.dead_letters(which)?;
        let mut changes = Batch::default();
        let mut n_tried = 0;
        for dead in &retryable.dead {
            n_tried += usize::from(dead.retry(&mut changes, self.input.at));
        }
        let done = Done::Retried(Retried {
            n_tried,
            n_dropped: retryable.dead.len() - n_tried,
            n_left: retryable.n_left,
            last: retryable.last.clone(),
        });
        if which.which == Retryables::All || !changes.is_empty() {
            self.remember(&mut changes, &done);
        }
        Ok(Effects {
            changes,
            ..Effects::of(Reply::Done(done))
        })
    }
}
