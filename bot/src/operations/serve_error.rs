//! Why the program does not serve.

use crate::config::ConfigError;
use api::StoreError;
use discord::GatewayError;
use service::UpgradeError;

/// Why it does not serve.
#[derive(Debug, thiserror::Error)]
pub enum ServeError {
    /// What it was given is wrong.
    #[error("{0}")]
    Input(String),
    /// It cannot, ready to be told.
    #[error(transparent)]
    Failed(#[from] anyhow::Error),
    /// A part of the program has panicked that it cannot do without; a restart helps.
    #[error(
        "a part of the program broke down ({0}); start it again, and report it if it happens again"
    )]
    Broken(&'static str),
}

impl From<ConfigError> for ServeError {
    fn from(error: ConfigError) -> ServeError {
        ServeError::Input(error.to_string())
    }
}

/// A database that cannot be used is wrong input, and so are data that this release cannot read.
impl From<StoreError> for ServeError {
    fn from(error: StoreError) -> ServeError {
        match error {
            StoreError::Database { .. } | StoreError::Format { .. } => {
                ServeError::Input(error.to_string())
            }
            error => ServeError::Failed(error.into()),
        }
    }
}

impl From<UpgradeError> for ServeError {
    fn from(error: UpgradeError) -> ServeError {
        match error {
            UpgradeError::Later { .. } => ServeError::Input(error.to_string()),
            UpgradeError::Store(error) => error.into(),
        }
    }
}

impl From<GatewayError> for ServeError {
    fn from(error: GatewayError) -> ServeError {
        match error {
            GatewayError::Token | GatewayError::Numbering { .. } | GatewayError::Refused(_) => {
                ServeError::Input(error.to_string())
            }
            GatewayError::Ended(_) => ServeError::Failed(error.into()),
        }
    }
}

#[cfg(feature = "matrix")]
impl From<matrix::SessionError> for ServeError {
    fn from(error: matrix::SessionError) -> ServeError {
        if error.is_lasting() {
            ServeError::Input(error.to_string())
        } else {
            ServeError::Failed(error.into())
        }
    }
}
