//! The stored data: matches and people, with their keys and their form.

#[cfg(test)]
mod tests;

pub mod codec;
pub(crate) mod entries;
#[cfg(feature = "leak")]
pub(crate) mod leak;
pub(crate) mod live;
pub(crate) mod matches;
pub(crate) mod names;
pub(crate) mod person;
pub(crate) mod personal_data;
pub(crate) mod plan;
pub(crate) mod schema;
pub(crate) mod server;
pub(crate) mod settings;
pub(crate) mod snapshot;
pub(crate) mod state;
pub(crate) mod storage;
