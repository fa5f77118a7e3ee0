//! The list of matches that the page shows to everybody, read once for all readers of some seconds.

use std::{
    sync::{
        Arc,
        atomic::{AtomicU64, Ordering},
    },
    time::Duration,
};

use tokio::{sync::Mutex, time::Instant};

use super::error::DeliveryError;
use service::{Match, read_listed};
use store::writer::Writer;

/// The time for which a read list is shown.
const FRESH: Duration = Duration::from_secs(2);

/// The list as it was last read.
#[derive(Default)]
pub(crate) struct Listing {
    /// Grows when a server may have changed its choice. A list that was read before is not shown again.
    changes: AtomicU64,
    last: Mutex<Option<ReadListing>>,
}

struct ReadListing {
    at: Instant,
    /// The number of changes before it was read.
    changes: u64,
    matches: Arc<[Match]>,
}

impl Listing {
    /// Makes the next reader read the list again.
    pub(crate) fn forget(&self) {
        self.changes.fetch_add(1, Ordering::Relaxed);
    }

    /// Returns the listed matches. While one reader reads them, the others wait for the same read.
    pub(super) async fn matches(&self, writer: &Writer) -> Result<Arc<[Match]>, DeliveryError> {
        let mut last = self.last.lock().await;
        let changes = self.changes.load(Ordering::Relaxed);
        let is_fresh = |last: &&ReadListing| last.changes == changes && last.at.elapsed() < FRESH;
        if let Some(last) = last.as_ref().filter(is_fresh) {
            return Ok(Arc::clone(&last.matches));
        }
        let read = || Ok::<_, DeliveryError>(read_listed(writer)?);
        let matches: Arc<[Match]> = writer.durable(read).await?.into();
        *last = Some(ReadListing {
            at: Instant::now(),
            changes,
            matches: Arc::clone(&matches),
        });
        Ok(matches)
    }
}
