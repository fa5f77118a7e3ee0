//! The key by which the bot's identity can be had back when its session is lost.

use matrix_sdk::encryption::recovery::RecoveryState;

use super::{
    failure::Failure,
    session::{self, MatrixSettings, SessionError},
};

/// Why there is no recovery key.
#[derive(Debug, thiserror::Error)]
pub enum RecoveryError {
    /// There is no session.
    #[error(transparent)]
    Start(#[from] SessionError),
    /// One was made before.
    #[error(
        "a recovery key was made before and was shown then; with --new another one is made, and the old one is of no use any more"
    )]
    MadeBefore,
    /// The homeserver does not do it.
    #[error("the homeserver makes no recovery key: {0}")]
    Failed(String),
}

/// Makes the recovery key of the bot's account, which nobody tells again; `again` puts it in the place of the one before.
///
/// # Errors
///
/// There is no session, there is a key already, or the homeserver refuses.
pub async fn recovery_key(settings: &MatrixSettings, again: bool) -> Result<String, RecoveryError> {
    let client = session::open(settings).await?;
    client
        .encryption()
        .wait_for_e2ee_initialization_tasks()
        .await;
    let recovery = client.encryption().recovery();
    let made = match recovery.state() {
        RecoveryState::Enabled | RecoveryState::Incomplete if !again => {
            return Err(RecoveryError::MadeBefore);
        }
        RecoveryState::Enabled | RecoveryState::Incomplete => recovery.reset_key().await,
        RecoveryState::Unknown | RecoveryState::Disabled => recovery.enable().await,
    };
    made.map_err(|error| RecoveryError::Failed(why(error)))
}

/// What is said of an error, which may hold the key.
fn why(error: matrix_sdk::encryption::recovery::RecoveryError) -> String {
    use matrix_sdk::encryption::recovery::RecoveryError as Error;
    match error {
        Error::BackupExistsOnServer => {
            "another session of the account has made a backup; end that session, and remove the backup".to_owned()
        }
        Error::Sdk(error) => Failure::from(error).to_string(),
        _ => "it answers in a manner unheard of".to_owned(),
    }
}
