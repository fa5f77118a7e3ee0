//! Telling in the log what the store has not done.

use tracing::{debug, error, warn};

use api::StoreError;

/// Logs why the store has not done something, unless all of it does not work: that is logged where it begins. That something has
/// changed meanwhile is no failure where several processes serve, nor is a store that has too much to do.
pub fn tell_unstored(error: &StoreError, what: &str) {
    if error.is_outage() || error.is_outdated() {
        debug!(%error, "{what}");
    } else if let StoreError::Busy = error {
        warn!(%error, "{what}");
    } else {
        error!(%error, "{what}");
    }
}
