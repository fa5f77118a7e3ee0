//! Optimistic transactions: a caller decides on the entries that it has read, and decides again if another one has changed
//! them.

use std::{sync::Arc, time::Duration};

use backon::{BackoffBuilder as _, ExponentialBackoff};
use serde::de::DeserializeOwned;
use tokio::time::sleep;

use super::{Pending, Writer};
use api::{Batch, StoreError};
use kit::{Pauses, pauses};

/// The pauses before another decision: conflicting writers have made their change by then.
const PAUSES: Pauses =
    pauses(Duration::from_millis(2), Duration::from_millis(250)).with_max_times(MOST_TRIES - 1);

/// The number of tries until a decision fails.
pub(super) const MOST_TRIES: usize = 12;

/// A change in preparation. It depends on the entries that it has read, except those that the store reports as damaged. It does
/// not read its own changes. A conflict makes the generation grow, so it also costs callers with a cache their cached data:
/// decisions that often meet should take turns under a lock.
pub struct Transaction<'w> {
    writer: &'w Writer,
    generation: u64,
    /// The changes so far, with their conditions.
    pub batch: Batch,
}

impl Transaction<'_> {
    /// Reads the value of a key.
    ///
    /// # Errors
    ///
    /// As [`Writer::get`].
    pub fn get(
        &mut self,
        key: &(impl AsRef<[u8]> + ?Sized),
    ) -> Result<Option<Vec<u8>>, StoreError> {
        let key = key.as_ref();
        let value = self.writer.get(key)?;
        self.batch.require((key.to_vec(), value.clone()));
        Ok(value)
    }

    /// Reads an entry in JSON.
    ///
    /// # Errors
    ///
    /// As [`Writer::read`].
    pub fn read<T: DeserializeOwned>(
        &mut self,
        key: &(impl AsRef<[u8]> + ?Sized),
    ) -> Result<Option<T>, StoreError> {
        parse_found(key.as_ref(), self.get(key)?)
    }

    /// Reads an entry in JSON, and treats a damaged one as missing, for callers that can continue without it. A new value
    /// repairs it.
    ///
    /// # Errors
    ///
    /// As [`Writer::read_sound`].
    pub fn read_sound<T: DeserializeOwned>(
        &mut self,
        key: &(impl AsRef<[u8]> + ?Sized),
    ) -> Result<Option<T>, StoreError> {
        unless_damaged(self.read(key))
    }

    /// Submits the change: all later reads see it. A change without effect waits until everything that was read is durable.
    ///
    /// # Errors
    ///
    /// [`StoreError::TooLarge`]; the [`Pending`] fails as that of [`Writer::submit`].
    pub fn submit(mut self) -> Result<Pending, StoreError> {
        self.batch.check()?;
        if self.batch.is_empty() {
            self.batch.conditions.clear();
        }
        Ok(self.writer.submit(self.generation, self.batch))
    }
}

/// The tries of one decision.
pub struct Tries(ExponentialBackoff);

impl Default for Tries {
    fn default() -> Tries {
        Tries(PAUSES.build())
    }
}

impl Tries {
    /// Waits until a decision is durable. Returns false, after a pause, if another writer was quicker and the caller has to decide
    /// again.
    ///
    /// # Errors
    ///
    /// The decision failed, or it was outdated too often.
    pub async fn confirm(&mut self, pending: Pending) -> Result<bool, Arc<StoreError>> {
        let Err(error) = pending.await else {
            return Ok(true);
        };
        match self.0.next() {
            Some(pause) if error.is_outdated() => sleep(pause).await,
            _ => return Err(error),
        }
        Ok(false)
    }
}

impl Writer {
    /// Begins to decide on a change.
    pub fn transaction(&self) -> Transaction<'_> {
        Transaction {
            writer: self,
            generation: self.generation(),
            batch: Batch::default(),
        }
    }

    /// Reads an entry in JSON.
    ///
    /// # Errors
    ///
    /// As [`Writer::get`]; [`StoreError::Damaged`] also if the value cannot be parsed.
    pub fn read<T: DeserializeOwned>(
        &self,
        key: &(impl AsRef<[u8]> + ?Sized),
    ) -> Result<Option<T>, StoreError> {
        parse_found(key.as_ref(), self.get(key.as_ref())?)
    }

    /// Reads an entry in JSON, and treats a damaged one as missing, for callers that can continue without it.
    ///
    /// # Errors
    ///
    /// The store cannot be read.
    pub fn read_sound<T: DeserializeOwned>(
        &self,
        key: &(impl AsRef<[u8]> + ?Sized),
    ) -> Result<Option<T>, StoreError> {
        unless_damaged(self.read(key))
    }
}

/// Parses an entry in JSON.
///
/// # Errors
///
/// [`StoreError::Damaged`], without the value.
pub fn parse<T: DeserializeOwned>(key: &[u8], value: &[u8]) -> Result<T, StoreError> {
    serde_json::from_slice(value).map_err(|error| StoreError::Damaged {
        key: key.to_vec(),
        // The full error could quote the entry.
        detail: format!("it cannot be understood at byte {}", error.column()),
    })
}

fn parse_found<T: DeserializeOwned>(
    key: &[u8],
    found: Option<Vec<u8>>,
) -> Result<Option<T>, StoreError> {
    found.map(|value| parse(key, &value)).transpose()
}

fn unless_damaged<T>(found: Result<Option<T>, StoreError>) -> Result<Option<T>, StoreError> {
    match found {
        Err(StoreError::Damaged { .. }) => Ok(None),
        found => found,
    }
}
