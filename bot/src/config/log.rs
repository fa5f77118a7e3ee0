//! The settings of the log.

use super::either;

/// The settings of the log.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Log {
    /// The least severe level of our own lines that is written.
    pub level: tracing::Level,
    /// The format of a line.
    pub format: LogFormat,
}

/// The format of a log line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LogFormat {
    /// Text for people.
    Text,
    /// A JSON object for programs.
    Json,
}

/// Parses the format of a line.
pub(super) fn format(text: &str) -> Result<LogFormat, String> {
    either(("text", LogFormat::Text), ("json", LogFormat::Json))(text)
}

/// Parses the log level.
pub(super) fn level(text: &str) -> Result<tracing::Level, String> {
    // tracing accepts numbers too, and those mean nothing to people.
    text.parse()
        .ok()
        .filter(|_| text.chars().all(char::is_alphabetic))
        .ok_or_else(|| "write error, warn, info, debug or trace".to_string())
}
