//! Moves that are planned ahead. Serves /plan.

pub(crate) mod follow;
pub(crate) mod planning;
