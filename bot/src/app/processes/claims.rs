//! Which process says what is to be said of a match: one at a time, so that its readers are told in order.
//!
//! Who changes a match says what follows from that, and claims the match by the same commit. While something of it waits to
//! be said by another process that lives, that one says what follows too: it looks for more when it has said what it knew.

use std::collections::{BTreeMap, BTreeSet};

use super::{Processes, process_key};
use crate::{
    ports::{Batch, MatchId, Rows, StoreError},
    service::{DeliveryId, deliveries_in, outbox_prefix, read_outbox},
};

/// For how many beats after a commit of its own a process may say something without another. It is taken for dead some beats
/// later at the soonest.
const SURE: u32 = 2;

pub(super) fn claim_key(id: MatchId) -> Vec<u8> {
    format!("claim/{id}").into_bytes()
}

impl Processes {
    /// Has changes claim the matches of which they have something to say. Given are the deliveries that this process makes.
    ///
    /// # Errors
    ///
    /// The rows cannot be read.
    pub(in crate::app) fn claim(
        &self,
        rows: &dyn Rows,
        changes: &mut Batch,
    ) -> Result<Vec<DeliveryId>, StoreError> {
        let mut deliveries = deliveries_in(changes);
        let ids: BTreeSet<_> = deliveries.iter().map(|row| row.id).collect();
        for id in ids {
            if !self.claim_match(rows, id, changes)? {
                deliveries.retain(|row| row.id != id);
            }
        }
        Ok(deliveries)
    }

    /// Has changes claim a match; whether it is this process that speaks of it.
    fn claim_match(
        &self,
        rows: &dyn Rows,
        id: MatchId,
        changes: &mut Batch,
    ) -> Result<bool, StoreError> {
        let (key, own) = (claim_key(id), self.name());
        let holder = rows.get(&key)?;
        let other = holder.as_ref().filter(|holder| **holder != own);
        if let Some(other) = other
            && let Some(waiting) = rows.scan(&outbox_prefix(id), None, 1)?.pop()
            && rows.get(&process_key(other))?.is_some()
        {
            // As long as this waits, that process has yet to look for more.
            changes.require((waiting.0, Some(waiting.1)));
            changes.require((key, holder));
            return Ok(false);
        }
        if holder.as_ref() != Some(&own) {
            changes.put(key.clone(), own);
        }
        changes.require((key, holder));
        Ok(true)
    }

    /// Those of some deliveries that this process makes.
    ///
    /// # Errors
    ///
    /// The rows cannot be read.
    pub(in crate::app) fn ours(
        &self,
        rows: &dyn Rows,
        mut deliveries: Vec<DeliveryId>,
    ) -> Result<Vec<DeliveryId>, StoreError> {
        let ids: BTreeSet<_> = deliveries.iter().map(|row| row.id).collect();
        let keys: Vec<_> = ids.iter().map(|id| claim_key(*id)).collect();
        let holders = ids.into_iter().zip(rows.get_all(&keys)?);
        let own = Some(self.name());
        let ours: BTreeSet<_> = holders
            .filter(|(_, holder)| *holder == own)
            .map(|(id, _)| id)
            .collect();
        deliveries.retain(|row| ours.contains(&row.id));
        Ok(deliveries)
    }

    /// Those of some matches of which another process speaks that lives.
    ///
    /// # Errors
    ///
    /// The rows cannot be read.
    pub(in crate::app) fn of_others(
        &self,
        rows: &dyn Rows,
        ids: BTreeSet<MatchId>,
    ) -> Result<BTreeSet<MatchId>, StoreError> {
        let keys: Vec<_> = ids.iter().map(|id| claim_key(*id)).collect();
        let holders = rows.get_all(&keys)?;
        let own = self.name();
        let mut others = BTreeSet::new();
        for (id, holder) in ids.into_iter().zip(holders) {
            if let Some(holder) = holder.filter(|holder| *holder != own)
                && rows.get(&process_key(&holder))?.is_some()
            {
                others.insert(id);
            }
        }
        Ok(others)
    }

    /// Claims what waits to be said and nobody says who lives. Given are the deliveries that this process makes from now on.
    ///
    /// # Errors
    ///
    /// The store cannot be read or written.
    pub fn adopt(&self) -> Result<Vec<DeliveryId>, StoreError> {
        let mut waiting = BTreeMap::<_, Vec<_>>::new();
        for row in read_outbox(&*self.store)? {
            waiting.entry(row.id).or_default().push(row);
        }
        let mut adopted = Vec::new();
        for (id, rows) in waiting {
            let key = claim_key(id);
            let holder = self.store.get(&key)?;
            let mut batch = Batch::default();
            if let Some(holder) = &holder {
                let process = process_key(holder);
                if self.store.get(&process)?.is_some() {
                    continue;
                }
                batch.require((process, None));
            }
            batch.require((key.clone(), holder));
            batch.put(key, self.name());
            if self.changed(batch)? {
                adopted.extend(rows);
            }
        }
        Ok(adopted)
    }

    /// Whether this process speaks of a match now; nobody else does for some seconds then.
    ///
    /// # Errors
    ///
    /// The store cannot be read or written, or this process was taken for dead.
    pub(in crate::app) async fn speaks_of(&self, id: MatchId) -> Result<bool, StoreError> {
        let holder = self.writer.get(&claim_key(id))?;
        if holder != Some(self.name()) {
            return Ok(false);
        }
        let is_sure =
            (self.writer.passed_fence()).is_some_and(|at| at.elapsed() < SURE * self.beat);
        if !is_sure {
            let mut question = Batch::default();
            question.require((claim_key(id), holder));
            let asked = self.writer.commit(question).await;
            asked.map_err(|_| StoreError::Stale)?;
        }
        Ok(true)
    }
}
