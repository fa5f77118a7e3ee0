//! What the tests and the benches share: data beside this crate, seeded randomness, and slow second witnesses.

pub mod browser;
pub mod chance;
pub mod discord;
mod faulty_store;
pub mod fixtures;
pub mod guest;
#[cfg(feature = "matrix")]
pub mod matrix;
pub mod perft;
pub mod program;
pub mod random;
pub mod scene;
pub mod witness;

use std::path::{Path, PathBuf};

pub use self::faulty_store::{Fault, FaultyStore, Held};

/// A file or folder of this crate, such as `perft`.
pub fn data(path: impl AsRef<Path>) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(path)
}

/// The text of a file of this crate, such as `perft/berolina.perft`.
///
/// # Panics
///
/// The file cannot be read.
pub fn read(path: impl AsRef<Path>) -> String {
    let path = data(path);
    std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}
