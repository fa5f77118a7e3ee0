//! Changes that share a commit, and which of them it fails for.

use std::{
    collections::{BTreeMap, BTreeSet},
    sync::Arc,
};

use tokio::sync::oneshot;

use api::{Batch, StoreError};

/// What submitting came to. The error is shared by all that failed together.
pub type Committed = Result<(), Arc<StoreError>>;

/// Where the end of a commit is told.
pub(super) type CommitReply = oneshot::Sender<Committed>;

/// Changes that somebody waits for.
pub(super) struct Submission {
    pub(super) batch: Batch,
    pub(super) answer: CommitReply,
}

impl Submission {
    /// Whether it follows from what was changed before. What changes nothing and depends on nothing does: whoever asks so tells
    /// of that.
    pub(super) fn follows(&self) -> bool {
        self.batch.follows || self.only_reads()
    }

    /// Whether it changes nothing and depends on nothing.
    pub(super) fn only_reads(&self) -> bool {
        self.batch.is_empty() && self.batch.conditions.is_empty()
    }
}

/// Takes out of a group what depends on the value of a key in the store, which is another one, and whatever depends on that
/// or tells of it.
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

/// A group as one batch: the last change of each key, and what of its conditions is not about its own changes.
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
