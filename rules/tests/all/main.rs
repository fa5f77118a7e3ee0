//! The rules against outside answers, against slow second generators, and against what holds for every game.

mod agreement;
mod chakart;
mod coverage;
mod facts;
mod fixtures;
mod laws;
mod perft;
mod placements;
mod playthroughs;
mod positions;
mod release;
mod serde;
mod witness;

use std::path::{Path, PathBuf};

/// A file or folder beside these tests, such as `perft`.
fn data(path: impl AsRef<Path>) -> PathBuf {
    testkit::path("rules/tests").join(path)
}

/// The text of a file beside these tests, such as `perft/berolina.perft`.
fn read(path: impl AsRef<Path>) -> String {
    testkit::read(data(path))
}
