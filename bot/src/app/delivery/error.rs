//! Why a delivery was not made.

use std::sync::Arc;

use crate::ports::{ChatError, StoreError};

/// Why a delivery was not made.
#[derive(Debug, thiserror::Error)]
pub(super) enum DeliveryError {
    /// It may work later.
    #[error("{0}")]
    Transient(String),
    /// The store as a whole does not work, which is logged where that begins; it may work later.
    #[error("{0}")]
    Outage(String),
    /// It will never work.
    #[error("{0}")]
    Permanent(String),
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

impl From<ChatError> for DeliveryError {
    fn from(error: ChatError) -> DeliveryError {
        match error {
            ChatError::Unavailable(_) => DeliveryError::Transient(error.to_string()),
            ChatError::Outage(_) => DeliveryError::Outage(error.to_string()),
            ChatError::Refused(_) => DeliveryError::Permanent(error.to_string()),
        }
    }
}
