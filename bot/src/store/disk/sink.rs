//! Where what is read of a store goes.

use super::fault::Fault;
use crate::ports::{Batch, Entry};

/// Takes entries.
pub(super) type EntrySink<'a> = &'a mut dyn FnMut(Entry) -> Result<(), Fault>;

/// Makes changes.
pub(super) type BatchSink<'a> = &'a mut dyn FnMut(&Batch) -> Result<(), Fault>;
