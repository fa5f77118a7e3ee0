//! Caches of limited size.

use std::{
    collections::HashMap,
    mem,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};

use packer::PackedTile;

use crate::tile::Tile;

/// A value with a known memory size.
pub(crate) trait Bulk {
    /// Returns the approximate size in bytes.
    fn n_bytes(&self) -> usize;
}

impl Bulk for [u8] {
    fn n_bytes(&self) -> usize {
        self.len()
    }
}

impl Bulk for PackedTile {
    fn n_bytes(&self) -> usize {
        self.n_bytes()
    }
}

/// A cache of rendered tiles with a limit in bytes, which evicts the least recently used.
///
/// There are two generations. A tile in use joins the young one. When that reaches half of the limit it becomes the old
/// one, and the cache drops the rest of the former old one.
pub(crate) struct Cache<T: ?Sized> {
    young: HashMap<Tile, Arc<T>>,
    old: HashMap<Tile, Arc<T>>,
    young_bytes: usize,
    budget: usize,
}

impl<T: Bulk + ?Sized> Cache<T> {
    pub(crate) fn new(budget: usize) -> Cache<T> {
        Cache {
            young: HashMap::new(),
            old: HashMap::new(),
            young_bytes: 0,
            budget,
        }
    }

    pub(crate) fn find(&mut self, tile: &Tile) -> Option<Arc<T>> {
        if let Some(made) = self.young.get(tile) {
            return Some(Arc::clone(made));
        }
        let (tile, made) = self.old.remove_entry(tile)?;
        self.insert(tile, Arc::clone(&made));
        Some(made)
    }

    pub(crate) fn insert(&mut self, tile: Tile, made: Arc<T>) {
        let size = made.n_bytes();
        if self.young_bytes + size > self.budget / 2 {
            self.old = mem::take(&mut self.young);
            self.young_bytes = 0;
        }
        if self.young.insert(tile, made).is_none() {
            self.young_bytes += size;
        }
    }
}

/// A small cache of the most recently used values.
pub(crate) struct Recent<K, V> {
    /// The entries, the most recently used first.
    kept: Mutex<Vec<(K, Arc<V>)>>,
    max: usize,
}

impl<K: Copy + PartialEq, V> Recent<K, V> {
    pub(crate) fn new(max: usize) -> Recent<K, V> {
        Recent {
            kept: Mutex::default(),
            max,
        }
    }

    /// Returns the value of a key, and makes it if it is not in the cache.
    pub(crate) fn get(&self, key: K, make: impl FnOnce() -> V) -> Arc<V> {
        let find = |kept: &mut Vec<(K, Arc<V>)>| {
            let at = kept.iter().position(|(other, _)| *other == key)?;
            kept[..=at].rotate_right(1);
            kept.first().map(|(_, value)| Arc::clone(value))
        };
        if let Some(known) = find(&mut lock(&self.kept)) {
            return known;
        }
        // Makes the value without the lock, so that other threads do not wait; at worst two threads make the same
        // value.
        let made = Arc::new(make());
        let mut kept = lock(&self.kept);
        find(&mut kept).unwrap_or_else(|| {
            kept.insert(0, (key, Arc::clone(&made)));
            kept.truncate(self.max);
            made
        })
    }
}

#[cfg(test)]
impl<K: Copy, V> Recent<K, V> {
    pub(crate) fn keys(&self) -> Vec<K> {
        lock(&self.kept).iter().map(|(key, _)| *key).collect()
    }
}

/// Locks a mutex. Ignores poisoning, since the guarded data is consistent even after a panic.
pub(crate) fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests;
