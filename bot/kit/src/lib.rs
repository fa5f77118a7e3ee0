//! The shared parts of all adapters: locks by key, bounded memories, retries with pauses, and the kinds of failures.

mod failure;
pub mod files;
mod keyed;
mod memory;
pub mod meter;
pub mod panics;
mod retry;

use std::sync::{Mutex, MutexGuard, PoisonError};

pub use self::{
    failure::{Failure, known},
    keyed::Keyed,
    memory::Memory,
    retry::{Pauses, pauses, retry},
};

/// Locks for a moment. The data behind these locks is consistent between any two statements, so a panic elsewhere does not
/// spoil it.
pub fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
