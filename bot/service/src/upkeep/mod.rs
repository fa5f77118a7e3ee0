//! Upkeep of the data: examination, upgrades to the version of a release, deletion of obsolete entries.

pub(crate) mod census;
pub(crate) mod examine;
pub(crate) mod orders;
pub(crate) mod tidy;
pub(crate) mod version;
