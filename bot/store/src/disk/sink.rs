//! Where what is read of a store goes.

use super::fault::Fault;
use api::Entry;

/// Takes entries.
pub(super) type EntrySink<'a> = &'a mut dyn FnMut(Entry) -> Result<(), Fault>;
