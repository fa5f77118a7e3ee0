//! The way in of events: their number at a time, what is looked up for them, and the reads ahead for them.

pub(crate) mod budgets;
pub(crate) mod gate;
pub(crate) mod platform_lookups;
pub(crate) mod preferences;
pub(crate) mod prefetched;
