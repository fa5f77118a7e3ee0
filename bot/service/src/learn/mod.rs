//! Learning a variant. Serves /rules, /puzzle, and the boards of the handbook and the analysis board on the page.

pub(crate) mod analysis;
pub(crate) mod handbook;
pub(crate) mod puzzles;
pub(crate) mod read_pages;
pub(crate) mod reply;
pub(crate) mod study;
