//! A bounded memory of tiles.

use std::{collections::HashMap, mem, sync::Arc};

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

#[cfg(test)]
mod tests;
