//! The budget of a search.

use core::{
    fmt,
    sync::atomic::{AtomicBool, AtomicU64, Ordering},
};

use crate::time_manager;

/// The limits of a search; the first one reached ends it. Even with an empty budget the engine answers with a legal
/// move.
#[derive(Clone, Copy)]
pub struct Budget<'a> {
    /// The maximum number of nodes.
    pub nodes: u64,
    /// The maximum depth in plies; quiescence search and forced moves go beyond it.
    pub depth: u32,
    /// The hard limit of time. Called every few thousand nodes; returns whether the time is up.
    pub is_over: Option<&'a dyn Fn() -> bool>,
    /// The soft limit of time. Called after each depth; returns the share of the planned time that has passed, 1 at its end. The
    /// search ends after the first depth beyond it. It ends sooner, at 0.6, if the best action stays the same, and later, up to
    /// [`Budget::MOST_SHARE`], if the best action changes or its value falls.
    pub spent: Option<&'a dyn Fn() -> f64>,
    /// A flag that another thread sets to stop the search.
    pub stop: Option<&'a AtomicBool>,
    /// The search adds its nodes to this counter, in blocks of a few thousand; an incomplete last block is not added.
    pub counter: Option<&'a AtomicU64>,
}

impl Budget<'_> {
    /// The maximum share of the planned time after which [`Budget::spent`] ends a search.
    pub const MOST_SHARE: f64 = time_manager::MOST_SHARE;

    /// Makes a budget of nodes, without a time limit.
    pub fn of_nodes(nodes: u64) -> Budget<'static> {
        Budget {
            nodes,
            depth: u32::MAX,
            is_over: None,
            spent: None,
            stop: None,
            counter: None,
        }
    }

    /// Returns whether the time is up or the stop flag is set.
    pub(crate) fn is_called_off(&self) -> bool {
        self.stop.is_some_and(|stop| stop.load(Ordering::Relaxed))
            || self.is_over.is_some_and(|is_over| is_over())
    }

    /// Returns whether this share of the planned time has passed.
    pub(crate) fn has_spent(&self, share: f64) -> bool {
        self.spent.is_some_and(|spent| spent() >= share)
    }

    /// Adds nodes to the counter.
    pub(crate) fn count(&self, n_nodes: u64) {
        if let Some(counter) = self.counter {
            counter.fetch_add(n_nodes, Ordering::Relaxed);
        }
    }
}

impl fmt::Debug for Budget<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Budget({} nodes)", self.nodes)
    }
}
