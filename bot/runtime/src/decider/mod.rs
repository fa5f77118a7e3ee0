//! The decider: the task that decides on inputs one at a time, and the ways of inputs and verdicts.

pub(crate) mod answering;
pub(crate) mod owner;
pub(crate) mod pending;
