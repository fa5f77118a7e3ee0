//! Logging in once, and going on with that session from then on.

use std::{
    fs,
    io::{self, Write},
    path::{Path, PathBuf},
    time::Duration,
};

use matrix_sdk::{
    Client, ClientBuildError,
    authentication::matrix::MatrixSession,
    config::RequestConfig,
    encryption::EncryptionSettings,
    ruma::api::error::ErrorKind,
    store::{RoomLoadSettings, StateStoreDataKey},
};
use secrecy::{ExposeSecret, SecretString};

use crate::{
    files::{self, AtomicFile},
    words::Language,
};

/// How long a request may take.
pub(super) const PATIENCE: Duration = Duration::from_secs(30);

/// The longest pause between attempts while the homeserver is busy.
const LONGEST_PAUSE: Duration = Duration::from_secs(5);

/// What the bot's session is called in the list of the account.
const DEVICE: &str = "Oddboard";

/// The file of the session in its folder.
const SESSION: &str = "session.json";

/// The largest file of a password or a session, in bytes.
const LARGEST: u64 = 1 << 16;

/// The folder of the library's own store in that folder.
const STORE: &str = "store";

/// How Matrix is reached.
#[derive(Clone, Debug)]
pub struct MatrixSettings {
    /// The address of the homeserver.
    pub homeserver: String,
    /// The bot's account.
    pub user: String,
    /// The file with its password; needed until it has logged in.
    pub password_file: Option<PathBuf>,
    /// The folder of its session and keys.
    pub store: PathBuf,
    /// What a command in a room begins with.
    pub prefix: String,
    /// Whether each match gets a thread of its own.
    pub threads: bool,
    /// The language of whoever has chosen none, and of what everybody reads.
    pub language: Language,
}

/// Why the bot does not come to Matrix.
#[derive(Debug, thiserror::Error)]
pub enum SessionError {
    /// There is no session yet, and nothing to log in with.
    #[error(
        "the bot has not logged in yet: write its password into a file that only the bot can read, and name it in [matrix] password_file or ODDBOARD_MATRIX_PASSWORD_FILE"
    )]
    NoPassword,
    /// The password cannot be read.
    #[error("[matrix] password_file: the password cannot be read: {0}")]
    PasswordFile(String),
    /// The homeserver does not take account and password.
    #[error(
        "the homeserver takes this account and password for wrong; see [matrix] user and password_file"
    )]
    Password,
    /// There is no homeserver.
    #[error(
        "there is no Matrix homeserver at {0}; see [matrix] homeserver, which is the address of the server itself, such as https://matrix.example.org"
    )]
    NoHomeserver(String),
    /// The homeserver cannot be reached.
    #[error("the homeserver {0} cannot be reached; see [matrix] homeserver, or try again later")]
    Unreachable(String),
    /// The session in the folder belongs to another account.
    #[error(
        "{folder} has the session of {found}, not of {wanted}; write that account into [matrix] user, or name another folder in [matrix] store"
    )]
    OtherAccount {
        /// The folder.
        folder: String,
        /// Whose session it has.
        found: String,
        /// Whose was asked for.
        wanted: String,
    },
    /// The folder cannot be used.
    #[error("{folder}: the session of Matrix cannot be kept there: {reason}")]
    Store {
        /// The folder.
        folder: String,
        /// Why not.
        reason: String,
    },
    /// The homeserver has forgotten the session.
    #[error(
        "the homeserver does not know the bot's session any more, as if somebody had ended it in the list of the account; move the folder {0} away, and the bot logs in anew"
    )]
    LoggedOut(String),
}

impl SessionError {
    /// Whether somebody has to change something before it can work.
    pub fn is_lasting(&self) -> bool {
        !matches!(self, SessionError::Unreachable(_))
    }
}

