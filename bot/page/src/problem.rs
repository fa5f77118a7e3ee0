//! Error responses.

use axum::{
    Json,
    extract::rejection::{JsonRejection, PathRejection},
    http::StatusCode,
    response::{IntoResponse, Response},
};
use governor::{NotUntil, clock::Reference};
use serde::Serialize;

use super::{page, people::SignInError, stored::StoreFailure};
use api::{NoBoard, StoreError};
use text::{Language, Text};

/// An error response, as `{"error": …}` in the language of the reader.
#[derive(Clone, Debug)]
pub(super) struct Problem {
    pub(super) status: StatusCode,
    pub(super) error: Text,
}

impl Problem {
    pub(super) fn new(status: StatusCode, error: Text) -> Problem {
        Problem { status, error }
    }

    /// The requested resource does not exist.
    pub(super) fn missing(error: Text) -> Problem {
        Problem::new(StatusCode::NOT_FOUND, error)
    }

    /// The page has nothing at the address.
    pub(super) fn nothing() -> Problem {
        Problem::missing(text::page_nothing())
    }

    /// The request cannot be used.
    pub(super) fn unusable(error: Text) -> Problem {
        Problem::new(StatusCode::UNPROCESSABLE_ENTITY, error)
    }

    /// Converts the reason why there is no board of a match.
    pub(super) fn of_no_board(why: NoBoard) -> Problem {
        let status = match why {
            NoBoard::Unknown => StatusCode::NOT_FOUND,
            NoBoard::Later => StatusCode::SERVICE_UNAVAILABLE,
        };
        Problem::new(status, why.text())
    }

    pub(super) fn stranger() -> Problem {
        Problem::new(StatusCode::UNAUTHORIZED, text::page_stranger_here())
    }

    pub(super) fn too_often() -> Problem {
        Problem::new(StatusCode::TOO_MANY_REQUESTS, text::page_hurry())
    }

    /// A stranger wants to play, but the page admits no guests.
    pub(super) fn no_guests() -> Problem {
        Problem::new(StatusCode::FORBIDDEN, text::page_no_guests())
    }

    pub(super) fn too_slow() -> Problem {
        Problem::new(StatusCode::REQUEST_TIMEOUT, text::page_slow())
    }

    /// The body of a request to this path is too long.
    pub(super) fn too_long(path: &str) -> Problem {
        let error = if path.starts_with("/api/analysis") {
            text::analysis_too_long()
        } else {
            text::page_too_long()
        };
        Problem::new(StatusCode::PAYLOAD_TOO_LARGE, error)
    }

    pub(super) fn bug() -> Problem {
        Problem::new(StatusCode::INTERNAL_SERVER_ERROR, text::page_bug())
    }

    pub(super) fn restarting() -> Problem {
        Problem::new(StatusCode::SERVICE_UNAVAILABLE, text::page_stopping())
    }

    /// Builds the response in this language.
    fn response(&self, language: Language) -> Response {
        #[derive(Serialize)]
        struct Error {
            error: String,
        }
        let error = language.localize(&self.error);
        (self.status, Json(Error { error })).into_response()
    }

    /// Builds the response as a page.
    fn shown(&self, language: Language) -> Response {
        let error = language.localize(&self.error);
        (self.status, page::note(&error, language)).into_response()
    }

    /// Writes the problem of a response in this language; for a person, as a page.
    pub(super) fn say_in(response: Response, is_page: bool, language: Language) -> Response {
        match response.extensions().get::<Problem>() {
            Some(problem) if is_page => problem.shown(language),
            Some(problem) => problem.response(language),
            None => response,
        }
    }
}

impl IntoResponse for Problem {
    /// Leaves the text to [`Problem::say_in`], which knows the reader.
    fn into_response(self) -> Response {
        let mut response = self.status.into_response();
        response.extensions_mut().insert(self);
        response
    }
}

impl<P: Reference> From<NotUntil<P>> for Problem {
    fn from(_: NotUntil<P>) -> Problem {
        Problem::too_often()
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
                tracing::debug!(reason, "the page cannot use the store")
            }
            failure => tracing::error!(%failure, "the page cannot use the store"),
        }
        Problem::new(StatusCode::SERVICE_UNAVAILABLE, text::page_unstored())
    }
}

impl From<SignInError> for Problem {
    fn from(error: SignInError) -> Problem {
        let (status, text) = match error {
            SignInError::Name(why) => (StatusCode::UNPROCESSABLE_ENTITY, why),
            SignInError::Taken(name) => (StatusCode::CONFLICT, text::page_name_taken(name)),
            SignInError::Full => (StatusCode::FORBIDDEN, text::page_full()),
            SignInError::Unstored(failure) => return failure.into(),
        };
        Problem::new(status, text)
    }
}

impl From<JsonRejection> for Problem {
    fn from(rejection: JsonRejection) -> Problem {
        Problem::new(rejection.status(), text::page_not_understood())
    }
}

impl From<PathRejection> for Problem {
    fn from(_: PathRejection) -> Problem {
        Problem::nothing()
    }
}
