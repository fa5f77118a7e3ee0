//! Checks of texts and of games from any source.

pub mod checks;
pub mod readers;
