//! How much the tests do.

use std::env;

/// How many of something a test takes: few, so that all tests together take minutes, or many in the long lane of
/// `.ci/run`, which sets `ODDBOARD_LONG=1`.
///
/// # Panics
///
/// The variable says something else.
pub fn quick_or_long(quick: usize, long: usize) -> usize {
    match env::var_os("ODDBOARD_LONG") {
        None => quick,
        Some(value) => {
            assert!(
                value == "1",
                "ODDBOARD_LONG=1 asks for long tests, and nothing else does"
            );
            long
        }
    }
}
