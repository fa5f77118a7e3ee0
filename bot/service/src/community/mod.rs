//! Activities around matches. Serves /games, /ratings, /follow, /server and the puzzle of the day.

pub(crate) mod daily;
pub(crate) mod followers;
pub(crate) mod games;
pub(crate) mod ratings;
pub(crate) mod reply;
pub(crate) mod server;
