//! The threads that think for the program as a player.

pub(crate) mod thinking;
