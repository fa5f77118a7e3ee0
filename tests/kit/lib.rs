//! What the tests of several crates share: random games, files of the repository, and which golden files are right.

mod games;
mod golden;
mod lane;
pub mod lives;
mod picture;
mod positions;
mod random;
mod views;

use std::{
    env, fs,
    path::{Path, PathBuf},
};

pub use self::{
    games::{
        actions_of, all_actions, game_of, games_of, options_of, play, random_game, setups,
        some_input, stages,
    },
    golden::{check_golden, is_blessing},
    lane::quick_or_long,
    picture::Picture,
    positions::check_positions,
    random::{Random, check_property},
    views::{at, names, start, view},
};

/// Where a file or folder of the repository is, such as `rules/law`: of the one that was built, or of a clone of it that
/// `ODDBOARD_ROOT` names.
pub fn path(path: impl AsRef<Path>) -> PathBuf {
    let built = || Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    env::var_os("ODDBOARD_ROOT")
        .map_or_else(built, PathBuf::from)
        .join(path)
}

/// The text of a file of the repository, such as `rules/law/bario.md`.
///
/// # Panics
///
/// The file cannot be read.
pub fn read(path: impl AsRef<Path>) -> String {
    let path = self::path(path);
    fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}
