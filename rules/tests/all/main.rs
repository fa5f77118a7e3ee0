//! Compares the rules with outside answers, with slow second generators, and with the invariants of every game.

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
mod serde;
mod views;
mod witness;

use std::path::{Path, PathBuf};

/// Returns the path of a file or folder beside these tests, such as `perft`.
fn data(path: impl AsRef<Path>) -> PathBuf {
    testkit::path("rules/tests").join(path)
}

/// Returns the text of a file beside these tests, such as `perft/berolina.perft`.
fn read(path: impl AsRef<Path>) -> String {
    testkit::read(data(path))
}
