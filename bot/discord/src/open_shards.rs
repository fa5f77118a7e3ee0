//! The connections by which Discord tells this process what people do.

use std::{collections::BTreeMap, sync::Mutex};

use kit::{lock, meter};

/// The connections of this process.
#[derive(Default)]
pub(super) struct OpenShards(Mutex<HeldShards>);

#[derive(Default)]
struct HeldShards {
    /// Whether each of them is open, by the number of its shard.
    open: BTreeMap<u32, bool>,
    /// Whether it is known which shards this process has.
    is_settled: bool,
}

impl OpenShards {
    /// It is known which shards this process has, perhaps none.
    pub(super) fn settle(&self) {
        lock(&self.0).is_settled = true;
    }

    /// The connection of a shard is open, or is not.
    pub(super) fn set(&self, shard: u32, is_open: bool) {
        self.change(|open| {
            open.insert(shard, is_open);
        });
    }

    /// This process does not have the shard any more.
    pub(super) fn remove(&self, shard: u32) {
        self.change(|open| {
            open.remove(&shard);
        });
    }

    fn change(&self, change: impl FnOnce(&mut BTreeMap<u32, bool>)) {
        let mut state = lock(&self.0);
        change(&mut state.open);
        let n_open = state.open.values().filter(|is_open| **is_open).count();
        meter::shards(n_open, state.open.len() - n_open);
    }

    /// Whether all that people do reaches this process, as far as it has it.
    pub(super) fn are_open(&self) -> bool {
        let state = lock(&self.0);
        state.is_settled && state.open.values().all(|is_open| *is_open)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn who_has_no_connection_is_ready_once_that_is_known() {
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
