//! Groups of submissions that share a commit, and the refusal of single submissions.

use std::{
    collections::{BTreeMap, BTreeSet},
    sync::Arc,
};

use tokio::sync::oneshot;

use api::{Batch, StoreError};

/// The result of a submission. All submissions that fail together share the error.
pub type Committed = Result<(), Arc<StoreError>>;

/// The sender of the result of a commit.
pub(super) type CommitReply = oneshot::Sender<Committed>;

/// Changes, with the submitter that waits for the result.
pub(super) struct Submission {
    pub(super) batch: Batch,
    pub(super) answer: CommitReply,
}

impl Submission {
    /// Tells whether it depends on earlier changes. A submission without changes and conditions does, because its submitter
    /// reports earlier changes.
    pub(super) fn follows(&self) -> bool {
        self.batch.follows || self.only_reads()
    }

    /// Tells whether it has no changes and no conditions.
    pub(super) fn only_reads(&self) -> bool {
        self.batch.is_empty() && self.batch.conditions.is_empty()
    }
}

/// Removes from a group the submissions with a failed condition on `key`, and all that depend on these or report them.
pub(super) fn refuse(group: &mut Vec<Submission>, key: &[u8]) -> Vec<Submission> {
    let mut refused = Vec::new();
    let (mut kept, mut lost) = (BTreeSet::new(), BTreeSet::new());
    let mut left = Vec::new();
    for waiting in group.drain(..) {
        let Batch {
            changes,
            conditions,
            ..
        } = &waiting.batch;
        let is_hit =
            |needed: &[u8]| (needed == key && !kept.contains(needed)) || lost.contains(needed);
        let is_refused = conditions.iter().any(|(needed, _)| is_hit(needed))
            || (waiting.follows() && !refused.is_empty());
        let changed = if is_refused { &mut lost } else { &mut kept };
        changed.extend(changes.iter().map(|(changed, _)| changed.clone()));
        if is_refused {
            refused.push(waiting)
        } else {
            left.push(waiting)
        }
    }
    *group = left;
    refused
}

/// Merges a group into one batch: the last change of each key, and the conditions that are not about changes of the group
/// itself.
pub(super) fn merged(group: &[Submission]) -> Batch {
    let mut changes = BTreeMap::new();
    let mut conditions = Vec::new();
    for Submission { batch, .. } in group {
        let on_store = |(key, _): &&(Vec<u8>, _)| !changes.contains_key(key);
        conditions.extend(batch.conditions.iter().filter(on_store).cloned());
        changes.extend(batch.changes.iter().cloned());
    }
    Batch {
        changes: changes.into_iter().collect(),
        conditions,
        follows: false,
    }
}
