//! Refusals.

use axum::{
    Json,
    extract::rejection::{JsonRejection, PathRejection},
    http::StatusCode,
    response::{IntoResponse, Response},
};
use serde::Serialize;

use super::{people::SignInError, stored::StoreFailure};
use crate::ports::StoreError;

/// A refusal, as `{"error": …}`.
#[derive(Debug)]
pub(super) struct Problem {
    status: StatusCode,
    pub(super) error: String,
}

impl Problem {
    pub(super) fn new(status: StatusCode, error: impl Into<String>) -> Problem {
        Problem {
            status,
            error: error.into(),
        }
    }

    pub(super) fn stranger() -> Problem {
        Problem::new(StatusCode::UNAUTHORIZED, "Sign in first.")
    }

    pub(super) fn hurry() -> Problem {
        Problem::new(
            StatusCode::TOO_MANY_REQUESTS,
            "That was too fast. Wait a moment and try again.",
        )
    }

    pub(super) fn too_slow() -> Problem {
        Problem::new(
            StatusCode::REQUEST_TIMEOUT,
            "That took too long to arrive. Try again.",
        )
    }

    pub(super) fn bug() -> Problem {
        Problem::new(
            StatusCode::INTERNAL_SERVER_ERROR,
            "Something in Oddboard broke; its log says what. Try again.",
        )
    }

    pub(super) fn restarting() -> Problem {
        Problem::new(
            StatusCode::SERVICE_UNAVAILABLE,
            "Oddboard is stopping. Try again when it is back.",
        )
    }
}

impl IntoResponse for Problem {
    fn into_response(self) -> Response {
        #[derive(Serialize)]
        struct Error {
            error: String,
        }
        (self.status, Json(Error { error: self.error })).into_response()
    }
}

impl From<StoreError> for Problem {
    fn from(error: StoreError) -> Problem {
        StoreFailure::from(error).into()
    }
}

impl From<StoreFailure> for Problem {
    fn from(failure: StoreFailure) -> Problem {
        match failure {
            StoreFailure::Outage(reason) => {
                tracing::debug!(reason, "the playground could not use its store")
            }
            failure => tracing::error!(%failure, "the playground could not use its store"),
        }
        Problem::new(
            StatusCode::SERVICE_UNAVAILABLE,
            "Oddboard could not read or write its data, so nothing is confirmed. Try again.",
        )
    }
}

impl From<SignInError> for Problem {
    fn from(error: SignInError) -> Problem {
        let status = match error {
            SignInError::Name(_) => StatusCode::UNPROCESSABLE_ENTITY,
            SignInError::Taken(_) => StatusCode::CONFLICT,
            SignInError::Full => StatusCode::FORBIDDEN,
            SignInError::Unstored(failure) => return failure.into(),
        };
        Problem::new(status, error.to_string())
    }
}

impl From<JsonRejection> for Problem {
    fn from(rejection: JsonRejection) -> Problem {
        match rejection.status() {
            StatusCode::PAYLOAD_TOO_LARGE => Problem::new(
                StatusCode::PAYLOAD_TOO_LARGE,
                "That is far too long for a message or a command. Shorten it and try again.",
            ),
            status => Problem::new(
                status,
                "The page sent something that Oddboard does not understand. Reload it.",
            ),
        }
    }
}

impl From<PathRejection> for Problem {
    fn from(_: PathRejection) -> Problem {
        Problem::new(StatusCode::NOT_FOUND, "There is nothing here.")
    }
}
