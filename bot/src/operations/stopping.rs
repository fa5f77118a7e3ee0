//! Waiting until it is time to stop.

use tokio::sync::watch;

/// Ends when it is time to stop.
pub(super) async fn stopped(mut stop: watch::Receiver<bool>) {
    // A sender that is gone means the same.
    let _ = stop.wait_for(|is_over| *is_over).await;
}
