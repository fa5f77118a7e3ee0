//! The number of shards, which is the same in all processes.

use tracing::info;

use super::{error::GatewayError, greeting::PAUSES, session::SESSIONS, shared::Gateway};
use kit::retry;

/// The key of the number.
const NUMBER: &[u8] = b"discord/shards";

/// The largest number of shards, whatever Discord recommends.
const MOST: u32 = 1024;

/// The failure to settle the number of shards; refused if other processes use a different number.
type Failure = kit::Failure<GatewayError>;

/// Converts a failure of the store, which may pass.
fn later(error: impl std::fmt::Display) -> Failure {
    Failure::Later(error.to_string())
}

impl Gateway {
    /// Returns the number of shards, once it is known.
    ///
    /// # Errors
    ///
    /// Other processes use a different number.
    pub(super) async fn count_shards(&self) -> Result<u32, GatewayError> {
        let settled = retry("to settle the number of shards", PAUSES, || self.number()).await;
        settled.map_err(|failure| match failure {
            Failure::Refused(error) => error,
            failure => GatewayError::Ended(failure.to_string()),
        })
    }

    /// Settles the number of shards. Unless other processes live, a new number replaces the one in use and removes its
    /// sessions.
    async fn number(&self) -> Result<u32, Failure> {
        let writer = &self.discord.writer;
        let mut transaction = writer.transaction();
        let in_use = transaction.read_sound::<u32>(NUMBER).map_err(later)?;
        let in_use = in_use.filter(|number| (1..=MOST).contains(number));
        let number = self.choose(in_use).map_err(Failure::Refused)?;
        if in_use == Some(number) {
            return Ok(number);
        }
        let sessions = writer.scan(SESSIONS.as_bytes(), None, MOST as usize);
        for (key, _) in sessions.map_err(later)? {
            transaction.batch.remove(key);
        }
        transaction.batch.put(NUMBER, number.to_string());
        let change = transaction.submit().map_err(later)?;
        change.await.map_err(later)?;
        info!(number, "changed the number of shards");
        Ok(number)
    }

    fn choose(&self, in_use: Option<u32>) -> Result<u32, GatewayError> {
        let recommended = self.recommended.clamp(1, MOST);
        let configured = self.discord.settings.shards;
        let n_others = self.roles.n_processes().saturating_sub(1);
        match (configured, in_use) {
            (Some(configured), Some(in_use)) if configured != in_use && n_others > 0 => {
                Err(GatewayError::Numbering {
                    configured,
                    in_use,
                    n_others,
                })
            }
            (Some(configured), _) => Ok(configured),
            (None, Some(in_use)) if n_others > 0 => Ok(in_use),
            // More connections than Discord recommends do no harm, and sessions can be resumed.
            (None, in_use) => Ok(recommended.max(in_use.unwrap_or_default())),
        }
    }
}
