//! The name of a deleted player.

/// The stored name of a deleted player. Each reader sees it in their language.
pub const DELETED_PLAYER: &str = "a deleted player";
