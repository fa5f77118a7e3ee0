//! Learning a variant. Serves /rules, /puzzle, and the boards of the handbook on the page.

pub(crate) mod handbook;
pub(crate) mod puzzles;
pub(crate) mod read_pages;
pub(crate) mod reply;
pub(crate) mod study;
