//! The encryption of messages to a browser (RFC 8291): the push service cannot read them. All have the same size.

use std::fmt;

use data_encoding::BASE64URL_NOPAD;
use ring::{
    aead::{AES_128_GCM, Aad, LessSafeKey, Nonce, UnboundKey},
    agreement::{ECDH_P256, EphemeralPrivateKey, UnparsedPublicKey, agree_ephemeral},
    error::Unspecified,
    hkdf::{HKDF_SHA256, KeyType, Salt},
    rand::{SecureRandom, SystemRandom},
};
use serde::{
    Deserialize, Deserializer, Serialize, Serializer,
    de::{Error, Unexpected},
};

/// The length of a public key: a point of P-256 without compression.
const KEY: usize = 65;

/// The length of the shared secret of the page and a browser.
const AUTH: usize = 16;

/// The length of each message before its encryption, with its delimiter and padding.
pub(super) const PADDED: usize = 1024;

/// The delimiter after the last part of a message.
const LAST: u8 = 2;

/// The size of a record, which holds any message.
const RECORD: u32 = 4096;

/// The keys of a browser for the messages to it. `Debug` does not print them.
#[derive(Clone)]
pub(crate) struct BrowserKeys {
    public: [u8; KEY],
    auth: [u8; AUTH],
}

impl BrowserKeys {
    /// Parses the keys as a browser gives them: `p256dh` and `auth` of its subscription. A key that is no point of the curve is
    /// refused.
    pub(crate) fn parse(public: &str, auth: &str) -> Option<BrowserKeys> {
        let decode = |text: &str| BASE64URL_NOPAD.decode(text.trim_end_matches('=').as_bytes());
        let keys = BrowserKeys {
            public: decode(public).ok()?.try_into().ok()?,
            auth: decode(auth).ok()?.try_into().ok()?,
        };
        keys.encrypt(b"").ok()?;
        Some(keys)
    }

    /// Encrypts a message. The result of all messages has the same length.
    ///
    /// # Errors
    ///
    /// The message is too long, or the system has no random numbers.
    pub(super) fn encrypt(&self, message: &[u8]) -> Result<Vec<u8>, Unspecified> {
        if message.len() >= PADDED {
            return Err(Unspecified);
        }
        let random = SystemRandom::new();
        let own = EphemeralPrivateKey::generate(&ECDH_P256, &random)?;
        let own_public = own.compute_public_key()?;
        let own_public = own_public.as_ref();
        let mut salt = [0; 16];
        random.fill(&mut salt)?;
        let theirs = UnparsedPublicKey::new(&ECDH_P256, &self.public);
        let keys = agree_ephemeral(own, &theirs, |shared| {
            self.derive(shared, own_public, &salt)
        });
        let (key, nonce) = keys??;
        let mut text = Vec::with_capacity(PADDED + AES_128_GCM.tag_len());
        text.extend(message);
        text.push(LAST);
        text.resize(PADDED, 0);
        let key = LessSafeKey::new(UnboundKey::new(&AES_128_GCM, &key)?);
        // The key encrypts this message alone.
        let nonce = Nonce::assume_unique_for_key(nonce);
        key.seal_in_place_append_tag(nonce, Aad::empty(), &mut text)?;
        let key_length = u8::try_from(KEY).map_err(|_| Unspecified)?;
        let head = [&salt[..], &RECORD.to_be_bytes(), &[key_length], own_public];
        Ok([&head.concat()[..], &text].concat())
    }

    /// Derives the key and the nonce of a message from the secret that both sides can compute.
    fn derive(
        &self,
        shared: &[u8],
        own_public: &[u8],
        salt: &[u8],
    ) -> Result<([u8; 16], [u8; 12]), Unspecified> {
        let info = [b"WebPush: info\0", &self.public[..], own_public].concat();
        let input: [u8; 32] = expand(&self.auth, shared, &info)?;
        Ok((
            expand(salt, &input, b"Content-Encoding: aes128gcm\0")?,
            expand(salt, &input, b"Content-Encoding: nonce\0")?,
        ))
    }
}

/// The length of a derived key.
struct Length(usize);

impl KeyType for Length {
    fn len(&self) -> usize {
        self.0
    }
}

/// Derives a key from a secret.
fn expand<const N: usize>(salt: &[u8], secret: &[u8], info: &[u8]) -> Result<[u8; N], Unspecified> {
    let mut key = [0; N];
    let extracted = Salt::new(HKDF_SHA256, salt).extract(secret);
    extracted.expand(&[info], Length(N))?.fill(&mut key)?;
    Ok(key)
}

impl fmt::Debug for BrowserKeys {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("BrowserKeys")
    }
}

impl Serialize for BrowserKeys {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        [&self.public[..], &self.auth]
            .map(|key| BASE64URL_NOPAD.encode(key))
            .serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for BrowserKeys {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<BrowserKeys, D::Error> {
        let [public, auth] = <[String; 2]>::deserialize(deserializer)?;
        // The texts are secrets.
        let invalid = || D::Error::invalid_value(Unexpected::Other("text"), &"keys");
        BrowserKeys::parse(&public, &auth).ok_or_else(invalid)
    }
}
