//! What whoever runs the tests leaves out on purpose, because this machine lacks what it needs. Nothing else is left out.

use std::{
    env,
    io::{self, Write},
    path::PathBuf,
};

/// Names what is left out, separated by commas: `browser` and `postgres` here, `matrix` in `.ci/run`.
const VARIABLE: &str = "ODDBOARD_SKIP";

/// What can be left out.
const PARTS: [&str; 3] = ["browser", "matrix", "postgres"];

/// Whether the tests that need a browser are left out, which is said aloud.
///
/// # Panics
///
/// The variable names something that cannot be left out.
pub fn skips_browser() -> bool {
    skips("browser", "a browser")
}

/// Whether the tests that need PostgreSQL are left out, which is said aloud.
///
/// # Panics
///
/// The variable names something that cannot be left out.
pub fn skips_postgres() -> bool {
    skips("postgres", "PostgreSQL")
}

/// Whether the tests that need PgBouncer are left out, which is said aloud: with those that need PostgreSQL, and where it is not
/// installed.
///
/// # Panics
///
/// The variable names something that cannot be left out.
pub fn skips_pgbouncer() -> bool {
    if skips_postgres() {
        return true;
    }
    let path = env::var_os("PATH").unwrap_or_default();
    // Debian has it where only root looks.
    let folders = env::split_paths(&path).chain([PathBuf::from("/usr/sbin")]);
    let lacks = !folders
        .into_iter()
        .any(|folder| folder.join("pgbouncer").is_file());
    if lacks {
        say_aloud("left out, as pgbouncer is not installed: a test that needs PgBouncer");
    }
    lacks
}

fn skips(part: &str, needed: &str) -> bool {
    let named = env::var(VARIABLE).unwrap_or_default();
    let mut parts = named.split(',').filter(|part| !part.is_empty());
    assert!(
        parts.clone().all(|part| PARTS.contains(&part)),
        "{VARIABLE}={named}: only {} can be left out",
        PARTS.join(", ")
    );
    let skips = parts.any(|named| named == part);
    if skips {
        say_aloud(&format!(
            "left out, as {VARIABLE} says: a test that needs {needed}"
        ));
    }
    skips
}

/// Says something past the harness, which keeps what a test prints to itself if all is good.
fn say_aloud(text: &str) {
    let said = writeln!(io::stderr(), "{text}");
    said.expect("standard error takes a line");
}
