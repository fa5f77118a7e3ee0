//! The receiver of entries that are read from a store.

use super::fault::Fault;
use api::Entry;

/// A callback that takes entries.
pub(super) type EntrySink<'a> = &'a mut dyn FnMut(Entry) -> Result<(), Fault>;
