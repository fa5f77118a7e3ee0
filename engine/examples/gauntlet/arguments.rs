//! The arguments and the exit codes of the examples that play matches.

use std::{error::Error, num::NonZero, process::ExitCode, str::FromStr};

/// The maximum number of pairs that run side by side. Each has the memory of two engines.
pub(crate) const MOST_THREADS: NonZero<usize> = NonZero::new(256).expect("256 is not 0");

/// Reads a number of the arguments.
pub(crate) fn number<T: FromStr>(text: &str) -> Result<T, String> {
    let bad = |_| {
        format!(
            "{text:?} is no number that fits; run the example without arguments to see their order"
        )
    };
    text.parse().map_err(bad)
}

/// Prints the error of an example, and returns its exit code.
pub(crate) fn exit_code(result: Result<(), Box<dyn Error>>) -> ExitCode {
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{error}");
            ExitCode::FAILURE
        }
    }
}
