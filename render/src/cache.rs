//! Bounded memories.

use std::{
    collections::HashMap,
    mem,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};

use crate::scene::Tile;

/// How much memory something takes.
pub(crate) trait Bulk {
    /// Roughly how many bytes.
    fn n_bytes(&self) -> usize;
}

impl Bulk for [u8] {
    fn n_bytes(&self) -> usize {
        self.len()
    }
}

/// Keeps what was made of tiles within a budget of bytes and forgets those not asked for in the longest time.
///
/// There are two generations. What is asked for joins the young one; once that has half of the budget it becomes the
/// old one, and what the former old one still held is forgotten.
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

/// Keeps a few things that were asked for last.
pub(crate) struct Recent<K, V> {
    /// The one asked for last comes first.
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

    /// What has this key; it is made if it is not kept.
    pub(crate) fn get(&self, key: K, make: impl FnOnce() -> V) -> Arc<V> {
        let find = |kept: &mut Vec<(K, Arc<V>)>| {
            let at = kept.iter().position(|(other, _)| *other == key)?;
            kept[..=at].rotate_right(1);
            kept.first().map(|(_, value)| Arc::clone(value))
        };
        if let Some(known) = find(&mut lock(&self.kept)) {
            return known;
        }
        // Made without the lock, so that others are not held up; at worst two make the same.
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

/// What our locks guard is whole at any time, even if somebody panicked.
pub(crate) fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests;
