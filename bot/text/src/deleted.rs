//! How a person is called who has been deleted.

/// What is stored in the place of their name. It is said in the language of who reads it.
pub const DELETED_PLAYER: &str = "a deleted player";
