//! Chat adapters, one folder each.

#[cfg(feature = "discord")]
pub mod discord;
#[cfg(feature = "matrix")]
pub mod matrix;
#[cfg(feature = "playground")]
pub mod playground;

#[cfg(any(feature = "discord", feature = "matrix", feature = "playground"))]
use std::sync::{Mutex, MutexGuard, PoisonError};

/// Locks for a moment. The data behind these locks is whole between any two statements, so a panic elsewhere does not
/// spoil it.
#[cfg(any(feature = "discord", feature = "matrix", feature = "playground"))]
fn hold<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
