//! Failures of the store.

use tokio::task::spawn_blocking;
use tracing::{debug, error, warn};

use api::StoreError;

/// Logs a failure of the store. An outage of the whole store is logged when it begins, and a conflict between processes is
/// normal, so both get the debug level. A busy store gets a warning.
pub fn tell_unstored(error: &StoreError, what: &str) {
    if error.is_outage() || error.is_outdated() {
        debug!(%error, "{what}");
    } else if let StoreError::Busy = error {
        warn!(%error, "{what}");
    } else {
        error!(%error, "{what}");
    }
}

/// Runs work with the store on another thread, because it blocks. Logs a failure and returns `None`.
pub(crate) async fn apart<T: Send + 'static>(
    what: &str,
    work: impl FnOnce() -> Result<T, StoreError> + Send + 'static,
) -> Option<T> {
    // A panic was logged by its hook; else the process is ending.
    let done = spawn_blocking(work).await.ok()?;
    done.inspect_err(|error| tell_unstored(error, what)).ok()
}
