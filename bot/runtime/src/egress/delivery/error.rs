//! The reasons why a delivery fails.

use std::{sync::Arc, time::Duration};

use tokio::task::JoinError;
use tracing::{debug, warn};

use api::{ChatError, MatchId, Platform, StoreError};
use service::DeadReason;

/// The reason why a delivery failed.
#[derive(Debug, thiserror::Error)]
pub(crate) enum DeliveryError {
    /// It may succeed later.
    #[error("{0}")]
    Transient(String),
    /// The platform limits requests and accepts it after this time; nothing was posted.
    #[error("the platform takes it after {0:?}")]
    Limited(Duration),
    /// The whole store is in an outage, which is logged at its beginning. It may succeed later.
    #[error("{0}")]
    Outage(String),
    /// The platform refuses it for good.
    #[error("{0}")]
    Refused(String),
    /// It will never succeed, because of stored data or a bug.
    #[error("{0}")]
    Permanent(String),
    /// The platform has refused it for too long.
    #[error("{0}")]
    Overdue(String),
    /// The platform is not switched on.
    #[error("{0} is not switched on")]
    SwitchedOff(Platform),
}

impl DeliveryError {
    /// Returns whether the whole store is in an outage, which is logged elsewhere.
    pub(super) fn is_outage(&self) -> bool {
        matches!(self, DeliveryError::Outage(_))
    }

    /// Logs the error, unless the whole store is in an outage.
    pub(crate) fn log(&self, id: MatchId, what: &str) {
        if self.is_outage() {
            debug!(%id, error = %self, "{what}");
        } else {
            warn!(%id, error = %self, "{what}");
        }
    }

    /// Returns whether the platform works at all, so that the rest of the delivery can still be made.
    pub(super) fn is_answer(&self) -> bool {
        matches!(
            self,
            DeliveryError::Refused(_) | DeliveryError::Permanent(_)
        )
    }

    /// Returns the error of a delivery that panicked. The panic was logged by its hook.
    pub(super) fn panicked() -> DeliveryError {
        DeliveryError::Permanent("a bug of the program".to_owned())
    }

    /// Returns the reason for giving the delivery up.
    ///
    /// # Errors
    ///
    /// The delivery may succeed later.
    pub(crate) fn for_good(self) -> Result<DeadReason, DeliveryError> {
        match self {
            DeliveryError::Transient(_) | DeliveryError::Limited(_) | DeliveryError::Outage(_) => {
                Err(self)
            }
            DeliveryError::Refused(reason)
            | DeliveryError::Permanent(reason)
            | DeliveryError::Overdue(reason) => Ok(DeadReason::Failed(reason)),
            DeliveryError::SwitchedOff(platform) => Ok(DeadReason::SwitchedOff(platform)),
        }
    }

    /// Returns the error as one after which the delivery is retried.
    pub(super) fn for_now(self) -> DeliveryError {
        match self.for_good() {
            Ok(reason) => DeliveryError::Transient(reason.to_string()),
            Err(error) => error,
        }
    }
}

impl From<StoreError> for DeliveryError {
    /// Damaged data stays damaged.
    fn from(error: StoreError) -> DeliveryError {
        match error {
            StoreError::Damaged { .. } => DeliveryError::Permanent(error.to_string()),
            error => Arc::new(error).into(),
        }
    }
}

impl From<Arc<StoreError>> for DeliveryError {
    fn from(error: Arc<StoreError>) -> DeliveryError {
        if error.is_outage() {
            DeliveryError::Outage(error.to_string())
        } else {
            DeliveryError::Transient(error.to_string())
        }
    }
}

impl From<JoinError> for DeliveryError {
    fn from(error: JoinError) -> DeliveryError {
        if error.is_panic() {
            DeliveryError::panicked()
        } else {
            // The process is ending.
            DeliveryError::Transient(error.to_string())
        }
    }
}

impl From<ChatError> for DeliveryError {
    fn from(error: ChatError) -> DeliveryError {
        match error {
            ChatError::Unavailable(_) => DeliveryError::Transient(error.to_string()),
            ChatError::Limited(pause) => DeliveryError::Limited(pause),
            ChatError::Outage(_) => DeliveryError::Outage(error.to_string()),
            ChatError::Refused(_) => DeliveryError::Refused(error.to_string()),
        }
    }
}
