//! Chat adapters, one folder each.

#[cfg(feature = "playground")]
pub mod playground;
