//! How long an engine may think.

use core::{
    fmt,
    sync::atomic::{AtomicBool, Ordering},
};

/// What ends the thinking; whichever comes first does. Even with nothing at all the engine answers with a legal move.
#[derive(Clone, Copy)]
pub struct Budget<'a> {
    /// How many positions it looks at.
    pub nodes: u64,
    /// How many plies ahead it looks at most; captures and what has to be are looked at beyond that.
    pub depth: u32,
    /// Asked every few thousand positions: whether time is over.
    pub is_over: Option<&'a dyn Fn() -> bool>,
    /// Set by somebody else to stop it.
    pub stop: Option<&'a AtomicBool>,
}

impl Budget<'_> {
    /// So many positions, however long they take.
    pub fn of_nodes(nodes: u64) -> Budget<'static> {
        Budget {
            nodes,
            depth: u32::MAX,
            is_over: None,
            stop: None,
        }
    }

    /// Whether somebody wants an answer now.
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
