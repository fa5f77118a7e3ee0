//! A browser and its push service, as Web Push sees them: keys, decryption (RFC 8291) and checks of signatures (RFC 8292). The
//! cryptography is that of other crates than the bot's.

use aes_gcm::{
    Aes128Gcm,
    aead::{Aead, KeyInit},
};
use data_encoding::BASE64URL_NOPAD;
use hkdf::Hkdf;
use p256::{
    PublicKey, SecretKey,
    ecdh::diffie_hellman,
    ecdsa::{Signature, VerifyingKey, signature::Verifier},
};
use serde_json::Value;
use sha2::Sha256;

/// The length of the head of a message: salt, size of records, and the public key of its sender with its length.
pub const HEAD: usize = 16 + 4 + 1 + 65;

/// A browser that subscribes to pushes.
pub struct Browser {
    secret: SecretKey,
    auth: Vec<u8>,
}

impl Browser {
    /// Makes a browser with keys that depend on a number.
    ///
    /// # Panics
    ///
    /// Panics if the number is 0.
    pub fn new(number: u8) -> Browser {
        Browser::with_keys(&[number; 32], &[number; 16])
    }

    /// Makes a browser with these keys.
    ///
    /// # Panics
    ///
    /// Panics if the first one is no private key.
    pub fn with_keys(secret: &[u8], auth: &[u8]) -> Browser {
        Browser {
            secret: SecretKey::from_slice(secret).expect("a private key"),
            auth: auth.to_vec(),
        }
    }

    /// Returns its public key, as browsers write it.
    pub fn p256dh(&self) -> String {
        BASE64URL_NOPAD.encode(&self.secret.public_key().to_sec1_bytes())
    }

    /// Returns the secret that it shares with the sender, as browsers write it.
    pub fn auth(&self) -> String {
        BASE64URL_NOPAD.encode(&self.auth)
    }

    /// Decrypts a message. Returns its text, and the length of the text with delimiter and padding.
    ///
    /// # Panics
    ///
    /// Panics if the message is not encrypted for this browser.
    pub fn decrypt(&self, message: &[u8]) -> (String, usize) {
        let (head, record) = message.split_at(HEAD);
        let (salt, sender) = (&head[..16], &head[HEAD - 65..]);
        assert_eq!(head[20], 65, "the length of a public key");
        let size = u32::from_be_bytes(head[16..20].try_into().expect("4 bytes"));
        assert!(record.len() <= size as usize, "there is one record");
        let theirs = PublicKey::from_sec1_bytes(sender).expect("a public key");
        let shared = diffie_hellman(self.secret.to_nonzero_scalar(), theirs.as_affine());
        let own = self.secret.public_key().to_sec1_bytes();
        let info = [b"WebPush: info\0", &*own, sender].concat();
        let input: [u8; 32] = derive(&self.auth, shared.raw_secret_bytes(), &info);
        let key: [u8; 16] = derive(salt, &input, b"Content-Encoding: aes128gcm\0");
        let nonce: [u8; 12] = derive(salt, &input, b"Content-Encoding: nonce\0");
        let cipher = Aes128Gcm::new_from_slice(&key).expect("a key");
        let padded = cipher.decrypt(&nonce.into(), record).expect("it is for us");
        let end = padded.iter().rposition(|byte| *byte != 0);
        let end = end.expect("there is a delimiter");
        assert_eq!(padded[end], 2, "the delimiter of the last record");
        let text = String::from_utf8(padded[..end].to_vec()).expect("a text");
        (text, padded.len())
    }
}

/// Derives a key.
fn derive<const N: usize>(salt: &[u8], secret: &[u8], info: &[u8]) -> [u8; N] {
    let mut key = [0; N];
    let derived = Hkdf::<Sha256>::new(Some(salt), secret).expand(info, &mut key);
    derived.expect("the key is short");
    key
}

/// Checks the header `Authorization` of a request to a push service. Returns the public key of the sender and its claims.
///
/// # Panics
///
/// Panics if the sender has not signed the claims.
pub fn claims(authorization: &str) -> (String, Value) {
    let parts = authorization.strip_prefix("vapid t=");
    let parts = parts.and_then(|parts| parts.split_once(", k="));
    let (token, key) = parts.expect("a token and a key");
    let decode = |part: &str| BASE64URL_NOPAD.decode(part.as_bytes()).expect("base64");
    let (signed, signature) = token.rsplit_once('.').expect("a signature");
    let (head, claims) = signed.split_once('.').expect("two parts");
    let head: Value = serde_json::from_slice(&decode(head)).expect("JSON");
    assert_eq!(head["alg"], "ES256");
    let public = VerifyingKey::from_sec1_bytes(&decode(key)).expect("a public key");
    let signature = Signature::from_slice(&decode(signature)).expect("a signature");
    let verified = public.verify(signed.as_bytes(), &signature);
    verified.expect("the sender has signed it");
    let claims = serde_json::from_slice(&decode(claims)).expect("JSON");
    (key.to_owned(), claims)
}
