//! Deliveries: pending, posted and failed ones.

pub(crate) mod dead_letters;
pub(crate) mod deliveries;
