//! The settings of a database that keeps the data in place of a folder.

use std::path::PathBuf;

use secrecy::SecretString;

use super::{ConfigError, Key, RawConfig, number, path, secret::SecretSource};
use store::DatabaseSettings;

/// The default number of connections of a process to a database.
const CONNECTIONS: usize = 8;

/// A database that keeps the data.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DatabaseConfig {
    /// Its URL, with the password.
    pub url: SecretSource,
    /// The file of the authority that has signed its certificate, if browsers do not trust it.
    pub ca_file: Option<PathBuf>,
    /// The largest number of connections of a process, without those of backups.
    pub connections: usize,
}

impl DatabaseConfig {
    /// Returns the settings of the store, with the URL.
    ///
    /// # Errors
    ///
    /// The file of the URL cannot be read, or has none that can be used.
    pub fn settings(&self) -> Result<DatabaseSettings, ConfigError> {
        Ok(DatabaseSettings {
            url: self.url.read(Key::STORE_URL_FILE, "URL", url)?,
            ca_file: self.ca_file.clone(),
            n_connections: self.connections,
        })
    }
}

/// Reads the settings of a database; none without a URL.
pub(super) fn read(raw: &mut RawConfig) -> Option<DatabaseConfig> {
    let url = SecretSource::take(raw, Key::STORE_URL, Key::STORE_URL_FILE, url);
    let (mut ca_file, mut connections) = (None, CONNECTIONS);
    raw.take(Key::STORE_CA_FILE, path, &mut ca_file);
    raw.take(Key::STORE_CONNECTIONS, number(2..=100), &mut connections);
    url.map(|url| DatabaseConfig {
        url,
        ca_file,
        connections,
    })
}

/// Parses a URL, if there is one.
fn url(text: &str) -> Result<Option<SecretString>, String> {
    let text = text.trim();
    if text.is_empty() {
        return Ok(None);
    }
    store::check_database_url(text)?;
    Ok(Some(SecretString::from(text)))
}
