//! The failures of requests to a platform or to our own store.

use std::{fmt, sync::Arc, time::Duration};

use api::{ChatError, StoreError};

/// The reason why a request failed; `R` is the form of a platform's refusal. It never holds texts of people, or an address with
/// a token.
#[derive(Debug, thiserror::Error)]
pub enum Failure<R> {
    /// The platform may have done the request or not. It may succeed later.
    #[error("{0}")]
    Later(String),
    /// The platform limits such requests for this time, and did nothing.
    #[error("the platform takes no such request for {0:?}")]
    Limited(Duration),
    /// Our own store does not work. The store logs that when it begins. The request may succeed later.
    #[error("{0}")]
    Outage(String),
    /// An entry of our own store is damaged or too large. The request will never succeed; all others do.
    #[error("{0}")]
    Unusable(String),
    /// The platform refused, and would refuse again.
    #[error("{0}")]
    Refused(R),
    /// The platform has ended our login.
    #[error("{0}")]
    LoggedOut(&'static str),
}

impl<R> Failure<R> {
    /// Returns whether the request may succeed later.
    pub fn may_pass(&self) -> bool {
        matches!(
            self,
            Failure::Later(_) | Failure::Limited(_) | Failure::Outage(_)
        )
    }
}

impl<R> From<&StoreError> for Failure<R> {
    fn from(error: &StoreError) -> Failure<R> {
        let reason = error.to_string();
        match error {
            StoreError::Damaged { .. } | StoreError::TooLarge { .. } => Failure::Unusable(reason),
            error if error.is_outage() => Failure::Outage(reason),
            _ => Failure::Later(reason),
        }
    }
}

impl<R> From<StoreError> for Failure<R> {
    fn from(error: StoreError) -> Failure<R> {
        Failure::from(&error)
    }
}

impl<R> From<Arc<StoreError>> for Failure<R> {
    fn from(error: Arc<StoreError>) -> Failure<R> {
        Failure::from(&*error)
    }
}

/// One of our ids has no counterpart on its platform.
#[derive(Debug, thiserror::Error)]
#[error("{0} is not known here, or not any more")]
pub struct Unknown(String);

/// Returns the counterpart of one of our ids on its platform.
pub fn known<T>(found: Option<T>, id: &impl fmt::Display) -> Result<T, Unknown> {
    found.ok_or_else(|| Unknown(id.to_string()))
}

impl<R: From<String>> From<Unknown> for Failure<R> {
    fn from(error: Unknown) -> Failure<R> {
        Failure::Refused(error.to_string().into())
    }
}

impl From<Unknown> for ChatError {
    fn from(error: Unknown) -> ChatError {
        ChatError::Refused(error.to_string())
    }
}

impl<R: fmt::Display> From<Failure<R>> for ChatError {
    fn from(failure: Failure<R>) -> ChatError {
        let reason = failure.to_string();
        match failure {
            Failure::Limited(pause) => ChatError::Limited(pause),
            Failure::Later(_) | Failure::LoggedOut(_) => ChatError::Unavailable(reason),
            Failure::Outage(_) => ChatError::Outage(reason),
            Failure::Unusable(_) | Failure::Refused(_) => ChatError::Refused(reason),
        }
    }
}
