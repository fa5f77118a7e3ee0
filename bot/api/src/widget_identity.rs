//! The port to a platform that identifies the reader of a widget, by an OpenID token of Matrix.

use async_trait::async_trait;

use super::{Speaker, TokenDigest};
use text::Text;

/// Identifies people by the tokens that their Matrix clients get for a widget.
#[async_trait]
pub trait WidgetIdentity: Send + Sync {
    /// Returns the reader for whom this server made a token. The server accepts a token repeatedly, so the caller passes its digest to
    /// [`PageAccounts::open_session`](super::PageAccounts::open_session), which accepts it once.
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
