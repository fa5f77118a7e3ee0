//! Chance.

use std::sync::Arc;

use secrecy::{ExposeSecret, SecretBox};

/// Draws what nobody can foresee.
pub trait Dice: Send {
    /// A number from 0 to `n - 1`, each as likely as the others.
    ///
    /// # Panics
    ///
    /// `n` is 0.
    fn below(&mut self, n: u32) -> u32;

    /// A new secret, from which all rolls of a match follow.
    fn secret(&mut self) -> Secret;
}

/// 32 bytes that nobody may know before a match is over. Clones share them.
///
/// `Debug` shows nothing of them.
#[derive(Clone, Debug)]
pub struct Secret(Arc<SecretBox<[u8; 32]>>);

impl Secret {
    /// A secret of these bytes.
    pub fn new(bytes: [u8; 32]) -> Secret {
        Secret(Arc::new(SecretBox::new(Box::new(bytes))))
    }

    /// The bytes, for whatever keeps, uses or at last publishes them.
    pub fn expose(&self) -> &[u8; 32] {
        self.0.expose_secret()
    }
}
