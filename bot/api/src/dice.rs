//! Random numbers.

use std::sync::Arc;

use secrecy::{ExposeSecret, SecretBox};

/// A source of unpredictable random numbers.
pub trait Dice: Send {
    /// Draws a number from 0 to `n - 1`, each with the same probability.
    ///
    /// # Panics
    ///
    /// `n` is 0.
    fn below(&mut self, n: u32) -> u32;

    /// Draws a new secret, from which all rolls of a match follow.
    fn secret(&mut self) -> Secret;
}

/// The 32 secret bytes of a match, which stay hidden until it is over. Clones share them.
///
/// `Debug` does not print them.
#[derive(Clone, Debug)]
pub struct Secret(Arc<SecretBox<[u8; 32]>>);

impl Secret {
    /// Makes a secret of these bytes.
    pub fn new(bytes: [u8; 32]) -> Secret {
        Secret(Arc::new(SecretBox::new(Box::new(bytes))))
    }

    /// Returns the bytes, to store, use or finally publish them.
    pub fn expose(&self) -> &[u8; 32] {
        self.0.expose_secret()
    }
}
