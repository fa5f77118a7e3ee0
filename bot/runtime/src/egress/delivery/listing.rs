//! The list of matches that the page shows to everybody, read once for all readers of some seconds.

use std::{
    sync::{
        Arc,
        atomic::{AtomicU64, Ordering},
    },
    time::Duration,
};

use tokio::{sync::Mutex, time::Instant};

use super::{Dispatcher, error::DeliveryError};
use api::PublicGame;
use service::{Match, read_listed};
use text::{Language, Text};

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
}

impl Dispatcher {
    /// Returns the matches that the page lists for everybody, the one with the newest move first.
    ///
    /// # Errors
    ///
    /// They cannot be read now.
    pub(crate) async fn public_games(&self, language: Language) -> Result<Vec<PublicGame>, Text> {
        let listed = self.listed().await.map_err(|error| {
            tracing::warn!(%error, "cannot read the list of matches for the page");
            text::page_unstored()
        })?;
        Ok(listed
            .iter()
            .map(|of| present::public_game(of, language))
            .collect())
    }

    /// Returns the listed matches. While one reader reads them, the others wait for the same read.
    async fn listed(&self) -> Result<Arc<[Match]>, DeliveryError> {
        let mut last = self.listing.last.lock().await;
        let changes = self.listing.changes.load(Ordering::Relaxed);
        let is_fresh = |last: &&ReadListing| last.changes == changes && last.at.elapsed() < FRESH;
        if let Some(last) = last.as_ref().filter(is_fresh) {
            return Ok(Arc::clone(&last.matches));
        }
        let read = || Ok::<_, DeliveryError>(read_listed(&self.writer)?);
        let matches: Arc<[Match]> = self.writer.durable(read).await?.into();
        *last = Some(ReadListing {
            at: Instant::now(),
            changes,
            matches: Arc::clone(&matches),
        });
        Ok(matches)
    }
}
