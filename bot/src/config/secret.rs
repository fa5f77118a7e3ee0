//! Secrets, in settings or in separate files.

use std::path::PathBuf;

use secrecy::{ExposeSecret, SecretString};

use super::{ConfigError, Key, RawConfig, path};
use kit::files;

/// The largest file of a secret, in bytes.
const MAX_SECRET: u64 = 1 << 16;

/// A secret, or its location.
#[derive(Clone, Debug)]
pub enum SecretSource {
    /// The secret itself.
    Written(SecretString),
    /// The file of the secret.
    File(PathBuf),
}

impl PartialEq for SecretSource {
    fn eq(&self, other: &SecretSource) -> bool {
        match (self, other) {
            (SecretSource::Written(one), SecretSource::Written(other)) => {
                one.expose_secret() == other.expose_secret()
            }
            (SecretSource::File(one), SecretSource::File(other)) => one == other,
            _ => false,
        }
    }
}

impl Eq for SecretSource {}

impl SecretSource {
    /// Takes a secret from a setting of its own, or from that of its file.
    pub(super) fn take(
        raw: &mut RawConfig,
        secret: Key,
        file: Key,
        parse: impl FnOnce(&str) -> Result<Option<SecretString>, String>,
    ) -> Option<SecretSource> {
        raw.prefer(file, secret);
        let (mut written, mut named) = (None, None);
        raw.take_secret(secret, parse, &mut written);
        raw.take(file, path, &mut named);
        let written = written.map(SecretSource::Written);
        named.map(SecretSource::File).or(written)
    }

    /// Returns the secret. `what` names its kind, `key` the setting of its file, and `parse` reads the file's text.
    ///
    /// # Errors
    ///
    /// The file cannot be read or is empty.
    pub(super) fn read(
        &self,
        key: Key,
        what: &str,
        parse: impl Fn(&str) -> Result<Option<SecretString>, String>,
    ) -> Result<SecretString, ConfigError> {
        let path = match self {
            SecretSource::Written(secret) => return Ok(secret.clone()),
            SecretSource::File(path) => path,
        };
        let problem = |reason: String| ConfigError {
            problems: vec![format!("{key} {}: {reason}", path.display())],
        };
        let text = files::read_text(path, MAX_SECRET)
            .map_err(|error| problem(format!("the {what} cannot be read: {error}")))?;
        match parse(&text) {
            Ok(Some(secret)) => Ok(secret),
            Ok(None) => Err(problem(format!("there is no {what} in it"))),
            Err(reason) => Err(problem(reason)),
        }
    }
}
