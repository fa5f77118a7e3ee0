//! The time of players, and their vacations.

pub(crate) mod time;
pub(crate) mod vacation;
