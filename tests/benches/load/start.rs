//! The start time of the program, and its memory after the start.

use std::time::Instant;

use tests::{bench::resident_mib, program::Program};

/// The number of starts.
const N_STARTS: usize = 7;

/// Returns the median time from the start of the release program to ready, in milliseconds, and its memory then, in MiB.
pub(crate) fn median_start(start: impl Fn() -> Program) -> (f64, f64) {
    let starts = (0..N_STARTS).map(|_| {
        let begun = Instant::now();
        let program = start();
        let ms = begun.elapsed().as_secs_f64() * 1e3;
        (ms, resident_mib(program.id()))
    });
    let mut starts: Vec<_> = starts.collect();
    starts.sort_by(|a, b| a.0.total_cmp(&b.0));
    starts[N_STARTS / 2]
}