/// A client that is logged in: by the session in the folder, else by account and password.
pub(super) async fn open(settings: &MatrixSettings) -> Result<Client, SessionError> {
    let folder = &settings.store;
    files::make_private_folder(folder).map_err(|error| unusable(folder, &error))?;
    let kept = read(folder)?;
    if let Some(kept) = &kept
        && !is_account(kept.meta.user_id.as_str(), &settings.user)
    {
        return Err(SessionError::OtherAccount {
            folder: folder.display().to_string(),
            found: kept.meta.user_id.to_string(),
            wanted: settings.user.clone(),
        });
    }
    match kept {
        Some(kept) => restore(settings, kept).await,
        None => log_in(settings).await,
    }
}

/// Whether an account is the one that is meant by all of it or by the part before the colon.
fn is_account(full: &str, meant: &str) -> bool {
    let bare = |text: &str| text.trim_start_matches('@').to_lowercase();
    let (full, meant) = (bare(full), bare(meant));
    full == meant || (!meant.contains(':') && full.split(':').next() == Some(meant.as_str()))
}

async fn client(settings: &MatrixSettings) -> Result<Client, SessionError> {
    let encryption = EncryptionSettings {
        auto_enable_cross_signing: true,
        ..EncryptionSettings::default()
    };
    let requests = RequestConfig::new()
        .timeout(PATIENCE)
        .max_retry_time(LONGEST_PAUSE);
    let built = Client::builder()
        .homeserver_url(&settings.homeserver)
        // What the homeserver calls itself would be followed until the next start only, and may lead nowhere from here.
        .respect_login_well_known(false)
        .sqlite_store(settings.store.join(STORE), None)
        .with_encryption_settings(encryption)
        .request_config(requests)
        .user_agent("Oddboard")
        .build()
        .await;
    built.map_err(|error| match error {
        ClientBuildError::SqliteStore(error) => unusable(&settings.store, &error),
        _ => SessionError::NoHomeserver(settings.homeserver.clone()),
    })
}

async fn restore(
    settings: &MatrixSettings,
    session: MatrixSession,
) -> Result<Client, SessionError> {
    let client = client(settings).await?;
    // Where the library has come to is not where the bot has: it would pass over what it has taken in before, answered or not.
    let forgotten = client
        .state_store()
        .remove_kv_data(StateStoreDataKey::SyncToken)
        .await;
    forgotten.map_err(|error| unusable(&settings.store, &error))?;
    let restored = client
        .matrix_auth()
        .restore_session(session, RoomLoadSettings::default())
        .await;
    restored.map_err(|_| {
        let reason = "the keys in it belong to another session; move the folder away, and the bot logs in anew";
        unusable(&settings.store, &reason)
    })?;
    Ok(client)
}

async fn log_in(settings: &MatrixSettings) -> Result<Client, SessionError> {
    let password = password(settings)?;
    // Without its session, what the library has kept is of no use, and of another device.
    let store = settings.store.join(STORE);
    match fs::remove_dir_all(&store) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => {
            return Err(unusable(&store, &error));
        }
        _ => {}
    }
    let client = client(settings).await?;
    let logged_in = client
        .matrix_auth()
        .login_username(&settings.user, password.expose_secret())
        .initial_device_display_name(DEVICE)
        .send()
        .await;
    logged_in.map_err(|error| refused(settings, &error))?;
    let session = client.matrix_auth().session();
    let session =
        session.ok_or_else(|| unusable(&store, &"there is no session after logging in"))?;
    write(&settings.store, &session).map_err(|error| unusable(&settings.store, &error))?;
    client
        .encryption()
        .wait_for_e2ee_initialization_tasks()
        .await;
    Ok(client)
}

fn password(settings: &MatrixSettings) -> Result<SecretString, SessionError> {
    let file = settings.password_file.as_ref();
    let file = file.ok_or(SessionError::NoPassword)?;
    let problem =
        |reason: String| SessionError::PasswordFile(format!("{}: {reason}", file.display()));
    let text = files::read_text(file, LARGEST).map_err(|error| problem(error.to_string()))?;
    let password = text.trim_end_matches(['\r', '\n']);
    if password.is_empty() {
        return Err(problem("there is nothing in it".to_owned()));
    }
    Ok(SecretString::from(password))
}

