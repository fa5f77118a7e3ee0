//! Events on their way in: how many at a time, what they ask for, and what is read for them beforehand.

pub(crate) mod budgets;
pub(crate) mod gate;
pub(crate) mod intents;
pub(crate) mod platform_lookups;
pub(crate) mod preferences;
pub(crate) mod prefetched;
