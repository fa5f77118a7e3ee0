//! Shares the one session of the bot between processes, of which one has it at a time.
//!
//! Its keys are in the folder of the library, which has no store for a database. A second store of ours would be one more place
//! where keys can be lost. So the folder is on storage that all processes reach, and one process uses it at a time.

use matrix_sdk::Client;

use super::{
    session,
    settings::{MatrixSettings, SessionError},
};
use api::Batch;
use store::writer::Writer;

/// The key of the id of the session.
const SESSION: &[u8] = b"matrix/session";

/// Opens a logged-in client. If several processes can serve, it continues the session of the last one.
pub(super) async fn open(
    settings: &MatrixSettings,
    writer: &Writer,
) -> Result<Client, SessionError> {
    if !writer.is_shared() {
        return session::open(settings).await;
    }
    let unknown = |error: &dyn std::fmt::Display| SessionError::Unknown(error.to_string());
    let known = writer.get(SESSION).map_err(|error| unknown(&error))?;
    if known.is_some() && session::read(&settings.store)?.is_none() {
        return Err(SessionError::NotShared(
            settings.store.display().to_string(),
        ));
    }
    let client = session::open(settings).await?;
    let device = client.device_id().map(|device| device.as_bytes().to_vec());
    if let Some(device) = device.filter(|device| known.as_ref() != Some(device)) {
        let mut batch = Batch::default();
        batch.put(SESSION.to_vec(), device);
        writer
            .commit(batch)
            .await
            .map_err(|error| unknown(&error))?;
    }
    Ok(client)
}
