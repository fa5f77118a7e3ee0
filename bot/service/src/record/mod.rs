//! Matches as they were recorded. Serves /history, /replay, /review, /export and /verify.

pub(crate) mod export;
pub(crate) mod queries;
pub(crate) mod reply;
