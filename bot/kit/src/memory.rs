//! Bounded memories: one with values that expire, and one with a limit in bytes.

use std::{borrow::Borrow, hash::Hash, num::NonZeroUsize, sync::Mutex, time::Duration};

use lru::LruCache;
use tokio::time::Instant;

use super::lock;

/// The default number of values.
const MOST: NonZeroUsize = NonZeroUsize::new(10_000).expect("10,000 is not 0");

/// Remembers a number of values by their keys: the most recently used, each for a fixed time after its insertion.
pub struct Memory<K: Eq + Hash, V> {
    life: Duration,
    entries: Mutex<LruCache<K, (Instant, V)>>,
}

impl<K: Eq + Hash, V: Clone> Default for Memory<K, V> {
    /// Makes a memory of 10,000 values without an age limit.
    fn default() -> Memory<K, V> {
        Memory::of(MOST, Duration::MAX)
    }
}

impl<K: Eq + Hash, V: Clone> Memory<K, V> {
    /// Makes a memory of 10,000 values, each kept for this time.
    pub fn lasting(life: Duration) -> Memory<K, V> {
        Memory::of(MOST, life)
    }

    /// Makes a memory of this number of values, each kept for this time.
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

    /// Remembers a value unless its key has one. Returns whether the key had none.
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

/// The most recently used values, as many as fit in a number of bytes.
pub struct ByteCache<K: Eq + Hash, V> {
    values: LruCache<K, V>,
    n_bytes: usize,
    most_bytes: usize,
    /// Returns the bytes of a value.
    size: fn(&V) -> usize,
}

impl<K: Eq + Hash, V> ByteCache<K, V> {
    /// Makes a cache of this number of bytes, and of this number of values if that is bounded too.
    pub fn new(
        most: Option<NonZeroUsize>,
        most_bytes: usize,
        size: fn(&V) -> usize,
    ) -> ByteCache<K, V> {
        ByteCache {
            values: most.map_or_else(LruCache::unbounded, LruCache::new),
            n_bytes: 0,
            most_bytes,
            size,
        }
    }

    /// Returns the value of a key, if it is cached.
    pub fn get<Q: Eq + Hash + ?Sized>(&mut self, key: &Q) -> Option<&V>
    where
        K: Borrow<Q>,
    {
        self.values.get(key)
    }

    /// Caches the value of a key, and drops the least recently used values to make room for it.
    pub fn put(&mut self, key: K, value: V) {
        self.n_bytes += (self.size)(&value);
        if let Some((_, replaced)) = self.values.push(key, value) {
            self.n_bytes -= (self.size)(&replaced);
        }
        while self.n_bytes > self.most_bytes
            && let Some((_, dropped)) = self.values.pop_lru()
        {
            self.n_bytes -= (self.size)(&dropped);
        }
    }

    /// Drops all values.
    pub fn clear(&mut self) {
        self.values.clear();
        self.n_bytes = 0;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_byte_cache_is_bounded_and_drops_the_oldest_first() {
        let check = |most, expected: [bool; 5], n_bytes| {
            let mut kept = ByteCache::new(most, 400, |size: &usize| *size);
            for n in [0, 1, 2, 3, 3, 0, 4] {
                kept.put(n, 100);
                assert!(kept.n_bytes <= 400);
            }
            assert_eq!([0, 1, 2, 3, 4].map(|n| kept.values.contains(&n)), expected);
            assert_eq!(kept.n_bytes, n_bytes);
            kept.put(5, 401);
            assert!(kept.get(&5).is_none() && kept.n_bytes == 0);
            kept.put(6, 1);
            kept.clear();
            assert!(kept.get(&6).is_none() && kept.n_bytes == 0);
        };
        check(None, [true, false, true, true, true], 400);
        check(NonZeroUsize::new(2), [true, false, false, false, true], 200);
    }

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
    async fn the_least_recently_used_entry_is_dropped_first() {
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
