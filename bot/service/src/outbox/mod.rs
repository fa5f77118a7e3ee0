//! Deliveries: what is to be posted, what was posted, and what was given up.

pub(crate) mod dead_letters;
pub(crate) mod deliveries;
