//! A bounded number of threads for long work.

use tokio::sync::{Semaphore, SemaphorePermit};

use super::error::DeliveryError;

/// The greatest number of tasks that run at the same time.
const AT_ONCE: usize = 16;

/// The greatest number of animations among them, so that boards need not wait for animations.
const ANIMATIONS_AT_ONCE: usize = 2;

/// Runs long work.
pub(crate) struct Pool {
    at_once: Semaphore,
    animations: Semaphore,
}

impl Pool {
    pub(super) fn new() -> Pool {
        Pool {
            at_once: Semaphore::new(AT_ONCE),
            animations: Semaphore::new(ANIMATIONS_AT_ONCE),
        }
    }

    /// Runs a task at its turn, on a thread for long work.
    pub(crate) async fn run<T: Send + 'static>(
        &self,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, DeliveryError> {
        let _turn = turn(&self.at_once).await;
        Ok(tokio::task::spawn_blocking(work).await?)
    }

    /// Waits for a turn to draw an animation.
    pub(crate) async fn animation(&self) -> SemaphorePermit<'_> {
        turn(&self.animations).await
    }
}

async fn turn(turns: &Semaphore) -> SemaphorePermit<'_> {
    turns
        .acquire()
        .await
        .expect("the semaphores are never closed")
}
