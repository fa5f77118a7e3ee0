//! Responses to requests, good and bad.

use serde_json::{Value, json};

/// A response.
pub(super) struct Reply {
    pub(super) status: u16,
    /// The body. Null stands for an empty body.
    pub(super) body: Value,
    pub(super) headers: Vec<(&'static str, String)>,
}

impl Reply {
    pub(super) fn good(body: Value) -> Reply {
        Reply {
            status: 200,
            body,
            headers: Vec::new(),
        }
    }

    pub(super) fn created(body: Value) -> Reply {
        Reply {
            status: 201,
            ..Reply::good(body)
        }
    }

    pub(super) fn nothing() -> Reply {
        Reply {
            status: 204,
            ..Reply::good(Value::Null)
        }
    }

    /// Returns a failure of the service itself.
    pub(super) fn failing(status: u16) -> Reply {
        Reply {
            status,
            ..Reply::good(json!({ "message": "the service is not well", "code": 0 }))
        }
    }

    pub(super) fn rate_limited(seconds: f64, is_global: bool) -> Reply {
        let mut headers = vec![
            ("retry-after", seconds.to_string()),
            (
                "x-ratelimit-scope",
                if is_global { "global" } else { "user" }.to_owned(),
            ),
        ];
        if is_global {
            headers.push(("x-ratelimit-global", "true".to_owned()))
        } else {
            headers.extend([
                ("x-ratelimit-limit", "5".to_owned()),
                ("x-ratelimit-remaining", "0".to_owned()),
                ("x-ratelimit-reset-after", seconds.to_string()),
                ("x-ratelimit-bucket", "bucket".to_owned()),
            ])
        }
        let body = json!({ "message": "You are being rate limited.", "retry_after": seconds, "global": is_global });
        Reply {
            status: 429,
            body,
            headers,
        }
    }
}

/// A refusal in Discord's own words.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Refusal {
    pub(super) status: u16,
    pub(super) code: u32,
    pub(super) message: String,
}

impl Refusal {
    pub(super) fn new(status: u16, code: u32, message: &str) -> Refusal {
        Refusal {
            status,
            code,
            message: message.to_owned(),
        }
    }

    pub(super) fn unknown_channel() -> Refusal {
        Refusal::new(404, 10003, "Unknown Channel")
    }

    pub(super) fn unknown_message() -> Refusal {
        Refusal::new(404, 10008, "Unknown Message")
    }

    pub(super) fn unknown_webhook() -> Refusal {
        Refusal::new(404, 10015, "Unknown Webhook")
    }

    pub(super) fn unknown_interaction() -> Refusal {
        Refusal::new(404, 10062, "Unknown interaction")
    }

    pub(super) fn missing_access() -> Refusal {
        Refusal::new(403, 50001, "Missing Access")
    }

    pub(super) fn missing_permissions() -> Refusal {
        Refusal::new(403, 50013, "Missing Permissions")
    }

    pub(super) fn invalid_form() -> Refusal {
        Refusal::new(400, 50035, "Invalid Form Body")
    }

    pub(super) fn reply(self) -> Reply {
        let body = json!({ "message": self.message, "code": self.code });
        Reply {
            status: self.status,
            ..Reply::good(body)
        }
    }
}
