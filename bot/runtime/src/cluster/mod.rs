//! Several processes on one store.

pub(crate) mod processes;
pub(crate) mod succession;
