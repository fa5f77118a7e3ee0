//! What keeps the data in order: examined, brought to the version of a release, tidied.

pub(crate) mod census;
pub(crate) mod examine;
pub(crate) mod orders;
pub(crate) mod tidy;
pub(crate) mod version;
