//! The stores of bots in tests: memory and data folders, or databases if the test run asks for them. The tests are the same with
//! either.

use std::{
    collections::HashMap,
    env,
    path::{Path, PathBuf},
    process::Command,
    sync::{Arc, LazyLock, Mutex},
};

use store::{MemoryStore, open_database, writer::Writer};

use crate::postgres::{Postgres, settings};

/// The variable that selects the store: with `postgres`, each bot uses a fresh database.
const VARIABLE: &str = "ODDBOARD_TESTS_ON";

/// The variable that gives a program its database.
const URL: &str = "ODDBOARD_STORE_URL";

/// The databases that replace data folders.
static DATABASES: LazyLock<Mutex<HashMap<PathBuf, String>>> = LazyLock::new(Mutex::default);

/// Tells whether the test run keeps everything on PostgreSQL.
///
/// # Panics
///
/// Panics if the variable has another value.
pub fn is_on_postgres() -> bool {
    match env::var(VARIABLE) {
        Err(_) => false,
        Ok(chosen) => {
            assert_eq!(chosen, "postgres", "{VARIABLE} can be that alone");
            true
        }
    }
}

/// Returns a writer on an empty store.
///
/// # Panics
///
/// Panics if the test run asks for PostgreSQL, but it is not installed or does not start.
pub fn fresh_writer() -> Writer {
    if is_on_postgres() {
        let store = open_database(&settings(&Postgres::database()));
        return Writer::new(Arc::from(store.expect("a new database")));
    }
    Writer::new(Arc::new(MemoryStore::new()))
}

/// Points a program that is about to start on a data folder at a database for that folder. Applies only if the test run asks for
/// it and the test sets no database.
pub(crate) fn choose_database(command: &mut Command, folder: &Path) {
    let is_named = command.get_envs().any(|(name, _)| name == URL);
    if is_on_postgres() && !is_named {
        let mut databases = DATABASES.lock().expect("nobody panics with it");
        let url = databases.entry(folder.to_owned());
        command.env(URL, url.or_insert_with(Postgres::database));
    }
}
