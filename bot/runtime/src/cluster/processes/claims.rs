//! Claims: one process at a time makes the deliveries of a match, so that its readers get them in order.
//!
//! A process that changes a match makes the deliveries that follow, and claims the match in the same commit. While deliveries
//! of the match wait at another living process, that process makes the new ones too. It looks for more after it has made the
//! known ones.
//!
//! If a match is played on a platform on which one process alone posts, the process with that role makes all its deliveries.
//! The others store an errand for each of their changes: a row that makes the holder of the role look for deliveries. An errand
//! stays until a process takes the role.

use std::collections::{BTreeMap, BTreeSet};

use super::{
    Processes, process_key,
    roles::{SURE, role_key},
};
use api::{Batch, MatchId, Rows, Slot, StoreError};
use service::{DeliveryId, deliveries_in, outbox_prefix, read_outbox};

/// The number of errands that a process takes at a time.
const ERRANDS: usize = 256;

pub(super) fn claim_key(id: MatchId) -> Vec<u8> {
    format!("claim/{id}").into_bytes()
}

fn errand_prefix(role: &str) -> Vec<u8> {
    format!("errand/{role}/").into_bytes()
}

fn errand_key(role: &str, id: MatchId) -> Vec<u8> {
    [errand_prefix(role), id.to_string().into_bytes()].concat()
}

/// The holder of the claim on a match.
struct Claimant {
    /// The process, if there is one.
    process: Option<Vec<u8>>,
    /// The rows that the holder was read from.
    known_by: Vec<Slot>,
}

impl Claimant {
    /// Returns the claimant that a claim names, directly or by a role.
    fn of(rows: &dyn Rows, claim: Slot) -> Result<Claimant, StoreError> {
        let named = claim.1.clone();
        let mut known_by = vec![claim];
        let process = match named {
            Some(role) if is_by_role(&role) => {
                let process = rows.get(&role)?;
                known_by.push((role, process.clone()));
                process
            }
            process => process,
        };
        Ok(Claimant { process, known_by })
    }

    fn is(&self, process: &[u8]) -> bool {
        self.process.as_deref() == Some(process)
    }
}

/// Reads the claims on some matches together.
fn claims(
    rows: &dyn Rows,
    ids: BTreeSet<MatchId>,
) -> Result<impl Iterator<Item = (MatchId, Slot)>, StoreError> {
    let keys: Vec<_> = ids.iter().map(|id| claim_key(*id)).collect();
    let claims = rows.get_all(&keys)?;
    Ok(ids.into_iter().zip(keys.into_iter().zip(claims)))
}

/// Returns whether a claim names a role instead of a process.
fn is_by_role(claim: &[u8]) -> bool {
    claim.starts_with(&role_key(""))
}

impl Processes {
    /// Adds claims on the matches with deliveries among the changes. Returns the deliveries that this process makes. `role_of`
    /// returns the role of the process that makes all deliveries of a match, or `None` if any process can make them.
    ///
    /// # Errors
    ///
    /// The rows cannot be read.
    pub(crate) fn claim(
        &self,
        rows: &dyn Rows,
        changes: &mut Batch,
        role_of: impl Fn(MatchId) -> Result<Option<&'static str>, StoreError>,
    ) -> Result<Vec<DeliveryId>, StoreError> {
        let mut deliveries = deliveries_in(changes);
        let ids: BTreeSet<_> = deliveries.iter().map(|row| row.id).collect();
        for id in ids {
            let is_ours = match role_of(id)? {
                Some(role) => self.claim_by_role(rows, id, role, changes)?,
                None => self.claim_match(rows, id, changes)?,
            };
            if !is_ours {
                deliveries.retain(|row| row.id != id);
            }
        }
        Ok(deliveries)
    }

    /// Adds a claim on a match for the process that has a role. Returns whether this process has it.
    fn claim_by_role(
        &self,
        rows: &dyn Rows,
        id: MatchId,
        role: &str,
        changes: &mut Batch,
    ) -> Result<bool, StoreError> {
        let (key, claim) = (claim_key(id), role_key(role));
        let before = rows.get(&key)?;
        if before.as_ref() != Some(&claim) {
            changes.put(key.clone(), claim.clone());
        }
        changes.require((key, before));
        let holder = rows.get(&claim)?;
        let is_ours = holder.as_deref() == Some(&*self.name());
        if is_ours {
            changes.require((claim, holder))
        } else {
            changes.put(errand_key(role, id), Vec::new())
        }
        Ok(is_ours)
    }

