//! Logs in once, and restores that session from then on.

use std::{
    fs,
    io::{self, Write},
    path::Path,
};

use matrix_sdk::{Client, authentication::matrix::MatrixSession, store::StateStoreDataKey};
use matrix_sdk_crypto::CollectStrategy;

use super::{
    identity,
    login::{self, STORE},
    settings::{MatrixSettings, SessionError, is_account, unusable},
};
use kit::files::{self, AtomicFile};

/// The file of the session in its folder.
const SESSION: &str = "session.json";

/// The largest file of a session, in bytes.
const LARGEST: u64 = 1 << 16;

/// Opens a logged-in client: by the session in the folder, else by the credentials.
pub(super) async fn open(settings: &MatrixSettings) -> Result<Client, SessionError> {
    let folder = &settings.store;
    files::make_private_folder(folder).map_err(|error| unusable(folder, &error))?;
    let Some(kept) = read(folder)? else {
        return begin(settings).await;
    };
    if !is_account(kept.meta.user_id.as_str(), &settings.user) {
        return Err(SessionError::OtherAccount {
            folder: folder.display().to_string(),
            found: kept.meta.user_id.to_string(),
            configured: settings.user.clone(),
        });
    }
    let is_signed = identity::was_signed(folder, kept.meta.device_id.as_str());
    restore(settings, kept, is_signed).await
}

/// Returns the strategy for sharing room keys. An unsigned session with the strategy for signed sessions alone could not share
/// any keys.
fn sharing(settings: &MatrixSettings, is_signed: bool) -> CollectStrategy {
    if is_signed && !settings.keys_for_all {
        CollectStrategy::IdentityBasedStrategy
    } else {
        CollectStrategy::AllDevices
    }
}

/// Tells whether a new client shares keys with signed sessions alone. The stored state has not changed since it was opened.
pub(super) fn withholds(settings: &MatrixSettings, client: &Client) -> bool {
    let device = client.device_id().map_or("", |device| device.as_str());
    let is_signed = identity::was_signed(&settings.store, device);
    sharing(settings, is_signed) == CollectStrategy::IdentityBasedStrategy
}

async fn restore(
    settings: &MatrixSettings,
    session: MatrixSession,
    is_signed: bool,
) -> Result<Client, SessionError> {
    let client = login::client(settings, sharing(settings, is_signed)).await?;
    // The library's sync token is not the bot's: it would skip all events that it has received before, answered or not.
    let forgotten = client
        .state_store()
        .remove_kv_data(StateStoreDataKey::SyncToken)
        .await;
    forgotten.map_err(|error| unusable(&settings.store, &error))?;
    let restored = login::restore(&client, session).await;
    restored.map_err(|_| {
        let reason = "the keys in it belong to another session; move the folder away, and the bot logs in again";
        unusable(&settings.store, &reason)
    })?;
    Ok(client)
}

/// Begins a session.
async fn begin(settings: &MatrixSettings) -> Result<Client, SessionError> {
    let folder = &settings.store;
    // Without its session, the library's store is useless, because it belongs to another device.
    let store = folder.join(STORE);
    if let Err(error) = fs::remove_dir_all(&store)
        && error.kind() != io::ErrorKind::NotFound
    {
        return Err(unusable(&store, &error));
    }
    let client = login::client(settings, sharing(settings, true)).await?;
    let session = login::log_in(settings, &client).await?;
    write(folder, &session).map_err(|error| unusable(folder, &error))?;
    let encryption = client.encryption();
    encryption.wait_for_e2ee_initialization_tasks().await;
    let is_signed = identity::note(folder, &client).await;
    if is_signed.map_err(|error| unusable(folder, &error))? {
        return Ok(client);
    }
    // The identity belongs to an earlier session and does not sign this one yet.
    drop(client);
    restore(settings, session, false).await
}

/// Reads the session in a folder, if there is one.
pub(super) fn read(folder: &Path) -> Result<Option<MatrixSession>, SessionError> {
    let file = folder.join(SESSION);
    let text = match files::read_text(&file, LARGEST) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
        text => text.map_err(|error| unusable(&file, &error))?,
    };
    // The error would quote the session.
    let kept = serde_json::from_str(&text);
    kept.map(Some).map_err(|_| {
        unusable(
            &file,
            &"it is no session; move it away, and the bot logs in again",
        )
    })
}

/// Writes the session atomically, with access for this user alone.
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

    #[cfg(unix)]
    #[test]
    fn only_the_owner_can_read_the_session_file() {
        use std::os::unix::fs::PermissionsExt;
        let folder = tempfile::tempdir().expect("a folder");
        let store = folder.path().join("data/matrix");
        files::make_private_folder(&store).expect("a folder");
        // Every release so far writes this.
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
