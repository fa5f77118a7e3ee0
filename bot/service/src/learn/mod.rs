//! Learning a variant. Serves /puzzle, and the boards of the handbook on the page.

pub(crate) mod puzzles;
pub(crate) mod reply;
pub(crate) mod study;
