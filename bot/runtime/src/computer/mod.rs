//! The threads that run the engine for the program as a player.

pub(crate) mod thinking;
