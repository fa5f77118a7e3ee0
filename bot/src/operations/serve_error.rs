//! The error of serving.

use crate::config::ConfigError;
use api::StoreError;
use discord::GatewayError;
use service::UpgradeError;

/// The reason that the program does not serve.
#[derive(Debug, thiserror::Error)]
pub enum ServeError {
    /// The input is wrong.
    #[error("{0}")]
    Input(String),
    /// It fails, with a message for people.
    #[error(transparent)]
    Failed(#[from] anyhow::Error),
    /// A necessary part of the program has panicked; a restart helps.
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

/// Treats as wrong input a database that cannot be used, and data that this release cannot read.
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
