//! Log lines, to standard error.

#[cfg(test)]
mod tests;

use std::io::{self, IsTerminal};

use tracing::Level;
use tracing_subscriber::{
    filter::{LevelFilter, Targets},
    layer::SubscriberExt,
    util::SubscriberInitExt,
};

/// Starts to write log lines of at least this level.
pub(super) fn start(level: Level) {
    let lines = tracing_subscriber::fmt::layer()
        .with_writer(io::stderr)
        .with_ansi(io::stderr().is_terminal());
    let logs = tracing_subscriber::registry()
        .with(filter(level))
        .with(lines);
    // It fails if there are log lines already, as in a test that starts twice.
    let _ = logs.try_init();
}

/// What the targets of our own lines begin with; the colons keep a library out whose name begins as ours.
const OURS: &str = concat!(env!("CARGO_CRATE_NAME"), "::");

/// Our own lines from the given level on. The libraries are held to warnings whatever the level: the spans and details
/// of those that carry messages would put into the log what people write to each other.
fn filter(level: Level) -> Targets {
    let level = LevelFilter::from_level(level);
    Targets::new()
        .with_default(level.min(LevelFilter::WARN))
        // Its warnings quote what it could not read. What its connection does is logged by us.
        .with_target("serenity", LevelFilter::OFF)
        .with_target("matrix_sdk", LevelFilter::OFF)
        .with_target("ruma", LevelFilter::OFF)
        .with_target(OURS, level)
}
