//! Challenges: opened, accepted, declined. Serves /challenge, /join and /rematch.

pub(crate) mod draft;
pub(crate) mod join;
pub(crate) mod lifecycle;
pub(crate) mod rate;
pub(crate) mod reply;
pub(crate) mod start;