    /// Adds a claim on a match to changes. Returns whether this process makes its deliveries.
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
            // While this delivery waits, that process will look for more.
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

    /// Returns those of some deliveries that this process makes.
    ///
    /// # Errors
    ///
    /// The rows cannot be read.
    pub(crate) fn ours(
        &self,
        rows: &dyn Rows,
        mut deliveries: Vec<DeliveryId>,
    ) -> Result<Vec<DeliveryId>, StoreError> {
        let own = self.name();
        let mut ours = BTreeSet::new();
        for (id, claim) in claims(rows, deliveries.iter().map(|row| row.id).collect())? {
            if Claimant::of(rows, claim)?.is(&own) {
                ours.insert(id);
            }
        }
        deliveries.retain(|row| ours.contains(&row.id));
        Ok(deliveries)
    }

    /// Returns those of some matches that another living process has claimed.
    ///
    /// # Errors
    ///
    /// The rows cannot be read.
    pub(crate) fn of_others(
        &self,
        rows: &dyn Rows,
        ids: BTreeSet<MatchId>,
    ) -> Result<BTreeSet<MatchId>, StoreError> {
        let own = self.name();
        let mut others = BTreeSet::new();
        for (id, claim) in claims(rows, ids)? {
            let claimant = Claimant::of(rows, claim)?.process;
            if let Some(other) = claimant.filter(|claimant| *claimant != own)
                && rows.get(&process_key(&other))?.is_some()
            {
                others.insert(id);
            }
        }
        Ok(others)
    }

    /// Claims the waiting deliveries that no living process makes. Returns the deliveries that this process makes from now on.
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
                // A process that takes a role also takes the deliveries claimed for it.
                if is_by_role(holder) || self.store.get(&process)?.is_some() {
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

    /// Returns whether this process makes the deliveries of a match now. If so, no other process makes them for some seconds.
    ///
    /// # Errors
    ///
    /// The store cannot be read or written, or this process was declared dead.
    pub(crate) async fn speaks_of(&self, id: MatchId) -> Result<bool, StoreError> {
        let key = claim_key(id);
        let claim = self.writer.get(&key)?;
        let claimant = Claimant::of(&self.writer, (key, claim))?;
        if !claimant.is(&self.name()) {
            return Ok(false);
        }
        let is_sure =
            (self.writer.passed_fence()).is_some_and(|at| at.elapsed() < SURE * self.beat);
        if !is_sure {
            let mut question = Batch::default();
            for slot in claimant.known_by {
                question.require(slot);
            }
            let committed = self.writer.commit(question).await;
            committed.map_err(|_| StoreError::Stale)?;
        }
        Ok(true)
    }

    /// Returns the waiting deliveries that are claimed for a role of this process.
    ///
    /// # Errors
    ///
    /// The store cannot be read.
    pub(crate) fn claimed_for(&self, role: &str) -> Result<Vec<DeliveryId>, StoreError> {
        let mut waiting = read_outbox(&*self.store)?;
        let claims = claims(&*self.store, waiting.iter().map(|row| row.id).collect())?;
        let role = Some(role_key(role));
        let claimed = claims.filter(|(_, (_, claim))| *claim == role);
        let claimed: BTreeSet<_> = claimed.map(|(id, _)| id).collect();
        waiting.retain(|row| claimed.contains(&row.id));
        Ok(waiting)
    }

    /// Takes the errands for a role, if this process has the role. Returns their matches.
    ///
    /// # Errors
    ///
    /// The store cannot be read or written.
    pub(crate) fn take_errands(&self, role: &str) -> Result<Vec<MatchId>, StoreError> {
        let prefix = errand_prefix(role);
        let found = self.store.scan(&prefix, None, ERRANDS)?;
        if found.is_empty() {
            return Ok(Vec::new());
        }
        let mut batch = Batch::default();
        batch.require((role_key(role), Some(self.name())));
        for (key, _) in &found {
            batch.remove(key.clone());
        }
        // Removes the errands before it reads the matches, so that a later errand is a new row.
        if !self.changed(batch)? {
            return Ok(Vec::new());
        }
        let ids = found.iter().filter_map(|(key, _)| {
            let id = std::str::from_utf8(&key[prefix.len()..]).ok()?;
            id.parse().ok()
        });
        Ok(ids.collect())
    }
}
