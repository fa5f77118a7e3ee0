//! The amount of work of the tests.

use std::env;

/// Returns the number of cases for a test: few, so that all tests together take minutes, or many in the long lane.
/// `.ci/run` sets `ODDBOARD_LONG=1` for that lane.
///
/// # Panics
///
/// Panics if the variable has another value.
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
