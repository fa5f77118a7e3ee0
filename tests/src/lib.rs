//! Shared parts of the tests and benches: programs, guests, and the data files of this crate.

pub mod bench;
pub mod browser;
#[cfg(target_os = "linux")]
pub mod crash;
pub mod discord;
pub mod fake_chat;
mod faulty_store;
pub mod fleet;
pub mod logged_store;
#[cfg(feature = "matrix")]
pub mod matrix;
pub mod nginx;
pub mod page;
pub mod page_program;
pub mod page_user;
pub mod page_users;
pub mod port;
pub mod postgres;
pub mod program;
pub mod proxied;
pub mod push_service;
pub mod skip;
pub mod store;
pub mod user_input;
pub mod venue;
pub mod weak_line;

use std::{
    path::{Path, PathBuf},
    time::Duration,
};

pub use self::faulty_store::{Fault, FaultyStore, HeldCommits, until_readable};

/// The time limit after which a hanging test fails. No assertion depends on durations.
pub const PATIENCE: Duration = Duration::from_secs(300);

/// Returns the path of a file or folder of this crate, such as `perft`.
pub fn data(path: impl AsRef<Path>) -> PathBuf {
    testkit::path("tests").join(path)
}

/// Returns the text of a file of this crate, such as `perft/berolina.perft`.
///
/// # Panics
///
/// Panics if the file cannot be read.
pub fn read(path: impl AsRef<Path>) -> String {
    testkit::read(data(path))
}
