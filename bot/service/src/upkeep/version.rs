//! The version of the stored data, and the steps from each version to the next.
//!
//! The version determines the possible forms of entries, and no release starts on an unknown version. The operator replaces
//! processes one after the other, so two releases serve side by side, and a way back must exist. So an entry changes its form
//! over two releases, and if needed a third:
//!
//! 1. The first reads the old form and the new one, and writes the old. It has a step that changes nothing but the version. From
//!    then on no release starts that cannot read the new form. A process that runs already continues, and finds only the old
//!    form.
//! 2. The second writes the new form and reads both. It starts once no process of a release before the first runs, and it has
//!    no step. The first can still start while the second serves and after it, so the operator can go back to the first, and no
//!    further.
//! 3. An entry that never changes stays in the old form. A later release that no longer reads it has a step that rewrites all
//!    such entries. It starts once no process of the first runs, which would write the old form after that. From then on no
//!    release before it starts, and running processes of the second continue.
//!
//! A process makes a step before it serves, while others serve and may make the same step. Each commit requires the version,
//! and every entry that it changes, as they were read. So
//!
//! - a change is made once, by the first process that commits it, and the version never goes back;
//! - no write of another process is overwritten: the step reads the entry again;
//! - a decision that read a changed entry is refused and made again, as after a change by any other process.
//!
//! A process compares the version once, when it starts. It does not compare it again after it has lost its store or was
//! declared dead. So no step shuts out a running process. A process of an earlier release that has ended does not start again
//! after the step, and must be replaced.

#[cfg(test)]
mod tests;

use crate::{Rows, match_store::entries::damaged};
use api::{Batch, Slot, StoreError};

/// The key of the version.
pub(crate) const VERSION: &str = "version";

/// An entry as it was read, with its new value; `None` removes it.
type Rewrite = (Slot, Option<Vec<u8>>);

/// Upgrades data from a version to the next in batches of bounded size, until it returns no changes. It finds the remaining
/// work itself, because an earlier run may have been interrupted, or the version may be lost. Damaged entries stay as they are.
type Upgrade = fn(&dyn Rows) -> Result<Vec<Rewrite>, StoreError>;

/// The steps from each version to the next; the version of this release is their number.
const STEPS: &[Upgrade] = &[
    // New data have no version entry.
    |_| Ok(Vec::new()),
];

/// The error of data that cannot be upgraded to the version of this release.
#[derive(Debug, thiserror::Error)]
pub enum UpgradeError {
    /// A later release has written the data.
    #[error(
        "the data were written by a later release: they are of version {found}, and this release knows {known} at most; \
         start a release that knows it, or restore a backup that this one has made into a new folder with `oddboard restore`"
    )]
    Later {
        /// The version of the data.
        found: usize,
        /// The version of this release.
        known: usize,
    },
    /// The store cannot read.
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// Upgrades the data to the version of this release. `commit` makes each batch of changes wholly or not at all. An interrupted
/// upgrade continues at the next start.
///
/// # Errors
///
/// See [`UpgradeError`].
pub fn upgrade(
    rows: &dyn Rows,
    commit: impl FnMut(&Batch) -> Result<(), StoreError>,
) -> Result<(), UpgradeError> {
    upgrade_by(STEPS, rows, commit)
}

fn upgrade_by(
    steps: &[Upgrade],
    rows: &dyn Rows,
    mut commit: impl FnMut(&Batch) -> Result<(), StoreError>,
) -> Result<(), UpgradeError> {
    while let Some(changes) = next_by(steps, rows)? {
        match commit(&changes) {
            // Another process was first, so this one searches for the remaining work again.
            Err(StoreError::Conflict { .. }) => {}
            committed => committed?,
        }
    }
    Ok(())
}

/// Returns the next changes, to be made together; `None` once the data are of the last version.
fn next_by(steps: &[Upgrade], rows: &dyn Rows) -> Result<Option<Batch>, UpgradeError> {
    let read = match rows.get(VERSION.as_bytes()) {
        Err(StoreError::Damaged { .. }) => None,
        read => Some(read?),
    };
    let found = read.iter().flatten().find_map(|text| parse(text));
    let found = found.unwrap_or(0);
    if found == steps.len() {
        return Ok(None);
    }
    let later = UpgradeError::Later {
        found,
        known: steps.len(),
    };
    let step = steps.get(found).ok_or(later)?;
    let mut changes = Batch::default();
    for ((key, before), after) in step(rows)? {
        match after {
            Some(value) => changes.put(key.clone(), value),
            None => changes.remove(key.clone()),
        }
        changes.require((key, before));
    }
    if changes.is_empty() {
        changes.put(VERSION, (found + 1).to_string());
    }
    // A damaged entry meets no condition. In such a store this process is the only writer.
    if let Some(version) = read {
        changes.require((VERSION.into(), version));
    }
    Ok(Some(changes))
}

fn parse(text: &[u8]) -> Option<usize> {
    str::from_utf8(text).ok()?.parse().ok()
}

/// Checks that this is a version, known here or not.
pub(crate) fn check_version(key: &[u8], value: &[u8]) -> Result<(), StoreError> {
    let version = parse(value).ok_or_else(|| damaged(key, "it is no version"));
    version.map(drop)
}
