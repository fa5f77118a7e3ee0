//! Converts errors of the homeserver and the library to failures.

use matrix_sdk::{HttpError, encryption::OlmError, ruma::api::error::ErrorKind};

/// The failure of a request; a refusal has a short reason.
pub(super) type Failure = kit::Failure<String>;

/// Converts an error of the library to the failure of the request.
pub(super) fn failure(error: impl Into<matrix_sdk::Error>) -> Failure {
    match error.into() {
            matrix_sdk::Error::Http(error) => http_failure(*error),
            matrix_sdk::Error::WrongRoomState(_) => {
                Failure::Refused("the bot is not in that room".to_owned())
            }
            matrix_sdk::Error::OlmError(error)
                if matches!(*error, OlmError::SessionRecipientCollectionError(_)) =>
            {
                Failure::Later(
                    "the session of the bot is not signed any more; stop it, and run `oddboard recover`"
                        .to_owned(),
                )
            }
            // These have no details: they could quote messages of people.
            matrix_sdk::Error::StateStore(_) | matrix_sdk::Error::CryptoStoreError(_) => {
                Failure::Later("the store of the session cannot be used".to_owned())
            }
            _ => Failure::Later("the homeserver answers in an unknown format".to_owned()),
        }
}

fn http_failure(error: HttpError) -> Failure {
    if let HttpError::Reqwest(_) = &error {
        return Failure::Later("the homeserver cannot be reached".to_owned());
    }
    if let HttpError::Cached(_) = &error {
        return Failure::Later("the homeserver could not be reached".to_owned());
    }
    let Some(response) = error.as_client_api_error() else {
        return Failure::Later("the homeserver answers in an unknown format".to_owned());
    };
    let status = response.status_code.as_u16();
    match response.error_kind() {
        Some(ErrorKind::UnknownToken(_) | ErrorKind::MissingToken) => {
            Failure::LoggedOut("the homeserver does not know the session any more")
        }
        Some(ErrorKind::LimitExceeded(_)) => {
            Failure::Later("the homeserver wants a pause".to_owned())
        }
        _ if status >= 500 || [408, 429].contains(&status) => {
            Failure::Later(format!("the homeserver answers with {status}"))
        }
        Some(kind) => Failure::Refused(format!("{} ({status})", kind.errcode())),
        None => Failure::Refused(format!("the homeserver answers with {status}")),
    }
}
