//! What must hold of texts and of games, wherever they came from.

pub mod checks;
pub mod readers;
