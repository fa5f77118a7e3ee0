//! The key by which push services know the page (VAPID, RFC 8292). A browser accepts the messages of the page that signs with it.

use std::fmt;

use data_encoding::BASE64URL_NOPAD;
use ring::{
    error::Unspecified,
    rand::SystemRandom,
    signature::{ECDSA_P256_SHA256_FIXED_SIGNING, EcdsaKeyPair, KeyPair as _},
};
use secrecy::{ExposeSecret, SecretSlice};
use serde::{
    Deserialize, Deserializer,
    de::{Error, Unexpected},
};
use serde_json::json;

/// The time for which a signature is valid, in seconds. Services accept at most a day.
const VALID: i64 = 12 * 3600;

/// The scheme of the header `Authorization`.
const SCHEME: &str = "vapid";

/// The private key of the page. `Debug` does not print it.
pub(crate) struct VapidKey {
    pair: EcdsaKeyPair,
    document: SecretSlice<u8>,
}

impl VapidKey {
    /// Makes a key.
    ///
    /// # Errors
    ///
    /// The system has no random numbers.
    pub(crate) fn generate() -> Result<VapidKey, Unspecified> {
        let random = SystemRandom::new();
        let document = EcdsaKeyPair::generate_pkcs8(&ECDSA_P256_SHA256_FIXED_SIGNING, &random)?;
        VapidKey::read(document.as_ref().to_vec())
    }

    fn read(document: Vec<u8>) -> Result<VapidKey, Unspecified> {
        let random = SystemRandom::new();
        let pair = EcdsaKeyPair::from_pkcs8(&ECDSA_P256_SHA256_FIXED_SIGNING, &document, &random);
        Ok(VapidKey {
            pair: pair.map_err(|_| Unspecified)?,
            document: document.into(),
        })
    }

    /// Writes the private key as a text, to store it.
    pub(crate) fn expose(&self) -> String {
        BASE64URL_NOPAD.encode(self.document.expose_secret())
    }

    /// Returns the public key as browsers expect it.
    pub(crate) fn public(&self) -> String {
        BASE64URL_NOPAD.encode(self.pair.public_key().as_ref())
    }

    /// Signs a request to a push service; `now` is in seconds since 1970 began. The contact is a URL of the operator.
    ///
    /// # Errors
    ///
    /// The system has no random numbers.
    pub(super) fn authorization(
        &self,
        service: &str,
        contact: Option<&str>,
        now: i64,
    ) -> Result<String, Unspecified> {
        let mut claims = json!({ "aud": service, "exp": now + VALID });
        if let Some(contact) = contact {
            claims["sub"] = contact.into();
        }
        let head = json!({ "typ": "JWT", "alg": "ES256" });
        let encode = |part: &serde_json::Value| BASE64URL_NOPAD.encode(part.to_string().as_bytes());
        let signed = format!("{}.{}", encode(&head), encode(&claims));
        let signature = self.pair.sign(&SystemRandom::new(), signed.as_bytes())?;
        let signature = BASE64URL_NOPAD.encode(signature.as_ref());
        let parameters = format!("t={signed}.{signature}, k={}", self.public());
        Ok([SCHEME, &parameters].join(" "))
    }
}

impl<'de> Deserialize<'de> for VapidKey {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<VapidKey, D::Error> {
        let text = String::deserialize(deserializer)?;
        let document = BASE64URL_NOPAD.decode(text.as_bytes()).ok();
        let key = document.and_then(|document| VapidKey::read(document).ok());
        // The text is a secret.
        let invalid = || D::Error::invalid_value(Unexpected::Other("text"), &"key");
        key.ok_or_else(invalid)
    }
}

impl fmt::Debug for VapidKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("VapidKey")
    }
}
