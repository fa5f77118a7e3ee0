//! The settings of a database that keeps the data in place of a folder.

use std::path::PathBuf;

use secrecy::SecretString;

use super::{ConfigError, Key, RawConfig, number, path, secret::SecretSource};

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
    /// Reads the URL.
    ///
    /// # Errors
    ///
    /// Its file cannot be read, or has none that can be used.
    pub fn url(&self) -> Result<SecretString, ConfigError> {
        self.url.read(Key::STORE_URL_FILE, "URL", url)
    }
}

/// Reads the settings of a database; none without a URL.
pub(super) fn read(raw: &mut RawConfig) -> Option<DatabaseConfig> {
    raw.prefer(Key::STORE_URL_FILE, Key::STORE_URL);
    let (mut written, mut file) = (None, None);
    raw.take_secret(Key::STORE_URL, url, &mut written);
    raw.take(Key::STORE_URL_FILE, path, &mut file);
    let mut ca_file = None;
    raw.take(Key::STORE_CA_FILE, path, &mut ca_file);
    let mut connections = CONNECTIONS;
    raw.take(
        Key::STORE_CONNECTIONS,
        |text| number(text, 2..=100),
        &mut connections,
    );
    let url = file
        .map(SecretSource::File)
        .or(written.map(SecretSource::Written));
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
