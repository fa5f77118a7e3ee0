//! Responses to requests, good and bad.

use std::time::Duration;

use serde_json::{Value, json};

use super::message_rates::Allowance;

/// A response.
pub(super) struct Reply {
    pub(super) status: u16,
    /// The body. Null stands for an empty body.
    pub(super) body: Value,
    pub(super) headers: Vec<(&'static str, String)>,
}

impl Reply {
    pub(super) fn new(status: u16, body: Value) -> Reply {
        Reply {
            status,
            body,
            headers: Vec::new(),
        }
    }

    pub(super) fn good(body: Value) -> Reply {
        Reply::new(200, body)
    }

    pub(super) fn nothing() -> Reply {
        Reply::new(204, Value::Null)
    }

    /// Returns a failure of the service itself.
    pub(super) fn failing(status: u16) -> Reply {
        let body = json!({ "message": "the service is not well", "code": 0 });
        Reply::new(status, body)
    }

    pub(super) fn rate_limited(reset_after: Duration, is_global: bool) -> Reply {
        let seconds = reset_after.as_secs_f64();
        let mut headers = vec![("retry-after", seconds.to_string())];
        if is_global {
            headers.push(("x-ratelimit-scope", "global".to_owned()));
            headers.push(("x-ratelimit-global", "true".to_owned()));
        } else {
            let remaining = 0;
            headers.push(("x-ratelimit-scope", "user".to_owned()));
            headers.extend(
                Allowance {
                    remaining,
                    reset_after,
                }
                .headers(),
            );
        }
        let body = json!({ "message": "You are being rate limited.", "retry_after": seconds, "global": is_global });
        Reply {
            headers,
            ..Reply::new(429, body)
        }
    }
}

/// A refusal in Discord's own words: the status, Discord's code, and its message.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Refusal(u16, u32, &'static str);

impl Refusal {
    pub(super) const UNAUTHORIZED: Refusal = Refusal(401, 0, "401: Unauthorized");
    pub(super) const NOT_FOUND: Refusal = Refusal(404, 0, "404: Not Found");
    pub(super) const UNKNOWN_APPLICATION: Refusal = Refusal(404, 10002, "Unknown Application");
    pub(super) const UNKNOWN_CHANNEL: Refusal = Refusal(404, 10003, "Unknown Channel");
    pub(super) const UNKNOWN_GUILD: Refusal = Refusal(404, 10004, "Unknown Guild");
    pub(super) const UNKNOWN_MEMBER: Refusal = Refusal(404, 10007, "Unknown Member");
    pub(super) const UNKNOWN_MESSAGE: Refusal = Refusal(404, 10008, "Unknown Message");
    pub(super) const UNKNOWN_USER: Refusal = Refusal(404, 10013, "Unknown User");
    pub(super) const UNKNOWN_WEBHOOK: Refusal = Refusal(404, 10015, "Unknown Webhook");
    /// The token of an interaction is unknown or expired.
    pub const UNKNOWN_INTERACTION: Refusal = Refusal(404, 10062, "Unknown interaction");
    pub(super) const ACKNOWLEDGED: Refusal =
        Refusal(400, 40060, "Interaction has already been acknowledged.");
    pub(super) const MISSING_ACCESS: Refusal = Refusal(403, 50001, "Missing Access");
    pub(super) const FOREIGN_MESSAGE: Refusal =
        Refusal(403, 50005, "Cannot edit a message authored by another user");
    pub(super) const CLOSED_DIRECT: Refusal =
        Refusal(403, 50007, "Cannot send messages to this user");
    pub(super) const NO_TEXT_CHANNEL: Refusal =
        Refusal(400, 50008, "Cannot send messages in a non-text channel");
    /// The bot lacks a permission.
    pub const MISSING_PERMISSIONS: Refusal = Refusal(403, 50013, "Missing Permissions");
    pub(super) const WRONG_CHANNEL_TYPE: Refusal =
        Refusal(400, 50024, "Cannot execute action on this channel type");
    pub(super) const INVALID_TOKEN: Refusal = Refusal(401, 50027, "Invalid Webhook Token");
    pub(super) const INVALID_FORM: Refusal = Refusal(400, 50035, "Invalid Form Body");
    pub(super) const ARCHIVED: Refusal = Refusal(400, 50083, "Thread is archived");
    pub(super) const NO_MUTUAL_GUILD: Refusal = Refusal(
        403,
        50278,
        "Cannot send messages to this user due to having no mutual guilds",
    );
    pub(super) const HAS_THREAD: Refusal = Refusal(
        400,
        160_004,
        "A thread has already been created for this message",
    );

    pub(super) fn reply(self) -> Reply {
        let Refusal(status, code, message) = self;
        Reply::new(status, json!({ "message": message, "code": code }))
    }
}
