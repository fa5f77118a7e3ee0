//! The recovery key, which restores the bot's identity after the loss of its session. Makes and uses the key, and reports the
//! state of the session.

use matrix_sdk::{
    Client,
    encryption::{
        recovery::{self, RecoveryState},
        secret_storage::SecretStorageError,
    },
};

use super::{
    failure::failure,
    identity, session,
    settings::{MatrixSettings, SessionError, unusable},
};

/// The reason that there is no recovery key or no recovery.
#[derive(Debug, thiserror::Error)]
pub enum RecoveryError {
    /// There is no session.
    #[error(transparent)]
    Start(#[from] SessionError),
    /// A key was made before.
    #[error(
        "a recovery key was made before and was shown then; with --new another one is made, and the old one is of no use any more"
    )]
    MadeBefore,
    /// No key was made.
    #[error(
        "no recovery key was made for this account, or its identity has been replaced since; in a client that has the account, set the identity up again, or remove it"
    )]
    NoneMade,
    /// It is another key.
    #[error("that is not the recovery key of this account")]
    WrongKey,
    /// The key opens the backup, but the session is still not signed.
    #[error(
        "the key is right, and the identity that it gives back is not that of the account any more"
    )]
    OtherIdentity,
    /// The homeserver refuses.
    #[error("the homeserver does not do it: {0}")]
    Failed(String),
}

/// The session in a folder.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KnownSession {
    /// The account of the session.
    pub account: String,
    /// The device id of the session.
    pub device: String,
    /// True if it was signed when last checked.
    pub is_signed: bool,
}

/// Returns the session of the bot, if it has logged in; sends no request.
///
/// # Errors
///
/// The stored session cannot be read.
pub fn known_session(settings: &MatrixSettings) -> Result<Option<KnownSession>, SessionError> {
    let kept = session::read(&settings.store)?;
    Ok(kept.map(|kept| KnownSession {
        account: kept.meta.user_id.to_string(),
        is_signed: identity::was_signed(&settings.store, kept.meta.device_id.as_str()),
        device: kept.meta.device_id.to_string(),
    }))
}

/// Restores the identity of the bot's account by the recovery key; returns the name of the session.
///
/// # Errors
///
/// The session does not exist, the key is wrong, or the homeserver refuses.
pub async fn recover(settings: &MatrixSettings, key: &str) -> Result<String, RecoveryError> {
    let client = begin(settings).await?;
    let recovered = client.encryption().recovery().recover(key).await;
    recovered.map_err(without_key)?;
    let is_signed = identity::note(&settings.store, &client).await;
    if !is_signed.map_err(|error| unusable(&settings.store, &error))? {
        return Err(RecoveryError::OtherIdentity);
    }
    let device = client.device_id().map(ToString::to_string);
    Ok(device.unwrap_or_default())
}

/// Opens a client, and loads the state of its identity from the homeserver.
async fn begin(settings: &MatrixSettings) -> Result<Client, SessionError> {
    let client = session::open(settings).await?;
    let encryption = client.encryption();
    encryption.wait_for_e2ee_initialization_tasks().await;
    Ok(client)
}

/// Makes the recovery key of the bot's account, to be shown only once. `again` replaces the earlier key.
///
/// # Errors
///
/// The session does not exist, a key exists already, or the homeserver refuses.
pub async fn recovery_key(settings: &MatrixSettings, again: bool) -> Result<String, RecoveryError> {
    let client = begin(settings).await?;
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

/// Converts an error to the reason why the identity is not restored.
fn without_key(error: recovery::RecoveryError) -> RecoveryError {
    use recovery::RecoveryError as Error;
    match error {
        Error::SecretStorage(SecretStorageError::MissingKeyInfo { .. }) => RecoveryError::NoneMade,
        Error::SecretStorage(SecretStorageError::SecretStorageKey(_)) => RecoveryError::WrongKey,
        Error::SecretStorage(SecretStorageError::ImportError { .. }) => {
            RecoveryError::OtherIdentity
        }
        Error::SecretStorage(SecretStorageError::Sdk(error)) => {
            RecoveryError::Failed(why(Error::Sdk(error)))
        }
        error => RecoveryError::Failed(why(error)),
    }
}

/// Describes an error without the key, which it may hold.
fn why(error: recovery::RecoveryError) -> String {
    use recovery::RecoveryError as Error;
    match error {
        Error::BackupExistsOnServer => {
            "another session of the account has made a backup; end that session, and remove the backup".to_owned()
        }
        Error::Sdk(error) => failure(error).to_string(),
        _ => "it answers in an unknown format".to_owned(),
    }
}
