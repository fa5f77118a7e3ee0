//! The decider: the task that decides on requests one at a time, and the ways of replies.

pub(crate) mod foresight;
pub(crate) mod owner;
pub(crate) mod pending;
