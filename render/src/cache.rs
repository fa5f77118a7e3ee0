//! A bounded memory of things that are costly to make.

use std::{collections::HashMap, hash::Hash, mem, sync::Arc};

/// Keeps at most a budget of bytes and forgets what has not been asked for in the longest time.
///
/// There are two generations. What is asked for joins the young one; once that has half of the budget it becomes the
/// old one, and what the former old one still held is forgotten.
pub(crate) struct Cache<K> {
    young: HashMap<K, Arc<[u8]>>,
    old: HashMap<K, Arc<[u8]>>,
    young_bytes: usize,
    budget: usize,
}

impl<K: Eq + Hash> Cache<K> {
    pub(crate) fn new(budget: usize) -> Cache<K> {
        Cache {
            young: HashMap::new(),
            old: HashMap::new(),
            young_bytes: 0,
            budget,
        }
    }

    pub(crate) fn find(&mut self, key: &K) -> Option<Arc<[u8]>> {
        if let Some(bytes) = self.young.get(key) {
            return Some(Arc::clone(bytes));
        }
        let (key, bytes) = self.old.remove_entry(key)?;
        self.insert(key, Arc::clone(&bytes));
        Some(bytes)
    }

    pub(crate) fn insert(&mut self, key: K, bytes: Arc<[u8]>) {
        let size = bytes.len();
        if self.young_bytes + size > self.budget / 2 {
            self.old = mem::take(&mut self.young);
            self.young_bytes = 0;
        }
        if self.young.insert(key, bytes).is_none() {
            self.young_bytes += size;
        }
    }
}
