//! The budget of a search.

use core::{
    fmt,
    sync::atomic::{AtomicBool, Ordering},
};

/// The limits of a search; the first one reached ends it. Even with an empty budget the engine answers with a legal
/// move.
#[derive(Clone, Copy)]
pub struct Budget<'a> {
    /// The maximum number of nodes.
    pub nodes: u64,
    /// The maximum depth in plies; quiescence search and forced moves go beyond it.
    pub depth: u32,
    /// Called every few thousand nodes; returns whether the time is up.
    pub is_over: Option<&'a dyn Fn() -> bool>,
    /// A flag that another thread sets to stop the search.
    pub stop: Option<&'a AtomicBool>,
}

impl Budget<'_> {
    /// Makes a budget of nodes, without a time limit.
    pub fn of_nodes(nodes: u64) -> Budget<'static> {
        Budget {
            nodes,
            depth: u32::MAX,
            is_over: None,
            stop: None,
        }
    }

    /// Returns whether the time is up or the stop flag is set.
    pub(crate) fn is_called_off(&self) -> bool {
        self.stop.is_some_and(|stop| stop.load(Ordering::Relaxed))
            || self.is_over.is_some_and(|is_over| is_over())
    }
}

impl fmt::Debug for Budget<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Budget({} nodes)", self.nodes)
    }
}
