//! Checks whether the identity of the account signs the bot's session. The signature shows people that the session is not an
//! intruder's.

use std::{
    io::{self, Write},
    path::Path,
};

use matrix_sdk::Client;

use kit::files::{self, AtomicFile};

/// The file that names the session in its folder, if the session was signed when last checked.
const SIGNED: &str = "signed";

/// The largest file of that kind, in bytes.
const LARGEST: u64 = 1 << 10;

/// Tells whether a session was signed when last checked.
pub(super) fn was_signed(folder: &Path, device: &str) -> bool {
    files::read_text(&folder.join(SIGNED), LARGEST).is_ok_and(|noted| noted == device)
}

/// Tells whether a session is signed, as far as the client knows.
pub(super) async fn is_signed(client: &Client) -> bool {
    let encryption = client.encryption();
    let Some(user) = client.user_id() else {
        return false;
    };
    let identity = encryption.get_user_identity(user).await.ok().flatten();
    let device = encryption.get_own_device().await.ok().flatten();
    identity.is_some_and(|identity| identity.is_verified())
        && device.is_some_and(|device| device.is_cross_signed_by_owner())
}

/// Asks the homeserver whether a session is signed, and stores the answer in its folder.
pub(super) async fn note(folder: &Path, client: &Client) -> io::Result<bool> {
    if let Some(user) = client.user_id() {
        // If the homeserver is not available, its earlier answer counts.
        let _ = client.encryption().request_user_identity(user).await;
    }
    let is_signed = is_signed(client).await;
    let file = folder.join(SIGNED);
    match client.device_id().filter(|_| is_signed) {
        Some(device) => {
            let draft = AtomicFile::new(&file)?;
            draft.file().write_all(device.as_bytes())?;
            draft.finish()?;
        }
        None => files::remove_if_there(&file)?,
    }
    Ok(is_signed)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_note_is_of_one_session() {
        let folder = tempfile::tempdir().expect("a folder");
        assert!(!was_signed(folder.path(), "ABC"));
        std::fs::write(folder.path().join(SIGNED), "ABC").expect("a file");
        assert!(was_signed(folder.path(), "ABC"));
        assert!(!was_signed(folder.path(), "DEF"));
    }
}
