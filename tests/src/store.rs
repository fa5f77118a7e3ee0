//! Where tests have a bot keep everything: in memory and in data folders, or in databases, if whoever runs them says so. What they
//! test is the same there.

use std::{
    collections::HashMap,
    env,
    path::{Path, PathBuf},
    process::Command,
    sync::{Arc, LazyLock, Mutex},
};

use store::{MemoryStore, open_database, writer::Writer};

use crate::postgres::{Postgres, settings};

/// `postgres` has everything kept there, each bot in a fresh database.
const VARIABLE: &str = "ODDBOARD_TESTS_ON";

/// What tells a program its database.
const URL: &str = "ODDBOARD_STORE_URL";

/// The databases in place of data folders.
static DATABASES: LazyLock<Mutex<HashMap<PathBuf, String>>> = LazyLock::new(Mutex::default);

/// Whether everything is kept on PostgreSQL.
///
/// # Panics
///
/// Whoever runs the tests says something else.
pub fn is_on_postgres() -> bool {
    match env::var(VARIABLE) {
        Err(_) => false,
        Ok(chosen) => {
            assert_eq!(chosen, "postgres", "{VARIABLE} can be that alone");
            true
        }
    }
}

/// A writer of which nobody has heard yet.
///
/// # Panics
///
/// PostgreSQL is not installed or does not start, and is asked for.
pub fn fresh_writer() -> Writer {
    if is_on_postgres() {
        let store = open_database(&settings(&Postgres::database()));
        return Writer::new(Arc::from(store.expect("a new database")));
    }
    Writer::new(Arc::new(MemoryStore::new()))
}

/// Has a program that is about to start on a data folder keep everything in a database of this folder, if whoever runs the tests
/// says so and the test itself names none.
pub(crate) fn choose_database(command: &mut Command, folder: &Path) {
    let is_named = command.get_envs().any(|(name, _)| name == URL);
    if is_on_postgres() && !is_named {
        let mut databases = DATABASES.lock().expect("nobody panics with it");
        let url = databases.entry(folder.to_owned());
        command.env(URL, url.or_insert_with(Postgres::database));
    }
}
