//! Time: of matches, of the bot, and of people on vacation. Serves /vacation.

pub(crate) mod bot_time;
pub(crate) mod due;
pub(crate) mod match_clock;
pub(crate) mod vacation;
