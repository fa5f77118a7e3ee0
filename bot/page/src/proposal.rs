//! Optimistic transactions: the page decides a change on the stored state, and decides again if that state has changed.

use std::time::Duration;

use backon::BackoffBuilder;
use serde::de::DeserializeOwned;
use tokio::time::sleep;

use super::{
    adapter::{LockKey, Playground},
    followed::Followed,
    stored::{StoreFailure, parse},
};
use api::{Batch, StoreError};
use kit::{Pauses, pauses};
use store::writer::{Pending, Writer};

/// The pauses before a change is decided again: conflicting writers have made their change by then.
const PAUSES: Pauses =
    pauses(Duration::from_millis(2), Duration::from_millis(250)).with_max_times(11);

/// A change in preparation. If other processes share the store, it depends on the entries that it has read.
pub(super) struct Proposal<'a> {
    writer: &'a Writer,
    generation: u64,
    pub(super) batch: Batch,
}

impl Proposal<'_> {
    /// Reads the value of a key.
    pub(super) fn get(&mut self, key: &str) -> Result<Option<Vec<u8>>, StoreError> {
        let value = self.writer.get(key.as_bytes())?;
        if self.writer.is_shared() {
            self.batch.require((key.into(), value.clone()));
        }
        Ok(value)
    }

    /// Reads and parses the entry of a key.
    pub(super) fn read<T: DeserializeOwned>(&mut self, key: &str) -> Result<Option<T>, StoreError> {
        let Some(value) = self.get(key)? else {
            return Ok(None);
        };
        Ok(Some(parse(key.as_bytes(), &value)?))
    }

    /// Does the same, but treats a damaged entry as missing, for callers that can continue without it.
    pub(super) fn read_sound<T: DeserializeOwned>(
        &mut self,
        key: &str,
    ) -> Result<Option<T>, StoreError> {
        match self.read(key) {
            Err(StoreError::Damaged { .. }) => Ok(None),
            found => found,
        }
    }
}

impl Playground {
    /// Decides on a change under the locks of this process, and makes it; decides again if another process was quicker. Returns
    /// the decision, once it is durable.
    pub(super) async fn change<T, E: From<StoreFailure>>(
        &self,
        what: impl IntoIterator<Item = LockKey> + Clone,
        decide: impl Fn(&mut Proposal<'_>) -> Result<T, E>,
    ) -> Result<T, E> {
        let mut pauses = PAUSES.build();
        loop {
            let mut locks = Vec::new();
            for key in what.clone() {
                locks.push(self.lock(key).await);
            }
            let mut proposal = self.proposal();
            let decided = decide(&mut proposal)?;
            let change = self.submit(proposal)?;
            // Other tasks decide in the meantime, so that many changes become durable together.
            drop(locks);
            for key in what.clone() {
                if let LockKey::Room(room) = key {
                    self.watch.publish(Followed::Room(room));
                }
            }
            let Err(error) = change.await else {
                return Ok(decided);
            };
            match pauses.next() {
                Some(pause) if error.is_outdated() => sleep(pause).await,
                _ => return Err(StoreFailure::from(error).into()),
            }
        }
    }

    /// Begins to decide on a change.
    pub(super) fn proposal(&self) -> Proposal<'_> {
        Proposal {
            writer: &self.writer,
            generation: self.writer.generation(),
            batch: Batch::default(),
        }
    }

    /// Hands a change to the writer: all later reads see it. An empty change waits until everything that was read is durable.
    pub(super) fn submit(&self, proposal: Proposal<'_>) -> Result<Pending, StoreFailure> {
        let Proposal {
            generation,
            mut batch,
            ..
        } = proposal;
        batch.check()?;
        if batch.is_empty() {
            batch.conditions.clear();
        }
        Ok(self.writer.submit(generation, batch))
    }
}
