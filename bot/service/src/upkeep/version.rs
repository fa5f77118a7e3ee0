//! The version of all that is stored, and the steps from each version to the next.
//!
//! The version tells in which forms entries may be found, and no release starts on one that it does not know. Several processes
//! are replaced one after the other, so that two releases serve side by side, and whoever runs them may want to go back. So an
//! entry takes another form in two releases, and if need be in a third:
//!
//! 1. The first reads the old form and the new one, and writes the old. It has a step that changes nothing, by which the version
//!    grows: from then on no release starts that cannot read the new form. One that runs already goes on, and finds nothing
//!    but the old.
//! 2. The second writes the new form and reads both. It begins once no process of a release before the first runs, and it has no
//!    step: the first starts beside it and after it, so that one can go back to the first, and no further.
//! 3. What nobody changes stays in the old form. A later release that is not to read it any more has a step that writes all
//!    of it anew. It begins once no process of the first runs, which would write the old form after that; from then on no
//!    release before it starts, and those of the second that run go on.
//!
//! A step is made before whoever makes it serves, while others serve and may be about to make it too. Each of its commits depends
//! on the version and on each entry that it changes being as they were read. So
//!
//! - a change is made once, by whoever is first, and the version never goes back;
//! - nothing is overwritten that a process writes meanwhile: the step reads it anew;
//! - what a process has decided upon an entry that the step has changed meanwhile is refused and decided anew, as after a change
//!   by any other process.
//!
//! A process compares the version once, when it starts, and not when it has lost its store or was taken for dead meanwhile. So no step
//! shuts out one that runs; but one of an earlier release that has ended does not start again after the step, and has to be replaced.

#[cfg(test)]
mod tests;

use crate::{Rows, match_store::entries::damaged};
use api::{Batch, Slot, StoreError};

/// Where the version is stored.
pub(crate) const VERSION: &str = "version";

/// An entry as it was read, and what it is to hold; nothing, if it is to go.
type Rewrite = (Slot, Option<Vec<u8>>);

/// Brings data from a version to the next by changes of a bounded number, until there are none. It finds by itself what is
/// still to be changed, whatever of that was done before: it may have been interrupted, or the version may be lost. What is
/// damaged it leaves alone.
type Upgrade = fn(&dyn Rows) -> Result<Vec<Rewrite>, StoreError>;

/// The steps from each version to the next; the version of this release is their number.
const STEPS: &[Upgrade] = &[
    // New data tell no version.
    |_| Ok(Vec::new()),
];

/// The data cannot be brought to the version of this release.
#[derive(Debug, thiserror::Error)]
pub enum UpgradeError {
    /// A later release has written them.
    #[error(
        "the data were written by a later release: they are of version {found}, and this release knows {known} at most; \
         start a release that knows it, or restore a backup that this one has made into a new folder with `oddboard restore`"
    )]
    Later {
        /// The version of the data.
        found: usize,
        /// That of this release.
        known: usize,
    },
    /// The store cannot read.
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// Brings the data to the version of this release, by changes of which `commit` makes each wholly or not at all. Where that is
/// interrupted it goes on the next time.
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
            // Another process was first; what is left to be done is found anew.
            Err(StoreError::Conflict { .. }) => {}
            committed => committed?,
        }
    }
    Ok(())
}

/// The next changes, to be made together; nothing once the data are of the last version.
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
    // What is damaged meets no condition. Where that is noticed, nobody else writes.
    if let Some(version) = read {
        changes.require((VERSION.into(), version));
    }
    Ok(Some(changes))
}

fn parse(text: &[u8]) -> Option<usize> {
    str::from_utf8(text).ok()?.parse().ok()
}

/// Whether this is a version, known here or not.
pub(crate) fn check_version(key: &[u8], value: &[u8]) -> Result<(), StoreError> {
    let version = parse(value).ok_or_else(|| damaged(key, "it is no version"));
    version.map(drop)
}
