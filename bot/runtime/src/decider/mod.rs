//! The task that decides on inputs one at a time, and the way of each input there and back.

pub(crate) mod answering;
pub(crate) mod owner;
pub(crate) mod pending;
