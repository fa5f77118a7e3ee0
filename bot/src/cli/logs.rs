//! The log, on standard error.

#[cfg(test)]
mod tests;

use std::{
    io::{self, IsTerminal},
    panic::{self, PanicHookInfo},
};

use tracing::{Level, error};
use tracing_subscriber::{
    filter::{LevelFilter, Targets},
    layer::SubscriberExt,
    util::SubscriberInitExt,
};

use super::message;
use crate::config::{Log, LogFormat};

/// Starts the log.
pub(super) fn start(log: Log) {
    let lines = tracing_subscriber::fmt::layer()
        .with_writer(io::stderr)
        // A closed standard error would cause a panic, and no one could see that.
        .log_internal_errors(false)
        .with_ansi(log.format == LogFormat::Text && io::stderr().is_terminal());
    let logs = tracing_subscriber::registry().with(filter(log.level));
    // It fails if a log exists already, as in a test that starts twice.
    let _ = match log.format {
        LogFormat::Text => logs.with(lines).try_init(),
        LogFormat::Json => logs.with(lines.json().flatten_event(true)).try_init(),
    };
}

/// Reports every panic in one line, in the log if there is one.
pub(super) fn tell_panics() {
    panic::set_hook(Box::new(|info| {
        let text = panic_line(info);
        if tracing::enabled!(Level::ERROR) {
            error!("{text}");
        } else {
            message(&text);
        }
    }));
}

/// Formats the place of a panic, and its message if that is a literal: a message made at run time may quote secrets.
fn panic_line(info: &PanicHookInfo<'_>) -> String {
    let place = info
        .location()
        .map_or_else(|| "an unknown place".to_owned(), ToString::to_string);
    let message = match info.payload().downcast_ref::<&'static str>() {
        Some(message) => format!(" ({message})"),
        None => String::new(),
    };
    format!(
        "something went wrong inside Oddboard at {place}{message}; if no other message explains it, please report this one"
    )
}

/// The prefixes of the targets of our own lines. The colons exclude a library with the same beginning of its name.
const OURS: [&str; 8] = [
    "bot::",
    "discord::",
    "kit::",
    "matrix::",
    "page::",
    "runtime::",
    "store::",
    "text::",
];

/// Selects our own lines from the given level on. The libraries log only warnings at any level: some transport messages, and
/// their spans and details would log the words of people.
fn filter(level: Level) -> Targets {
    let level = LevelFilter::from_level(level);
    Targets::new()
        .with_default(level.min(LevelFilter::WARN))
        // Its warnings quote unparsed text. The bot logs the events of its connection itself.
        .with_target("serenity", LevelFilter::OFF)
        .with_target("matrix_sdk", LevelFilter::OFF)
        .with_target("ruma", LevelFilter::OFF)
        .with_targets(OURS.map(|target| (target, level)))
}
