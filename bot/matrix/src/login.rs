//! Logs in by the access token of a session, by a token that is valid once, or by the password.

use std::{path::Path, time::Duration};

use matrix_sdk::{
    Client, ClientBuildError, HttpError, SessionMeta, SessionTokens,
    authentication::matrix::MatrixSession,
    config::RequestConfig,
    encryption::EncryptionSettings,
    ruma::{
        api::{client::keys::get_keys, error::ErrorKind},
        device_id, user_id,
    },
    store::RoomLoadSettings,
};
use matrix_sdk_crypto::CollectStrategy;
use secrecy::{ExposeSecret, SecretString};

use super::settings::{Credentials, MatrixSettings, SessionError, is_account, unusable};
use kit::files;

/// The timeout of a request.
pub(super) const PATIENCE: Duration = Duration::from_secs(30);

/// The longest pause between attempts while the homeserver is busy.
const LONGEST_PAUSE: Duration = Duration::from_secs(5);

/// The name of the bot's session in the list of the account.
const DEVICE: &str = "Oddboard";

/// The folder of the library's own store in that of the session.
pub(super) const STORE: &str = "store";

/// The largest file of a secret, in bytes.
const LARGEST: u64 = 1 << 16;

/// Builds a client without a login, with this strategy for sharing room keys.
pub(super) async fn client(
    settings: &MatrixSettings,
    sharing: CollectStrategy,
) -> Result<Client, SessionError> {
    let encryption = EncryptionSettings {
        auto_enable_cross_signing: true,
        ..EncryptionSettings::default()
    };
    let requests = RequestConfig::new()
        .timeout(PATIENCE)
        .max_retry_time(LONGEST_PAUSE);
    let built = Client::builder()
        .homeserver_url(&settings.homeserver)
        // The library would follow the advertised address until the next start only, and the address may be unreachable from
        // here.
        .respect_login_well_known(false)
        .sqlite_store(settings.store.join(STORE), None)
        .with_encryption_settings(encryption)
        .with_room_key_recipient_strategy(sharing)
        .request_config(requests)
        .user_agent("Oddboard")
        .build()
        .await;
    built.map_err(|error| match error {
        ClientBuildError::SqliteStore(error) => unusable(&settings.store, &error),
        _ => nowhere(settings),
    })
}

/// Logs a client in by the first of the credentials; returns its session.
pub(super) async fn log_in(
    settings: &MatrixSettings,
    client: &Client,
) -> Result<MatrixSession, SessionError> {
    let Credentials {
        token,
        login_token,
        password,
    } = &settings.credentials;
    if let Some(file) = token {
        return take_over(settings, client, read("token_file", file)?).await;
    }
    let auth = client.matrix_auth();
    let (login, refused) = if let Some(file) = login_token {
        let token = read("login_token_file", file)?;
        let login = auth.login_token(token.expose_secret());
        (login, SessionError::LoginToken)
    } else if let Some(file) = password {
        let password = read("password_file", file)?;
        let login = auth.login_username(&settings.user, password.expose_secret());
        (login, SessionError::Password)
    } else {
        return Err(SessionError::NoCredentials);
    };
    let logged_in = login.initial_device_display_name(DEVICE).send().await;
    logged_in.map_err(|error| why(settings, &error, refused))?;
    let session = auth.session();
    let session = session
        .ok_or_else(|| unusable(&settings.store, &"there is no session after logging in"))?;
    if let Err(error) = check_account(settings, session.meta.user_id.as_str()) {
        // The unused session is not left behind.
        let _ = auth.logout().await;
        return Err(error);
    }
    Ok(session)
}

/// Restores the session that has this access token.
async fn take_over(
    settings: &MatrixSettings,
    client: &Client,
    token: SecretString,
) -> Result<MatrixSession, SessionError> {
    let tokens = SessionTokens {
        access_token: token.expose_secret().to_owned(),
        refresh_token: None,
    };
    let meta = owner(settings, tokens.clone()).await?;
    let session = MatrixSession { meta, tokens };
    let restored = restore(client, session.clone()).await;
    restored.map_err(|_| unusable(&settings.store, &"the session cannot be begun"))?;
    Ok(session)
}

