//! Work that the bot starts itself: ticks, alarms, and retries of failed deliveries.

pub(crate) mod alarms;
pub(crate) mod retries;
pub(crate) mod ticks;
