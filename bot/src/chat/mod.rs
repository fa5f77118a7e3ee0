//! Chat adapters, one folder each.

#[cfg(feature = "discord")]
pub mod discord;
#[cfg(feature = "playground")]
pub mod playground;
