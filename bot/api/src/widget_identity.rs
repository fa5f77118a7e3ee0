//! The port to a platform that identifies the reader of a widget, by an OpenID token of Matrix.

use async_trait::async_trait;

use super::Speaker;
use text::Text;

/// Identifies people by the tokens that their Matrix clients get for a widget.
#[async_trait]
pub trait WidgetIdentity: Send + Sync {
    /// Returns the account that a token was made for at this server.
    ///
    /// A process accepts a token once. It forgets used tokens when it ends, so another process accepts a used token while the server
    /// still does.
    ///
    /// # Errors
    ///
    /// The reason for the person.
    async fn account(&self, server: &str, token: &str) -> Result<Speaker, Text>;
}
