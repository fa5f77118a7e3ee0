//! The shared parts of all adapters: locks by key, bounded memories, retries with pauses, and the kinds of failures.

mod failure;
pub mod files;
mod keyed;
mod memory;
pub mod meter;
pub mod panics;
mod retry;

use std::sync::{LockResult, Mutex, MutexGuard, PoisonError};

pub use self::{
    failure::{Failure, known},
    keyed::Keyed,
    memory::{ByteCache, Memory},
    retry::{Pauses, pauses, retry},
};

/// Locks a mutex for a moment.
pub fn lock<T: ?Sized>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    unpoisoned(mutex.lock())
}

/// Returns the guard of a lock. The data behind our locks is consistent between any two statements, so a panic elsewhere does
/// not spoil it.
pub fn unpoisoned<T>(locked: LockResult<T>) -> T {
    locked.unwrap_or_else(PoisonError::into_inner)
}
