//! People, their accounts, sessions and choices. Serves /settings, /reminders, /link, /block, /unblock and /mydata.

#[cfg(test)]
mod tests;

pub(crate) mod account;
pub(crate) mod blocks;
pub(crate) mod link;
pub(crate) mod link_news;
pub(crate) mod mydata;
pub(crate) mod rename;
pub(crate) mod reply;
pub(crate) mod session_news;
pub(crate) mod sessions;
pub(crate) mod settings;
