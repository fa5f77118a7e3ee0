//! Chat adapters, one folder each, and what they share.

#[cfg(feature = "discord")]
pub mod discord;
#[cfg(feature = "matrix")]
pub mod matrix;
#[cfg(feature = "playground")]
pub mod playground;

#[cfg(any(feature = "discord", feature = "matrix", feature = "playground"))]
use ::kit;
