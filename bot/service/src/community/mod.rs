//! Activities around matches. Serves /games, /profile, /leaderboard, /follow, /settings server, /doctor and the puzzle of
//! the day.

pub(crate) mod daily;
pub(crate) mod followers;
pub(crate) mod games;
pub(crate) mod listing;
pub(crate) mod ratings;
pub(crate) mod reply;
pub(crate) mod server;
