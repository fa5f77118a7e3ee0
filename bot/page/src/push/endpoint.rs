//! The address at which a push service takes the messages to one browser.

use std::fmt;

use data_encoding::HEXLOWER;
use reqwest::Url;
use serde::{
    Deserialize, Deserializer, Serialize, Serializer,
    de::{Error, Unexpected},
};
use sha2::{Digest, Sha256};

use super::services::PushServices;

/// The longest address, in bytes. Those of all browsers are shorter.
const LONGEST: usize = 1024;

/// The address of a browser at a push service. It is a secret of the browser, so `Debug` does not print it.
#[derive(Clone, PartialEq, Eq)]
pub(crate) struct Endpoint(Url);

impl Endpoint {
    /// Parses an address at one of these services.
    pub(crate) fn at(services: &PushServices, text: &str) -> Option<Endpoint> {
        Endpoint::parse(text).filter(|endpoint| services.have(&endpoint.0))
    }

    fn parse(text: &str) -> Option<Endpoint> {
        let url = (text.len() <= LONGEST).then(|| Url::parse(text).ok())??;
        Some(Endpoint(url)).filter(|endpoint| endpoint.0.as_str().len() <= LONGEST)
    }

    /// Returns the whole address, to send there.
    pub(crate) fn url(&self) -> &Url {
        &self.0
    }

    /// Returns the origin of the push service.
    pub(crate) fn service(&self) -> String {
        self.0.origin().ascii_serialization()
    }

    /// Returns the name under which the store finds it.
    pub(crate) fn digest(&self) -> String {
        HEXLOWER.encode(&Sha256::digest(self.0.as_str()))
    }
}

impl fmt::Debug for Endpoint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Endpoint")
    }
}

impl Serialize for Endpoint {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.0.as_str())
    }
}

impl<'de> Deserialize<'de> for Endpoint {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Endpoint, D::Error> {
        let text = String::deserialize(deserializer)?;
        // The text is a secret.
        let invalid = || D::Error::invalid_value(Unexpected::Other("text"), &"address");
        Endpoint::parse(&text).ok_or_else(invalid)
    }
}
