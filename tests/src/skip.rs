//! What whoever runs the tests leaves out on purpose, because this machine lacks what it needs. Nothing else is left out.

use std::{
    env,
    io::{self, Write},
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
        // Written past the harness, which keeps what a test prints to itself if all is good.
        let said = writeln!(
            io::stderr(),
            "left out, as {VARIABLE} says: a test that needs {needed}"
        );
        said.expect("standard error takes a line");
    }
    skips
}
