//! A bounded memory of packed tiles.

use std::{collections::HashMap, mem, sync::Arc};

use crate::{scene::Tile, stream::Packed};

/// Keeps packed tiles within a budget of bytes and forgets those not asked for in the longest time.
///
/// There are two generations. What is asked for joins the young one; once that has half of the budget it becomes the
/// old one, and what the former old one still held is forgotten.
pub(crate) struct Cache {
    young: HashMap<Tile, Arc<Packed>>,
    old: HashMap<Tile, Arc<Packed>>,
    young_bytes: usize,
    budget: usize,
}

impl Cache {
    pub(crate) fn new(budget: usize) -> Cache {
        Cache {
            young: HashMap::new(),
            old: HashMap::new(),
            young_bytes: 0,
            budget,
        }
    }

    pub(crate) fn find(&mut self, tile: &Tile) -> Option<Arc<Packed>> {
        if let Some(packed) = self.young.get(tile) {
            return Some(Arc::clone(packed));
        }
        let (tile, packed) = self.old.remove_entry(tile)?;
        self.insert(tile, Arc::clone(&packed));
        Some(packed)
    }

    pub(crate) fn insert(&mut self, tile: Tile, packed: Arc<Packed>) {
        let size = packed.size();
        if self.young_bytes + size > self.budget / 2 {
            self.old = mem::take(&mut self.young);
            self.young_bytes = 0;
        }
        if self.young.insert(tile, packed).is_none() {
            self.young_bytes += size;
        }
    }
}

#[cfg(test)]
mod tests;
