//! What is logged, and how.

use std::str::FromStr;

/// What is logged.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Log {
    /// The least severe of our own lines to be written.
    pub level: tracing::Level,
    /// What a line is.
    pub format: LogFormat,
}

/// What a line of the log is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LogFormat {
    /// Text for people.
    Text,
    /// A JSON object for programs.
    Json,
}

impl FromStr for LogFormat {
    type Err = String;

    fn from_str(text: &str) -> Result<LogFormat, String> {
        match text {
            "text" => Ok(LogFormat::Text),
            "json" => Ok(LogFormat::Json),
            _ => Err("write text or json".to_owned()),
        }
    }
}

/// How much is logged.
pub(super) fn level(text: &str) -> Result<tracing::Level, String> {
    // tracing reads numbers too, and those mean nothing to people.
    text.parse()
        .ok()
        .filter(|_| text.chars().all(char::is_alphabetic))
        .ok_or_else(|| "write error, warn, info, debug or trace".to_string())
}
