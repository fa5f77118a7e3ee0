//! The number of shards, which is the same in all processes.

use backon::BackoffBuilder;
use tokio::time::sleep;
use tracing::{info, warn};

use super::{error::GatewayError, greeting::PAUSES, session::SESSIONS, shared::Gateway};
use crate::failure::Failure;
use api::{Batch, Entry, StoreError};

/// The key of the number.
const NUMBER: &[u8] = b"discord/shards";

/// The largest number of shards, whatever Discord recommends.
const MOST: u32 = 1024;

/// The reasons why the number of shards is not settled.
enum Unnumbered {
    /// Other processes use a different number.
    Differently(GatewayError),
    /// The number may be read later.
    Later(Failure),
}

impl From<StoreError> for Unnumbered {
    fn from(error: StoreError) -> Unnumbered {
        Unnumbered::Later(error.into())
    }
}

impl Gateway {
    /// Returns the number of shards, once it is known.
    ///
    /// # Errors
    ///
    /// Other processes use a different number.
    pub(super) async fn count_shards(&self) -> Result<u32, GatewayError> {
        let mut pauses = PAUSES.build();
        loop {
            match self.number().await {
                Ok(n_shards) => return Ok(n_shards),
                Err(Unnumbered::Differently(error)) => return Err(error),
                Err(Unnumbered::Later(failure)) => {
                    warn!(?failure, "cannot read the number of shards; retrying")
                }
            }
            sleep(pauses.next().unwrap_or_default()).await;
        }
    }

    /// Settles the number of shards. Unless other processes live, a new number replaces the one in use and removes its
    /// sessions.
    async fn number(&self) -> Result<u32, Unnumbered> {
        let mut batch = Batch::default();
        let mut in_use = None;
        match self.discord.writer.get(NUMBER) {
            // Rewriting the entry repairs it.
            Err(StoreError::Damaged { .. }) => {}
            found => {
                let found = found?;
                in_use = found.as_deref().and_then(read);
                batch.require((NUMBER.to_vec(), found));
            }
        }
        let number = self.choose(in_use)?;
        if in_use == Some(number) {
            return Ok(number);
        }
        for (key, _) in self.sessions()? {
            batch.remove(key);
        }
        batch.put(NUMBER, number.to_string());
        let kept = self.discord.writer.commit(batch).await;
        kept.map_err(|error| Unnumbered::Later(error.into()))?;
        info!(number, "changed the number of shards");
        Ok(number)
    }

    fn choose(&self, in_use: Option<u32>) -> Result<u32, Unnumbered> {
        let recommended = self.recommended.clamp(1, MOST);
        let configured = self.discord.settings.shards;
        let n_others = self.roles.n_processes().saturating_sub(1);
        match (configured, in_use) {
            (Some(configured), Some(in_use)) if configured != in_use && n_others > 0 => {
                let error = GatewayError::Numbering {
                    configured,
                    in_use,
                    n_others,
                };
                Err(Unnumbered::Differently(error))
            }
            (Some(configured), _) => Ok(configured),
            (None, Some(in_use)) if n_others > 0 => Ok(in_use),
            // More connections than Discord recommends do no harm, and sessions can be resumed.
            (None, in_use) => Ok(recommended.max(in_use.unwrap_or_default())),
        }
    }

    fn sessions(&self) -> Result<Vec<Entry>, StoreError> {
        let prefix = SESSIONS.as_bytes();
        self.discord.writer.scan(prefix, None, MOST as usize)
    }
}

fn read(row: &[u8]) -> Option<u32> {
    let number = std::str::from_utf8(row).ok()?.parse().ok()?;
    (1..=MOST).contains(&number).then_some(number)
}
