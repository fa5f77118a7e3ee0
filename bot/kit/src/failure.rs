//! What became of a request to a platform or to our own store.

use std::{fmt, sync::Arc, time::Duration};

use api::{ChatError, StoreError};

/// Why something was not done; `R` is how the platform says that it refuses. It never holds what people write, nor an
/// address that has a token in it.
#[derive(Debug, thiserror::Error)]
pub enum Failure<R> {
    /// It may have been done or not, and may work later.
    #[error("{0}")]
    Later(String),
    /// The platform takes no such request for so long, and nothing was done.
    #[error("the platform takes no such request for {0:?}")]
    Limited(Duration),
    /// Our own store does not work, which is logged where that begins; it may work later.
    #[error("{0}")]
    Outage(String),
    /// An entry of our own store is damaged or too large. It will never work, and all else does.
    #[error("{0}")]
    Unusable(String),
    /// The platform refused, and would again.
    #[error("{0}")]
    Refused(R),
    /// The platform does not know us any more.
    #[error("{0}")]
    LoggedOut(&'static str),
}

impl<R> Failure<R> {
    /// Whether it may work later.
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

/// An id of ours stands for nothing on its platform.
#[derive(Debug, thiserror::Error)]
#[error("{0} is not known here, or not any more")]
pub struct Unknown(String);

/// What an id of ours stands for on its platform.
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
