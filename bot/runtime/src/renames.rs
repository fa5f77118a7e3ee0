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
        // The requests share commits.
        let mut open = Vec::new();
        for renamed in news {
            let name = renamed.id.to_string();
            let renamed = self.own_request("renamed", &name, RequestKind::Renamed(renamed));
            open.extend(self.submit(renamed).await);
        }
        for settled in open {
            // If this is not confirmed, their next request there stores the name too.
            drop(settled.await);
        }
    }
}
