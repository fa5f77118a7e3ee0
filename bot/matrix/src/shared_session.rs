//! The one session of the bot, where the process that has it changes.
//!
//! Its keys are in the folder of the library, which has no store of its own for a database; a second one of ours would be one more
//! place where keys can be lost. So the folder is on storage that all processes reach, one of which uses it at a time.

use matrix_sdk::Client;

use super::{
    session,
    settings::{MatrixSettings, SessionError},
};
use api::Batch;
use store::writer::Writer;

/// Where it is kept which session it is.
const SESSION: &[u8] = b"matrix/session";

/// A client that is logged in: where several processes may serve, by the session that the last of them had.
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
