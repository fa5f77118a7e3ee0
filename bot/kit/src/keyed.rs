//! Locks by key.

use std::{
    collections::HashMap,
    hash::Hash,
    sync::{Arc, Mutex, Weak},
};

use super::lock;

/// A lock `L` for each key, which exists while a task holds it or waits for it.
pub struct Keyed<K, L>(Mutex<HashMap<K, Weak<L>>>);

impl<K, L> Default for Keyed<K, L> {
    fn default() -> Keyed<K, L> {
        Keyed(Mutex::default())
    }
}

impl<K: Eq + Hash, L> Keyed<K, L> {
    /// Returns the lock of a key, in its default state if no task uses it.
    pub fn get(&self, key: K) -> Arc<L>
    where
        L: Default,
    {
        self.get_or_make(key, L::default)
    }

    /// Returns the lock of a key, and makes it if no task uses it.
    pub fn get_or_make(&self, key: K, make: impl FnOnce() -> L) -> Arc<L> {
        let mut locks = lock(&self.0);
        if let Some(lock) = locks.get(&key).and_then(Weak::upgrade) {
            return lock;
        }
        // The search for unused locks pays only when the map would have to grow.
        if locks.len() == locks.capacity() {
            locks.retain(|_, lock| lock.strong_count() > 0);
        }
        let lock = Arc::new(make());
        locks.insert(key, Arc::downgrade(&lock));
        lock
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_lock_is_shared_while_in_use_and_dropped_afterwards() {
        let locks: Keyed<u32, Mutex<u32>> = Keyed::default();
        let one = locks.get(1);
        *lock(&one) = 7;
        assert_eq!(*lock(&locks.get(1)), 7);
        assert_eq!(*lock(&locks.get(2)), 0);
        for key in 3..1000 {
            drop(locks.get(key));
        }
        assert!(lock(&locks.0).len() < 10);
        assert_eq!(*lock(&locks.get(1)), 7);
        drop(one);
        assert_eq!(*lock(&locks.get(1)), 0);
    }
}
