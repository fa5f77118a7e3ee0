//! The state of this process's gateway connections.

use std::{collections::BTreeMap, sync::Mutex};

use kit::{lock, meter};

/// The gateway connections of this process.
#[derive(Default)]
pub(super) struct OpenShards(Mutex<HeldShards>);

#[derive(Default)]
struct HeldShards {
    /// The state of each connection, true if open, by the number of its shard.
    open: BTreeMap<u32, bool>,
    /// True if the shards of this process are known.
    is_settled: bool,
}

impl OpenShards {
    /// Records that the shards of this process are known, perhaps none.
    pub(super) fn settle(&self) {
        lock(&self.0).is_settled = true;
    }

    /// Records whether the connection of a shard is open.
    pub(super) fn set(&self, shard: u32, is_open: bool) {
        self.change(|open| open.insert(shard, is_open));
    }

    /// Records that this process no longer has a shard.
    pub(super) fn remove(&self, shard: u32) {
        self.change(|open| open.remove(&shard));
    }

    fn change(&self, change: impl FnOnce(&mut BTreeMap<u32, bool>) -> Option<bool>) {
        let mut state = lock(&self.0);
        change(&mut state.open);
        let n_open = state.open.values().filter(|is_open| **is_open).count();
        meter::shards(n_open, state.open.len() - n_open);
    }

    /// Tells whether all connections of this process are open, so that it receives all events of its shards.
    pub(super) fn are_open(&self) -> bool {
        let state = lock(&self.0);
        state.is_settled && state.open.values().all(|is_open| *is_open)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_bot_without_shards_is_ready_once_that_is_known() {
        let connections = OpenShards::default();
        assert!(!connections.are_open());
        connections.set(1, false);
        connections.settle();
        assert!(!connections.are_open());
        connections.set(1, true);
        assert!(connections.are_open());
        connections.set(2, false);
        assert!(!connections.are_open());
        connections.remove(2);
        connections.remove(1);
        assert!(connections.are_open());
    }
}
