//! The port to a platform that identifies the reader of a widget, by an OpenID token of Matrix.

use async_trait::async_trait;

use super::{Speaker, TokenDigest};
use text::Text;

/// Identifies people by the tokens that their Matrix clients get for a widget.
#[async_trait]
pub trait WidgetIdentity: Send + Sync {
    /// Returns the reader that a token was made for at this server. The server accepts the token again, so the session that it
    /// begins has to use it up.
    ///
    /// # Errors
    ///
    /// The reason for the person.
    async fn reader(&self, server: &str, token: &str) -> Result<WidgetReader, Text>;
}

/// The reader of a widget.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WidgetReader {
    /// Their account.
    pub account: Speaker,
    /// The digest of their token.
    pub token: TokenDigest,
}
