//! The port to a chat platform that shows the web page inside itself, as an Activity of Discord.

use async_trait::async_trait;
use secrecy::SecretString;

use super::{ChannelId, Speaker};
use text::Text;

/// A platform that shows the page in a frame of its own client, and identifies the people there.
#[async_trait]
pub trait ActivityProvider: Send + Sync {
    /// Returns the id of the application that the platform shows.
    fn application(&self) -> &str;

    /// Returns the person who has consented in an instance of the Activity. The platform gave `code` to their client.
    ///
    /// # Errors
    ///
    /// The reason for the person. One is that they are not in this instance.
    async fn visitor(&self, code: &str, instance: &str) -> Result<ActivityVisitor, Text>;
}

/// A person in an instance of the Activity.
pub struct ActivityVisitor {
    /// Their account.
    pub account: Speaker,
    /// The access token by which their client knows them. It is for them alone.
    pub token: SecretString,
    /// The channel that shows the instance.
    pub channel: ChannelId,
}
