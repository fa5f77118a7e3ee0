//! What whoever runs the tests leaves out on purpose, because this machine lacks what it needs. Nothing else is left out.

use std::{
    env,
    io::{self, Write},
};

/// Names what is left out, separated by commas: `browser` here, `matrix` in `.ci/run`.
const VARIABLE: &str = "ODDBOARD_SKIP";

/// Whether the tests that need a browser are left out, which is said aloud.
///
/// # Panics
///
/// The variable names something that cannot be left out.
pub fn skips_browser() -> bool {
    let named = env::var(VARIABLE).unwrap_or_default();
    let mut parts = named.split(',').filter(|part| !part.is_empty());
    assert!(
        parts
            .clone()
            .all(|part| ["browser", "matrix"].contains(&part)),
        "{VARIABLE}={named}: only browser and matrix can be left out"
    );
    let skips = parts.any(|part| part == "browser");
    if skips {
        // Written past the harness, which keeps what a test prints to itself if all is good.
        let said = writeln!(
            io::stderr(),
            "left out, as {VARIABLE} says: a test that needs a browser"
        );
        said.expect("standard error takes a line");
    }
    skips
}
