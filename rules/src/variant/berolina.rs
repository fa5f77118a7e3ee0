//! Berolina chess.

use alloc::{string::String, vec::Vec};

/// A position.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) struct Position;

impl Position {
    pub(crate) fn start() -> Position {
        todo!()
    }

    pub(crate) fn read(_text: &str) -> Result<Position, Vec<String>> {
        todo!()
    }
}
