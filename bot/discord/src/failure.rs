//! Failures of requests to Discord.

use std::fmt;

use serenity::http::{HttpError, StatusCode};

/// Error codes of Discord.
pub(super) mod code {
    /// The channel no longer exists.
    pub(in super::super) const UNKNOWN_CHANNEL: isize = 10003;
    /// The message no longer exists.
    pub(in super::super) const UNKNOWN_MESSAGE: isize = 10008;
    /// The channel is of a kind that does not support this.
    pub(in super::super) const OTHER_KIND: isize = 50024;
    /// The person is not on the server.
    pub(in super::super) const UNKNOWN_MEMBER: isize = 10007;
    /// The interaction has not been acknowledged in time.
    pub(in super::super) const UNKNOWN_INTERACTION: isize = 10062;
    /// The interaction has been acknowledged before.
    pub(in super::super) const ALREADY_ACKNOWLEDGED: isize = 40060;
    /// The person accepts no direct messages from the bot.
    pub(in super::super) const CLOSED: isize = 50007;
    /// The person shares no server with the bot any more.
    pub(in super::super) const NOTHING_SHARED: isize = 50278;
    /// The message has a thread already.
    pub(in super::super) const HAS_THREAD: isize = 160_004;
    /// The bot may not see the channel.
    pub(in super::super) const NO_ACCESS: isize = 50001;
    /// The application has Activities, and the registered commands lack its entry point.
    pub(in super::super) const ENTRY_POINT_REMOVED: isize = 50240;
    /// The bot lacks a permission there.
    pub(in super::super) const NO_PERMISSION: isize = 50013;
}

/// The failure of a request. It never holds a URL, because the URL of an answer contains its token.
pub(super) type Failure = kit::Failure<Rejection>;

/// A refusal by Discord.
#[derive(Debug)]
pub(super) struct Rejection {
    /// The error code, if Discord itself refused.
    code: Option<isize>,
    text: String,
}

impl From<String> for Rejection {
    fn from(text: String) -> Rejection {
        Rejection { code: None, text }
    }
}

impl fmt::Display for Rejection {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)?;
        match self.code.and_then(advice) {
            Some(advice) => write!(f, "; {advice}"),
            None => Ok(()),
        }
    }
}

/// Tells whether the person accepts no direct messages from the bot.
pub(super) fn is_closed(failure: &Failure) -> bool {
    is(failure, code::CLOSED) || is(failure, code::NOTHING_SHARED)
}

/// Tells whether Discord gave this reason.
pub(super) fn is(failure: &Failure, code: isize) -> bool {
    matches!(failure, Failure::Refused(rejection) if rejection.code == Some(code))
}

/// Converts a serenity error into the failure of a request.
pub(super) fn failure(error: serenity::Error) -> Failure {
    match error {
        serenity::Error::Http(HttpError::UnsuccessfulRequest(response)) => {
            let status = response.status_code;
            let code = response.error.code;
            if status == StatusCode::UNAUTHORIZED && code == 0 {
                Failure::LoggedOut("Discord does not know the token any more")
            } else if status.is_server_error() || status == StatusCode::TOO_MANY_REQUESTS {
                Failure::Later(format!("Discord answers with {}", status.as_u16()))
            } else {
                let text = format!("{} ({code})", response.error.message);
                let code = Some(code);
                Failure::Refused(Rejection { code, text })
            }
        }
        // Neither includes the error, which may quote a token.
        serenity::Error::Http(_) => Failure::Later("Discord cannot be reached".to_owned()),
        _ => Failure::Later("Discord answers in an unknown format".to_owned()),
    }
}

/// Converts a timeout into a failure.
pub(super) fn timed_out(_: tokio::time::error::Elapsed) -> Failure {
    Failure::Later("Discord does not answer in time".to_owned())
}

/// Returns the remedy of a refusal, for the operator of the bot.
fn advice(code: isize) -> Option<&'static str> {
    match code {
        code::CLOSED => Some("they have to allow direct messages from this server"),
        code::NOTHING_SHARED => Some("they have left every server that the bot is on"),
        code::NO_ACCESS => Some("the bot needs the permission View Channel there"),
        code::NO_PERMISSION => Some("/doctor in that channel tells which permission is missing"),
        code::ENTRY_POINT_REMOVED => Some(
            "the application has Activities enabled: set [discord] activity = true, or disable them at https://discord.com/developers/applications",
        ),
        code::UNKNOWN_CHANNEL => Some("the channel was deleted"),
        _ => None,
    }
}
