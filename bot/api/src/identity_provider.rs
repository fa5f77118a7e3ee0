//! Signing in on the page of another platform, which then tells who somebody is (OAuth 2).

use async_trait::async_trait;

use super::Speaker;
use text::Text;

/// A platform that tells who somebody is, after they agreed on its own page.
#[async_trait]
pub trait IdentityProvider: Send + Sync {
    /// Begins an attempt of a person to sign in.
    fn begin(&self) -> SignInAttempt;

    /// Returns the account of the person who agreed. `code` is what the platform gave to their browser, and `verifier` that of
    /// their [attempt](SignInAttempt).
    ///
    /// # Errors
    ///
    /// The reason for the person.
    async fn account(&self, code: &str, verifier: &str) -> Result<Speaker, Text>;
}

/// An attempt to sign in, which the browser of a person has to keep.
pub struct SignInAttempt {
    /// The address where the person agrees.
    pub url: String,
    /// The random text that the platform sends back, so that no other browser can end the attempt.
    pub state: String,
    /// The secret by which the code of the platform can be used.
    pub verifier: String,
}
