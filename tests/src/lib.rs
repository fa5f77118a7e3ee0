//! What the tests and the benches share: programs, guests, and data beside this crate.

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
pub mod page;
pub mod page_program;
pub mod page_user;
pub mod port;
pub mod postgres;
pub mod program;
pub mod skip;
pub mod store;
pub mod travelers;
pub mod venue;
pub mod weak_line;

use std::{
    path::{Path, PathBuf},
    time::Duration,
};

pub use self::faulty_store::{Fault, FaultyStore, Held, until_readable};

/// After this time a test that hangs is ended. Nothing that a test asserts depends on how long anything takes.
pub const PATIENCE: Duration = Duration::from_secs(300);

/// A file or folder of this crate, such as `perft`.
pub fn data(path: impl AsRef<Path>) -> PathBuf {
    testkit::path("tests").join(path)
}

/// The text of a file of this crate, such as `perft/berolina.perft`.
///
/// # Panics
///
/// The file cannot be read.
pub fn read(path: impl AsRef<Path>) -> String {
    testkit::read(data(path))
}
