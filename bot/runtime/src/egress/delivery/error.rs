//! Why a delivery was not made.

use std::{sync::Arc, time::Duration};

use tokio::task::JoinError;
use tracing::{debug, warn};

use api::{ChatError, MatchId, Platform, StoreError};
use service::DeadReason;

/// Why a delivery was not made.
#[derive(Debug, thiserror::Error)]
pub(crate) enum DeliveryError {
    /// It may work later.
    #[error("{0}")]
    Transient(String),
    /// The platform takes it after so long, and it has done nothing.
    #[error("the platform takes it after {0:?}")]
    Limited(Duration),
    /// The store as a whole does not work, which is logged where that begins; it may work later.
    #[error("{0}")]
    Outage(String),
    /// The platform refuses it for good.
    #[error("{0}")]
    Refused(String),
    /// It will never work, because of what is stored or of the program.
    #[error("{0}")]
    Permanent(String),
    /// The platform is not switched on.
    #[error("{0} is not switched on")]
    SwitchedOff(Platform),
}

impl DeliveryError {
    /// Whether it is the store as a whole, of which is told elsewhere.
    pub(super) fn is_outage(&self) -> bool {
        matches!(self, DeliveryError::Outage(_))
    }

    /// Logs it, unless it is the store as a whole.
    pub(crate) fn log(&self, id: MatchId, what: &str) {
        if self.is_outage() {
            debug!(%id, error = %self, "{what}");
        } else {
            warn!(%id, error = %self, "{what}");
        }
    }

    /// Why the delivery is given up.
    ///
    /// # Errors
    ///
    /// It may work later.
    pub(crate) fn for_good(self) -> Result<DeadReason, DeliveryError> {
        match self {
            DeliveryError::Transient(_) | DeliveryError::Limited(_) | DeliveryError::Outage(_) => {
                Err(self)
            }
            DeliveryError::Refused(reason) | DeliveryError::Permanent(reason) => {
                Ok(DeadReason::Failed(reason))
            }
            DeliveryError::SwitchedOff(platform) => Ok(DeadReason::SwitchedOff(platform)),
        }
    }
}

impl From<StoreError> for DeliveryError {
    /// What is damaged stays so.
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
            // What it was about was logged by its hook.
            DeliveryError::Permanent("a bug of the program".to_owned())
        } else {
            // The program is ending.
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
