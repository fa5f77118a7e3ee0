//! Telling in the log what the store has not done.

use tracing::{debug, error};

use crate::ports::StoreError;

/// Logs why the store has not done something, unless all of it does not work: that is logged where it begins.
pub(super) fn tell_unstored(error: &StoreError, what: &str) {
    if error.is_outage() {
        debug!(%error, "{what}");
    } else {
        error!(%error, "{what}");
    }
}
