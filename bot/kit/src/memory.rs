//! Bounded memories whose values expire.

use std::{borrow::Borrow, hash::Hash, num::NonZeroUsize, sync::Mutex, time::Duration};

use lru::LruCache;
use tokio::time::Instant;

use super::lock;

/// The default number of values.
const MOST: NonZeroUsize = NonZeroUsize::new(10_000).expect("10,000 is not 0");

/// Remembers so many values by their keys: the most recently used, each for a fixed time after it was put there.
pub struct Memory<K: Eq + Hash, V> {
    life: Duration,
    entries: Mutex<LruCache<K, (Instant, V)>>,
}

impl<K: Eq + Hash, V: Clone> Default for Memory<K, V> {
    /// Makes a memory of 10,000 values, however old they are.
    fn default() -> Memory<K, V> {
        Memory::of(MOST, Duration::MAX)
    }
}

impl<K: Eq + Hash, V: Clone> Memory<K, V> {
    /// Makes a memory of 10,000 values, each kept for this time.
    pub fn lasting(life: Duration) -> Memory<K, V> {
        Memory::of(MOST, life)
    }

    /// Makes a memory of so many values, each kept for this time.
    pub fn of(most: NonZeroUsize, life: Duration) -> Memory<K, V> {
        Memory {
            life,
            entries: Mutex::new(LruCache::new(most)),
        }
    }

    /// Returns the value of a key, if it is remembered.
    pub fn get<Q: Eq + Hash + ?Sized>(&self, key: &Q) -> Option<V>
    where
        K: Borrow<Q>,
    {
        let mut entries = lock(&self.entries);
        let (since, value) = entries.get(key)?;
        (since.elapsed() < self.life).then(|| value.clone())
    }

    /// Remembers the value of a key.
    pub fn put(&self, key: K, value: V) {
        lock(&self.entries).put(key, (Instant::now(), value));
    }

    /// Remembers a value unless there is one under its key. Returns whether there was none.
    pub fn add(&self, key: K, value: V) -> bool {
        let mut entries = lock(&self.entries);
        let is_known = entries
            .get(&key)
            .is_some_and(|(since, _)| since.elapsed() < self.life);
        if !is_known {
            entries.put(key, (Instant::now(), value));
        }
        !is_known
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test(start_paused = true)]
    async fn a_value_is_remembered_until_its_end() {
        let memory = Memory::lasting(Duration::from_secs(10));
        assert!(memory.add("a", 1));
        assert!(!memory.add("a", 2));
        tokio::time::advance(Duration::from_secs(9)).await;
        assert_eq!(memory.get("a"), Some(1));
        tokio::time::advance(Duration::from_secs(1)).await;
        assert_eq!(memory.get("a"), None);
        assert!(memory.add("a", 3));
        assert_eq!(memory.get("a"), Some(3));
    }

    #[tokio::test]
    async fn what_was_not_used_for_longest_is_forgotten_first() {
        let two = NonZeroUsize::new(2).expect("2 is not 0");
        let memory = Memory::of(two, Duration::MAX);
        memory.put("a", 1);
        memory.put("b", 2);
        memory.get("a");
        memory.put("c", 3);
        assert_eq!(
            ["a", "b", "c"].map(|key| memory.get(key)),
            [Some(1), None, Some(3)]
        );
    }
}
