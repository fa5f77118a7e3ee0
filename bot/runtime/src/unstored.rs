//! Logs failures of the store.

use tracing::{debug, error, warn};

use api::StoreError;

/// Logs a failure of the store, unless all of it does not work: that is logged where it begins. A conflict is no failure if
/// several processes serve, nor is a busy store.
pub fn tell_unstored(error: &StoreError, what: &str) {
    if error.is_outage() || error.is_outdated() {
        debug!(%error, "{what}");
    } else if let StoreError::Busy = error {
        warn!(%error, "{what}");
    } else {
        error!(%error, "{what}");
    }
}
