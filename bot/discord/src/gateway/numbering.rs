//! How many shards there are: the same number in all processes.

use backon::BackoffBuilder;
use tokio::time::sleep;
use tracing::{info, warn};

use super::{error::GatewayError, greeting::PAUSES, session::SESSIONS, shared::Gateway};
use crate::failure::Failure;
use api::{Batch, Entry, StoreError};

/// Where the number is kept.
const NUMBER: &[u8] = b"discord/shards";

/// The most shards that there may be, whatever Discord recommends.
const MOST: u32 = 1024;

/// Why the shards are not numbered.
enum Unnumbered {
    /// Other processes number them differently.
    Differently(GatewayError),
    /// It may be known later.
    Later(Failure),
}

impl From<StoreError> for Unnumbered {
    fn from(error: StoreError) -> Unnumbered {
        Unnumbered::Later(error.into())
    }
}

impl Gateway {
    /// How many shards there are, once that is known.
    ///
    /// # Errors
    ///
    /// Other processes number them differently.
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

    /// What was in use until now is given up, with the sessions, if no other process lives.
    async fn number(&self) -> Result<u32, Unnumbered> {
        let mut batch = Batch::default();
        let mut in_use = None;
        match self.discord.writer.get(NUMBER) {
            // What is damaged is mended by being written anew.
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
        let wanted = self.discord.settings.shards;
        let n_others = self.roles.n_processes().saturating_sub(1);
        match (wanted, in_use) {
            (Some(wanted), Some(in_use)) if wanted != in_use && n_others > 0 => {
                let error = GatewayError::Numbering {
                    wanted,
                    in_use,
                    n_others,
                };
                Err(Unnumbered::Differently(error))
            }
            (Some(wanted), _) => Ok(wanted),
            (None, Some(in_use)) if n_others > 0 => Ok(in_use),
            // More connections than Discord asks for do no harm, and sessions go on.
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
