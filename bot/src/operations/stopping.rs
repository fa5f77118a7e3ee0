//! Waits for the stop.

use tokio::sync::watch;

/// Ends at the stop.
pub(super) async fn stopped(mut stop: watch::Receiver<bool>) {
    // A dropped sender means the same.
    let _ = stop.wait_for(|is_over| *is_over).await;
}
