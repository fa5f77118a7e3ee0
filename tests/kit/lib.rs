//! The test kit of several crates: random games, files of the repository, and golden files.

mod games;
mod golden;
mod lane;
pub mod lives;
mod picture;
mod positions;
pub mod push;
mod random;
mod views;

use std::{
    env, fs,
    path::{Path, PathBuf},
};

pub use self::{
    games::{
        all_actions, game_of, games_of, options_of, play, random_game, setups, some_input, stages,
    },
    golden::{check_golden, check_picture, check_pixels, is_blessing},
    lane::quick_or_long,
    picture::Picture,
    positions::{check_actions, check_positions, outcomes_of},
    random::{Random, check_property},
    views::{at, names, start, view},
};

/// Returns the path of a file or folder of the repository, such as `rules/law`. It lies in the repository that was built,
/// or in a clone of it that `ODDBOARD_ROOT` names.
pub fn path(path: impl AsRef<Path>) -> PathBuf {
    let built = || Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    env::var_os("ODDBOARD_ROOT")
        .map_or_else(built, PathBuf::from)
        .join(path)
}

/// Returns the text of a file of the repository, such as `rules/law/bario.md`.
///
/// # Panics
///
/// Panics if the file cannot be read.
pub fn read(path: impl AsRef<Path>) -> String {
    let path = self::path(path);
    fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}
