//! The version of all that is stored, and what brings what an earlier release has stored to that of this one.

#[cfg(test)]
mod tests;

use super::{
    Rows,
    entries::{damaged, unless_damaged},
};
use crate::ports::{Batch, StoreError};

/// Where the version is stored.
pub(super) const VERSION: &str = "version";

/// Brings data from a version to the next by changes of a bounded number, until there are none. It finds by itself what is
/// still to be changed, whatever of that was done before: it may have been interrupted, or the version may be lost.
type Upgrade = fn(&dyn Rows) -> Result<Batch, StoreError>;

/// The steps from each version to the next; the version of this release is their number.
const STEPS: &[Upgrade] = &[
    // Data of the first release tell no version, and are read as they are.
    |_| Ok(Batch::default()),
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

/// The next changes that bring the data to the version of this release, to be made together; nothing once they are of it.
///
/// # Errors
///
/// See [`UpgradeError`].
pub fn next_upgrade(rows: &dyn Rows) -> Result<Option<Batch>, UpgradeError> {
    next_by(STEPS, rows)
}

fn next_by(steps: &[Upgrade], rows: &dyn Rows) -> Result<Option<Batch>, UpgradeError> {
    let found = unless_damaged(rows.get(VERSION.as_bytes()))?;
    let found = found.and_then(|text| parse(&text)).unwrap_or(0);
    if found == steps.len() {
        return Ok(None);
    }
    let later = UpgradeError::Later {
        found,
        known: steps.len(),
    };
    let step = steps.get(found).ok_or(later)?;
    let mut changes = step(rows)?;
    if changes.is_empty() {
        changes.put(VERSION, (found + 1).to_string());
    }
    Ok(Some(changes))
}

fn parse(text: &[u8]) -> Option<usize> {
    str::from_utf8(text).ok()?.parse().ok()
}

/// Whether this is a version, known here or not.
pub(super) fn check_version(key: &[u8], value: &[u8]) -> Result<(), StoreError> {
    let version = parse(value).ok_or_else(|| damaged(key, "it is no version"));
    version.map(drop)
}
