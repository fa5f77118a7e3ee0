//! People who are called otherwise than before, by whom their matches are told.

use tracing::warn;

use crate::Core;
use api::{ServerId, Speaker};
use service::{InputKind, renamed_in_matches};

impl Core {
    /// Has each match that somebody plays on a server, or in direct messages if on none, take note of what they are called
    /// there by now.
    pub(crate) async fn rename(&self, who: &Speaker, server: Option<&ServerId>) {
        let news = match renamed_in_matches(&self.writer, who, server) {
            Ok(news) => news,
            Err(error) => {
                return warn!(%error, "cannot update the name of a person in their matches");
            }
        };
        // They share commits.
        let mut open = Vec::new();
        for renamed in news {
            let name = renamed.id.to_string();
            let renamed = self.own_input("renamed", &name, InputKind::Renamed(renamed));
            open.extend(self.submit(renamed).await);
        }
        for settled in open {
            // What comes of their next deed there notes it, too, if this is not confirmed.
            drop(settled.await);
        }
    }
}
