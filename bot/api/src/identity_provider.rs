//! The port to a platform that identifies people for the web page, by OAuth 2.

use async_trait::async_trait;

use super::Speaker;
use text::Text;

/// A platform that identifies a person after their consent on its own page.
#[async_trait]
pub trait IdentityProvider: Send + Sync {
    /// Begins an attempt of a person to sign in.
    fn begin(&self) -> SignInAttempt;

    /// Returns the account of a person after their consent. The platform gave `code` to their browser; `verifier` belongs to their
    /// [attempt](SignInAttempt).
    ///
    /// # Errors
    ///
    /// The reason for the person.
    async fn account(&self, code: &str, verifier: &str) -> Result<Speaker, Text>;
}

/// An attempt to sign in, which the browser of a person has to keep.
pub struct SignInAttempt {
    /// The address where the person consents.
    pub url: String,
    /// The random text that the platform sends back, so that no other browser can end the attempt.
    pub state: String,
    /// The secret by which the code of the platform can be used.
    pub verifier: String,
}
