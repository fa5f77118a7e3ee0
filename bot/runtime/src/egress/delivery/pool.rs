//! Threads for what takes long, a bounded number of them.

use tokio::sync::{Semaphore, SemaphorePermit};

use super::error::DeliveryError;

/// How many things are done at the same time.
const AT_ONCE: usize = 16;

/// How many of them are animations, so that boards need not wait for them.
const ANIMATIONS_AT_ONCE: usize = 2;

/// Does what takes long.
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

    /// Does something when its turn comes, on a thread that may take its time.
    pub(crate) async fn run<T: Send + 'static>(
        &self,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, DeliveryError> {
        let _turn = turn(&self.at_once).await;
        Ok(tokio::task::spawn_blocking(work).await?)
    }

    /// A turn to draw an animation.
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
