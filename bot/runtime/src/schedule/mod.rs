//! Work that the bot starts itself: ticks, and retries of failed deliveries.

pub(crate) mod retries;
pub(crate) mod ticks;
