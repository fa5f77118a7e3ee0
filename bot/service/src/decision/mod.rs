//! Decisions: their requests, the state that they read, and their outcome.

#[cfg(test)]
mod tests;

pub(crate) mod change;
pub(crate) mod context;
pub(crate) mod find;
pub(crate) mod illustration;
pub(crate) mod interrupt;
pub(crate) mod outcome;
pub(crate) mod reads;
pub(crate) mod refusal;
pub(crate) mod request;
pub(crate) mod seat;
pub(crate) mod state;
