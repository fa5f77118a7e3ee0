//! Renames of people in their matches.

use tracing::warn;

use crate::Core;
use api::{ServerId, Speaker};
use service::{RequestKind, renamed_in_matches};

impl Core {
    /// Stores the new name of a person in each match that they play on a server, or in direct messages if there is none.
    pub(crate) async fn rename(&self, who: &Speaker, server: Option<&ServerId>) {
        let news = match renamed_in_matches(&self.writer, who, server) {
            Ok(news) => news,
            Err(error) => {
                return warn!(%error, "cannot update the name of a person in their matches");
            }
        };
        // If one is not confirmed, the person's next request there stores the name.
        self.settle_all(news.into_iter().map(|renamed| {
            let name = renamed.id.to_string();
            self.own_request("renamed", &name, RequestKind::Renamed(renamed))
        }))
        .await;
    }
}