/// Logs a client in by a session.
pub(super) async fn restore(
    client: &Client,
    session: MatrixSession,
) -> Result<(), matrix_sdk::Error> {
    let auth = client.matrix_auth();
    auth.restore_session(session, RoomLoadSettings::default())
        .await
}

/// Asks the homeserver for the account and the device of this access token.
async fn owner(
    settings: &MatrixSettings,
    tokens: SessionTokens,
) -> Result<SessionMeta, SessionError> {
    let asking = Client::builder()
        .homeserver_url(&settings.homeserver)
        .respect_login_well_known(false)
        .request_config(RequestConfig::new().timeout(PATIENCE).disable_retry())
        .build()
        .await;
    let asking = asking.map_err(|_| nowhere(settings))?;
    // The library needs an account and a device before it can ask the homeserver for them.
    let meta = SessionMeta {
        user_id: user_id!("@unknown:unknown.invalid").to_owned(),
        device_id: device_id!("UNKNOWN").to_owned(),
    };
    let restored = restore(&asking, MatrixSession { meta, tokens }).await;
    restored.map_err(|_| nowhere(settings))?;
    let refused = |error: HttpError| why(settings, &error.into(), SessionError::Token);
    let account = asking.whoami().await.map_err(refused)?;
    check_account(settings, account.user_id.as_str())?;
    let device_id = account.device_id.ok_or(SessionError::Token)?;
    let mut request = get_keys::v3::Request::new();
    let whose = (account.user_id.clone(), vec![device_id.clone()]);
    request.device_keys.extend([whose]);
    let known = asking.send(request).await.map_err(refused)?;
    let of_account = known.device_keys.get(&account.user_id);
    if of_account.is_some_and(|devices| devices.contains_key(&device_id)) {
        return Err(SessionError::TokenInUse);
    }
    Ok(SessionMeta {
        user_id: account.user_id,
        device_id,
    })
}

fn check_account(settings: &MatrixSettings, found: &str) -> Result<(), SessionError> {
    if is_account(found, &settings.user) {
        Ok(())
    } else {
        Err(SessionError::OtherCredentials {
            found: found.to_owned(),
            configured: settings.user.clone(),
        })
    }
}

fn read(key: &'static str, file: &Path) -> Result<SecretString, SessionError> {
    let problem =
        |reason: String| SessionError::CredentialFile(key, format!("{}: {reason}", file.display()));
    let text = files::read_text(file, LARGEST).map_err(|error| problem(error.to_string()))?;
    let secret = text.trim_end_matches(['\r', '\n']);
    if secret.is_empty() {
        return Err(problem("there is nothing in it".to_owned()));
    }
    Ok(SecretString::from(secret))
}

fn nowhere(settings: &MatrixSettings) -> SessionError {
    SessionError::NoHomeserver(settings.homeserver.clone())
}

/// Converts an error, which may quote an address, to the reason that there is no session. Returns `refused` if the homeserver
/// rejects the credentials.
fn why(
    settings: &MatrixSettings,
    error: &matrix_sdk::Error,
    refused: SessionError,
) -> SessionError {
    let unreachable = || SessionError::Unreachable(settings.homeserver.clone());
    if let matrix_sdk::Error::Http(error) = error
        && let HttpError::Reqwest(_) = **error
    {
        return unreachable();
    }
    match error.as_client_api_error() {
        Some(response) if response.status_code.is_server_error() => unreachable(),
        Some(response) => match response.error_kind() {
            Some(
                ErrorKind::Forbidden
                | ErrorKind::UserDeactivated
                | ErrorKind::InvalidUsername
                | ErrorKind::UnknownToken(_),
            ) => refused,
            Some(ErrorKind::LimitExceeded(_)) => unreachable(),
            _ => nowhere(settings),
        },
        None => nowhere(settings),
    }
}
