//! What Discord says when it does not do what it was asked.

use std::sync::Arc;

use serenity::http::{HttpError, StatusCode};

use crate::ports::{ChatError, StoreError};

/// Codes that Discord gives for its refusals.
pub(super) mod code {
    /// The channel is gone.
    pub(in super::super) const UNKNOWN_CHANNEL: isize = 10003;
    /// The person is not on the server.
    pub(in super::super) const UNKNOWN_MEMBER: isize = 10007;
    /// The interaction has not been acknowledged in time.
    pub(in super::super) const UNKNOWN_INTERACTION: isize = 10062;
    /// The interaction has been acknowledged before.
    pub(in super::super) const ALREADY_ACKNOWLEDGED: isize = 40060;
    /// The person takes no direct messages from us.
    pub(in super::super) const CLOSED: isize = 50007;
    /// The person shares no server with us any more.
    pub(in super::super) const NOTHING_SHARED: isize = 50278;
    /// The message has a thread already.
    pub(in super::super) const HAS_THREAD: isize = 160_004;
    /// We may not see the channel.
    pub(in super::super) const NO_ACCESS: isize = 50001;
    /// We lack a permission there.
    pub(in super::super) const NO_PERMISSION: isize = 50013;
}

/// What became of a request. It never holds an address: that of an answer has its token in it.
#[derive(Debug)]
pub(super) enum Failure {
    /// It may have been done or not, and may work later.
    Later(String),
    /// Discord refused it, with one of its codes.
    Refused(isize, String),
    /// The token is none that Discord knows.
    Unauthorized,
}

impl Failure {
    /// Whether it says that somebody takes no direct messages from us.
    pub(super) fn is_closed(&self) -> bool {
        self.is(code::CLOSED) || self.is(code::NOTHING_SHARED)
    }

    /// Whether Discord gave this reason.
    pub(super) fn is(&self, code: isize) -> bool {
        matches!(self, Failure::Refused(given, _) if *given == code)
    }
}

impl From<serenity::Error> for Failure {
    fn from(error: serenity::Error) -> Failure {
        match error {
            serenity::Error::Http(HttpError::UnsuccessfulRequest(response)) => {
                let status = response.status_code;
                let said = format!("{} ({})", response.error.message, response.error.code);
                if status == StatusCode::UNAUTHORIZED && response.error.code == 0 {
                    Failure::Unauthorized
                } else if status.is_server_error() || status == StatusCode::TOO_MANY_REQUESTS {
                    Failure::Later(format!("Discord answers with {}", status.as_u16()))
                } else {
                    Failure::Refused(response.error.code, said)
                }
            }
            // Neither says more: what they could quote has a token in it.
            serenity::Error::Http(_) => Failure::Later("Discord cannot be reached".to_owned()),
            _ => Failure::Later("Discord answers in a manner unheard of".to_owned()),
        }
    }
}

impl From<StoreError> for Failure {
    fn from(error: StoreError) -> Failure {
        Failure::Later(error.to_string())
    }
}

impl From<Arc<StoreError>> for Failure {
    fn from(error: Arc<StoreError>) -> Failure {
        Failure::Later(error.to_string())
    }
}

impl From<tokio::time::error::Elapsed> for Failure {
    fn from(_: tokio::time::error::Elapsed) -> Failure {
        Failure::Later("Discord does not answer in time".to_owned())
    }
}

impl From<Failure> for ChatError {
    fn from(failure: Failure) -> ChatError {
        match failure {
            Failure::Later(reason) => ChatError::Unavailable(reason),
            Failure::Refused(code, said) => ChatError::Refused(match advice(code) {
                Some(advice) => format!("{said}; {advice}"),
                None => said,
            }),
            Failure::Unauthorized => {
                ChatError::Unavailable("Discord does not know the token any more".to_owned())
            }
        }
    }
}

/// What whoever runs the bot can do about a refusal.
fn advice(code: isize) -> Option<&'static str> {
    match code {
        code::CLOSED => Some("they have to allow direct messages from this server"),
        code::NOTHING_SHARED => Some("they have left every server that the bot is on"),
        code::NO_ACCESS => Some("the bot needs the permission View Channel there"),
        code::NO_PERMISSION => Some("/doctor in that channel tells which permission is missing"),
        code::UNKNOWN_CHANNEL => Some("the channel was deleted"),
        _ => None,
    }
}