/// Why there is no session, of an error that may quote an address.
fn refused(settings: &MatrixSettings, error: &matrix_sdk::Error) -> SessionError {
    let homeserver = settings.homeserver.clone();
    if let matrix_sdk::Error::Http(error) = error
        && let matrix_sdk::HttpError::Reqwest(_) = **error
    {
        return SessionError::Unreachable(homeserver);
    }
    match error.as_client_api_error() {
        Some(said) if said.status_code.is_server_error() => SessionError::Unreachable(homeserver),
        Some(said) => match said.error_kind() {
            Some(
                ErrorKind::Forbidden | ErrorKind::UserDeactivated | ErrorKind::InvalidUsername,
            ) => SessionError::Password,
            Some(ErrorKind::LimitExceeded(_)) => SessionError::Unreachable(homeserver),
            _ => SessionError::NoHomeserver(homeserver),
        },
        None => SessionError::NoHomeserver(homeserver),
    }
}

fn unusable(folder: &Path, reason: &dyn std::fmt::Display) -> SessionError {
    SessionError::Store {
        folder: folder.display().to_string(),
        reason: reason.to_string(),
    }
}

fn read(folder: &Path) -> Result<Option<MatrixSession>, SessionError> {
    let file = folder.join(SESSION);
    let text = match files::read_text(&file, LARGEST) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
        text => text.map_err(|error| unusable(&file, &error))?,
    };
    // What the error would quote is the session.
    let kept = serde_json::from_str(&text);
    kept.map(Some).map_err(|_| {
        unusable(
            &file,
            &"it is no session; move it away, and the bot logs in anew",
        )
    })
}

/// Writes the session so that it is there in whole or not at all, and nobody else can read it.
fn write(folder: &Path, kept: &MatrixSession) -> io::Result<()> {
    let draft = AtomicFile::new(&folder.join(SESSION))?;
    draft
        .file()
        .write_all(serde_json::to_string(kept)?.as_bytes())?;
    draft.finish()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_account_is_named_in_full_or_in_part() {
        for meant in [
            "@odd:example.org",
            "odd:example.org",
            "odd",
            "@odd",
            "@ODD:example.org",
        ] {
            assert!(is_account("@odd:example.org", meant), "{meant}");
        }
        for meant in ["od", "odder", "@odd:example.com", "@ann:example.org"] {
            assert!(!is_account("@odd:example.org", meant), "{meant}");
        }
    }

    #[cfg(unix)]
    #[test]
    fn nobody_else_reads_the_session() {
        use std::os::unix::fs::PermissionsExt;
        let folder = tempfile::tempdir().expect("a folder");
        let store = folder.path().join("data/matrix");
        files::make_private_folder(&store).expect("a folder");
        // As it was written by every version so far.
        let text = r#"{"user_id":"@odd:example.org","device_id":"ABC","access_token":"secret"}"#;
        let kept = serde_json::from_str(text).expect("a session");
        for _ in 0..2 {
            write(&store, &kept).expect("it is written");
        }
        let mode = |path: &Path| {
            fs::metadata(path)
                .expect("it is there")
                .permissions()
                .mode()
                & 0o777
        };
        assert_eq!(mode(&store.join(SESSION)), 0o600);
        assert_eq!(mode(&store), 0o700);
        let again = read(&store).ok().flatten().expect("it is read");
        assert_eq!(again, kept);
        let written = files::read_text(&store.join(SESSION), LARGEST).expect("a session");
        assert_eq!(written, text);
        fs::write(store.join(SESSION), "secret").expect("it is spoiled");
        let error = read(&store).expect_err("it is noticed").to_string();
        assert!(!error.contains("secret"), "{error}");
    }
}
